#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums up runs of CTest: failed and skipped tests, the ten slowest, and `N passed, N failed[, N skipped]`.

    tests/summary.py FOLDER

FOLDER has a file NAME.xml (ctest --output-junit) for each run; NAME is the build. With CI=true, a test skipped for a missing tool
counts as failed. Exit status: 0 all passed, 1 not.
"""
import os
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

SKIPPED = ("SKIP_RETURN_CODE", "SKIP_REGULAR_EXPRESSION_MATCHED")  # any other test that did not run has failed


class Result:
    def __init__(self, build, case):
        self.name, self.build, self.seconds = case.get("name"), build, float(case.get("time", 0))
        reason = case.find("skipped")
        self.skipped = reason is not None and reason.get("message", "").startswith(SKIPPED)
        self.passed = case.get("status") == "run"


def results(folder):
    for path in sorted(pathlib.Path(folder).glob("*.xml")):
        for case in ElementTree.parse(path).getroot().iter("testcase"):
            yield Result(path.stem, case)


def main():
    found = list(results(sys.argv[1]))
    skipped = [result for result in found if result.skipped]
    if os.environ.get("CI"):
        for result in skipped:
            print("FAIL %s [%s]: a prerequisite is missing, and CI checks everything" % (result.name, result.build))
        skipped, missing = [], skipped
    else:
        missing = []
        for result in skipped:
            print("skipped: %s [%s]" % (result.name, result.build))
    failed = [result for result in found if not result.passed and not result.skipped]
    for result in failed:
        print("FAIL %s [%s]" % (result.name, result.build))
    print("The slowest tests:")
    for result in sorted(found, key=lambda result: -result.seconds)[:10]:
        print("%7.1f s  %s [%s]" % (result.seconds, result.name, result.build))
    count = len(failed) + len(missing)
    if not found:
        print("FAIL no test of this kind has such a name")
        count = 1
    print("%d passed, %d failed" % (max(len(found) - count - len(skipped), 0), count) + (", %d skipped" % len(skipped) if skipped else ""))
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
