#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random small clusters: counting gives properties of every answer.

    tests/properties.py --binary build/release/src/kubectl-gang [--cases 300] [--seed 1] [--keep FOLDER]

All members of a group have the same requests here, and there is no preemption, so the truth needs no simulation. A node holds as
many members as its scarcest free resource allows. A group fits alone if the sum over the nodes reaches its quorum. Verdict and code
follow from that. Results that depend on the queue must satisfy what no order can change: no node is over-committed, no group runs in
part, and a group that does not start would not fit into the remaining capacity.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from stories import Failure, check_contract  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
GPU = "nvidia.com/gpu"
AMOUNTS = ("cpu", GPU, "pods")
LABELS = {"coscheduling": "scheduling.x-k8s.io/pod-group", "coscheduling-sigs": "pod-group.scheduling.sigs.k8s.io"}
APIS = {"coscheduling": "scheduling.x-k8s.io/v1alpha1", "coscheduling-sigs": "scheduling.sigs.k8s.io/v1alpha1"}
TAINT = {"key": "dedicated", "value": "yes", "effect": "NoSchedule"}


def when(second):
    return "2026-03-02T%02d:%02d:%02dZ" % (second // 3600, second // 60 % 60, second % 60)


def pod(name, requests, second, labels=None, node=None, gated=False, tolerates=False):
    spec = {"containers": [{"name": "main", "resources": {"requests": {k: str(v) for k, v in requests.items() if v}}}],
            "preemptionPolicy": "Never", "priority": 0}
    if node:
        spec["nodeName"] = node
    if gated:
        spec["schedulingGates"] = [{"name": "example.com/gate"}]
    if tolerates:
        spec["tolerations"] = [{"key": "dedicated", "operator": "Exists"}]
    return {"apiVersion": "v1", "kind": "Pod", "status": {"phase": "Running" if node else "Pending"}, "spec": spec,
            "metadata": {"name": name, "namespace": "ml", "uid": name, "creationTimestamp": when(second), "labels": labels or {}}}


class Case:
    """A cluster: nodes with their free capacity, and groups of equal pods."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.objects, self.free, self.tainted, self.groups, self.loose = [], {}, set(), [], {}
        for number in range(self.random.randint(1, 7)):
            self.add_node("node-%d" % number)
        for number in range(self.random.randint(1, 4)):
            self.add_group("group-%d" % number, 100 * number)
        for number in range(self.random.choice((0, 0, 1, 3))):
            requests = {"cpu": self.random.randint(1, 4), GPU: self.random.choice((0, 1))}
            self.loose["loose-%d" % number] = requests
            self.objects.append(pod("loose-%d" % number, requests, self.random.randint(0, 400)))

    def add_node(self, name):
        amounts = {"cpu": self.random.choice((4, 8, 16)), GPU: self.random.choice((0, 2, 4, 8)), "pods": self.random.choice((3, 110))}
        spec = {}
        if self.random.random() < 0.2:
            spec["taints"] = [TAINT]
            self.tainted.add(name)
        self.objects.append({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {}}, "spec": spec,
                             "status": {"allocatable": {k: str(v) for k, v in amounts.items()}}})
        used = {"cpu": self.random.randint(0, amounts["cpu"]), GPU: self.random.randint(0, amounts[GPU])}
        if any(used.values()):
            self.objects.append(pod("on-" + name, used, 0, node=name))
        self.free[name] = {"cpu": amounts["cpu"] - used["cpu"], GPU: amounts[GPU] - used[GPU],
                           "pods": amounts["pods"] - any(used.values())}

    def add_group(self, name, second):
        size = self.random.randint(1, 6)
        minimum = self.random.randint(1, size + (self.random.random() < 0.2))
        requests = {"cpu": self.random.choice((1, 2, 3)), GPU: self.random.choice((0, 1, 2, 4))}
        gated = self.random.randint(1, size) if self.random.random() < 0.15 else 0
        tolerates = self.random.random() < 0.3
        dialect = self.random.choice(("coscheduling", "coscheduling", "coscheduling-sigs", "lightweight"))
        if dialect == "lightweight":
            labels = {"pod-group.scheduling.sigs.k8s.io/name": name, "pod-group.scheduling.sigs.k8s.io/min-available": str(minimum)}
        else:
            labels = {LABELS[dialect]: name}
            self.objects.append({"apiVersion": APIS[dialect], "kind": "PodGroup", "spec": {"minMember": minimum},
                                 "metadata": {"name": name, "namespace": "ml", "uid": name, "creationTimestamp": when(second)}})
        for number in range(size):
            self.objects.append(pod("%s-%d" % (name, number), requests, second + 1, labels, None, number < gated, tolerates))
        self.groups.append({"name": name, "size": size, "min": minimum, "requests": requests, "gated": gated, "tolerates": tolerates,
                            "old": dialect != "coscheduling"})

    def admissible(self, group):
        return [n for n in self.free if group["tolerates"] or n not in self.tainted]

    def places(self, group, free):
        """Number of members that fit at the same time; exact, because all have the same requests."""
        need = dict(group["requests"], pods=1)
        return sum(max(0, min(free[n][r] // need[r] for r in AMOUNTS if need[r])) for n in self.admissible(group))

    def sums_suffice(self, group):
        """True if the total free capacity covers the quorum's requests, regardless of its distribution."""
        need = dict(group["requests"], pods=1)
        return all(sum(self.free[n][r] for n in self.admissible(group)) >= group["min"] * need[r] for r in AMOUNTS)

    def text(self):
        return json.dumps({"apiVersion": "v1", "kind": "List", "items": self.objects}, indent=1)


def check(case, report):
    def demand(condition, sentence):
        if not condition:
            raise Failure(sentence)

    reports = {g["name"]: g for g in report["status"]["groups"]}
    left = {n: dict(f) for n, f in case.free.items()}
    for group in case.groups:
        for row in reports[group["name"]]["pods"]:
            if row["outcome"] == "Bound":
                demand(group["tolerates"] or row["node"] not in case.tainted, "%s is on a tainted node" % row["name"])
                for resource, amount in dict(group["requests"], pods=1).items():
                    left[row["node"]][resource] -= amount
    for row in report["status"].get("pods", []):
        if row["outcome"] == "Bound":
            for resource, amount in dict(case.loose[row["name"]], pods=1).items():
                left[row["node"]][resource] -= amount
    for node, amounts in left.items():
        demand(min(amounts.values()) >= 0, "%s is over-committed: %s" % (node, amounts))

    # With older releases a group that cannot start keeps its reservations until the timeout (v0.18 rejects no group, and before
    # v0.34 gated members count as siblings). A pod that failed meanwhile may wait without another attempt.
    held = any(g["old"] and reports[g["name"]]["verdict"] == "DoesNotFit" for g in case.groups)
    settled = not held and not any(g.get("spins") for g in reports.values())
    for group in case.groups:
        row, ready = reports[group["name"]], group["size"] - group["gated"]
        name, found = group["name"], case.places(group, case.free)
        alone = min(found, ready) if min(found, ready) >= group["min"] else 0
        demand(row["alone"]["boundAtEnd"] == alone, "%s: alone %d members run, not %d" % (name, alone, row["alone"]["boundAtEnd"]))
        demand(row["alone"]["verdict"] == ("Fits" if alone else "DoesNotFit"), name + ": alone.verdict")
        demand(row["boundAtEnd"] == 0 or row["boundAtEnd"] >= group["min"], name + " runs in part")
        if row["verdict"] == "Fits":
            continue
        demand(row["verdict"] == "DoesNotFit", "%s: verdict %s" % (name, row["verdict"]))
        if group["size"] < group["min"]:
            expected = "NotEnoughMembers"
        elif ready < group["min"]:
            expected = "MembersGated"
        elif found == 0:
            expected = "NoFeasibleNode"
        elif alone:
            expected = "TakenByOthersAhead"
        else:
            expected = "Fragmented" if case.sums_suffice(group) else "NotEnoughRoom"
        demand(row["code"] == expected, "%s: code %s, by counting %s" % (name, row["code"], expected))
        if alone and settled:
            demand(min(case.places(group, left), ready) < group["min"], "%s does not start, and would still fit" % name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "build/release/src/kubectl-gang"))
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first case; the others follow")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the clusters of failed cases")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed, arguments.seed + arguments.cases):
            case, path = Case(seed), pathlib.Path(folder) / "cluster.json"
            path.write_text(case.text(), encoding="utf-8")
            done = subprocess.run([arguments.binary, "explain", "-n", "ml", "-o", "json", "--from", str(path)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            try:
                if done.returncode not in (0, 1):
                    raise Failure("exit status %d: %s" % (done.returncode, done.stderr.decode()))
                report = json.loads(done.stdout)
                check_contract(report, "kubectl gang explain", done.returncode)
                check(case, report)
            except (Failure, ValueError, KeyError) as failure:
                failed += 1
                print("FAIL seed %d: %r" % (seed, failure))
                if arguments.keep:
                    arguments.keep.mkdir(exist_ok=True)
                    (arguments.keep / ("seed-%d.json" % seed)).write_text(case.text(), encoding="utf-8")
    print("%d passed, %d failed" % (arguments.cases - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
