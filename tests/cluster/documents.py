#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command of the documents as a reader would, in a live cluster: the reference control plane with the objects of
examples/00-tour.

    tests/cluster/documents.py --binary build/release/src/kubectl-gang [--show]

The documents are the manual pages, the examples of each command's --help, README.md and CONTRIBUTING.md. The program runs the
indented blocks of Markdown (tests/stories.py checks the fenced ones, with their output), and the blocks of manual pages between
.nf and .fi that begin with a command. A block is one script. It runs in a folder of its document that has a manifest `job.yaml`
and a folder `jobs`; later commands find the files of earlier ones there.
A command has to answer yes or no (status 0 or 1), without an error message. `--show` prints the output of each.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

sys.dont_write_bytecode = True
from live_objects import JOB  # noqa: E402
from live_server import Checks, Server, unbuilt  # noqa: E402
from reference import ROOT, program  # noqa: E402

# Blocks that other tests run, and which. A row that matches no block is an error.
ELSEWHERE = [
    (r"^examples/run\.sh", "tests/run.sh does"),
    (r"^cmake --preset", "tests/run.sh does"),
    (r"^sudo |^tar |^kubectl krew |^cd /usr/share", "tests/packages.py does, in clean roots"),
    (r"fpath\[1\]", "a folder of zsh's own; completion in zsh is a test of the commands"),
    (r"^exec kubectl-gang __complete", "is a file of the package"),
]
FIRST = "kubectl-gang.1"  # its commands write the snapshot that the other documents read
COMMANDS = ("kubectl ", "source ", "alias ", "mkdir ")  # a block of a manual page with such a first word is a script

# Objects that examples name, in addition to the tour's.
NAMED = """
- apiVersion: v1
  kind: Pod
  metadata:
    name: train-launcher-x7k2p
    namespace: ml
    ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: 0aa2b1f4-5c1e-4a63-8d0b-6b1f5a0c9e11, controller: true}]
  spec: {containers: [{name: main, image: example.com/app}]}
- apiVersion: v1
  kind: Pod
  metadata: {name: notebook, namespace: ml}
  spec: {nodeName: gpu-b, containers: [{name: main, image: example.com/app}]}
"""

KUBECTL = """#!/bin/sh
# kubectl with its plugin: what the program `kubectl` does with a name that it does not know.
if [ "$1" = gang ]; then shift; exec '%s' "$@"; fi
exec '%s' kubectl "$@"
"""


def blocks_of_markdown(text):
    """Indented blocks outside of fences."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)
    for block in re.findall(r"(?:^    .*\n)+", text, re.M):
        yield re.sub(r"^    ", "", block, flags=re.M)


def blocks_of_page(text):
    """The text between .nf and .fi, as man prints it."""
    for block in re.findall(r"^\.nf\n(.*?)^\.fi$", text, re.S | re.M):
        lines = [line for line in block.splitlines() if not line.startswith(".") and not line.startswith("#!")]
        shown = "\n".join(lines) + "\n"
        for roff, printed in ((r"\-", "-"), (r"\(aq", "'"), (r"\(dq", '"'), (r"\e", "\\")):
            shown = shown.replace(roff, printed)
        if shown.startswith(COMMANDS) or any(re.search(pattern, shown, re.M) for pattern, _ in ELSEWHERE):
            yield shown


def examples_of_help(binary):
    """(command, paragraph) of the examples in every command's help."""
    def said(*words):
        return subprocess.run([binary, *words, "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
    for command in re.findall(r"^  ([a-z-]+) {2,}\S", said(), re.M):
        examples = re.search(r"^Examples:\n(.*?)^\S", said(command), re.S | re.M)
        for block in re.split(r"\n\s*\n", re.sub(r"^  ", "", examples.group(1), flags=re.M)) if examples else []:
            yield "%s --help" % command, block.strip() + "\n"


def blocks(binary):
    """(document, block), FIRST first."""
    pages = sorted((ROOT / "man").glob("*.[17]"), key=lambda page: (page.name != FIRST, page.name))
    for page in pages:
        for block in blocks_of_page(page.read_text(encoding="utf-8")):
            yield page.name, block
    yield from examples_of_help(binary)
    for name in ("README.md", "CONTRIBUTING.md"):
        for block in blocks_of_markdown((ROOT / name).read_text(encoding="utf-8")):
            yield name, block


def stage(server, folder, binary):
    """Creates the tour's objects in the cluster, and the programs in the folder. Returns the environment."""
    items = json.loads((ROOT / "examples/00-tour/cluster.json").read_text(encoding="utf-8"))["items"]
    rank = ["Namespace", "Node", "PriorityClass", "PodGroup", "Pod"]
    spaces = sorted({item["metadata"].get("namespace", "") for item in items} - {""})
    items += yaml.safe_load(NAMED)
    objects = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in spaces] + items
    for item in objects:
        for field in ("resourceVersion", "uid", "creationTimestamp"):
            item["metadata"].pop(field, None)
    server.create(sorted(objects, key=lambda item: rank.index(item["kind"])), threads=1)
    programs = folder / "bin"
    programs.mkdir()
    kubectl = programs / "kubectl"
    kubectl.write_text(KUBECTL % (binary, program()))
    kubectl.chmod(0o755)
    kubeconfig = server.kubeconfig_with("config", {"token": server.tokens["admin"]})
    return {"PATH": "%s:%s" % (programs, os.environ["PATH"]), "HOME": str(folder), "KUBECONFIG": str(kubeconfig)}


def desk(folder, document, picture):
    """A document's own folder with the reader's files: manifests, and the snapshot once it exists."""
    own = folder / document.replace(" ", "_")
    if not own.is_dir():
        (own / "jobs").mkdir(parents=True)
        for name in ("job.yaml", "jobs/one.yaml"):
            (own / name).write_text(JOB)
        if picture.is_file():
            shutil.copy(picture, own)
    return own


def run(block, folder, environment):
    script = "shopt -s expand_aliases\nset -o pipefail\n" + block
    return subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/src/kubectl-gang", type=pathlib.Path)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    status = unbuilt()
    if status is not None:
        return status
    checks, unmet = Checks(), {pattern for pattern, _ in ELSEWHERE}
    with tempfile.TemporaryDirectory() as name, Server(pathlib.Path(name)) as server:
        folder = pathlib.Path(name)
        environment = stage(server, folder, arguments.binary.resolve())
        for document, block in blocks(arguments.binary.resolve()):
            elsewhere = {pattern for pattern, _ in ELSEWHERE if re.search(pattern, block, re.M)}
            unmet -= elsewhere
            if elsewhere:
                continue
            ran = run(block, desk(folder, document, folder / FIRST / "cluster.json"), environment)
            if arguments.show:
                print("== %s\n%s-- %d\n%s%s" % (document, block, ran.returncode, ran.stdout, ran.stderr))
            checks.that("%s: %s" % (document, block.strip()), ran.returncode in (0, 1) and not re.search("^(error|bash): ", ran.stderr, re.M),
                        "status %d: %s" % (ran.returncode, ran.stderr))
    checks.that("every block that is run elsewhere is in a document", not unmet, unmet)
    print(checks.last_line())
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
