#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers do not depend on the way of their computation: one thread and many give the same bytes, and so do runs with and
without the memory of results for classes of equal pods.

    tests/same_bytes.py --binary build/release/src/kubectl-gang [--classes K/N] [--threads] [--queues FIRST-LAST]

Classes: the recorded clusters of the real scheduler (tests/cluster/recorded). Queues: random clusters with 5 to 50 waiting groups, with
the seeds FIRST to LAST; most groups wait there, so what is remembered of an attempt is used many times. Threads: a cluster of many megabytes by
tests/bench/cluster.py, with broken objects in between, so that the test also compares problems and places; and the published
trace of the story 15-real-cluster.

--classes runs part K of N of the first, --threads the second; without any of them, these two run.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests/cluster"), str(ROOT / "tests/bench")]
import cluster  # noqa: E402
import generate  # noqa: E402
import recorded  # noqa: E402
from program import write_inputs  # noqa: E402
from questions import NOW  # noqa: E402

QUESTIONS = (["explain", "-A", "-o", "json"], ["queue", "--scores", "-o", "json"])
REMEDIES = ["explain", "-A", "--max-fixes", "11", "-o", "json"]
BROKEN = ('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"half","namespace":"bench"},"spec":{"containers":[{"name":}]}}',
          '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"no-amount","namespace":"bench"},"spec":{"containers":[{"name":"c",'
          '"resources":{"requests":{"cpu":"much"}}}]}}', "null", '"text"')


def answer(binary, folder, words):
    done = subprocess.run([binary] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, cwd=folder)
    return done.returncode, done.stdout, done.stderr


def compare(binary, folder, words, variants):
    """Number of `variants` (additional words) whose answer differs from that of `words` alone; prints them."""
    expected, differing = answer(binary, folder, words), 0
    if expected[0] not in (0, 1, 2) or not expected[1]:
        print("FAIL %s: exit status %d: %s" % (" ".join(words), expected[0], expected[2].decode()[:500]))
        return len(variants)
    for added in variants:
        if answer(binary, folder, words + added) != expected:
            print("FAIL %s: another answer with %s" % (" ".join(words), " ".join(added)))
            differing += 1
    return differing


def classes(binary, folder, part):
    """Two results per recorded cluster of `part`, such as 1/4: classes, and threads that look for remedies."""
    number, count = map(int, part.split("/"))
    for path in recorded.paths()[number - 1::count]:
        name, config, snapshot, _ = recorded.read(path)
        file = pathlib.Path(folder) / (name + ".json")
        file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": snapshot}), encoding="utf-8")
        common = ["--from", file.name]
        if config:
            (pathlib.Path(folder) / "scheduler.yaml").write_text(config, encoding="utf-8")
            common += ["--scheduler-config", "scheduler.yaml"]
        yield all(compare(binary, folder, words + common, [["--forget-classes"]]) == 0 for words in QUESTIONS)
        yield compare(binary, folder, REMEDIES + common + ["--remedy-threads", "1"], [["--remedy-threads", "3"]]) == 0


class Queue(generate.Generator):
    """A cluster with many waiting groups."""

    def node_count(self):
        return self.random.randint(2, 30)

    def gang_count(self):
        return self.random.randint(5, 50)


def queues(binary, folder, seeds):
    """One result per random cluster: classes."""
    first, last = map(int, seeds.split("-"))
    for seed in range(first, last + 1):
        case = Queue(seed).case("queue-%d" % seed)
        common = write_inputs(pathlib.Path(folder), case["objects"], case.get("config")) + NOW
        yield all(compare(binary, folder, words + common, [["--forget-classes"]]) == 0 for words in QUESTIONS)


def threads(binary, folder):
    """One result per large cluster."""
    variants = [["--read-threads", str(count)] for count in (1, 2, 5)]
    path = pathlib.Path(folder) / "large.json"
    for form in ("stripped", "indented"):
        texts = list(cluster.pods_of(60, 2500, form)) + list(cluster.others_of(60, 2500, form))
        for place, text in enumerate(BROKEN):
            texts.insert(301 * (place + 1), text)
        cluster.write_list(path, texts, form)
        yield compare(binary, folder, QUESTIONS[0] + ["--from", path.name], variants) == 0
    trace = ROOT / "examples/15-real-cluster/cluster.json.gz"
    yield compare(binary, folder, ["explain", "-A", "-o", "json", "--from", str(trace)], variants + [["--forget-classes"]]) == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "build/release/src/kubectl-gang"))
    parser.add_argument("--classes", metavar="K/N", help="part K of N of the recorded clusters")
    parser.add_argument("--threads", action="store_true", help="the large files")
    parser.add_argument("--queues", metavar="FIRST-LAST", help="seeds of random clusters with many waiting groups")
    arguments = parser.parse_args()
    binary = str(pathlib.Path(arguments.binary).resolve())
    everything = not arguments.classes and not arguments.threads and not arguments.queues
    results = []
    with tempfile.TemporaryDirectory() as folder:
        if arguments.classes or everything:
            results += classes(binary, folder, arguments.classes or "1/1")
        if arguments.queues:
            results += queues(binary, folder, arguments.queues)
        if arguments.threads or everything:
            results += threads(binary, folder)
    print("%d passed, %d failed" % (results.count(True), results.count(False)))
    return 1 if False in results or not results else 0


if __name__ == "__main__":
    sys.exit(main())
