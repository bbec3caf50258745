# SPDX-License-Identifier: Apache-2.0
"""recorded/: snapshots and the facts on which the real scheduler's runs agree, for comparisons without Go.

A file has one object and one fact per line. The objects lack fields that scheduling does not read, and UIDs are short.
"""
import json
import pathlib

from compare import differences, our_facts, real_facts
from program import OursFailed

FOLDER = pathlib.Path(__file__).resolve().parent / "recorded"
NATIVE = pathlib.Path(__file__).resolve().parent / "native/recorded"  # of native_conformance.py
PLAIN = pathlib.Path(__file__).resolve().parent / "native/plain"  # of native/plain_pods.py
RANDOM_CASES = 75  # besides the scenarios; chosen from twice as many
RECORDING_RUNS = 3

# Fields that the API server sets and no scheduling rule reads.
NOT_READ = {
    "metadata": ("resourceVersion", "generation", "managedFields", "selfLink"),
    "pod": ("dnsPolicy", "enableServiceLinks", "restartPolicy", "securityContext", "terminationGracePeriodSeconds"),
    "container": ("imagePullPolicy", "terminationMessagePath", "terminationMessagePolicy"),
    "node status": ("nodeInfo", "daemonEndpoints", "capacity", "conditions"),
    "pod status": ("qosClass",),
}
DEFAULT_TOLERATIONS = [{"effect": "NoExecute", "key": "node.kubernetes.io/" + key, "operator": "Exists", "tolerationSeconds": 300}
                       for key in ("not-ready", "unreachable")]


def stripped(snapshot):
    """A copy of the objects without fields that scheduling does not read, and with short UIDs."""
    text = json.dumps(snapshot)
    for number, uid in enumerate(o["metadata"]["uid"] for o in snapshot if "uid" in o["metadata"]):
        text = text.replace(uid, "uid-%d" % number)
    small = []
    for thing in json.loads(text):
        drop(thing["metadata"], NOT_READ["metadata"])
        if thing["kind"] == "Namespace":
            if thing["metadata"]["name"] == "default":
                continue
            drop(thing, ("spec", "status"))
        elif thing["kind"] == "Pod":
            drop(thing["spec"], NOT_READ["pod"])
            drop(thing.get("status", {}), NOT_READ["pod status"])
            for container in thing["spec"].get("containers", []) + thing["spec"].get("initContainers", []):
                drop(container, NOT_READ["container"])
            left = [t for t in thing["spec"].get("tolerations", []) if t not in DEFAULT_TOLERATIONS]
            thing["spec"].pop("tolerations", None)
            if left:
                thing["spec"]["tolerations"] = left
            if thing["spec"].get("schedulerName") == "default-scheduler":
                del thing["spec"]["schedulerName"]
        elif thing["kind"] == "Node":
            drop(thing.get("status", {}), NOT_READ["node status"])
        small.append(thing)
    return small


def drop(content, fields):
    for field in fields:
        content.pop(field, None)


def paths(folder=FOLDER):
    return sorted(folder.glob("*.json"))


def read(path):
    """(name, config, snapshot, facts) of a file."""
    content = json.loads(path.read_text(encoding="utf-8"))
    facts = {(subject, field): value for subject, fields in content["facts"].items() for field, value in fields.items()}
    return path.stem, content.get("config"), content["snapshot"], facts


def write(name, config, released, snapshot, facts, folder=FOLDER):
    """`released`: versions of the recorded programs, by name."""
    by_subject = {}
    for (subject, field), value in facts.items():
        by_subject.setdefault(subject, {})[field] = value
    lines = ['{"recorded": %s,' % json.dumps(released)]
    if config:
        lines.append('"config": %s,' % json.dumps(config))
    lines.append('"snapshot": [\n%s\n],' % ",\n".join(json.dumps(o, sort_keys=True) for o in snapshot))
    lines.append('"facts": {\n%s\n}}' % ",\n".join("%s: %s" % (json.dumps(s), json.dumps(f)) for s, f in by_subject.items()))
    folder.mkdir(exist_ok=True)
    (folder / (name + ".json")).write_text("\n".join(lines) + "\n", encoding="utf-8")


def telling(facts):
    """The kinds of facts in a case: different kinds of rejections and of scores, preemption, gangs with and without quorum."""
    kinds = set()
    for (_, field), value in facts.items():
        if field == "message" and value:
            kinds.update(part.strip().lstrip("0123456789 /") for part in value.replace(". ", ", ").split(",") if part)
        elif field in ("quorum", "result"):
            kinds.add((field, value))
        elif field in ("victims", "nominated") and value:
            kinds.add(field)
        elif field.startswith("score ") and len(set(value.values())) > 1:
            kinds.add(field)
    return kinds


def write_plain(reference, cases, names):
    """Records clusters of single pods: the scenarios, and those of `cases` whose real runs agree. With names it records only
    these scenarios, and leaves the rest."""
    import scenarios  # it needs compare, as this module does

    written = [s.case for s in scenarios.load(scenarios.PLAIN) if not names or s.name in names]
    if names:
        cases = []
    else:
        for path in paths(PLAIN):
            path.unlink()
    kept = {case["name"] for case in written}
    for case, record in reference.record([dict(case, runs=2 * RECORDING_RUNS) for case in written + cases]):
        if record["error"]:
            print("not recorded: %s: %s" % (case["name"], record["error"]))
            continue
        facts, left_out = real_facts(record)
        if case["name"] not in kept and (left_out["real runs differ"] or not all(run["rest"] for run in record["runs"])):
            print("not recorded: %s: its real runs differ" % case["name"])
            continue
        write(case["name"], case.get("config"), {"kube-scheduler": record["version"]}, stripped(record["snapshot"]), facts, PLAIN)


def versions(record):
    return {"kube-scheduler": record["version"], "coscheduling": "v0.34.7"}


def write_all(reference, arguments):
    """Records all scenarios, and the random cases with the most kinds of facts in few objects. With names it records only
    these scenarios, and leaves the rest."""
    import scenarios  # it needs compare, as this module does
    from generate import generate, parse_features

    features = parse_features(arguments.features)
    written = [s.case for s in scenarios.load() if not arguments.names or s.name in arguments.names]
    random_cases = []
    if not arguments.names:
        random_cases = [generate(seed, features) for seed in range(arguments.seed, arguments.seed + 2 * RANDOM_CASES)]
        for path in paths():
            path.unlink()
    records, candidates = 0, []
    for case, record in reference.record([dict(c, runs=RECORDING_RUNS) for c in written + random_cases]):
        if record["error"]:
            print("not recorded: %s: %s" % (case["name"], record["error"]))
            continue
        facts, _ = real_facts(record, case.get("controller", False))
        small = stripped(record["snapshot"])
        try:
            kept = differences(facts, *our_facts(arguments.binary, record["snapshot"], case.get("config")))[0]
            lost = differences(facts, *our_facts(arguments.binary, small, case.get("config")))[0]
        except OursFailed as failure:
            print("not recorded: %s: %s" % (case["name"], failure))
            continue
        if kept != lost:
            print("not recorded: %s: our answer changes with what the file leaves out" % case["name"])
            continue
        entry = (case["name"], case.get("config"), versions(record), small, facts)
        if case["name"].startswith("seed-"):
            candidates.append(entry)
        else:
            write(*entry)
            records += 1
    seen, chosen = {}, 0
    for entry in sorted(candidates, key=lambda e: -len(telling(e[4])) / (10 + len(e[3]))):
        new = [k for k in telling(entry[4]) if seen.get(k, 0) < 12]
        if chosen < RANDOM_CASES and new:
            write(*entry)
            chosen += 1
            for kind in telling(entry[4]):
                seen[kind] = seen.get(kind, 0) + 1
    print("%d scenarios and %d random clusters recorded" % (records, chosen))
