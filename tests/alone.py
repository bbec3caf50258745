#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parses each source of src/ by itself with clang, without precompiled headers, and prints the errors: missing includes, and warnings.

tests/clean_sources.py says when a source that was free of errors is parsed again. Exit status: 0 no errors, 1 errors, 77 clang is missing.
"""
import shutil
import subprocess
import sys

import clean_sources


def main():
    if not shutil.which("clang++-14"):
        print("clang++-14 is missing")
        return 77
    version = subprocess.run(["clang++-14", "--version"], capture_output=True, text=True, check=True).stdout
    entries = clean_sources.compile_commands("alone", clean_sources.FOLDER / "build/alone")
    jobs = [clean_sources.Job(entry, lambda job: job.arguments + ["-fsyntax-only"]) for entry in entries]
    return clean_sources.check("alone", version, jobs)


if __name__ == "__main__":
    sys.exit(main())
