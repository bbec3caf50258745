#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the include lines of src/ to the layers of the code (ARCHITECTURE.md).

    layers.py SRC          every module includes only modules below it, so does every folder of a module, every library stays
                           in its module, no more than five units include each other in a ring, no folder has more than
                           40 files, and no class more than 25 member functions; ARCHITECTURE.md beside SRC is short, names every folder, and names no path that is not there
    layers.py --self-test  shows on made-up trees that each kind of step upward is caught
"""

import collections
import pathlib
import re
import sys
import tempfile

# What a module may include besides itself. main.cpp counts as a module of its own.
MODULES = {
    "util": set(),
    "model": {"util"},
    "document": {"util"},
    "kube": {"document", "util"},
    "snapshot": {"document", "model", "util"},
    "engine": {"model", "util"},
    "report": {"document", "model", "util"},
    "commands": {"util", "model", "document", "kube", "snapshot", "engine", "report"},
    "main.cpp": {"commands"},
}

# The folders of a module in their order: each includes only those before it, and the files that lie in the module itself, which
# include no folder.
FOLDERS = {
    "model": ("values", "cluster", "report"),
    "commands": ("line", "flags", "reading", "bind", "subcommands"),
    "kube": ("values", "http", "identity", "api"),
    "document": ("bytes", "json", "yaml", "reading"),
    "engine": ("nodes", "rules", "filters", "scores", "feasibility", "world", "kube_scheduler", "run", "solver", "explain", "verify",
               "remedies", "robustness", "sizing", "foresight", "picture", "ledger", "lint", "answer"),
    "snapshot": ("collected", "releases", "validation", "dialects", "pods", "queues", "objects", "configuration", "groups", "link", "admission",
                 "expand", "workloads", "changes", "save", "build"),
    "report": ("layout", "words", "structured", "text", "html", "ci", "formats"),
}

LARGEST_RING = 5  # units: a header and its source file
LARGEST_FOLDER = 40  # files
LARGEST_CLASS = 25  # member functions, without constructors, destructors and assignment

# Which header belongs to which library, and where the library may be included.
LIBRARIES = [
    (re.compile(r"CLI/|CLI11"), "CLI11", {"commands"}),
    (re.compile(r"curl/"), "libcurl", {"kube"}),
    (re.compile(r"simdjson"), "simdjson", {"document"}),
    (re.compile(r"yaml-cpp/"), "yaml-cpp", {"document"}),
    (re.compile(r"z(lib|conf)\.h"), "zlib", {"document"}),
    (re.compile(r"z(std|dict|std_errors)\.h"), "zstd", {"document"}),
    (re.compile(r"fmt/"), "fmt", {"report", "commands"}),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = {".cpp", ".hpp", ".h", ".cc", ".ipp"}


def includes(path):
    """(line number, bracket, header) of every include line; lines in block comments count too, which is harmless."""
    with open(path, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            if found := INCLUDE.match(line):
                yield number, found.group(1), found.group(2)


def library_problem(module, header):
    for pattern, library, modules in LIBRARIES:
        if pattern.match(header) and module not in modules:
            return f"{module} includes {library} ({header}), which belongs to {' and '.join(sorted(modules))}"
    return None


def module_problem(source, path, module, bracket, header):
    first = header.split("/")[0]
    if bracket == "<":
        return f"<{header}> is ours: write it in quotes" if "/" in header and first in MODULES else None
    if ".." in header.split("/"):
        return f'"{header}" climbs: write the path from src/'
    if not (source / header).is_file():
        if (path.parent / header).is_file():
            return f'"{header}" is relative: write the path from src/'
        return f'"{header}" is not under src/'
    if first == module or first in MODULES.get(module, set()):
        return None
    return f'{module} includes "{header}": it may include {", ".join(sorted(MODULES.get(module, set()))) or "no other module"}'


def folder_problem(where, header):
    """Of an include line, from one folder of a module to another."""
    module = where.parts[0]
    if module not in FOLDERS or not header.startswith(module + "/"):
        return None
    here, there = (path.parts[1] if len(path.parts) > 2 else "" for path in (where, pathlib.PurePath(header)))
    order = ("", *FOLDERS[module])
    for folder in (here, there):
        if folder not in order:
            return f"{module}/{folder} is no folder of the module"
    return f'{module}/{here} includes "{header}", which comes later' if order.index(there) > order.index(here) else None


def ring_problems(graph):
    """Of units that include each other, however indirectly: `graph` has the units that each one includes."""
    number, lowest, stack, found = {}, {}, [], []

    def visit(unit):
        number[unit] = lowest[unit] = len(number)
        stack.append(unit)
        for other in graph[unit]:
            if other not in number:
                visit(other)
            if other in stack:
                lowest[unit] = min(lowest[unit], lowest[other])
        if lowest[unit] == number[unit]:
            at = stack.index(unit)
            if len(stack) - at > LARGEST_RING:
                found.append(f"{min(stack[at:])}: a ring of {len(stack) - at} units: {' '.join(sorted(stack[at:]))}")
            del stack[at:]

    for unit in sorted(graph):
        if unit not in number:
            visit(unit)
    return found


CLASS = re.compile(r"^(?:class|struct) ([\w:]+)[^;{()]*\{", re.MULTILINE)
FUNCTION = re.compile(r"(?<![\w.])(~?[A-Za-z]\w*|operator\S+)\s*\(")
NO_FUNCTION = {"explicit", "noexcept", "decltype", "alignas", "sizeof", "void"}


def without_bodies(text):
    """What stands between braces is gone: bodies, initial values, nested classes."""
    kept, depth = [], 0
    for char in text:
        depth -= char == "}"
        if depth == 0:
            kept.append(char)
        depth += char == "{"
    return "".join(kept)


def class_problems(text):
    """Of the classes that begin at the start of a line."""
    text = re.sub(r"//.*", "", text)
    for found in CLASS.finditer(text):
        depth, end = 1, found.end()
        while depth > 0 and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        name = found.group(1).split("::")[-1]
        inside = without_bodies(text[found.end():end - 1])
        functions = [each.group(1) for each in FUNCTION.finditer(inside)
                     if each.group(1) not in NO_FUNCTION | {name, "~" + name, "operator="}
                     and inside[:each.start()].rstrip()[-1:] not in (*",(=<?", ":")]  # initial values, arguments
        if len(functions) > LARGEST_CLASS:
            yield f"{name} has {len(functions)} member functions, {LARGEST_CLASS} are allowed"


def problems(source):
    """One line for every include that does not belong where it stands, and the number of files read."""
    found, read, graph, sizes = [], 0, {}, collections.Counter()
    for path in sorted(source.rglob("*")):
        if path.suffix not in SOURCES or not path.is_file():
            continue
        read += 1
        where = path.relative_to(source)
        sizes[str(where.parent)] += 1
        module = where.parts[0]
        if module not in MODULES:
            found.append(f"{where}: {module} is no module")
            continue
        unit = graph.setdefault(str(where.with_suffix("")), set())
        found += [f"{where}: {problem}" for problem in class_problems(path.read_text(encoding="utf-8"))]
        for number, bracket, header in includes(path):
            if bracket == '"' and (source / header).is_file():
                unit.add(str(pathlib.PurePath(header).with_suffix("")))
            problem = (library_problem(module, header) or module_problem(source, path, module, bracket, header)
                       or folder_problem(where, header))
            if problem:
                found.append(f"{where}:{number}: {problem}")
    found += [f"{folder}: has {size} files, {LARGEST_FOLDER} are allowed" for folder, size in sizes.items() if size > LARGEST_FOLDER]
    return found + ring_problems({unit: included & graph.keys() for unit, included in graph.items()}), read


DOCUMENT_LINES = 120
NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]*)+)`")  # `engine/run/simulation.cpp`, `lint/`


def document_problems(document, source):
    """What is wrong with a document that says where things are."""
    text = document.read_text(encoding="utf-8")
    found = []
    if text.count("\n") > DOCUMENT_LINES:
        found.append(f"{document.name}: has {text.count(chr(10))} lines, {DOCUMENT_LINES} are allowed")
    folders = {f"{folder}/" for module in FOLDERS for folder in FOLDERS[module]}
    named = NAMED.findall(text)
    for folder in sorted(folders - set(named)):
        found.append(f"{document.name}: does not say what {folder} is for")
    for path in named:
        if path not in folders and not (source / path).exists() and not (source.parent / path).exists():
            found.append(f"{document.name}: {path} is not there")
    return found


def check(source):
    found, read = problems(source)
    document = source.parent / "ARCHITECTURE.md"
    if document.is_file():
        found += document_problems(document, source)
    for line in found:
        print(line)
    if read == 0:
        print(f"{source}: no source files, nothing was checked")
        return 1
    print(f"{read} files, {len(found)} includes out of place")
    return 1 if found else 0


# A tree that is in order, and for each rule one file that breaks it: (file, line, what the complaint must say).
IN_ORDER = {
    "main.cpp": '#include "commands/subcommands/run.hpp"\n',
    "commands/subcommands/run.hpp": '#include "engine/answer/plan.hpp"\n#include "kube/fetch.hpp"\n#include <CLI/CLI.hpp>\n#include <fmt/core.h>\n',
    "kube/fetch.hpp": '#include "document/bytes/value.hpp"\n#include <curl/curl.h>\n',
    "snapshot/build/builder.hpp": '#include "document/bytes/value.hpp"\n#include "model/cluster/pod.hpp"\n',
    "engine/answer/plan.hpp": '#include "model/cluster/pod.hpp"\n#include "engine/filters/fit.hpp"\n',
    "engine/filters/fit.hpp": '#include "engine/options.hpp"\n#include "engine/filters/row.hpp"\n',
    "engine/filters/row.hpp": '#include "engine/filters/fit.hpp"\n',  # a circle inside a folder is the folder's own matter
    "engine/options.hpp": '#include "model/cluster/pod.hpp"\n',
    "report/write.hpp": '#include "model/cluster/pod.hpp"\n#include <fmt/core.h>\n',
    "document/bytes/value.hpp": '#include <simdjson.h>\n#include <yaml-cpp/yaml.h>\n#include <zlib.h>\n#include <zstd.h>\n',
    "model/cluster/pod.hpp": '#include "util/text.hpp"\n#include <vector>\n#include <sys/stat.h>\n',
    "util/text.hpp": "#include <string>\nclass Large {\n  Large();\n  ~Large();\n" + "".join(f"  int f{i}();\n" for i in range(25)) + "  int m_a = int();\n};\n",
    **{f"util/many{i}.hpp": "" for i in range(LARGEST_FOLDER - 7)},  # a folder as large as may be
    **{f"util/link{i}.hpp": f'#include "util/link{i + 1}.hpp"\n' for i in range(5)},
    "util/link5.hpp": '#include "util/link1.hpp"\n',  # a ring of five
}
BROKEN = [
    ("util/text.hpp", '#include "model/cluster/pod.hpp"', "util includes"),
    ("model/cluster/pod.hpp", '#include "document/bytes/value.hpp"', "model includes"),
    ("document/bytes/value.hpp", '#include "model/cluster/pod.hpp"', "document includes"),
    ("engine/filters/fit.hpp", '#include "report/write.hpp"', "engine includes"),
    ("report/write.hpp", '#include "engine/answer/plan.hpp"', "report includes"),
    ("engine/filters/fit.hpp", '#include "engine/answer/plan.hpp"', "which comes later"),
    ("engine/options.hpp", '#include "engine/filters/fit.hpp"', "which comes later"),
    ("engine/cellar/wine.hpp", '#include "engine/options.hpp"', "no folder of the module"),
    ("snapshot/build/builder.hpp", '#include "kube/fetch.hpp"', "snapshot includes"),
    ("kube/fetch.hpp", '#include "model/cluster/pod.hpp"', "kube includes"),
    ("main.cpp", '#include "engine/answer/plan.hpp"', "main.cpp includes"),
    ("engine/answer/plan.hpp", '  #  include "commands/subcommands/run.hpp"', "engine includes"),
    ("engine/answer/plan.hpp", "#include <commands/subcommands/run.hpp>", "write it in quotes"),
    ("engine/answer/plan.hpp", '#include "../report/write.hpp"', "climbs"),
    ("engine/filters/fit.hpp", '#include "fit.hpp"', "relative"),
    ("engine/answer/plan.hpp", '#include "report/gone.hpp"', "is not under src/"),
    ("commands/subcommands/run.hpp", "#include <curl/curl.h>", "libcurl"),
    ("engine/answer/plan.hpp", "#include <fmt/format.h>", "fmt"),
    ("snapshot/build/builder.hpp", "#include <simdjson.h>", "simdjson"),
    ("snapshot/build/builder.hpp", '#include "simdjson.h"', "simdjson"),
    ("report/write.hpp", "#include <yaml-cpp/yaml.h>", "yaml-cpp"),
    ("kube/fetch.hpp", "#include <zlib.h>", "zlib"),
    ("kube/fetch.hpp", "#include <zstd.h>", "zstd"),
    ("report/write.hpp", "#include <CLI/CLI.hpp>", "CLI11"),
    ("cellar/wine.hpp", "#include <string>", "is no module"),
    ("util/link5.hpp", '#include "util/link0.hpp"', "a ring of 6 units"),
    ("util/one_more.hpp", "", "has 41 files"),
    ("util/text.hpp", "class Text {\n" + "".join(f"  int f{i}() const {{ return g(); }}\n" for i in range(26)) + "};", "has 26 member functions"),
]


def build(folder, extra=None):
    files = dict(IN_ORDER)
    if extra:
        files[extra[0]] = files.get(extra[0], "") + extra[1] + "\n"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return problems(folder)[0]


def self_test():
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        for line in build(pathlib.Path(scratch) / "in-order"):
            failures.append(f"a tree in order is refused: {line}")
        for index, (file, line, complaint) in enumerate(BROKEN):
            found = build(pathlib.Path(scratch) / str(index), (file, line))
            is_named = found and (found[0].startswith(file) or "ring" in complaint or "files" in complaint)
            if len(found) != 1 or complaint not in found[0] or not is_named:
                failures.append(f"{file} with {line!r}: expected one line with {complaint!r}, got {found}")
        document, folders = pathlib.Path(scratch) / "A.md", " ".join(f"`{f}/`" for module in FOLDERS for f in FOLDERS[module])
        for text, complaint in ((folders, None), (folders.replace("`lint/`", ""), "what lint/ is for"),
                                (folders + "`util/text.hpp` `util/gone.hpp`", "util/gone.hpp is not there"),
                                (folders + "\n" * (DOCUMENT_LINES + 1), "lines")):
            document.write_text(text, encoding="utf-8")
            found = document_problems(document, pathlib.Path(scratch) / "in-order")
            if len(found) != (complaint is not None) or (complaint and complaint not in found[0]):
                failures.append(f"a document: expected {complaint!r}, got {found}")
        if check(pathlib.Path(scratch) / "empty") == 0:
            failures.append("a tree without files passes")
    for failure in failures:
        print(failure)
    print(f"{len(BROKEN) + 2} made-up trees and 4 documents, {len(failures)} wrong answers")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    return check(pathlib.Path(arguments[0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
