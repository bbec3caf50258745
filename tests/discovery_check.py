#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every case of the test programs is a test of CTest.

    tests/discovery_check.py --ctest CTEST --build FOLDER PROGRAM...

CTest selects a case by its name. If CMake or Catch2 misread a name, such as one with a semicolon, CTest would run another case or
none.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys


def cases(program):
    """The names of all cases, hidden ones too."""
    listed = subprocess.run([program, "--list-test-names-only", "*"], stdout=subprocess.PIPE, check=False, encoding="utf-8").stdout
    return collections.Counter(line for line in listed.splitlines() if line)


def selections(ctest, build):
    """By program: the names of the cases that CTest runs."""
    shown = subprocess.run([ctest, "--show-only=json-v1"], cwd=build, stdout=subprocess.PIPE, check=True)
    found = collections.defaultdict(collections.Counter)
    for test in json.loads(shown.stdout)["tests"]:
        program, *words = test.get("command", [""])
        if words and program.endswith("_tests"):
            found[pathlib.Path(program)][re.sub(r"\\(.)", r"\1", words[0])] += 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ctest", default="ctest")
    parser.add_argument("--build", required=True)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    arguments = parser.parse_args()
    selected, count, failures = selections(arguments.ctest, arguments.build), 0, []
    for program in map(pathlib.Path, arguments.programs):
        written, run = cases(program), selected.pop(program, collections.Counter())
        count += sum(written.values())
        failures += ["%s: CTest does not run the case %r" % (program.name, name) for name in written - run]
        failures += ["%s: CTest runs a missing case: %r" % (program.name, name) for name in run - written]
    failures += ["this check does not know %s" % program for program in selected]
    for failure in failures:
        print(failure)
    print("%d cases, %d failures" % (count, len(failures)))
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
