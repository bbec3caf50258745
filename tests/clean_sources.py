#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a checker over sources, and leaves out those that it found clean before.

A source is checked again if the checker, the command, its own text, or the includes of a header that it includes change. If a header
changes otherwise, one source is checked that includes it, the one with the fewest files: a basic header would ask for all sources, which takes
half an hour, and the compiler sees them all in any case. An empty cache folder checks everything.

The hash of all that is the name of an empty file in the cache folder outside the tree (tests/cluster/build.sh chooses the same), so a fresh clone
finds it. Only clean results are kept. As a program it tests itself.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parents[1]
KEPT_FOR = 30 * 86400  # seconds after the last use


class Job:
    """A source to check: `command` in `directory`; its compiler with `arguments` lists the files that the source includes."""

    def __init__(self, entry, checker):
        words = shlex.split(entry["command"])
        output = words.index("-o")
        self.source, self.directory = entry["file"], entry["directory"]
        self.arguments = words[:output] + [word for word in words[output + 2:] if word != "-c"]
        self.command = checker(self)

    def run(self):
        """(exit status, output)."""
        done = subprocess.run(self.command, cwd=self.directory, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def files(self):
        """Absolute paths of the source and all that it includes; empty if the compiler cannot list them."""
        listed = subprocess.run(self.arguments + ["-M"], cwd=self.directory, capture_output=True, text=True, check=False)
        if listed.returncode:
            return []
        names = listed.stdout.partition(":")[2].replace("\\\n", " ").split()
        return sorted({os.path.normpath(os.path.join(self.directory, name)) for name in names})


def compile_commands(preset, folder, *options):
    """Configures `preset` with `options` of cmake in `folder`; the entries of its compile_commands.json."""
    subprocess.run(["cmake", "--preset", preset, "-B", folder, "-D", "CMAKE_CXX_COMPILER_LAUNCHER=", *options], cwd=FOLDER, check=True,
                   stdout=subprocess.DEVNULL)
    return json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))


def without_folder(text):
    """`text` with paths below the project's folder as relative ones: clones have different folders."""
    return text.replace(str(FOLDER) + "/", "")


@functools.cache
def text_of(path):
    return without_folder(pathlib.Path(path).read_text(encoding="utf-8", errors="surrogateescape"))


def hash_of(parts):
    return hashlib.sha256("\n".join(parts).encode(errors="surrogateescape")).hexdigest()


def is_header(path):
    """True for a header of the project."""
    return path.endswith(".hpp") and not path.startswith("/usr/")


@functools.cache
def digest(path):
    """Of a header of the project: of its includes."""
    text = text_of(path)
    return hash_of(re.findall(r"^\s*#\s*include.*$", text, re.MULTILINE) if is_header(path) else [text])


class Source:
    """A job with the files that it includes, and the keys of its results."""

    def __init__(self, job, checker):
        self.job, self.files = job, job.files()
        self.headers = {path: hash_of([checker, without_folder(path), text_of(path)]) for path in self.files if is_header(path)}
        parts = [checker, without_folder("\0".join(job.command + job.arguments))]
        self.key = hash_of(parts + ["%s %s" % (without_folder(path), digest(path)) for path in self.files]) if self.files else None


def cache_folder(name):
    """None if there is no writable place."""
    chosen, cache, home = (os.environ.get(variable, "") for variable in ("KUBECTL_GANG_CACHE", "XDG_CACHE_HOME", "HOME"))
    if chosen:
        folder = pathlib.Path(chosen)
    elif cache.startswith("/"):
        folder = pathlib.Path(cache) / "kubectl-gang"
    elif home.startswith("/") and home != "/":
        folder = pathlib.Path(home) / ".cache/kubectl-gang"
    else:
        return None
    try:
        (folder / name).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder / name):
            return folder / name
    except OSError:
        return None


class Kept:
    """Keys of clean sources."""

    def __init__(self, name):
        self.folder = cache_folder(name)
        for path in self.folder.iterdir() if self.folder else ():
            if path.stat().st_mtime < time.time() - KEPT_FOR:
                path.unlink(missing_ok=True)

    def has(self, of):
        if not self.folder or not of or not (self.folder / of).exists():
            return False
        (self.folder / of).touch()
        return True

    def keep(self, of):
        if self.folder and of:
            (self.folder / of).touch()


def check(name, checker, jobs):
    """Prints the output of each job that fails. Exit status: 0 all sources are clean, 1 some are not, or there are none.

    `name` is that of the folder for results; `checker` is all else that they depend on: its version, its settings.
    """
    kept = Kept(name)

    def is_clean(source):
        status, output = source.job.run()
        if status:
            print(output, flush=True)
            return False
        for of in [source.key, *source.headers.values()]:
            kept.keep(of)
        return True

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = list(pool.map(lambda job: Source(job, checker), jobs))
        chosen = [source for source in sources if not kept.has(source.key)]
        results = list(pool.map(is_clean, chosen + for_headers(kept, sources, chosen)))
    failed = results.count(False)
    print("%d sources: %d are clean, %d were before and are unchanged, %d are not" %
          (len(sources), results.count(True), len(sources) - len(results), failed))
    return 1 if failed or not sources else 0


def for_headers(kept, sources, chosen):
    """For each header that changed and that no chosen source includes, the source with the fewest files that includes it."""
    seen, more = {of for source in chosen for of in source.headers.values()}, []
    for source in sorted(sources, key=lambda source: len(source.files)):
        new = {of for of in source.headers.values() if of not in seen and not kept.has(of)}
        if new:
            more.append(source)
            seen |= set(source.headers.values())
    return more


def self_test():
    """A source is checked again after a change of it, of its includes, of the command or of the checker; after another change of a
    header, one of the sources is."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["KUBECTL_GANG_CACHE"] = str(folder / "cache")
        source, header, calls = folder / "a.cpp", folder / "a.hpp", folder / "calls"
        header.write_text("int one();\n", encoding="utf-8")
        source.write_text('#include "a.hpp"\n', encoding="utf-8")
        entry = {"file": str(source), "directory": name, "command": "c++ -I. -o a.o -c a.cpp"}

        def was_checked(script="echo >>calls", checker="1"):
            """(whether the script ran, the exit status)."""
            before = calls.stat().st_size if calls.exists() else 0
            digest.cache_clear()
            text_of.cache_clear()
            status = check("test", checker, [Job(entry, lambda job: ["sh", "-c", script])])
            return (calls.stat().st_size if calls.exists() else 0) > before, status

        found = {"a source that failed before": (was_checked("echo >>calls; exit 1"), (True, 1)),
                 "a new source": (was_checked(), (True, 0)), "an unchanged source": (was_checked(), (False, 0)),
                 "another command": (was_checked("echo two >>calls"), (True, 0)), "another checker": (was_checked(checker="2"), (True, 0))}
        header.write_text("int two();\n", encoding="utf-8")
        found["a changed header"] = was_checked(), (True, 0)
        source.write_text('#include "a.hpp"\n// comment\n', encoding="utf-8")
        found["a changed source"] = was_checked(), (True, 0)
        source.write_text('#include "missing.hpp"\n', encoding="utf-8")
        found["a missing header"] = was_checked("echo >>calls; exit 1"), (True, 1)
        source.write_text('#include "a.hpp"\n// comment\n', encoding="utf-8")
        found["the source of before"] = was_checked(), (False, 0)
        other, third = folder / "b.cpp", folder / "c.hpp"
        other.write_text('#include "a.hpp"\n', encoding="utf-8")
        third.write_text("", encoding="utf-8")
        entries = [entry, {**entry, "file": str(other), "command": "c++ -I. -o b.o -c b.cpp"}]

        def number_checked(status=0):
            calls.write_text("", encoding="utf-8")
            (folder / "status").write_text(str(status), encoding="utf-8")
            digest.cache_clear()
            text_of.cache_clear()
            got = check("test", "1", [Job(one, lambda job: ["sh", "-c", "echo >>calls; exit $(cat status)"]) for one in entries])
            return len(calls.read_text(encoding="utf-8").splitlines()), got
        number_checked()
        found["two unchanged sources"] = number_checked(), (0, 0)
        header.write_text("int three();\n", encoding="utf-8")
        found["a header of two sources, with an error"] = number_checked(1), (1, 1)
        found["a header of two sources"] = number_checked(), (1, 0)
        found["the same header again"] = number_checked(), (0, 0)
        header.write_text('#include "c.hpp"\nint three();\n', encoding="utf-8")
        found["a header with another include"] = number_checked(), (2, 0)
        wrong = [what for what, (got, expected) in found.items() if got != expected]
        print("wrong: %s" % ", ".join(wrong) if wrong else "as expected")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(self_test())
