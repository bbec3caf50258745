#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the table of SECURITY.md against the repository: each file in it must exist, and each test case too.

    tests/security_check.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows():
    """Rows of the table: threat, files with the protection, tests."""
    for line in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 4 and cells[0] != "threat":
            yield cells[0], cells[2], cells[3]


def main():
    failures, count = [], 0
    for threat, where, held in rows():
        count += 1
        for path in re.findall(r"`([^`]+)`", where):
            if not (ROOT / "src" / path).is_file():
                failures.append("%s: src/%s does not exist" % (threat, path))
        file = None
        for path, case in re.findall(r'`([^`]+)`|"([^"]+)"', held):
            if path:
                file = ROOT / "tests" / path
                if not file.is_file():
                    failures.append("%s: tests/%s does not exist" % (threat, path))
            elif file is None or not file.is_file() or 'TEST_CASE("%s"' % case not in file.read_text(encoding="utf-8"):
                failures.append("%s: %s has no test case \"%s\"" % (threat, file, case))
        if held != "–" and held != "the build" and not re.search("`", held):
            failures.append("%s: no test covers it" % threat)
    if count < 25:
        failures.append("only %d threats" % count)
    for failure in failures:
        print(failure)
    print("%d threats, %d failures" % (count, len(failures)))
    return 1 if failures else 0


sys.exit(main())
