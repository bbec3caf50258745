# SPDX-License-Identifier: Apache-2.0
"""kubectl-gang as a function from snapshots and questions to answers."""
import json
import pathlib
import subprocess
import tempfile

PATIENCE = 60  # seconds


class OursFailed(Exception):
    """kubectl-gang ended without an answer."""


def write_inputs(folder, snapshot, config=None):
    """Writes a snapshot and a scheduler configuration (None: the program's own) as files. Returns the flags that name them
    within `folder`."""
    (folder / "cluster.json").write_text(json.dumps({"apiVersion": "kubectl-gang/v1alpha1", "kind": "Snapshot", "items": snapshot}),
                                         encoding="utf-8")
    if not config:
        return ["--from", "cluster.json"]
    (folder / "scheduler.yaml").write_text(config, encoding="utf-8")
    return ["--from", "cluster.json", "--scheduler-config", "scheduler.yaml"]


class Program:
    """The binary at `path`, and extra arguments for every question."""

    def __init__(self, path, words=()):
        self.path, self.words = str(pathlib.Path(path).resolve()), list(words)

    def answers(self, snapshot, config, *questions):
        """Returns the answers to questions (lists of arguments, a subcommand first) about a snapshot. `config` is the scheduler's
        configuration, None: the program's own. Raises OursFailed."""
        with tempfile.TemporaryDirectory() as folder:
            common = write_inputs(pathlib.Path(folder), snapshot, config) + ["-o", "json"] + self.words
            return [self.ask(folder, question + common) for question in questions]

    def ask(self, folder, words):
        try:
            done = subprocess.run([self.path] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                                  timeout=PATIENCE, cwd=folder)
        except subprocess.TimeoutExpired:
            raise OursFailed("%s: no answer after %d s" % (" ".join(words), PATIENCE)) from None
        if done.returncode not in (0, 1, 2) or not done.stdout:
            raise OursFailed("%s: exit status %d: %s" % (" ".join(words), done.returncode, done.stderr.decode()[:2000]))
        return json.loads(done.stdout)
