# SPDX-License-Identifier: Apache-2.0
"""Questions of compare_binaries.py: every command line of the stories, the command lines of the unit tests of lint and verify,
and the same command lines about every recorded cluster and about random ones. All input files are below one folder, so that
each question can be repeated by hand."""
import collections
import pathlib
import re
import shlex
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/cluster"))
import generate  # noqa: E402
import recorded  # noqa: E402
import stories  # noqa: E402
from compare import AFTER_A_START  # noqa: E402
from native import facts, random_clusters  # noqa: E402
from program import write_inputs  # noqa: E402

OF_A_CLUSTER = ("explain -A --robust -o json", "explain -A -o wide", "explain -A -o html", "queue -A --scores -o json", "queue -A",
                "lint -A -o yaml", "lint -A", "snapshot --anonymize -o -")
OF_A_MANIFEST = ("dry-run --how-many --largest -o json", "dry-run -o wide")
MANIFESTS = ("gang", "urgent", "too-large")
NATIVE_MANIFESTS = ("native-gang", "urgent", "too-large")
COULD_NOT_TELL = 2  # also the exit status of errors
NATIVE_RELEASE = ["--scheduler-version", facts.VERSION]
NOW = ["--now", "2026-03-02T10:00:00Z"]  # objects of random clusters have no times: without this the program would use the clock

# `line`: a command line for bash, to run in `folder`. `kind`: groups questions for counting. `shows_error`: the answer must be an
# error.
Question = collections.namedtuple("Question", "name kind folder line shows_error", defaults=(False,))


def all_questions(folder, cases, seed):
    """Writes the input files below `folder`. `cases`: number of random clusters of each kind."""
    shutil.copytree(ROOT / "tests/data/manifests", folder / "manifests")
    yield from of_stories(folder)
    yield from of_lint(folder)
    yield from of_verify(folder)
    yield from of_every_field(folder)
    yield from of_recorded(folder)
    yield from of_random_clusters(folder, cases, seed)


def of_stories(folder):
    """Uses copies: a faulty program may write into its folder."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    for story in stories.find_stories([]):
        for command in stories.read_commands(folder / "examples" / story.name):
            kind = "%s, of the stories" % re.search(r"kubectl gang (\S+)", command.line).group(1)
            yield Question(command.label, kind, command.story, command.line, command.exit == COULD_NOT_TELL)
            if command.can_print_json():
                yield Question(command.label + " -o json", kind, command.story, command.with_output("json"))


def of_cluster(name, folder, objects, config, flags, manifests=MANIFESTS):
    """The questions about a cluster of these objects. `flags` are added to each."""
    folder /= name
    folder.mkdir(parents=True)
    yield from about(folder, write_inputs(folder, objects, config) + flags, manifests)


def about(folder, flags, manifests):
    asked = [(words, []) for words in OF_A_CLUSTER]
    asked += [(words, ["-f", "../../manifests/%s.yaml" % manifest]) for manifest in manifests for words in OF_A_MANIFEST]
    for words, files in asked:
        line = shlex.join(["kubectl", "gang"] + words.split() + files + flags)
        name = "%s/%s: %s" % (folder.parent.name, folder.name, " ".join([words] + files))
        yield Question(name, words, folder, line)


def of_every_field(folder):
    """Questions about objects with each field that a decoder reads."""
    folder = folder / "data/every-field"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "tests/data/every-field.yaml", folder / "cluster.yaml")
    yield from about(folder, ["--from", "cluster.yaml"] + NOW, MANIFESTS)


def of_lint(folder):
    """Cases of each rule with and without a finding (lint_test.cpp names the files)."""
    shutil.copytree(ROOT / "tests/commands/data/lint", folder / "lint")
    for cluster in sorted((folder / "lint").glob("*/*.yaml")):
        if "." in cluster.stem:
            continue
        flags = ["--from", cluster.name] + NOW
        for flag, ending in (("-f", ".manifest.yaml"), ("--scheduler-config", ".config.yaml")):
            if cluster.with_suffix(ending).exists():
                flags += [flag, cluster.with_suffix(ending).name]
        for words in ("lint -A -o json", "lint -A -o wide"):
            yield Question("lint/%s/%s: %s" % (cluster.parent.name, cluster.stem, words), words, cluster.parent,
                           shlex.join(["kubectl", "gang"] + words.split() + flags))


def of_verify(folder):
    """Certificates and their clusters (verify_test.cpp)."""
    shutil.copytree(ROOT / "tests/commands/data/verify", folder / "verify")
    for report in sorted((folder / "verify").glob("*.json")):
        for words in ("verify -o json", "verify"):
            line = ["kubectl", "gang"] + words.split() + [report.name, "--from", report.stem + ".yaml"] + NOW
            yield Question("verify/%s: %s" % (report.stem, words), words, folder / "verify", shlex.join(line))


def of_recorded(folder):
    """Uses the configuration and the flags of conformance.py and native_conformance.py."""
    for path in recorded.paths():
        name, config, objects, _ = recorded.read(path)
        yield from of_cluster(name, folder / "recorded", objects, config, AFTER_A_START)
    for path in recorded.paths(recorded.NATIVE):
        name, config, objects, _ = recorded.read(path)
        yield from of_cluster(name, folder / "native", objects, config or facts.CONFIG, AFTER_A_START + NATIVE_RELEASE, NATIVE_MANIFESTS)
    for path in recorded.paths(recorded.PLAIN):
        name, config, objects, _ = recorded.read(path)
        yield from of_cluster(name, folder / "plain", objects, config, AFTER_A_START + NATIVE_RELEASE, NATIVE_MANIFESTS)


def of_random_clusters(folder, cases, seed):
    """Clusters with Coscheduling's groups and with native ones in turn, so that --cases limits both equally."""
    for number in range(seed, seed + cases):
        case = generate.generate(number)
        yield from of_cluster(case["name"], folder / "random", case["objects"], case.get("config"), NOW)
        case = random_clusters.generate(number)
        yield from of_cluster(case["name"], folder / "random-native", case["objects"], facts.CONFIG, NOW + NATIVE_RELEASE, NATIVE_MANIFESTS)
