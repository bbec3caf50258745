#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts words to avoid and passive sentences in the project's texts.

    prose.py                    prints both figures for Markdown, manuals, sources and tests, and fails above the limits
    prose.py --list [PATH ...]  prints every word to avoid with its place, in all texts or in these files and folders
    prose.py --passive [PATH ...]  prints every passive sentence with its place
    prose.py --commits RANGE    checks the subjects of the commits of a range, such as v0.1.0..HEAD
    prose.py --self-test        shows on made-up texts that each kind of word is found, and that code is not read

In Markdown and manuals it leaves out code. Of sources it reads comments, docstrings, and strings of three words or more, which
are messages and names of tests.
"""

import argparse
import ast
import io
import pathlib
import re
import subprocess
import sys
import tokenize

TOP = pathlib.Path(__file__).resolve().parent.parent

# At most this many words to avoid in 1,000 lines, and passive sentences in 1,000 sentences.
LIMITS = {"markdown": (5, 150), "manuals": (5, 150), "sources": (5, 150), "tests": (5, 150)}

HAVE = r"(?:holds?|held|holding|gets?|got|getting|has|had|have|having|gives?|gave|given|giving|finds?|found|finding|keeps?|kept|keeping|takes?|took)"

# (what to write, a regular expression for what not to write)
AVOID = [
    ("snapshot", r"pictures?"),
    ("capacity, free capacity; module", r"rooms?"),
    ("layer", r"floors?"),
    ("architecture", r"house|houses"),
    ("report, print, show, name", r"tells?|telling|told"),
    ("report, print, show", r"(?:is|are|was|were|be|been) said"),
    ("assume", r"(?:is|are|was|were|be|been) taken (?:to|as|for)|taken for granted"),
    ("it, the pod, the group, another scheduler", r"whom|whoever|nobody|somebody|anybody|everybody"),
    ("earlier in the queue", r"(?:stands?|stood|standing|is|are|was|were|that|what|all) ahead of"),
    ("reserves, releases, is bound", HAVE + r" (?:a|no|its|their|any) places?"),
    ("releases", r"(?:its|their) places? up"),
    ("free capacity, requested", r"what (?:is|was) (?:free|taken)"),
    ("eligible node", r"(?:nodes? (?:that )?(?:it|they|a pod|pods) may|may go to)"),
    ("retry loop, forever", r"spins?|without end"),
    ("operator, controller", r"makers?|who makes it"),
    ("duplicate", r"stands? twice"),
    ("is, contains", r"stands? (?:in|there|for nothing)"),
    ("field, value, record", r"marks?|sheets?"),
    ("cause", r"blames?"),
    ("and similar systems", r"(?:and|or) (?:its|their) kin"),
    ("robustness", r"hangs? by"),
    ("start with the subject", r"(?:^|(?<=[.!?:] ))(?:Of those|Whom|Whose|What|Who)\b(?![^.!?]*\?)"),
]
AVOID = [(better, re.compile(r"(?<![\w`-])(?:" + pattern + r")(?![\w`-])" if not pattern.startswith("(?:^") else pattern,
                             0 if pattern.startswith("(?:^") else re.IGNORECASE)) for better, pattern in AVOID]

# Terms of the field, and quotations, that hold one of the words.
ALLOWED = re.compile(r"house-?keeping|rounds? to the floor|question marks?|quotation marks?|exclamation marks?|byte order marks?"
                     r"|high-water marks?|Mark[- ]down|What if", re.IGNORECASE)

IRREGULAR = ("begun|bent|bound|bought|broken|brought|built|chosen|cut|done|drawn|driven|eaten|felt|forgotten|found|frozen|given|gone|"
             "grown|heard|held|hidden|hit|hurt|kept|known|laid|led|left|let|lost|made|meant|met|paid|put|read|reset|run|said|seen|"
             "sent|set|shown|shut|sold|spent|split|spoken|stolen|struck|sworn|taken|taught|thought|thrown|told|torn|understood|won|"
             "withdrawn|written")
PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)(?: (?:not|yet|never|then|also|only|already|still|always|all|both|once|now|\w+ly))*"
                     r" (?:\w+ed|" + IRREGULAR + r")\b", re.IGNORECASE)

MARKDOWN_CODE = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>|https?://\S+")
MANUAL_CODE = re.compile(r"\\fB.*?\\f[RP]|\\fI.*?\\f[RP]|\\f.|\\&|\\\(..|\\-")
ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs)\.")


def markdown_lines(text):
    """(line number, words) of a Markdown file without its code."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        opened = re.match(r"\s*(```+|~~~+)", line)
        if opened and (fence is None or line.strip() == fence):
            fence = opened.group(1) if fence is None else None
        elif fence is None and not line.startswith("    ") and not line.startswith("<!--"):
            yield number, MARKDOWN_CODE.sub(lambda code: "`x`" if code.group().startswith("`") else "", line)


def manual_lines(text):
    """(line number, words) of a manual page without its examples and macros."""
    example = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith((".EX", ".nf")):
            example = True
        elif line.startswith((".EE", ".fi")):
            example = False
        elif not example and line.startswith((".B", ".I", ".RB", ".BR", ".IR", ".TH", ".SH", ".SS")):
            yield number, ""
        elif not example and not line.startswith((".", "'")):
            yield number, MANUAL_CODE.sub("`x`", line)


CPP = re.compile(r'//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|R"(?P<mark>[^(\s]*)\((?P<raw>.*?)\)(?P=mark)"'
                 r"|\"(?P<string>(?:[^\"\\\n]|\\.)*)\"|'(?:[^'\\\n]|\\.)+'", re.DOTALL)


PLACEHOLDER = re.compile(r"\{\w+\^?\}")  # {mark}: a fact of a finding


def cpp_lines(text):
    """(line number, words) of comments and messages; neighbouring comment lines follow each other."""
    for token in CPP.finditer(text):
        number = text.count("\n", 0, token.start()) + 1
        if token["line"] is not None:
            yield number, token["line"].strip()
        elif token["block"] is not None:
            for offset, line in enumerate(token["block"].split("\n")):
                yield number + offset, line.strip(" *")
        elif token["string"] is not None and is_message(token["string"]):
            yield number, PLACEHOLDER.sub("x", token["string"].replace("\\n", " ")) + " ."
        elif token["raw"] is not None and not token["raw"].lstrip().startswith(("{", "[", "apiVersion", "kind:", "<", "-")):
            for offset, line in enumerate(token["raw"].split("\n")):
                if is_message(line):
                    yield number + offset, line.strip() + " ."


def is_message(text):
    words = text.split()
    return len(words) >= 3 and sum(word.strip(".,;:()'").isalpha() for word in words) * 2 > len(words) and "://" not in text


def python_lines(text):
    try:
        docstrings = {node.body[0].value.lineno for node in ast.walk(ast.parse(text))
                      if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node, clean=False) is not None}
    except SyntaxError:
        docstrings = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        number = token.start[0]
        if token.type == tokenize.COMMENT:
            yield number, token.string.lstrip("# ")
        elif token.type == tokenize.STRING and number in docstrings:
            for offset, line in enumerate(token.string.strip("\"'").split("\n")):
                yield number + offset, line.strip()
        elif token.type == tokenize.STRING and "\n" not in token.string and is_message(token.string):
            yield number, token.string.strip("rbf\"'") + " ."


def hash_lines(text):
    """Of shell scripts, CMake files and workflows: comments alone."""
    for number, line in enumerate(text.split("\n"), 1):
        if found := re.match(r"\s*#(?!!)\s?(.*)", line):
            yield number, found.group(1)


READERS = {".md": markdown_lines, ".cpp": cpp_lines, ".hpp": cpp_lines, ".py": python_lines, ".sh": hash_lines, ".cmake": hash_lines,
           ".txt": hash_lines, ".go": cpp_lines}


def kind_of(path):
    """Which of the four kinds a file belongs to, and how to read it; None for others."""
    if path.suffix == ".md":
        return "markdown", markdown_lines
    if re.fullmatch(r"\.[1-9]", path.suffix):
        return "manuals", manual_lines
    if path.suffix not in READERS or (path.suffix == ".txt" and path.name != "CMakeLists.txt"):
        return None
    return ("tests" if path.parts[0] in ("tests", "examples") else "sources"), READERS[path.suffix]


def files(paths):
    listed = subprocess.run(["git", "ls-files", "--", *paths], cwd=TOP, capture_output=True, text=True, check=False)
    names = listed.stdout.split("\n") if listed.returncode == 0 else \
        [str(path.relative_to(TOP)) for start in (paths or ["."]) for path in (TOP / start).rglob("*") if "build" not in path.parts]
    for name in sorted(filter(None, names)):
        path = pathlib.PurePath(name)
        if name != "tests/prose.py" and kind_of(path) and (TOP / path).is_file():
            yield path, *kind_of(path)


def words_to_avoid(line):
    """(what stands there, what to write) for each one in a line."""
    kept = ALLOWED.sub(lambda term: " " * len(term.group()), line)
    return [(found.group(), better) for better, pattern in AVOID for found in pattern.finditer(kept)]


def sentences(lines):
    """(line number, sentence) of lines; a gap in the numbers, or an empty line, ends a sentence."""
    start, last, text = 0, -1, ""
    for number, line in [*lines, (None, "")]:
        if number is None or number > last + 1 or not line.strip():
            yield from ((start, part) for part in split(text))
            text = ""
        if number is None:
            return
        start = start if text else number
        text += " " + line.strip()
        last = number


def split(text):
    text = ABBREVIATED.sub("such", text)
    return [part for part in (part.strip() for part in re.split(r"(?<=[.!?;])\s+", text)) if len(part.split()) >= 3]


def figures():
    counts = {kind: {"lines": 0, "words": 0, "sentences": 0, "passive": 0} for kind in LIMITS}
    for path, kind, reader in files([]):
        lines = list(reader((TOP / path).read_text(encoding="utf-8", errors="replace")))
        counted = counts[kind]
        counted["lines"] += sum(1 for _, line in lines if line.strip())
        counted["words"] += sum(len(words_to_avoid(line)) for _, line in lines)
        for _, sentence in sentences(lines):
            counted["sentences"] += 1
            counted["passive"] += bool(PASSIVE.search(sentence))
    return counts


def report():
    failed = False
    print(f"{'':10} {'lines':>7} {'to avoid':>9} {'per 1,000':>10} {'sentences':>10} {'passive':>8} {'per 1,000':>10}")
    for kind, counted in figures().items():
        words = 1000 * counted["words"] / max(1, counted["lines"])
        passive = 1000 * counted["passive"] / max(1, counted["sentences"])
        print(f"{kind:10} {counted['lines']:7} {counted['words']:9} {words:10.1f} {counted['sentences']:10} "
              f"{counted['passive']:8} {passive:10.1f}")
        for figure, limit, name in ((words, LIMITS[kind][0], "words to avoid"), (passive, LIMITS[kind][1], "passive sentences")):
            if limit is not None and figure > limit:
                print(f"{kind}: {figure:.1f} {name} per 1,000, {limit} are allowed (prose.py --list, --passive)")
                failed = True
        if counted["lines"] == 0:
            print(f"{kind}: nothing was read")
            failed = True
    return failed


def show(paths, passive):
    for path, _, reader in files(paths):
        lines = list(reader((TOP / path).read_text(encoding="utf-8", errors="replace")))
        if passive:
            for number, sentence in sentences(lines):
                if PASSIVE.search(sentence):
                    print(f"{path}:{number}: {sentence}")
            continue
        for number, line in lines:
            for found, better in words_to_avoid(line):
                print(f"{path}:{number}: {found} -> {better}: {line.strip()}")


def commits(of):
    log = subprocess.run(["git", "log", "--format=%h %s", of], cwd=TOP, capture_output=True, text=True, check=True).stdout
    wrong = [line for line in log.splitlines() if len(line.split(" ", 1)[1]) > 72 or line.endswith(".")]
    for line in wrong:
        print(f"{line}: a subject has at most 72 characters and no full stop")
    print(f"{len(log.splitlines())} commits, {len(wrong)} wrong subjects")
    return bool(wrong) or not log


def self_test():
    wrong = 0

    def expect(what, actual, expected):
        nonlocal wrong
        if actual != expected:
            print(f"{what}: {actual!r}, not {expected!r}")
            wrong += 1

    for text, found in [("a picture of it", 1), ("`picture` is a field", 0), ("the pods that somebody told", 2), ("the room there is", 1),
                        ("What it does is this.", 1), ("What does it do?", 0), ("it had a place until then", 1), ("question marks", 0),
                        ("The scheduler binds the pod.", 0), ("headroom and mushrooms", 0)]:
        expect(text, len(words_to_avoid(text)), found)
    expect("Markdown", [line for _, line in markdown_lines("one\n```\na picture\n```\n`picture` two")], ["one", "`x` two"])
    expect("manuals", [line for _, line in manual_lines(".SH X\none \\fBtell\\fR\n.EX\ntell\n.EE\ntwo")], ["", "one `x`", "two"])
    expect("C++", [line for _, line in cpp_lines('int room; // one\nsay("two words more"); x("room");')], ["one", "two words more ."])
    expect("Python", [line for _, line in python_lines('"""One."""\nroom = "room"  # two\n')], ["One.", "two"])
    expect("sentences", [text for _, text in sentences([(1, "The first one"), (2, "ends here. The second is"), (3, "short."), (9, "No more of these")])],
           ["The first one ends here.", "The second is short.", "No more of these"])
    for text, passive in [("The pod is bound by it", True), ("It is not yet bound", True), ("It was never written", True), ("The pod is pending", False)]:
        expect(text, bool(PASSIVE.search(text)), passive)
    print("self-test failed" if wrong else "self-test passed")
    return bool(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--passive", action="store_true")
    parser.add_argument("--commits", metavar="RANGE")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("paths", nargs="*")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if options.commits:
        return commits(options.commits)
    if options.list or options.passive:
        show(options.paths, options.passive)
        return 0
    return report()


if __name__ == "__main__":
    sys.exit(main())
