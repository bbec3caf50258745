#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the stories under examples/ and compares the documentation with the program's output.

    tests/stories.py --binary build/release/src/kubectl-gang [STORY ...]
    tests/stories.py --binary ... --approve [STORY ...]     # print the changes and accept them as the expected output
    tests/stories.py --binary ... --document README.md      # only this document

A story is a folder with a README.md, the files of a cluster, and a file `commands`:

    [room-for-4]                                    a name of its own
    $ kubectl gang explain nginx --from room-for-4.yaml --from nginx.yaml
    exit 0                                          facts, written by hand from the scheduler's rules:
    groups[name=nginx].verdict = Fits               they hold regardless of the words of the answer
    count groups[name=nginx].pods[outcome=Bound] = 4

Every command runs in the story's folder. Its standard output must equal expected/NAME.out byte for byte, its
standard error expected/NAME.err (no file: nothing). Commands whose facts need it, and all plain explain, dry-run,
lint, queue and verify commands, run a second time with `-o json`: the value must fit the JSON Schema and agree with the facts. In
the stories YAML_STORIES, in all with --yaml, they run once more with `-o yaml`, which must have the same value.

A path in a fact starts at `status` unless it begins with kind, metadata or spec. [key=value] selects from a list,
[2] takes one element, [*] or nothing takes all. The forms are

    PATH = VALUE          there is at least one such value, and all equal VALUE (JSON, else text)
    PATH one of A B       the same, and each is one of the words
    PATH contains TEXT    the same, and each contains TEXT
    PATH is absent        there is none, or it is false
    count PATH = N        there are N
    says TEXT             the text output contains TEXT
    warns TEXT            standard error contains TEXT

In README files, a fenced block whose lines begin `$ kubectl gang` shows a command line and its output. The output must be the
program's: standard output, and standard error if there is no other output or if the block shows it. A line `...` matches any
number of lines; `$ echo $?` shows the exit status. In a story's README each command must be one of the story's; in the documents at
the top it runs in the document's folder.
"""
import argparse
import concurrent.futures
import difflib
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "GLOSSARY.md", "CONTRIBUTING.md"] + \
    sorted("docs/" + path.name for path in (ROOT / "docs").glob("*.md"))
# Stories whose answers are also tested as YAML: of explain, queue and dry-run, of bind, of lint, and of every dialect.
YAML_STORIES = ("00-tour", "24-bind-plan", "26-dialects", "28-lint")
TIMEOUT_SECONDS = 600


class Failure(Exception):
    """One failed check, as text for a person."""


# ---- facts ----------------------------------------------------------------------------------------------------

STEP = re.compile(r"([A-Za-z0-9_-]+)((?:\[[^\]]*\])*)(?:\.|$)")


def follow(value, path):
    """All values at `path` below `value`."""
    position, values = 0, [value]
    while position < len(path):
        step = STEP.match(path, position)
        if not step:
            raise Failure("cannot read the path %r" % path)
        position = step.end()
        values = [v[step.group(1)] for v in flat(values) if isinstance(v, dict) and step.group(1) in v]
        for selector in re.findall(r"\[([^\]]*)\]", step.group(2)):
            values = [chosen for v in values for chosen in select(v, selector)]
    return flat(values)


def flat(values):
    return [element for v in values for element in (v if isinstance(v, list) else [v])]


def select(value, selector):
    elements = value if isinstance(value, list) else [value]
    if selector == "*":
        return elements
    if selector.isdigit():
        return elements[int(selector):int(selector) + 1]
    key, equals, wanted = selector.partition("=")
    if not equals:
        raise Failure("cannot read the selector [%s]" % selector)
    return [e for e in elements if isinstance(e, dict) and key in e and e[key] == scalar(wanted, e[key])]


def scalar(text, like=None):
    """VALUE of a fact: JSON if it is valid JSON, else text; also text if the other value is text."""
    if isinstance(like, str):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def root_of(report, path):
    return report if re.match(r"(apiVersion|kind|metadata|spec)\b", path) else report.get("status", {})


def check_fact(fact, report, text, errors):
    """Raises Failure if `fact` does not hold."""
    for word, where in (("says ", text), ("warns ", errors)):
        if fact.startswith(word):
            if fact[len(word):] not in where:
                raise Failure("%s\n      but the output is: %s" % (fact, where[:1500]))
            return
    for pattern, check in FORMS:
        match = pattern.fullmatch(fact)
        if match:
            found = follow(root_of(report, match["path"]), match["path"])
            if not check(found, match.groupdict().get("value")):
                raise Failure("%s\n      but found: %s" % (fact, json.dumps(found, ensure_ascii=False)[:1500]))
            return
    raise Failure("cannot read the fact %r" % fact)


PATH = r"(?P<path>[A-Za-z][^ ]*)"
FORMS = [
    (re.compile(r"count %s = (?P<value>\d+)" % PATH), lambda found, value: len(found) == int(value)),
    (re.compile(PATH + r" is absent"), lambda found, _: not any(found)),
    (re.compile(PATH + r" one of (?P<value>.+)"), lambda found, value: found and all(f in value.split() for f in found)),
    (re.compile(PATH + r" contains (?P<value>.+)"), lambda found, value: found and all(value in f for f in found)),
    (re.compile(PATH + r" = (?P<value>.+)"), lambda found, value: found and all(f == scalar(value, f) for f in found)),
]


# ---- rules for every answer -------------------------------------------------------------------------------------

KINDS = {"explain": "Explanation", "dry-run": "DryRun", "queue": "QueueReport", "bind": "BindReport", "lint": "LintReport", "verify": "VerifyReport"}
VERDICTS = {"Yes": 0, "No": 1, "Unknown": 2}
CODES = ("InputIncomplete NotModelled GroupNotFound WrongScheduler MembersDeleted NotEnoughMembers MembersGated QueueGate MembersDisagree MinResourcesShort "
         "GroupBackingOff VolumeNotReady NoNodes WaitingForPreemption NoFeasibleNode TakenByOthersAhead GreedyMiss Fragmented "
         "NotEnoughRoom").split()


def check_contract(report, line, status):
    """The promises of the structured output that hold for every question."""
    def demand(condition, sentence):
        if not condition:
            raise Failure("contract: " + sentence)

    def walk(value, path):
        demand(value is not None, path + " is null")
        for key, element in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
            walk(element, "%s.%s" % (path, key))

    walk(report, "")
    demand(report["apiVersion"] == "kubectl-gang/v1alpha1", "apiVersion")
    command = re.search(r"kubectl gang (\S+)", line).group(1)
    demand(report["kind"] == KINDS[command], "kind %s for %s" % (report["kind"], command))
    body = report["status"]
    if command == "queue":
        demand([e["position"] for e in body["queue"]] == list(range(1, len(body["queue"]) + 1)), "positions count from 1")
        return
    demand(VERDICTS[body["verdict"]] == status, "verdict %s with exit status %d" % (body["verdict"], status))
    if command == "lint":
        grave = [f for f in body["findings"] if f["level"] != "info"] or body.get("refusals")
        demand(body["verdict"] in ("No" if grave else "Yes", "Unknown"), "verdict %s with %d grave findings" % (body["verdict"], len(grave or [])))
        return
    if command == "verify":
        found = {group["judgement"] for group in body["groups"]}
        expected = "No" if "Refuted" in found else "Yes" if found == {"Holds"} else "Unknown"
        demand(body["verdict"] == expected, "verdict %s, but from the certificates it is %s" % (body["verdict"], expected))
        return
    groups, loose = body.get("groups", []), body.get("pods", [])
    keys = [(g["namespace"], g["name"], g["dialect"]) for g in groups]
    demand(keys == sorted(keys), "groups are sorted by namespace, name, dialect")
    for pod in loose + [p for g in groups for p in g.get("pods", [])]:
        placed = pod["outcome"] in ("AlreadyBound", "Bound")
        demand(placed == ("node" in pod), "%s: outcome %s and node" % (pod["name"], pod["outcome"]))
        demand(not (placed and pod.get("message")), "%s: bound, with a refusal" % pod["name"])
    for group in groups:
        name, members, verdict = group["name"], group["members"], group["verdict"]
        quorum = max(1, group["minMember"])
        bound = sum(p["outcome"] in ("AlreadyBound", "Bound") for p in group.get("pods", []))
        demand(members["total"] == members["bound"] + members["pending"] + members["gated"], name + ": members.total")
        demand(members["total"] == len(group.get("pods", [])), name + ": one row in pods per live member")
        demand(group["boundAtEnd"] == bound, "%s: boundAtEnd %d, but %d pods are bound" % (name, group["boundAtEnd"], bound))
        # Other dialects count their own members (engine/rules/counted_members.cpp): succeeded ones, or only existing ones.
        counted = 0 if "approximates" not in group else members["succeeded"]
        if group["dialect"] in ("leaderworkerset", "jobset"):
            quorum = min(quorum, members["total"] + members["succeeded"])
            counted = members["succeeded"]
        short = any(part["boundAtEnd"] < part["minMember"] for part in group.get("subGroups", []))
        uncounted = members["bound"] if "only-waiting" in group.get("mode", "") else 0
        demand(verdict not in ("Satisfied", "Fits") or bound + counted >= quorum, name + ": %s without its quorum" % verdict)
        demand(verdict != "DoesNotFit" or short or bound - uncounted < quorum, name + ": DoesNotFit with its quorum")
        demand(verdict != "Satisfied" or members["bound"] + counted >= quorum or group["dialect"] == "koordinator", name + ": Satisfied by what is not bound yet")
        demand(("code" in group) == (verdict in ("DoesNotFit", "Unknown")), name + ": code with verdict " + verdict)
        demand(group.get("code", CODES[0]) in CODES, name + ": unknown code")
        demand(verdict != "DoesNotFit" or group.get("message"), name + ": DoesNotFit without a sentence")
        demand(group.get("code") != "TakenByOthersAhead" or group["alone"]["verdict"] == "Fits", name + ": taken by others, but not alone")
    verdicts = [g["verdict"] for g in groups] + ["DoesNotFit" for p in loose if p["outcome"] not in ("AlreadyBound", "Bound")]
    expected = "No" if "DoesNotFit" in verdicts or (command == "bind" and "refusals" in body) else "Unknown" if "Unknown" in verdicts else "Yes"
    asked = body.get("asked", [])
    answers = {entry["answer"] for entry in asked}
    hidden = any(entry["authority"] == "inputs" and entry["answer"] == "notAsked" and entry.get("object") in ("pods", "nodes") for entry in asked)
    if hidden:
        expected = "Unknown"
    elif "refuses" in answers:
        expected = "No"
    elif "notAsked" in answers and expected == "Yes":
        expected = "Unknown"
    demand(command not in ("explain", "dry-run") or body["verdict"] != "Yes" or not answers & {"refuses", "notAsked"}, "Yes, though an authority refuses or was not asked")
    demand(body["verdict"] == expected, "verdict %s, but from the parts it is %s" % (body["verdict"], expected))


# ---- stories --------------------------------------------------------------------------------------------------


class Command:
    def __init__(self, story, name, line):
        self.story, self.name, self.line, self.facts, self.exit = story, name, line, [], 0

    @property
    def label(self):
        return "%s/%s" % (self.story.name, self.name)

    def expected(self, ending):
        path = self.story / "expected" / (self.name + ending)
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def can_print_json(self):
        plain = re.match(r"kubectl gang (explain|dry-run|queue|bind|lint|verify)\b", self.line) and not re.search(r"[|&;<>]|--list|-o (html|junit|github|gitlab|sarif|jsonpath|custom-columns)", self.line)
        asked = any(not f.startswith(("says ", "warns ")) for f in self.facts)
        return asked or (plain and self.exit in (0, 1))

    def with_output(self, form):
        line = re.sub(r" (-o|--output)[ =]?(json|yaml|wide|name)\b", "", self.line)
        return re.sub(r"kubectl gang (explain|dry-run|queue|bind|lint|verify)", r"kubectl gang \1 -o " + form, line)


def read_commands(story):
    commands, name = [], None
    for number, line in enumerate((story / "commands").read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        header = re.fullmatch(r"\[([a-z0-9-]+)\]", line)
        if header:
            name = header.group(1)
        elif line.startswith("$ ") and name:
            commands.append(Command(story, name, line[2:].strip()))
            name = None
        elif not commands or name:
            raise SystemExit("%s/commands, line %d: expected [NAME], then $ COMMAND" % (story, number))
        elif re.fullmatch(r"exit \d+", line):
            commands[-1].exit = int(line[5:])
        else:
            commands[-1].facts.append(line.strip())
    names = [c.name for c in commands]
    if len(set(names)) != len(names):
        raise SystemExit("%s/commands: duplicate name" % story)
    return commands


class Runner:
    """Runs command lines in which `kubectl gang` is the binary under test."""

    def __init__(self, binary, shim_folder, all_yaml):
        self.all_yaml = all_yaml
        self.shims = pathlib.Path(shim_folder)
        shim = self.shims / "kubectl"
        shim.write_text('#!/bin/sh\n[ "$1" = gang ] || exit 97\nshift\nexec "%s" "$@"\n' % binary)
        shim.chmod(0o755)
        kept = {k: v for k, v in os.environ.items() if k.startswith(("ASAN_", "UBSAN_", "LSAN_"))}
        self.environment = dict(kept, PATH="%s:/usr/local/bin:/usr/bin:/bin" % self.shims, HOME="/nonexistent",
                                LC_ALL="C.UTF-8", TZ="UTC", TERM="dumb")

    def run(self, line, folder):
        done = subprocess.run(["bash", "-c", line], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT_SECONDS, check=False)
        return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")

    def report(self, command):
        """The command's answer as a value; checks that JSON, the schema and, if demanded, YAML agree."""
        status, out, err = self.run(command.with_output("json"), command.story)
        if status != command.exit:
            raise Failure("with -o json the exit status is %d instead of %d\n%s" % (status, command.exit, err))
        try:
            value = json.loads(out)
        except ValueError as error:
            raise Failure("-o json does not print JSON: %s" % error) from error
        if self.all_yaml or command.story.name in YAML_STORIES:
            self.check_yaml(command, value)
        self.check_schema(value)
        check_contract(value, command.line, status)
        return value

    def check_yaml(self, command, value):
        if len(json.dumps(value)) > 300_000:  # PyYAML needs minutes for more
            return
        try:
            import yaml
        except ImportError:
            missing("python3-yaml")
            return
        _, out, _ = self.run(command.with_output("yaml"), command.story)
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            same = json.loads(json.dumps(yaml.load(out, Loader=loader), default=str)) == value
        except yaml.YAMLError as error:
            raise Failure("-o yaml does not print YAML: %s" % error) from error
        if not same:
            raise Failure("-o yaml and -o json hold different values")

    @staticmethod
    def check_schema(value):
        if faults_of() is None:
            missing("python3-jsonschema")
            return
        faults = faults_of()(value)
        if faults:
            raise Failure("the schema rejects it:\n" + "\n".join(faults)[:3000])


@functools.lru_cache(maxsize=None)
def faults_of():
    """A function that validates an answer with its schema; None if the module that reads schemas is missing."""
    try:
        import validate_schema
    except SystemExit:
        return None
    schemas = validate_schema.load_schemas()
    return lambda value: validate_schema.faults(value, schemas)


MISSING = set()


def missing(what):
    if os.environ.get("CI"):
        raise Failure("%s is missing, and CI checks everything" % what)
    MISSING.add(what)


def difference(expected, actual, name):
    lines = difflib.unified_diff(expected.splitlines(keepends=True), actual.splitlines(keepends=True),
                                 "expected/" + name, "now")
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def check_command(command, runner, approve):
    """Returns (problems, changes by the approval)."""
    problems, changes = [], ""
    try:
        status, out, err = runner.run(command.line, command.story)
    except subprocess.TimeoutExpired:
        return ["no answer within %d s" % TIMEOUT_SECONDS], ""
    if status != command.exit:
        problems.append("exit status %d instead of %d\n%s" % (status, command.exit, err))
    for ending, actual in ((".out", out), (".err", err)):
        expected, path = command.expected(ending), command.story / "expected" / (command.name + ending)
        if expected == actual and (path.exists() or not actual):
            continue
        changed = difference(expected, actual, command.name + ending)
        if not approve:
            problems.append(changed or "expected/%s is missing" % path.name)
            continue
        changes += changed
        path.parent.mkdir(exist_ok=True)
        if actual or ending == ".out":
            path.write_text(actual, encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    try:
        report = runner.report(command) if command.can_print_json() else {}
    except Failure as failure:
        return problems + [str(failure)], changes
    for fact in command.facts:
        try:
            check_fact(fact, report, out, err)
        except Failure as failure:
            problems.append("fact: %s" % failure)
    return problems, changes


# ---- documents ------------------------------------------------------------------------------------------------


class Shown:
    """A command in a document with the output that the document shows."""

    def __init__(self, line, number):
        self.line, self.number, self.start, self.end = line, number, number, number
        self.output = []
        self.status = None


def read_shown(lines):
    """Commands in fenced blocks, each with its output and, after `$ echo $?`, its status."""
    shown, fenced, current, echo = [], False, None, False
    for index, line in enumerate(lines):
        if line.startswith("```"):
            fenced, current, echo = not fenced, None, False
        elif not fenced:
            continue
        elif line.strip() == "$ echo $?" and shown:
            current, echo = None, True
        elif line.startswith("$ "):
            echo, current = False, None
            if "kubectl gang" in line:
                current = Shown(line[2:].strip(), index + 1)
                current.start = current.end = index + 1
                shown.append(current)
        elif echo:
            shown[-1].status, echo = line.strip(), False
        elif current and current.line.endswith("\\") and not current.output:
            current.line = current.line[:-1].strip() + " " + line.strip()
            current.start = current.end = index + 1
        elif current:
            current.output.append(line)
            current.end = index + 1
    return shown


def agrees(shown, actual):
    """True if the shown lines are the actual ones; a shown `...` matches any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, actual) is not None


def trimmed(lines):
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def as_shown(text):
    return "".join(line + "\n" for line in trimmed(text.splitlines()))


def check_document(path, outputs, approve):
    """`outputs(line)` returns (status, out, err) of a command, or None if it is unknown."""
    lines = path.read_text(encoding="utf-8").splitlines()
    problems, replacements = [], []
    for shown in read_shown(lines):
        known = outputs(shown.line)
        where = "line %d: $ %s" % (shown.number, shown.line)
        if known is None:
            problems.append("%s\n      is not in the file commands" % where)
            continue
        status, out, err = known
        if shown.status is not None and shown.status != str(status):
            problems.append("%s\n      shows exit status %s, it is %d" % (where, shown.status, status))
        shown.output = trimmed(shown.output)
        actual = as_shown(out or err)
        if agrees(shown.output, actual) or agrees(shown.output, as_shown(err + out)):
            continue
        if approve and "..." not in [line.strip() for line in shown.output]:
            replacements.append((shown, actual.splitlines()))
        else:
            problems.append("%s\n%s" % (where, difference("\n".join(shown.output) + "\n", actual, path.name)))
    if replacements:
        for shown, actual in reversed(replacements):
            lines[shown.start:shown.start + len(shown.output)] = actual
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return problems


# ---- the run --------------------------------------------------------------------------------------------------


def find_stories(names):
    stories = sorted(p.parent for p in (ROOT / "examples").glob("*/commands"))
    if not names:
        return stories
    chosen = [s for s in stories if any(s.name == pathlib.Path(n).name or s.name.startswith(n + "-") for n in names)]
    if not chosen:
        raise SystemExit("no story is named %s; there are %s" % (" ".join(names), " ".join(s.name for s in stories)))
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stories", nargs="*", metavar="STORY", help="a folder of examples/, or its number (default: all)")
    parser.add_argument("--binary", default=str(ROOT / "build/release/src/kubectl-gang"), help="the program under test")
    parser.add_argument("--approve", action="store_true", help="accept the current output as the expected one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="commands at the same time")
    parser.add_argument("--yaml", action="store_true", help="compare YAML with JSON in all stories")
    parser.add_argument("--document", action="append", choices=DOCUMENTS, help="only this document, and no story")
    parser.add_argument("--times", action="store_true", help="print the duration of each command")
    arguments = parser.parse_args()
    binary = pathlib.Path(arguments.binary).resolve()
    if not os.access(binary, os.X_OK):
        raise SystemExit("%s does not exist; build first: cmake --preset release && cmake --build --preset release" % binary)

    stories = [] if arguments.document else find_stories(arguments.stories)
    passed = failed = 0

    def tell(label, problems):
        nonlocal passed, failed
        if problems:
            failed += 1
            print("FAIL %s" % label)
            for problem in problems:
                print("    " + problem.rstrip().replace("\n", "\n    "))
        else:
            passed += 1

    with tempfile.TemporaryDirectory() as shims, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runner = Runner(binary, shims, arguments.yaml)

        def timed(command):
            start = time.monotonic()
            return check_command(command, runner, arguments.approve) + (time.monotonic() - start,)

        work = [(story, [(c, pool.submit(timed, c)) for c in read_commands(story)]) for story in stories]
        for story, commands in work:
            for command, future in commands:
                problems, changes, seconds = future.result()
                if changes:
                    print("approved %s\n%s" % (command.label, changes))
                if arguments.times:
                    print("%7.2f s  %s" % (seconds, command.label))
                tell(command.label, problems)
            outputs = {c.line: (c.exit, c.expected(".out"), c.expected(".err")) for c, _ in commands}
            if (story / "README.md").exists():
                tell(story.name + "/README.md", check_document(story / "README.md", outputs.get, arguments.approve))
            else:
                tell(story.name + "/README.md", ["the story has no README.md"])
            if "](%s)" % story.name not in (ROOT / "examples/README.md").read_text(encoding="utf-8"):
                tell("examples/README.md", ["%s is not in the table" % story.name])
        if not arguments.stories:
            for name in arguments.document or DOCUMENTS:
                if (ROOT / name).exists():
                    tell(name, check_document(ROOT / name, lambda line: runner.run(line, ROOT), arguments.approve))
    for what in sorted(MISSING):
        print("not checked: %s is missing" % what)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
