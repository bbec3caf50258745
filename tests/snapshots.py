#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A snapshot gives the same answers as its source, and contains nothing else.

    tests/snapshots.py --binary build/release/src/kubectl-gang [--random 100] [--seed 1] [--share 1] [--part 1/4] [--rows]

The clusters are those of the stories, of the recorded scenarios (tests/cluster/recorded) and random ones
(tests/cluster/generate.py, tests/properties.py). To the objects of the latter two the test adds fields of real objects which a
snapshot must not reveal: secrets in every place where people put them. For each cluster

* `explain -A -o json` and `queue -o json` are the same from the snapshot as from the files, except for source and places;
* the files and the snapshot together are no contradiction: the decoders keep the same of each object;
* a snapshot of the snapshot has the same bytes, and all of them meet schemas/snapshot.json;
* neither the snapshot nor one with --raw contains a secret;
* with --anonymize the answers are the same after replacing each word of a name with its code, no object keeps its name, and
  names keep their order.

Before that, the allow-list must contain every word by which a decoder finds a field: a decoder that reads a new field needs a
row there.

--rows removes the fields of a snapshot one at a time. It lists a field if no answer of any cluster changes: either scheduling
does not need the field, or these clusters do not show it.
"""
import argparse
import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "cluster"))
import generate  # noqa: E402
import properties  # noqa: E402
import recorded  # noqa: E402
import validate_schema  # noqa: E402

CANARY = "canary-3f1c"
QUESTIONS = (("explain", "-A"), ("queue", "--scores"))


class Failure(Exception):
    """One failed check, as text for a person."""


def differ(message):
    raise Failure(message)


# ---- clusters -------------------------------------------------------------------------------------------------

class Cluster:
    """`now` is set if the objects have no times: otherwise each question would use a time of its own."""

    def __init__(self, name, objects=None, sources=None, flags=(), folder=ROOT, now=None):
        self.name, self.objects, self.sources, self.flags, self.folder = name, objects, sources, list(flags), folder
        self.now = now

    def is_large(self):
        return any((self.folder / source).stat().st_size > 50_000 for source in self.sources or ())


def with_secrets(objects, draw):
    """The objects with additional fields that scheduling ignores, as real ones have them."""
    noisy = []
    for thing in copy.deepcopy(objects):
        metadata = thing["metadata"]
        metadata.setdefault("annotations", {}).update({"example.com/note": CANARY + "-annotation",
                                                       "kubectl.kubernetes.io/last-applied-configuration": CANARY + "-applied"})
        metadata["selfLink"] = "/" + CANARY + "-link"
        if thing["kind"] == "Pod":
            decorate_pod(thing, draw)
        if thing["kind"] == "Node":
            status = thing.setdefault("status", {})
            status["addresses"] = [{"type": "InternalIP", "address": CANARY + "-address"}]
            status["nodeInfo"] = {"machineID": CANARY + "-machine"}
            status.setdefault("conditions", []).append({"type": "DiskPressure", "status": "False", "message": CANARY + "-condition"})
        noisy.append(thing)
    noisy.append({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": CANARY + "-secret", "namespace": "default"},
                  "data": {"password": CANARY + "-data"}})
    noisy.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": CANARY + "-settings", "namespace": "default"},
                  "data": {"application.properties": CANARY + "-config"}})
    return noisy


def decorate_pod(pod, draw):
    for container in pod["spec"].get("containers", []) + pod["spec"].get("initContainers", []):
        container["env"] = [{"name": "PASSWORD", "value": CANARY + "-env"}]
        container["args"] = ["--token=" + CANARY + "-args"]
        container["command"] = ["run", CANARY + "-command"]
        container["livenessProbe"] = {"httpGet": {"path": "/", "httpHeaders": [{"name": "Authorization", "value": CANARY + "-header"}]}}
    if draw.random() < 0.5:
        pod["spec"].setdefault("volumes", []).append({"name": CANARY + "-volume", "secret": {"secretName": CANARY + "-secret-volume"}})


# Noise that --raw may keep: its names, notes and addresses.
RAW_MAY_KEEP = ("-annotation", "-link", "-address", "-machine", "-condition", "-volume", "-secret-volume")


def clusters_of_stories():
    found = {}
    for commands in sorted((ROOT / "examples").glob("*/commands")):
        for line in commands.read_text(encoding="utf-8").splitlines():
            if not line.startswith("$ kubectl gang ") or re.search(r"[|<>]", line):
                continue
            words = shlex.split(line[len("$ kubectl gang "):])
            if words[0] not in ("explain", "queue"):
                continue
            sources = [words[i + 1] for i, word in enumerate(words[:-1]) if word == "--from"]
            paths = [commands.parent / source for source in sources]
            if any(path.is_file() and b"volcano-scheduler.conf" in path.read_bytes() for path in paths):
                continue  # a ConfigMap decides, and no snapshot holds ConfigMaps
            if sources and all(path.exists() for path in paths):
                found[(commands.parent, tuple(sources))] = None
    for folder, sources in found:
        yield Cluster("%s: %s" % (folder.name, " ".join(sources)), sources=list(sources), folder=folder)


def clusters_recorded():
    yield Cluster("every field", sources=[ROOT / "tests" / "data" / "every-field.yaml"])
    for path in recorded.paths():
        name, config, objects, _ = recorded.read(path)
        yield Cluster(name, objects=with_secrets(objects, random.Random(name)), flags=["config", config] if config else [])


def clusters_at_random(count, seed):
    for number in range(seed, seed + count):
        yield Cluster("properties %d" % number, objects=with_secrets(properties.Case(number).objects, random.Random(number)))
        case = generate.generate(number)
        yield Cluster("generated %d" % number, objects=with_secrets(case["objects"], random.Random(number)),
                      flags=["config", case["config"]] if "config" in case else [], now="2026-03-02T10:00:00Z")


# ---- asking ---------------------------------------------------------------------------------------------------

class Program:
    def __init__(self, binary):
        self.binary = os.path.abspath(binary)

    def run(self, *arguments, folder=None):
        return subprocess.run([self.binary, *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=folder)

    def answers(self, sources, flags, folder=None):
        """The reports without the names of the source, or the error of the program."""
        out = []
        for question in QUESTIONS:
            ran = self.run(*question, "-o", "json", *flags, *from_flags(sources), folder=folder)
            if not ran.stdout or json.loads(ran.stdout)["kind"] == "Error":
                out.append({"status": ran.returncode, "error": without_places(ran.stderr)})
                continue
            report = json.loads(ran.stdout)
            del report["spec"]["source"]
            report["metadata"].pop("capturedAt", None)
            for problem in report.get("status", {}).get("problems", []):
                problem.pop("place", None)
            out.append({"status": ran.returncode, "report": report})
        return out

    def snapshot(self, target, sources, *flags, folder=None):
        ran = self.run("snapshot", "-o", target, "--force", *flags, *from_flags(sources), folder=folder)
        if ran.returncode != 0:
            differ("snapshot ends with %d: %s" % (ran.returncode, ran.stderr))
        return pathlib.Path(target).read_bytes()


def from_flags(sources):
    return [word for source in sources for word in ("--from", str(source))]


def without_places(text):
    """Replaces "FILE, item 3" in errors, so that only the object's name remains."""
    return re.sub(r"\S+, (item|line|document) \d+", "PLACE", text)


def first_difference(a, b, path=""):
    """The first place where two JSON values differ; None if they are equal."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(set(a) | set(b)):
            if key not in a or key not in b:
                return "%s.%s: %r against %r" % (path, key, a.get(key), b.get(key))
            found = first_difference(a[key], b[key], "%s.%s" % (path, key))
            if found:
                return found
        return None
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for number, (x, y) in enumerate(zip(a, b)):
            found = first_difference(x, y, "%s[%d]" % (path, number))
            if found:
                return found
        return None
    return None if a == b and isinstance(a, bool) == isinstance(b, bool) else "%s: %r against %r" % (path, a, b)


# ---- checks ---------------------------------------------------------------------------------------------------

def check(program, cluster, folder):
    """Number of comparisons. Raises Failure."""
    sources, flags = inputs_of(cluster, folder)
    original = program.answers(sources, flags, cluster.folder)
    if any("cannot read" in answer.get("error", "") for answer in original):
        return 0
    small = folder / "small.json"
    text = program.snapshot(small, sources, folder=cluster.folder)
    found = first_difference(original, program.answers([small], flags))
    if found:
        differ("the snapshot gives another answer: " + found)
    together = program.run("explain", "-A", *flags, *from_flags([*sources, small]), folder=cluster.folder)
    if "stands twice" in together.stderr and not any("stands twice" in answer.get("error", "") for answer in original):
        differ("the snapshot contains something else: " + together.stderr)
    if program.snapshot(folder / "again.json", [small]) != text:
        differ("a snapshot of the snapshot has other bytes")
    check_schema(text)
    if CANARY.encode() in text:
        differ("the snapshot holds %r" % re.search(CANARY.encode() + rb"[\w-]*", text).group())
    raw = program.snapshot(folder / "raw.json", sources, "--raw", folder=cluster.folder).decode()
    check_schema(raw)
    for canary in sorted(set(re.findall(CANARY + r"[\w-]*", raw))):
        if not canary.endswith(RAW_MAY_KEEP):
            differ("the raw snapshot holds " + canary)
    found = first_difference(original, program.answers([folder / "raw.json"], flags))
    if found:
        differ("the raw snapshot gives another answer: " + found)
    return 6 + check_names(program, cluster, folder, sources, flags, original)


SCHEMAS = validate_schema.load_schemas()


def check_schema(text):
    """Checks only the first of many objects: the schema has the same few rules for each."""
    snapshot = json.loads(text)
    snapshot["items"] = snapshot["items"][:100]
    faults = validate_schema.faults(snapshot, SCHEMAS)
    if faults:
        differ("the schema rejects it: " + "; ".join(faults))


def inputs_of(cluster, folder):
    flags = ["--now", cluster.now] if cluster.now else []
    if cluster.flags:
        (folder / "config.yaml").write_text(cluster.flags[1], encoding="utf-8")
        flags += ["--scheduler-config", folder / "config.yaml"]
    if cluster.objects is None:
        return cluster.sources, flags
    path = folder / "objects.json"
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": cluster.objects}), encoding="utf-8")
    return [path], flags


# Decoders read these, but they mean nothing for stored objects. (resourceVersion is for bind, which reads a live cluster.)
NOT_KEPT = {"generateName", "operation", "resourceVersion", "priorityClassName", "serviceAccountName", "serviceAccount", "matchLabelKeys", "mismatchLabelKeys"}
NOT_OF_OBJECTS = {"decode_snapshot_head.cpp", "decode_feasibility.cpp"}  # for a Snapshot itself, and for a report
FIELDS = re.compile(r'(?:key == |\[|(?:member_text|text_in)\(\w+, )"([^"]+)"')


def fields_without_rows():
    """Words by which decoders find fields, but which the allow-list lacks."""
    folder = ROOT / "src" / "snapshot"
    rows = "".join(path.read_text(encoding="utf-8") for path in sorted((folder / "collected").glob("allow_list*")))
    table = set(re.split(r"[^\w/-]+", rows))
    decoders = sorted(folder.rglob("decode_*.cpp"))
    if not decoders:
        yield "no decoder found below %s" % folder
    for path in decoders:
        if path.name in NOT_OF_OBJECTS:
            continue
        words = FIELDS.findall(path.read_text(encoding="utf-8"))
        for word in sorted(set(words) - NOT_KEPT):
            if not set(re.split(r"[^\w/-]+", word)) <= table:
                yield "%s reads %s, which is in no allow_list*.cpp" % (path.name, word)


# ---- other names ----------------------------------------------------------------------------------------------

SEPARATORS = re.compile(r"([^0-\U0010ffff]|:)")  # the part of a name that stays: the characters below '0', and ":" of a group that a Workload makes
KNOWN = ("DeviceClass", "CSIDriver")  # their names may be a vendor's


def items_of(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["items"]


def check_names(program, cluster, folder, sources, flags, original):
    if cluster.flags and "addedAffinity" in cluster.flags[1]:
        return 0  # the configuration names labels, whose names have changed
    hidden = folder / "hidden.json"
    program.snapshot(hidden, sources, "--anonymize", folder=cluster.folder)
    if program.snapshot(folder / "hidden-again.json", [hidden]) != hidden.read_bytes():
        differ("a snapshot of the anonymized snapshot has other bytes")
    check_schema(hidden.read_text(encoding="utf-8"))
    words = words_of(items_of(folder / "small.json"), items_of(hidden))
    renamed = program.answers([hidden], flags)
    doubts = [answer for answer in renamed if HIDES_ORDINALS in json.dumps(answer)]
    if doubts:
        if any(answer["report"]["status"].get("verdict") == "Yes" for answer in doubts):
            differ("anonymized: Yes, though the ordinals are hidden")
        return check_names_without_stateful_sets(program, cluster, folder)
    for before, after in zip(original, renamed):
        compare_renamed(in_order_of_pods(before), in_order_of_pods(after), words, "")
    return 3


# The last part of a pod's name shows whether its StatefulSet keeps it; a code does not. So the answer has to be a doubt.
HIDES_ORDINALS = "by the numbers in their names, which the snapshot does not show"


def check_names_without_stateful_sets(program, cluster, folder):
    """Compares the answers about the other objects."""
    objects = [thing for thing in cluster.objects or () if thing["kind"] != "StatefulSet"]
    if not objects or len(objects) == len(cluster.objects):
        differ("anonymized: the answer lacks ordinals, but there is no StatefulSet to leave out")
    rest = Cluster(cluster.name, objects, flags=cluster.flags, now=cluster.now)
    sources, flags = inputs_of(rest, folder)
    program.snapshot(folder / "small.json", sources)
    return check_names(program, rest, folder, sources, flags, program.answers(sources, flags))


def words_of(before, after):
    """{word: code} from the names of the objects, which have the same order in both. Checks that no name remains."""
    if len(before) != len(after):
        differ("anonymized: %d objects instead of %d" % (len(after), len(before)))
    words, pairs, labels = {}, set(), set()
    for old, new in zip(before, after):
        if (old["apiVersion"], old["kind"]) != (new["apiVersion"], new["kind"]):
            differ("anonymized: another order of objects")
        if old["kind"] in KNOWN:
            continue
        for field in ("name", "namespace"):
            if field in old["metadata"]:
                pairs.add((old["metadata"][field], new["metadata"][field]))
        if "namespace" in new["metadata"]:
            pairs.add((full_name(old), full_name(new)))
        old_labels, new_labels = (thing["metadata"].get("labels", {}) for thing in (old, new))
        labels.update((value, new_labels[key]) for key, value in old_labels.items() if new_labels.get(key, value) != value)
    for old, new in pairs:
        if old == new:
            differ("anonymized: %s keeps its name" % old)
    for old, new in pairs | labels:
        parts, codes = SEPARATORS.split(old), SEPARATORS.split(new)
        if len(parts) != len(codes):
            differ("anonymized: %s became %s" % (old, new))
        for part, code in zip(parts, codes):
            if words.setdefault(part, code) != code:
                differ("anonymized: the word %r became %r and %r" % (part, code, words[part]))
    if [new for _, new in sorted(pairs)] != sorted(new for _, new in pairs):
        differ("anonymized: names have another order")
    return words


def full_name(thing):
    return "%s/%s" % (thing["metadata"].get("namespace", "default"), thing["metadata"]["name"])


IDENTITIES = ("name", "namespace", "node", "nominatedNode", "pod", "group")
LEFT_OUT = "(left out)"
# Texts print "train-0 ... train-5 (6 members)" only for numbered names.
FOR_PEOPLE = re.compile(r"\.report\.status\.groups\[\d+\]\.(message|gates\[\d+\]\.note)")


def compare_renamed(before, after, words, path):
    """Raises Failure unless `after` has the same content with other names. In sentences a word of a name may also be an ordinary
    word, so both are right; an identity must be the new name."""
    if isinstance(before, dict) and isinstance(after, dict):
        if len(before) != len(after):
            differ("anonymized: %s: %r against %r" % (path, sorted(before), sorted(after)))
        for (key, a), (other, b) in zip(sorted(before.items()), sorted(after.items())):
            compare_text(key, other, words, path)
            compare_renamed(a, b, words, "%s.%s" % (path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (a, b) in enumerate(zip(before, after)):
            compare_renamed(a, b, words, "%s[%d]" % (path, number))
    elif isinstance(before, str) and isinstance(after, str):
        last = path.rsplit(".", 1)[-1].split("[")[0]
        if last in IDENTITIES or last == "victims":
            if not is_new_name(before, after, words):
                differ("anonymized: %s: %r became %r" % (path, before, after))
        elif after.endswith(": " + LEFT_OUT):  # a sentence that ends with a message, such as that of a webhook
            compare_text(before.split(": ", 1)[0], after.split(": ", 1)[0], words, path)
        elif not (last == "message" and after == LEFT_OUT) and not FOR_PEOPLE.fullmatch(path):
            compare_text(before, after, words, path)
    elif before != after:
        differ("anonymized: %s: %r against %r" % (path, before, after))


def is_new_name(before, after, words):
    """True if each word is the code of the other. A group without an object may have words that are in no object's name: those
    in labels and annotations have a code, those that a scheduler adds as a prefix ("podgroup-") stay."""
    parts, others = SEPARATORS.split(before), SEPARATORS.split(after)
    return len(parts) == len(others) and all(
        b == words[a] if a in words else b == a or re.fullmatch("x[a-z]+", b) for a, b in zip(parts, others))


def in_order_of_pods(report):
    """Sorts by pods: a scheduler's own names for its groups ("podgroup-<uid>") may change their order, their pods' names do not."""
    status = report.get("report", {}).get("status", {})
    groups = status.get("groups", [])
    groups.sort(key=lambda group: (group["namespace"], group["pods"][0]["name"] if group["pods"] else group["name"]))
    positions = {"%s/%s" % (group["namespace"], group["name"]): number for number, group in enumerate(groups)}

    def position(name):
        return positions.get(name, len(positions)), name

    for entry in status.get("asked", []):
        entry.get("of", []).sort(key=position)
    status.get("asked", []).sort(key=lambda entry: ([position(name) for name in entry.get("of", [])], entry["authority"], entry["answer"]))
    return report


WORD = re.compile(r"([A-Za-z0-9_]+)")


def compare_text(before, after, words, path):
    parts, others = WORD.split(before), WORD.split(after)
    same = len(parts) == len(others) and all(
        a == b or words.get(a) == b or (b.startswith("x") and a not in words) for a, b in zip(parts, others))
    if not same:
        differ("anonymized: %s: %r became %r" % (path, before, after))


# ---- rows -----------------------------------------------------------------------------------------------------

def paths_in(value, path=""):
    """Every field of an object, with [] for the elements of lists: `spec.containers[].name`."""
    if isinstance(value, dict):
        for key, member in value.items():
            here = "%s.%s" % (path, key) if path else key
            yield here
            yield from paths_in(member, here)
    elif isinstance(value, list):
        for element in value:
            yield from paths_in(element, path + "[]")


OPEN_MAPS = re.compile(r"(\b(labels|matchLabels|nodeSelector|selector|requests|limits|allocatable|capacity|overhead|podFixed|minResources|"
                       r"allocatedResources|default|defaultRequest|min|max|disruptedPods)\.)(?!matchExpressions|matchLabels|nodeSelectorTerms).*$")


def row_of(path):
    return OPEN_MAPS.sub(r"\1*", path)


def without(value, row, path=""):
    if isinstance(value, dict):
        return {key: without(member, row, here) for key, member in value.items()
                for here in ["%s.%s" % (path, key) if path else key] if row_of(here) != row}
    if isinstance(value, list):
        return [without(element, row, path + "[]") for element in value]
    return value


def rows_that_show(program, clusters, most=100):
    """[(kind, row, whether an answer changes without it)]"""
    holders = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for cluster in clusters:
            sources, _ = inputs_of(cluster, folder)
            try:
                program.snapshot(folder / "small.json", sources, folder=cluster.folder)
            except Failure:
                continue  # a story about an incomplete file
            snapshot = json.loads((folder / "small.json").read_text(encoding="utf-8"))
            if len(snapshot["items"]) > 500:
                continue
            rows = {(i["kind"], row_of(path)) for i in snapshot["items"] for path in paths_in(i)}
            for row in rows:
                if row[1] not in ("kind", "apiVersion"):
                    holders[row].append((snapshot, cluster))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            shown = pool.map(lambda row: shows(program, row, some_of(holders[row], most)), sorted(holders))
            return [(kind, row, does) for (kind, row), does in zip(sorted(holders), shown)]


def some_of(holders, most):
    return random.Random(1).sample(holders, min(most, len(holders)))


def shows(program, row, holders):
    kind, path = row
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for snapshot, cluster in holders:
            _, flags = inputs_of(Cluster("", objects=[], flags=cluster.flags, now=cluster.now), folder)
            whole, less = folder / "whole.json", folder / "less.json"
            whole.write_text(json.dumps(snapshot), encoding="utf-8")
            less.write_text(json.dumps({**snapshot, "items": [without(i, path) if i["kind"] == kind else i for i in snapshot["items"]]}),
                            encoding="utf-8")
            if first_difference(program.answers([whole], flags), program.answers([less], flags)):
                return True
    return False


# ---- all ------------------------------------------------------------------------------------------------------

def part(text):
    """(K, N) of K/N."""
    number, count = map(int, text.split("/"))
    if not 1 <= number <= count:
        raise ValueError(text)
    return number, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--random", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=1, help="take every nth cluster, and none from large files")
    parser.add_argument("--part", type=part, default=(1, 1), metavar="K/N", help="part K of N of the remaining clusters")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="clusters at the same time")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--only", default="", help="clusters whose name contains this")
    options = parser.parse_args()
    program = Program(options.binary)
    clusters = [*clusters_of_stories(), *clusters_recorded(), *clusters_at_random(options.random, options.seed)]
    clusters = [cluster for cluster in clusters if options.only in cluster.name]
    if options.share > 1:  # for a build with sanitizers, where the whole run takes a quarter of an hour
        clusters = [cluster for cluster in clusters if not cluster.is_large()][::options.share]
    clusters = clusters[options.part[0] - 1::options.part[1]]
    if options.rows:
        for kind, row, does in rows_that_show(program, clusters):
            if not does:
                print("%s %s changes no answer" % (kind, row))
        return 0

    def checked(cluster):
        with tempfile.TemporaryDirectory() as name:
            try:
                return check(program, cluster, pathlib.Path(name)), None
            except (Failure, subprocess.TimeoutExpired) as failure:
                return 0, "%s: %s" % (cluster.name, failure)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(checked, clusters))
    failures = [failure for _, failure in results if failure] + list(fields_without_rows())
    for failure in failures[:20]:
        print("FAILED " + failure)
    print("%d clusters, %d comparisons" % (len(clusters), sum(count for count, _ in results)))
    print("%d passed, %d failed" % (max(len(clusters) + 1 - len(failures), 0), len(failures)))
    return 1 if failures or not clusters else 0


if __name__ == "__main__":
    sys.exit(main())
