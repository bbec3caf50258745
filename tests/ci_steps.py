#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of examples/ci like the CI systems, in a repository with a job that starts and in one with a job that does not.

    tests/ci_steps.py --binary build/dev/src/kubectl-gang

The command in examples/ci/README.md takes the snapshot, of the cluster of examples/33-ci. The results of a step (a SARIF file,
reports) must exist and be valid by the schemas of ci_formats.py. A step fails if a job would not start, if a finding is grave, or
if a file is unreadable. The parts that README.md shows must be in the files.

Exit status: 0 success, 1 failure, 77 xmllint, python3-jsonschema or python3-yaml is missing.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

import ci_formats

try:
    import yaml
except ImportError:
    sys.exit(77)

ROOT = ci_formats.ROOT
STEPS = ROOT / "examples" / "ci"
STORY = ROOT / "examples" / "33-ci"
GOOD, BAD, BROKEN = "a job that starts", "a job that does not", "a file that cannot be read"


class Repository:
    """A folder with jobs/ and the snapshot, and programs on the PATH."""

    def __init__(self, folder, binary, jobs):
        self.folder = folder
        (folder / "jobs").mkdir(parents=True)
        (folder / "jobs" / "jobs.yaml").write_text(jobs, encoding="utf-8")
        programs = folder.parent / "bin"
        if not programs.is_dir():
            programs.mkdir()
            (programs / "kubectl-gang").symlink_to(binary)
            (programs / "kubectl").write_text('#!/bin/sh\nshift\nexec kubectl-gang "$@"\n', encoding="utf-8")
            (programs / "kubectl").chmod(0o755)
        self.environment = dict(os.environ, PATH="%s:%s" % (programs, os.environ["PATH"]))
        said = re.findall(r"^\$ (kubectl gang snapshot .*)$", (STEPS / "README.md").read_text(encoding="utf-8"), re.M)
        assert len(said) == 1, said
        assert self.run("%s --from %s" % (said[0], STORY / "cluster.yaml")).returncode == 0

    def run(self, script):
        return subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, timeout=120, check=False)

    def file(self, what, name):
        path = self.folder / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
        ci_formats.fail(what, "nothing wrote %s" % name)
        return None


def repositories(folder, binary):
    """(content, repository) of each case."""
    documents = (STORY / "jobs.yaml").read_text(encoding="utf-8").split("\n---\n")
    of = {name: "\n---\n".join(text for text in documents if re.search(r"\b%s\b" % name, text)) for name in ("small", "giant")}
    assert all(of.values()), "jobs.yaml has other jobs"
    for number, (what, jobs) in enumerate(((GOOD, of["small"]), (BAD, of["giant"]), (BROKEN, "kind: Job\nspec: [\n"))):
        yield what, Repository(folder / str(number) / "repository", binary, jobs)


def check_status(what, found, content):
    """Checks the exit status: 0 continues, any other one fails the step."""
    expected = {GOOD: (0,), BAD: (1,), BROKEN: (2,)}[content]
    if found.returncode not in expected:
        ci_formats.fail(what, "exit status %d\n%s%s" % (found.returncode, found.stdout[-500:], found.stderr[-500:]))


def check_github(content, repository, schemas):
    workflow = yaml.safe_load((STEPS / "github-actions.yaml").read_text(encoding="utf-8"))
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    scripts = [step for step in steps if "kubectl-gang" in step.get("run", "")]
    for step in scripts:
        what = "github-actions.yaml, %s, %s" % (step["name"], content)
        ran = repository.run(step["run"])
        check_status(what, ran, content)
        if "-o github" in step["run"] and content != BROKEN:
            ci_formats.check_github(what, ran.stdout, schemas)
            if ("::error file=jobs/jobs.yaml,line=" in ran.stdout) != (content == BAD):
                ci_formats.fail(what, "annotations: %r" % ran.stdout)
    handed_over = [step["with"]["sarif_file"] for step in steps if "sarif_file" in step.get("with", {})]
    for name in handed_over:
        text = repository.file("github-actions.yaml, " + content, name)
        if text and content != BROKEN:
            ci_formats.check_sarif("github-actions.yaml, " + content, text, schemas)
    return len(scripts), len(handed_over)


def check_gitlab(content, repository, schemas):
    job = yaml.safe_load((STEPS / "gitlab-ci.yaml").read_text(encoding="utf-8"))["gangs"]
    what = "gitlab-ci.yaml, " + content
    check_status(what, repository.run("\n".join(job["script"])), content)
    reports = job["artifacts"]["reports"]
    for kind, check in (("junit", ci_formats.check_junit), ("codequality", ci_formats.check_gitlab)):
        text = repository.file(what, reports[kind])
        if text and content != BROKEN:
            check(what, text, schemas)
    return len(job["script"]), len(reports)


def check_readme():
    """Blocks of YAML in docs/ci.md are parts of the files."""
    files = [path.read_text(encoding="utf-8").splitlines() for path in sorted(STEPS.glob("*.yaml"))]
    blocks = re.findall(r"^```yaml\n(.*?)^```$", (ROOT / "docs/ci.md").read_text(encoding="utf-8"), re.S | re.M)
    for block in blocks:
        lines = block.splitlines()
        parts = [textwrap.dedent("\n".join(file[at:at + len(lines)])) for file in files for at in range(len(file))]
        if "\n".join(lines) not in parts:
            ci_formats.fail("docs/ci.md", "no file of examples/ci has these lines:\n" + block)
    return len(blocks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    binary, schemas = os.path.abspath(parser.parse_args().binary), ci_formats.Schemas(None)
    with tempfile.TemporaryDirectory() as folder:
        counts = set()
        for content, repository in repositories(pathlib.Path(folder), binary):
            counts.add((check_github(content, repository, schemas), check_gitlab(content, repository, schemas)))
    if counts != {((2, 1), (3, 2))}:
        ci_formats.fail("examples/ci", "the number of steps and reports differs: %s" % counts)
    if check_readme() != 2:
        ci_formats.fail("docs/ci.md", "it has other blocks of YAML than those of GitHub Actions and GitLab CI")
    for failure in ci_formats.failures:
        print(failure)
    print("%d failures" % len(ci_formats.failures))
    return 1 if ci_formats.failures else 0


if __name__ == "__main__":
    sys.exit(main())
