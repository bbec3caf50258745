# SPDX-License-Identifier: Apache-2.0
"""Random clusters and random faults: only the invariants must hold."""
import collections
import itertools
import random

from binding import invariants
from binding.crashes import half_bound, points, run_and_kill
from live_server import Refused
from shapes import node, pod


def cluster(chance):
    """Some groups, with or without surplus members; not all may fit."""
    made = {"nodes": {"n%d" % i: {"cpu": chance.randint(2, 5), "pods": chance.randint(3, 8)} for i in range(chance.randint(3, 7))},
            "groups": {}, "pods": {}}
    for name in ("g%d" % i for i in range(chance.randint(2, 4))):
        count = chance.randint(2, 6)
        made["groups"][name] = {"minMember": chance.randint(max(1, count - 2), count)}
        made["pods"][name] = {"count": count, "group": name, "cpu": chance.choice((1, 1, 2))}
    return made


class Chaos:
    """Random actions of others on the existing objects. An action that the server rejects has no effect."""

    def __init__(self, stage, chance):
        self.stage, self.chance, self.done = stage, chance, []

    def one(self, may_take_room):
        acts = [self.delete_pod, self.mark_pod, self.bind_pod, self.cordon, self.taint, self.delete_node, self.shrink_group]
        act = self.chance.choice(acts + [self.fill] * 3 if may_take_room else acts)
        try:
            act()
            self.done.append(act.__name__)
        except Refused as refusal:
            self.done.append("%s: %d" % (act.__name__, refusal.status))

    def some(self, kind):
        return self.chance.choice(sorted(self.stage.server.items(kind, "default"), key=lambda thing: thing["metadata"]["name"]))

    def name_of(self, kind):
        return self.some(kind)["metadata"]["name"]

    def delete_pod(self):
        self.stage.delete("Pod", self.name_of("Pod"))

    def mark_pod(self):
        self.stage.change("Pod", self.name_of("Pod"), {"metadata": {"annotations": {"example.com/n": str(self.chance.random())}}})

    def cordon(self):
        self.stage.change("Node", self.name_of("Node"), {"spec": {"unschedulable": True}})

    def taint(self):
        self.stage.change("Node", self.name_of("Node"), {"spec": {"taints": [{"key": "example.com/x", "effect": "NoExecute"}]}})

    def delete_node(self):
        if len(self.stage.server.items("Node")) > 1:
            self.stage.delete("Node", self.name_of("Node"))

    def shrink_group(self):
        self.stage.change("PodGroup", self.name_of("PodGroup"), {"spec": {"minMember": 1}})

    def bind_pod(self):
        """Creates a new node for the pod, so that it uses no capacity of others."""
        pending = sorted(name for name, node in self.stage.placed().items() if not node)
        if pending:
            self.stage.create([node("of-another", unschedulable=True)])
            self.stage.bind_by_hand(self.chance.choice(pending), "of-another")

    def fill(self):
        """Fills the free capacity of some node, to the last cpu."""
        chosen = self.some("Node")
        name, room = chosen["metadata"]["name"], chosen["status"]["allocatable"]
        there = [one for one in self.stage.server.items("Pod") if one["spec"].get("nodeName") == name]
        left = invariants.amount(room["cpu"]) - sum(invariants.requests(one)["cpu"] for one in there)
        if left > 0 and len(there) < int(room["pods"]):
            self.stage.create([pod("intruder-%d" % self.chance.randrange(10**6), node=name, cpu=str(left))])


def anything(stage):
    """Random faults of any kind: while a run binds, or between its sudden end and --resume."""
    chance, seen = random.Random(stage.arguments.seed), collections.Counter()
    deaths = points(stage, bindings=10, requests=60, seconds=0.5)
    for number, (death, arrange) in enumerate(itertools.islice(deaths, 2 * stage.arguments.points)):
        stage.set(cluster(chance))
        chaos = Chaos(stage, chance)
        if number % 2:
            run_and_kill(stage, arrange)
            seen["killed"] += 1
            seen["killed inside a group"] += bool(half_bound(stage))
            for _ in range(chance.randint(1, 3)):
                chaos.one(may_take_room=True)
            stage.proxy.forget()
            had_ended = not stage.journals()  # before the kill; then --resume has nothing to do
            what = "killed %s, %s" % (death, ", ".join(chaos.done))
            status, report, told = stage.report("--resume", "--yes", through=True)
            asked = []
        else:
            for at in (chance.randint(1, 60) for _ in range(chance.randint(1, 3))):
                stage.proxy.at("", at, before=lambda: chaos.one(may_take_room=False))
            status, report, told = stage.report("-A", "--yes", through=True)
            what, asked, had_ended = ", ".join(chaos.done), None, False
            seen["disturbed"] += 1
        what = "point %d (%s)" % (number, what)
        stage.that(what + ": the status is 0 or 1", status in (0, 1), (status, told))
        if not had_ended:
            invariants.hold(stage, what, status, report, asked)
        seen["status %d" % status] += 1
        stage.clear_leases()
        status, report, told = stage.report("-A", "--yes")
        invariants.hold(stage, what + ", run again", status, report)
    print("anything: %s" % ", ".join("%d %s" % (count, name) for name, count in sorted(seen.items())))


CHECKS = [anything]
