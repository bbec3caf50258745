# SPDX-License-Identifier: Apache-2.0
"""Random clusters with native groups, for the real scheduler and for ours.

Each seed gives one cluster. Groups and single pods have different priorities, and so have members of a group that are
not alike: a scheduler tries pods of equal priority in random order after its start.
"""
import copy
import random

import shapes

TAINT = "dedicated=batch:NoSchedule"
TOLERATION = {"key": "dedicated", "operator": "Equal", "value": "batch", "effect": "NoSchedule"}
STEP = 20  # between the priorities of two groups or single pods


class Generator:
    """One cluster."""

    def __init__(self, seed):
        self.random = random.Random("native-%d" % seed)
        self.objects = []
        self.nodes = ["n%d" % number for number in range(self.random.randint(2, 6))]
        self.started = 0  # bound pods so far: each is younger than the one before

    def chance(self, probability):
        return self.random.random() < probability

    def cluster(self):
        for name in self.nodes:
            self.objects.append(shapes.node(name, cpu=self.random.choice((2, 4, 4, 6, 8)), memory="16Gi",
                                            pods=self.random.choice((5, 20, 20)),
                                            labels={"disk": self.random.choice(("ssd", "hdd"))},
                                            taints=[TAINT] if self.chance(0.15) else None, unschedulable=self.chance(0.05)))
        running = [self.running_group(number) for number in range(self.random.choice((0, 0, 1, 2)))]
        lone = [[self.bound("run-%d" % number)] for number in range(self.random.choice((0, 1, 3, 6)))]
        blocks = running + lone
        self.random.shuffle(blocks)
        for block in blocks:
            self.objects += block
        if lone and self.chance(0.3):
            self.objects.append(shapes.budget("budget", {"app": "kept"}, self.random.randint(0, 1)))
        kinds = ["group"] * self.random.randint(1, 4) + ["pod"] * self.random.choice((0, 1, 3))
        self.random.shuffle(kinds)
        ranks = list(range(len(kinds)))
        self.random.shuffle(ranks)
        for number, (kind, rank) in enumerate(zip(kinds, ranks)):
            self.objects += self.pending_group(number, rank * STEP) if kind == "group" else [self.lone(number, rank * STEP)]
        return shapes.complete(self.objects)

    def wants(self):
        """A pod's requests."""
        words = {"cpu": self.random.choice((1, 1, 2, 2, 3, 5)), "memory": self.random.choice(("1Gi", "2Gi", "6Gi"))}
        if self.chance(0.2):
            words["tolerations"] = [TOLERATION]
        if self.chance(0.2):
            words["spec"] = {"nodeSelector": {"disk": self.random.choice(("ssd", "ssd", "hdd"))}}
        return words

    def bound(self, name, member=None, priority=None):
        self.started += 1
        words = {"cpu": self.random.choice((1, 1, 2)), "memory": "1Gi"}
        return shapes.pod(name, member=member, node=self.random.choice(self.nodes), labels={"app": self.random.choice(("kept", "other"))},
                          priority=self.random.choice((-10, 0, 5, 30, 1000)) if priority is None else priority,
                          started="2026-01-01T%02d:%02d:00Z" % divmod(self.started, 60),
                          terminating=member is None and self.chance(0.05), **words)

    def running_group(self, number):
        name, priority, size = "ran-%d" % number, self.random.choice((-10, 0, 5, 30, 1000)), self.random.randint(1, 4)
        made = [shapes.native_group(name, self.random.choice((None, size)), priority=self.random.choice((None, priority)),
                                    disruption=self.random.choice((None, "Pod", "PodGroup")))]
        return made + [self.bound("%s-%d" % (name, member), name, priority) for member in range(size)]

    def pending_group(self, number, priority):
        name, size = "gang-%d" % number, self.random.randint(1, 5)
        minimum = self.random.choice((None, size, size, self.random.randint(1, size), size + 1 if self.chance(0.2) else size))
        rank = self.random.choice((None, priority, priority, 500))
        made = []
        if not self.chance(0.05):
            made.append(shapes.native_group(name, minimum, priority=rank, disruption=self.random.choice((None, None, "PodGroup"))))
        alike, shared, policy = self.chance(0.7), self.wants(), "Never" if self.chance(0.1) else None
        for member in range(size):
            words = copy.deepcopy(shared if alike else self.wants())
            if self.chance(0.05):
                words["gates"] = ["example.com/gate"]
            made.append(shapes.pod("%s-%d" % (name, member), member=name, policy=policy,
                                   priority=priority if alike else priority + size - member, **words))
        if self.chance(0.15):
            made.append(self.bound(name + "-bound", name, priority))
        return made

    def lone(self, number, priority):
        return shapes.pod("lone-%d" % number, priority=priority, policy="Never" if self.chance(0.2) else None, **self.wants())


def generate(seed):
    """The case of a seed, in the reference control plane's format."""
    return {"name": "seed-%d" % seed, "ties": "first", "objects": Generator(seed).cluster()}
