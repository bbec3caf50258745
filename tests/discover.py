#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Creates a CTest test for each case of a test program; the build runs it after linking.

    tests/discover.py PROGRAM MODULE OUTPUT [PROPERTY=VALUE]...

It writes OUTPUT for CTest to include: a test `MODULE: NAME` for each case, with these properties. Cases with the tag [slow] get the
label slow, those with [.large] the label nightly. A case without assertions fails, and so does a name that matches no case.

Catch2 2.13 has catch_discover_tests for this. It splits names at semicolons, loses a blank at the end of a prefix, and gives all
cases the same properties.
"""
import pathlib
import re
import subprocess
import sys

CASE = ["TIMEOUT", "300", "FAIL_REGULAR_EXPRESSION", "No test cases matched"]
SLOW = ["TIMEOUT", "1200", "LABELS", "slow", "COST", "100"]
LARGE = ["TIMEOUT", "3600", "LABELS", "nightly", "COST", "500", "RUN_SERIAL", "ON"]


def names(program, tests):
    """Names of the cases that `tests`, a pattern of Catch2, selects."""
    listed = subprocess.run([program, "--list-test-names-only", tests], stdout=subprocess.PIPE, check=False, encoding="utf-8")
    return [line for line in listed.stdout.splitlines() if line]  # the exit status is their number


def pattern(name):
    """Pattern that selects this case. A name may begin with a dash, like an option."""
    return re.sub(r"([\\,\[\]\"]|^[^A-Za-z0-9])", r"\\\1", name)


def call(command, *words):
    return "%s(%s)\n" % (command, " ".join("[==[%s]==]" % word for word in words))


def main():
    program, module, output, *properties = sys.argv[1:]
    common = [word for each in properties for word in each.split("=", 1)]
    slow, large = set(names(program, "[slow]")), set(names(program, "[.large]"))
    text = ""
    for name in names(program, "*"):
        own = SLOW if name in slow else LARGE if name in large else []
        text += call("add_test", "%s: %s" % (module, name), program, pattern(name), "-w", "NoAssertions")
        text += call("set_tests_properties", "%s: %s" % (module, name), "PROPERTIES", *CASE, *common, *own)
    if not text:
        sys.exit("error: %s lists no test" % program)
    pathlib.Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
