#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over all sources (.clang-tidy), in the groups of the build (cmake/quick.cmake): headers take most of the time.

It parses each group but does not compile it: also compiling, like CMAKE_CXX_CLANG_TIDY, takes half as long again. Clang's analyzer
follows fewer paths (mode=shallow): 20 seconds for eight sources of src/report instead of 36. tests/clean_sources.py says when a clean group
is read again. Exit status: 0 clean, 1 not, 77 a tool is missing.
"""
import json
import pathlib
import shutil
import subprocess
import sys

import clean_sources

BUILD = clean_sources.FOLDER / "build/tidy"
OPTIONS = ["-D", "KUBECTL_GANG_QUICK=ON", "-D", "CMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-D", "KUBECTL_GANG_SANITIZE=OFF",
           "-D", "KUBECTL_GANG_FUZZ=OFF"]
# A group includes sources, which the first of these checks finds suspicious.
COMMAND = ["clang-tidy", "-p", str(BUILD), "--quiet", "--checks=-bugprone-suspicious-include", "--extra-arg=-Xclang",
           "--extra-arg=-analyzer-config", "--extra-arg=-Xclang", "--extra-arg=mode=shallow"]


def renamed(entry):
    """The entry with a name for which the analyzer looks into the sources that a file includes (AnalysisManager::isInCodeFile)."""
    group = pathlib.Path(entry["file"])
    if group.parent.name != "Unity":
        return entry
    other = group.with_name(group.name.replace("unity_", "UnifiedSource_"))
    shutil.copyfile(group, other)
    return {**entry, "file": str(other), "command": entry["command"].replace(str(group), str(other))}


def main():
    for tool in ("clang-tidy", "clang++-14"):
        if not shutil.which(tool):
            print("%s is missing" % tool)
            return 77
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    settings = (clean_sources.FOLDER / ".clang-tidy").read_text(encoding="utf-8")
    entries = [renamed(entry) for entry in clean_sources.compile_commands("clang", BUILD, *OPTIONS)]
    (BUILD / "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
    jobs = [clean_sources.Job(entry, lambda job: COMMAND + [job.source]) for entry in entries]
    # Groups take longest.
    jobs.sort(key=lambda job: "/Unity/" not in job.source)
    return clean_sources.check("tidy", version + settings, jobs)


if __name__ == "__main__":
    sys.exit(main())
