# SPDX-License-Identifier: Apache-2.0
"""Invariants that must hold after every fault while groups are bound. They come from the API server and its audit log,
and from the binder's last report."""
import collections
import fractions
import re

from binding.stage import bindings_of
from shapes import GROUP_LABEL

SUFFIX = {"": 1, "m": fractions.Fraction(1, 1000), "k": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


def amount(text):
    number, suffix = re.fullmatch(r"([0-9.]+)([A-Za-z]*)", str(text)).groups()
    return fractions.Fraction(number) * SUFFIX[suffix]


def requests(pod):
    """The requests of a pod without sidecars: the sum of its containers, or its largest init container."""
    total = collections.Counter({"pods": 1})
    for container in pod["spec"]["containers"]:
        for name, text in container.get("resources", {}).get("requests", {}).items():
            total[name] += amount(text)
    for container in pod["spec"].get("initContainers", []):
        for name, text in container.get("resources", {}).get("requests", {}).items():
            total[name] = max(total[name], amount(text))
    return total


def overfull(nodes, pods):
    """Sentences about nodes whose pods exceed their allocatable, in any resource."""
    taken = collections.defaultdict(collections.Counter)
    for pod in pods:
        if pod["spec"].get("nodeName") and pod.get("status", {}).get("phase") not in ("Succeeded", "Failed"):
            taken[pod["spec"]["nodeName"]].update(requests(pod))
    room = {node["metadata"]["name"]: node["status"]["allocatable"] for node in nodes}
    return ["%s of %s: %s of %s" % (resource, name, float(used), room[name].get(resource, "0"))
            for name, amounts in sorted(taken.items()) if name in room  # a node may have been deleted meanwhile
            for resource, used in sorted(amounts.items()) if used > amount(room[name].get(resource, "0"))]


def accepted(audited):
    """(namespace/name, uid) of each pod, once for each binding that the API server accepted."""
    return [(about["namespace"] + "/" + about["name"], about.get("uid", "")) for about in (
        line["objectRef"] for line in audited if line["responseStatus"]["code"] < 300 and "dryRun=" not in line["requestURI"])
        if about.get("subresource") == "binding"]


def bound_twice(audited):
    """Sentences about pods, by uid, with more than one accepted binding."""
    return ["%s %s: %d bindings" % (*pod, count) for pod, count in sorted(collections.Counter(accepted(audited)).items()) if count > 1]


def members(pods):
    """Group → its live members."""
    found = collections.defaultdict(list)
    for pod in pods:
        name = pod["metadata"].get("labels", {}).get(GROUP_LABEL)
        if name and pod.get("status", {}).get("phase") not in ("Succeeded", "Failed"):
            found[name].append(pod)
    return found


def said_of(report):
    """Pod name → True if the report has it as bound, for every pod in the report."""
    said = {pod["name"]: pod["outcome"] == "AlreadyBound"
            for group in report.get("status", {}).get("groups", []) for pod in group.get("pods", [])}
    for name, entry in bindings_of(report).items():
        said[name] = said.get(name, False) or entry["result"] == "Bound"
    return said


def silent(groups, pods, status, report, audited=(), asked=None):
    """Sentences about groups without their quorum that the last run leaves out. Its exit status must not be 0, and for a group
    with a bound member the report must have the true state of each member.

    `asked`: the groups that the run should bind (None: all); other groups matter only if the binder bound one of their pods.
    """
    by_us = {name.split("/")[1] for name, _ in accepted(audited)}
    said, wrong, grouped = said_of(report), [], members(pods)
    for group in groups:
        name, needed = group["metadata"]["name"], group["spec"].get("minMember", 1)
        bound = sum(1 for pod in grouped[name] if pod["spec"].get("nodeName"))
        concerns = asked is None or name in asked or any(pod["metadata"]["name"] in by_us for pod in grouped[name])
        if bound >= needed or not grouped[name] or not concerns:
            continue
        if status == 0:
            wrong.append("%s has %d of %d, and the exit status is 0" % (name, bound, needed))
        for pod in grouped[name] if bound else []:
            member, node = pod["metadata"]["name"], pod["spec"].get("nodeName")
            if member not in said:
                wrong.append("%s of %s is not in the report" % (member, name))
            elif said[member] != bool(node):
                wrong.append("%s of %s is reported as %s, and its node is %s" % (
                    member, name, "bound" if said[member] else "not bound", node))
    return wrong


def untrue(pods, report):
    """Sentences about reported bindings that do not exist; skips deleted pods."""
    nodes = {pod["metadata"]["name"]: pod["spec"].get("nodeName") for pod in pods}
    return ["%s is reported as bound to %s, and its node is %s" % (name, entry.get("node"), nodes[name])
            for name, entry in bindings_of(report).items()
            if entry["result"] == "Bound" and name in nodes and nodes[name] != entry.get("node")]


def hold(stage, what, status, report, asked=None):
    """Checks all invariants after the last run of a fault test, with its exit status and report."""
    nodes, pods, groups = (stage.server.items(kind, "default") for kind in ("Node", "Pod", "PodGroup"))
    audited = stage.requests(may_be_none=asked == [])
    wrong = overfull(nodes, pods) + bound_twice(audited) + silent(groups, pods, status, report, audited, asked) + untrue(pods, report)
    return stage.that(what + ": the invariants hold", not wrong, "; ".join(wrong))


def invariants_can_fail(stage):
    """Breaks each invariant by hand, and checks that it fails."""
    stage.set("{nodes: {a: {cpu: 2, pods: 3}}, groups: {g: {minMember: 4}}, pods: {g: {count: 4, group: g, cpu: 1}}}")
    for name in ("g-0", "g-1"):
        stage.bind_by_hand(name, "a")
    nodes, pods, groups = (stage.server.items(kind, "default") for kind in ("Node", "Pod", "PodGroup"))
    entries = [{"pod": "g-%d" % i, "node": "a", "result": "Bound" if i < 2 else "Failed"} for i in range(4)]
    told = {"status": {"bindings": entries}}
    members_told = {"status": {"groups": [{"name": "g", "pods": [
        {"name": "g-%d" % i, "outcome": "AlreadyBound" if i < 2 else "Unschedulable"} for i in range(4)]}]}}
    stage.that("a full node is not overfull", not overfull(nodes, pods), overfull(nodes, pods))
    stage.that("a reported half of a group passes", not silent(groups, pods, 1, told), silent(groups, pods, 1, told))
    stage.that("reported members of a group pass", not silent(groups, pods, 1, members_told), silent(groups, pods, 1, members_told))
    stage.that("status 0 fails", silent(groups, pods, 0, told))
    stage.that("a missing report fails", len(silent(groups, pods, 1, {})) == 4)
    stage.that("a missing member fails", len(silent(groups, pods, 1, {"status": {"bindings": entries[1:]}})) == 1)
    wrong = {"status": {"bindings": [dict(entry, result="Bound") for entry in entries]}}
    stage.that("a pending member reported as bound fails", len(silent(groups, pods, 1, wrong)) == 2)
    stage.that("a reported binding that does not exist fails", len(untrue(pods, wrong)) == 2 and not untrue(pods, told))
    stage.bind_by_hand("g-2", "a")
    stage.that("requests above a node's cpu fail", overfull(nodes, stage.server.items("Pod")) == ["cpu of a: 3.0 of 2"])
    stage.bind_by_hand("g-3", "a")
    stage.that("pods above a node's number of pods fail", len(overfull(nodes, stage.server.items("Pod"))) == 2)
    line = {"objectRef": {"namespace": "default", "name": "g-0", "subresource": "binding", "uid": "1"},
            "responseStatus": {"code": 201}, "requestURI": "/binding"}
    stage.that("two bindings of a pod fail", len(bound_twice([line, line])) == 1)
    refused = dict(line, responseStatus={"code": 409})
    another = dict(line, objectRef=dict(line["objectRef"], uid="2"))
    stage.that("a rejected binding, a dry run and another pod of the same name do not count",
               not bound_twice([line, refused, another, dict(line, requestURI="/binding?dryRun=All")]))


CHECKS = [invariants_can_fail]
