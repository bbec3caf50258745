# SPDX-License-Identifier: Apache-2.0
"""The questions that compare_binaries.py asks: every command line of the stories, and the same command lines about every recorded
cluster and about random ones. All input is written below one folder, so that each question can be repeated by hand."""
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
NATIVE_RELEASE = ["--scheduler-version", facts.VERSION]
NOW = ["--now", "2026-03-02T10:00:00Z"]  # objects of random clusters hold no time: without this the clock would be read

# `line`: a command line for bash, to be run in `folder`. `kind`: questions that are counted together.
Question = collections.namedtuple("Question", "name kind folder line")


def all_questions(folder, cases, seed):
    """Writes the input files below `folder`. `cases`: how many random clusters of each kind."""
    shutil.copytree(ROOT / "tests/data/manifests", folder / "manifests")
    yield from of_stories(folder)
    yield from of_recorded(folder)
    yield from of_random_clusters(folder, cases, seed)


def of_stories(folder):
    """On copies: a program with a fault may write where it should not."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    for story in stories.find_stories([]):
        for command in stories.read_commands(folder / "examples" / story.name):
            kind = "%s, of the stories" % re.search(r"kubectl gang (\S+)", command.line).group(1)
            yield Question(command.label, kind, command.story, command.line)
            if command.can_print_json():
                yield Question(command.label + " -o json", kind, command.story, command.with_output("json"))


def of_cluster(name, folder, objects, config, flags, manifests=MANIFESTS):
    """The questions about one cluster. `flags` are added to each."""
    folder /= name
    folder.mkdir(parents=True)
    flags = write_inputs(folder, objects, config) + flags
    asked = [(words, []) for words in OF_A_CLUSTER]
    asked += [(words, ["-f", "../../manifests/%s.yaml" % manifest]) for manifest in manifests for words in OF_A_MANIFEST]
    for words, files in asked:
        line = shlex.join(["kubectl", "gang"] + words.split() + files + flags)
        yield Question("%s/%s: %s" % (folder.parent.name, name, " ".join([words] + files)), words, folder, line)


def of_recorded(folder):
    """With the configuration and the flags with which conformance.py and native_conformance.py ask."""
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
    """Of Coscheduling's groups and of native ones in turn, so that --cases cuts both alike."""
    for number in range(seed, seed + cases):
        case = generate.generate(number)
        yield from of_cluster(case["name"], folder / "random", case["objects"], case.get("config"), NOW)
        case = random_clusters.generate(number)
        yield from of_cluster(case["name"], folder / "random-native", case["objects"], facts.CONFIG, NOW + NATIVE_RELEASE, NATIVE_MANIFESTS)
