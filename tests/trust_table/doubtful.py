# SPDX-License-Identifier: Apache-2.0
"""Pods that may get other nodes than the run gives them, because the input does not hold what decides about them, and what that means
for a pod that comes later."""
import copy

from trust_table.combination import UNKNOWN, YES, Combination
from trust_table.inputs import USES_CLAIM
from trust_table.objects import make, manifest_pod, node, nodes, pod, with_metadata, with_spec

HOST = "kubernetes.io/hostname"


def on_nodes(*names):
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
        {"matchExpressions": [{"key": HOST, "operator": "In", "values": list(names)}]}]}}}


def preferring(affinity, name):
    affinity = copy.deepcopy(affinity)
    affinity.setdefault("nodeAffinity", {})["preferredDuringSchedulingIgnoredDuringExecution"] = [
        {"weight": 100, "preference": {"matchExpressions": [{"key": HOST, "operator": "In", "values": [name]}]}}]
    return affinity


def of_chains():
    """The other pod goes to n3, and the next one to n1. If the other's claim sends it to n1, the next one goes to n2, where the new pod
    has to go."""
    rule = "schedule_one.go: each pod gets the best node that is left"
    for what, cpu, uses, verdict in (("whose claim is not in the input", 8, USES_CLAIM, UNKNOWN), ("that fits", 8, {}, YES),
                                     ("whose claim is not in the input, beside capacity for both", 16, USES_CLAIM, YES)):
        first = pod("cache", cpu=6, priority=20, affinity=preferring(on_nodes("n1", "n3"), "n3"), **uses)
        second = pod("next", cpu=6, priority=10, affinity=preferring(on_nodes("n1", "n2"), "n1"))
        new = [manifest_pod("work", cpu=6, affinity=on_nodes("n2"))]
        yield Combination("Pod behind one that comes after a pod %s" % what, verdict, rule,
                          [node("n1"), node("n2", cpu=cpu), node("n3"), first, second], new)


def of_conflicts():
    """Both nodes hold both pods. The other pod goes to n1, unless its claim sends it to n2, where the new pod has to go."""
    def apart(app):
        return {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
            {"topologyKey": HOST, "labelSelector": {"matchLabels": {"app": app}}}]}}

    def with_port(objects, port):
        for each in objects:
            each["spec"]["containers"][0]["ports"] = [{"containerPort": port, "hostPort": port}]

    disk = {"name": "disk", "gcePersistentDisk": {"pdName": "pd-1"}}
    anti_affinity = "interpodaffinity: satisfyPodAntiAffinity, satisfyExistingPodsAntiAffinity"
    cases = {
        "port of the other": ({"port": 80}, {"port": 80}, UNKNOWN, "nodeports fitsPorts"),
        "another port": ({"port": 80}, {"port": 81}, YES, "nodeports fitsPorts"),
        "anti-affinity to the other": ({}, {"affinity": apart("cache")}, UNKNOWN, anti_affinity),
        "anti-affinity of the other": ({"affinity": apart("work")}, {}, UNKNOWN, anti_affinity),
        "anti-affinity to a third": ({"affinity": apart("third")}, {"affinity": apart("third")}, YES, anti_affinity),
        "disk of the other": ({"volumes": [disk]}, {"volumes": [disk]}, UNKNOWN, "volumerestrictions isVolumeConflict")}
    for what, (of_other, of_new, verdict, rule) in cases.items():
        other = with_metadata([pod("cache", priority=20, affinity=preferring(of_other.get("affinity", {}), "n1"))], "Pod", "labels", app="cache")
        other[0]["spec"]["volumes"] = USES_CLAIM["volumes"] + of_other.get("volumes", [])
        new = with_metadata(with_spec([manifest_pod("work", affinity=of_new.get("affinity", {}))], nodeSelector={HOST: "n2"}), "Pod", "labels",
                            app="work")
        new[0]["spec"]["volumes"] = of_new.get("volumes", [])
        for objects, change in ((other, of_other), (new, of_new)):
            if "port" in change:
                with_port(objects, change["port"])
        yield Combination("Pod for n2 with %s, whose claim is not in the input" % what, verdict, rule, nodes() + other, new)


def of_victims():
    """A running gang of two whose members stand in the way of a pod of higher priority."""
    rule = "preemption.go: pods of lower priority give way"
    gang = [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})]
    gang += [pod("work-%d" % i, cpu=5, on="n%d" % (i + 1), labels={"scheduling.x-k8s.io/pod-group": "work"}) for i in range(2)]
    for what, cpu, priority, verdict in (("of higher priority", 5, 9, UNKNOWN), ("of its priority", 5, 0, YES), ("that fits beside it", 2, 9, YES)):
        yield Combination("explain of a running gang beside a pod %s" % what, verdict, rule,
                          nodes() + gang + [pod("other", cpu=cpu, priority=priority)], group="work",
                          first_line=("may preempt pod default/work-",) if verdict == UNKNOWN else ())


def combinations():
    for axis in (of_chains, of_conflicts, of_victims):
        yield from axis()
