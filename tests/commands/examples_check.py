#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every example of the help, in a folder with the files that the examples name.

    examples_check.py PATH/TO/kubectl-gang

An example may answer yes or no, but it must be valid.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
SERVER = pathlib.Path(__file__).resolve().parents[1] / "kube" / "misbehaving_server.py"
DATA = pathlib.Path(__file__).resolve().parent / "data"
# bash replaces the user's shell, and a function replaces kubectl, which finds plugins by name.
PRELUDE = 'kubectl() { if [ "$1" = gang ]; then shift; "%s" "$@"; else cat >/dev/null; fi; }\nset -o pipefail\n' % BINARY


def examples(command):
    """The command lines of the section Examples."""
    text = subprocess.run([BINARY, *command, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    section = re.search(r"^Examples:\n(.*?)^\S", text, re.S | re.M).group(1)
    return [line.strip() for line in section.splitlines() if line.strip() and not line.strip().startswith("#")]


def prepare(folder):
    shutil.copy(DATA / "blocked.yaml", folder / "cluster.json")  # the program recognises files by content
    shutil.copy(DATA / "job.yaml", folder / "job.yaml")
    (folder / "jobs").mkdir()
    shutil.copy(DATA / "job.yaml", folder / "jobs" / "job.yaml")
    for below in [".local/share/bash-completion/completions", ".config/fish/completions"]:
        (folder / below).mkdir(parents=True)


def write_kubeconfig(folder, server):
    """For the live cluster at a well-behaved path of the misbehaving server."""
    ready = json.loads(server.stdout.readline())
    (folder / "ca.pem").write_text(ready["pem"]["authority"])
    (folder / ".kube").mkdir()
    (folder / ".kube" / "config").write_text(json.dumps({
        "apiVersion": "v1", "kind": "Config", "current-context": "live", "users": [],
        "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:%d/cluster/r" % ready["ports"]["good"], "certificate-authority": "../ca.pem"}}],
        "contexts": [{"name": "live", "context": {"cluster": "c"}}]}))


def main():
    failed = False
    with tempfile.TemporaryDirectory() as name, subprocess.Popen(
            [sys.executable, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        folder = pathlib.Path(name)
        prepare(folder)
        write_kubeconfig(folder, server)
        for command in [[], ["explain"], ["dry-run"], ["queue"], ["bind"], ["lint"], ["verify"], ["snapshot"], ["completion"], ["options"], ["version"]]:
            lines = [line for line in examples(command) if "fpath" not in line]  # zsh's own variable
            if not lines:
                print("no examples: " + " ".join(command))
                failed = True
            for line in lines:
                ran = subprocess.run(["bash", "-c", PRELUDE + line], cwd=folder, capture_output=True, text=True,
                                     timeout=120, env={**os.environ, "HOME": name})
                # The server has no groups, so the program cannot find a group by name in the live cluster.
                is_unknown = ran.stderr.endswith("error: there is no pod group, pod or workload train in namespace ml\n")
                if (ran.returncode not in (0, 1) or "error:" in ran.stderr) and not is_unknown:
                    print("%s\n  status %d: %s" % (line, ran.returncode, ran.stderr))
                    failed = True
        server.stdin.close()
    return failed


sys.exit(main())
