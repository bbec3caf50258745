#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parses each source of src/ by itself with clang, without precompiled headers, and prints the errors: missing includes, and warnings.

Exit status: 0 no errors, 1 errors, 77 clang is missing.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1]


def commands():
    """The compile commands, without code generation."""
    subprocess.run(["cmake", "--preset", "alone"], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)
    for entry in json.loads((FOLDER / "build/alone/compile_commands.json").read_text(encoding="utf-8")):
        command = shlex.split(entry["command"])
        output = command.index("-o")
        yield command[:output] + ["-fsyntax-only"] + command[output + 2:], entry


def parse(job):
    command, entry = job
    done = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def main():
    if not shutil.which("clang++-14"):
        print("clang++-14 is missing")
        return 77
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = list(pool.map(parse, commands()))
    print("".join(errors) + "%d of %d sources have errors" % (sum(map(bool, errors)), len(errors)))
    return 1 if any(errors) or not errors else 0


sys.exit(main())
