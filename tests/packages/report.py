# SPDX-License-Identifier: Apache-2.0
"""The table of checks: the check, its figure, and its result."""
import subprocess


class Table:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def row(self, holds, what, figure=""):
        self.passed += bool(holds)
        self.failed += not holds
        print("%-4s  %-44s  %s" % ("ok" if holds else "FAIL", what, figure), flush=True)
        return bool(holds)

    def skip(self, what, why):
        self.skipped += 1
        print("%-4s  %-44s  %s" % ("skip", what, why), flush=True)

    def close(self):
        tail = ", %d skipped" % self.skipped if self.skipped else ""
        print("%d passed, %d failed%s" % (self.passed, self.failed, tail))
        return 1 if self.failed else 0


def run(*command, **options):
    """Output of the command; raises if it fails."""
    options = {"capture_output": True, "text": True, "check": True, **options}
    return subprocess.run([str(word) for word in command], **options).stdout


def tried(*command, **options):
    """Result of a command that may fail."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def shortened(text, width=300):
    words = " ".join(text.split())
    return words if len(words) <= width else words[:width] + " ..."
