#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a checker over sources, and leaves out those that it found clean before.

A result depends on the checker, the command, the source and all files that it includes. Their hash is the name of an empty file in the
cache folder outside the tree (tests/cluster/build.sh chooses the same), so a fresh clone finds it. Only clean results are kept. As a program it tests
itself.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
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
def digest(path):
    text = pathlib.Path(path).read_text(encoding="utf-8", errors="surrogateescape")
    return hashlib.sha256(without_folder(text).encode(errors="surrogateescape")).hexdigest()


def key(job, checker):
    files = job.files()
    if not files:
        return None
    parts = [checker, without_folder("\0".join(job.command + job.arguments))]
    parts += ["%s %s" % (without_folder(path), digest(path)) for path in files]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


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

    def result(job):
        of = key(job, checker)
        if kept.has(of):
            return "kept"
        status, output = job.run()
        if status:
            print(output, flush=True)
            return "failed"
        kept.keep(of)
        return "clean"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(result, jobs))
    failed = results.count("failed")
    print("%d sources: %d are clean, %d were before and are unchanged, %d are not" %
          (len(results), results.count("clean"), results.count("kept"), failed))
    return 1 if failed or not results else 0


def self_test():
    """A source is checked again after a change of it, of what it includes, of the command or of the checker, and not otherwise."""
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
        wrong = [what for what, (got, expected) in found.items() if got != expected]
        print("wrong: %s" % ", ".join(wrong) if wrong else "as expected")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(self_test())
