#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every example that the help prints, in a folder with the files that they name.

    examples_check.py PATH/TO/kubectl-gang

An example may answer yes or no, but it must be understood.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
DATA = pathlib.Path(__file__).resolve().parent / "data"
# bash stands in for the user's shell, and a function for kubectl, which finds plugins by name.
PRELUDE = 'kubectl() { shift; "%s" "$@"; }\nset -o pipefail\n' % BINARY


def examples(command):
    """The command lines of the section Examples."""
    text = subprocess.run([BINARY, *command, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    section = re.search(r"^Examples:\n(.*?)^\S", text, re.S | re.M).group(1)
    return [line.strip() for line in section.splitlines() if line.strip() and not line.strip().startswith("#")]


def prepare(folder):
    shutil.copy(DATA / "blocked.yaml", folder / "cluster.json")  # files are recognised by content
    shutil.copy(DATA / "job.yaml", folder / "job.yaml")
    (folder / "jobs").mkdir()
    shutil.copy(DATA / "job.yaml", folder / "jobs" / "job.yaml")
    for below in [".local/share/bash-completion/completions", ".config/fish/completions"]:
        (folder / below).mkdir(parents=True)


def main():
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for command in [[], ["explain"], ["dry-run"], ["queue"], ["snapshot"], ["completion"], ["options"], ["version"]]:
            lines = [line for line in examples(command) if "fpath" not in line]  # zsh's own variable
            if not lines:
                print("no examples: " + " ".join(command))
                failed = True
            for line in lines:
                ran = subprocess.run(["bash", "-c", PRELUDE + line], cwd=folder, capture_output=True, text=True,
                                     timeout=120, env={**os.environ, "HOME": name})
                if ran.returncode not in (0, 1) or "error:" in ran.stderr:
                    print("%s\n  status %d: %s" % (line, ran.returncode, ran.stderr))
                    failed = True
    return failed


sys.exit(main())
