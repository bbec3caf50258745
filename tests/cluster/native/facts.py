# SPDX-License-Identifier: Apache-2.0
"""Results of the real scheduler and of the simulation for native groups, as facts to compare.

Both become an outcome, `{"pods": {KEY: {node, message, nominated, deleted}}, "groups": {KEY: {bound, verdict, condition}}}`,
and `facts_of` turns both outcomes into facts. The real scheduler tries the members of a group in a random order, which decides
the node or the text of each member. So a group's facts are counts and multisets; single pods outside of groups have their own
facts.
"""
import collections
import re

from compare import AFTER_A_START, OTHER_LATENCIES, differences, key_of, of_kind

FINISHED = ("Succeeded", "Failed")
CONDITION = "PodGroupScheduled"
OVERWRITTEN = "a False that overwrote the True of the same run (the scheduler reads the group behind its own write)"
VERSION = "1.36.3"
CONFIG = """apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
podMaxBackoffSeconds: 1
profiles: [{schedulerName: default-scheduler}]
"""  # the same as in the real one (components.go)
AT_ANOTHER_SPEED = "nothing, but of a case that agrees in everything only at another speed of the API server"
NO_GANG_QUORUM = 1  # one member schedules a basic group


class Cluster:
    """The native groups of a snapshot and their members, and the pods outside of groups."""

    def __init__(self, snapshot):
        self.pods = of_kind(snapshot, "Pod")
        self.groups = {key_of(o): o for o in snapshot
                       if o["kind"] == "PodGroup" and o["apiVersion"].startswith("scheduling.k8s.io/")}
        self.members = {key: [] for key in self.groups}
        self.lone = []
        for key, pod in self.pods.items():
            if pod.get("status", {}).get("phase") in FINISHED:
                continue
            name = (pod["spec"].get("schedulingGroup") or {}).get("podGroupName")
            if name:
                self.members.setdefault("%s/%s" % (pod["metadata"].get("namespace", "default"), name), []).append(key)
            elif not pod["spec"].get("nodeName"):
                self.lone.append(key)
        self.terminating = {key for key, pod in self.pods.items() if pod["metadata"].get("deletionTimestamp")}
        self.bound = [key for key, pod in self.pods.items() if pod["spec"].get("nodeName")]

    def quorum(self, group):
        """Returns how many members schedule the group; 0 for a group without an object."""
        if group not in self.groups:
            return 0
        gang = self.groups[group]["spec"]["schedulingPolicy"].get("gang")
        return gang["minCount"] if gang else NO_GANG_QUORUM

    def verdict(self, group, bound):
        """The verdict in the terms of `explain`, from the members bound in the snapshot and those bound at rest."""
        before = sum(1 for member in self.members[group] if member in self.bound)
        if before >= self.quorum(group):
            return "Satisfied"
        if bound >= self.quorum(group):
            return "Fits"
        return "DoesNotFit" if before < len(self.members[group]) else "Idle"


def outcome_of_run(run, cluster):
    """The outcome of one run of the reference control plane."""
    groups = {}
    for key, members in cluster.members.items():
        bound = sum(1 for m in members if run["pods"][m]["node"] and not run["pods"][m]["deleted"])
        written = [c for c in run["groups"].get(key, {}).get("conditions", []) if c["type"] == CONDITION]
        groups[key] = {"bound": bound, "verdict": cluster.verdict(key, bound), "condition": written[0] if written else None}
    return {"pods": {key: {field: pod[field] for field in ("node", "message", "nominated", "deleted")}
                     for key, pod in run["pods"].items()}, "groups": groups}


def verdict_of_run(group, asked):
    """The verdict of the simulation: an Unknown about what controllers do with the pods says nothing about the scheduler."""
    name = "%s/%s" % (group["namespace"], group["name"])
    open_authorities = {entry["authority"] for entry in asked if name in entry.get("of", []) and entry["answer"] == "notAsked"}
    if group["verdict"] != "Unknown" or open_authorities != {"operator"}:
        return group["verdict"]
    return "Fits" if group["boundAtEnd"] >= max(1, group["minMember"]) else "DoesNotFit"


def outcome_of_ours(status, cluster):
    """(the outcome in an answer of `explain`, the groups and pods that it declares as races)."""
    rows, groups, racing = {}, {}, set()
    for group in status.get("groups", []):
        key = "%s/%s" % (group["namespace"], group["name"])
        if key not in cluster.members or group.get("policy") != "native":
            continue
        condition = group.get("condition")
        groups[key] = {"bound": group["boundAtEnd"], "verdict": verdict_of_run(group, status.get("asked", [])),
                       "condition": condition and {f: condition.get(f, "") for f in ("type", "status", "reason", "message")}}
        rows.update({"%s/%s" % (group["namespace"], pod["name"]): pod for pod in group["pods"]})
        if any(pod.get("messageVaries") for pod in group["pods"]):
            racing.add(("group " + key, "messages"))
    for pod in status.get("pods", []):
        key = "%s/%s" % (pod["namespace"], pod["name"])
        rows[key] = pod
        if pod.get("messageVaries"):
            racing.add(("pod " + key, "message"))
    victims = {victim for row in rows.values() for victim in row.get("victims", [])} - cluster.terminating
    pods = {}
    for key, pod in cluster.pods.items():
        row = rows.get(key, {})
        pods[key] = {"node": row.get("node", pod["spec"].get("nodeName", "")), "message": row.get("message", ""),
                     "nominated": row.get("nominatedNode", ""), "deleted": key in victims}
    return {"pods": pods, "groups": groups}, racing


def canonical(text):
    """The text with a fixed order of the two scheduler names of a mixed group; the real scheduler's order is random."""
    return re.sub(r'got: ("[^"]*") and ("[^"]*")', lambda found: "got: %s and %s" % tuple(sorted(found.groups())), text)


def facts_of(outcome, cluster):
    """The facts of an outcome, of a real run or of ours."""
    facts, pods = {}, outcome["pods"]
    for key, group in outcome["groups"].items():
        subject = "group " + key
        here = [pods[member] for member in cluster.members[key]]
        evicted = sum(1 for pod in here if pod["deleted"])
        facts[subject, "bound"] = group["bound"]
        facts[subject, "evicted"] = evicted
        if key in cluster.groups:
            facts[subject, "condition"] = group["condition"] or "none"
        # Without an object, or after a loss, there is no clear definition of the group's verdict.
        if key in cluster.groups and (not evicted or group["verdict"] == "Satisfied"):
            facts[subject, "verdict"] = group["verdict"]
        texts = collections.Counter(canonical(pod["message"]) for pod in here if not pod["node"] and not pod["deleted"])
        facts[subject, "messages"] = sorted([text, count] for text, count in texts.items())
        facts[subject, "nominated"] = sum(1 for pod in here if pod["nominated"] and not pod["deleted"])
    for key in cluster.lone:
        pod = pods[key]
        facts["pod " + key, "node"] = pod["node"]
        if not pod["deleted"]:
            facts["pod " + key, "nominated"] = pod["nominated"]
            if not pod["node"]:
                facts["pod " + key, "message"] = pod["message"]
    for key in cluster.bound + cluster.lone:
        facts["pod " + key, "deleted"] = pods[key]["deleted"]
    return facts


def overwritten(outcome, cluster):
    """Returns the groups with members bound in this run, but with a False condition. A round that binds writes True, which stays;
    but the round of a surplus member follows so quickly that it may not see the True."""
    found = set()
    for key, group in outcome["groups"].items():
        before = sum(1 for member in cluster.members[key] if member in cluster.bound)
        if group["condition"] and group["condition"]["status"] == "False" and group["bound"] > before:
            found.add(("group " + key, "condition"))
    return found


def real_facts(record):
    """Returns the facts on which all runs of a record agree, and a Counter of the omitted ones, by reason."""
    cluster, left_out = Cluster(record["snapshot"]), collections.Counter()
    if not all(run["rest"] for run in record["runs"]):
        return {}, collections.Counter({"of runs without rest": len(facts_of(outcome_of_run(record["runs"][0], cluster), cluster))})
    outcomes = [outcome_of_run(run, cluster) for run in record["runs"]]
    runs, races = [facts_of(outcome, cluster) for outcome in outcomes], set()
    for outcome in outcomes:
        races |= overwritten(outcome, cluster)
    agreed = {key: value for key, value in runs[0].items() if key not in races and all(facts.get(key) == value for facts in runs)}
    left_out[OVERWRITTEN] = len(races)
    left_out["real runs differ"] = len(runs[0]) - len(agreed) - len(races)
    return agreed, +left_out


def our_outcome(program, snapshot, config=None, latency=None):
    """Returns kubectl-gang's outcome of a snapshot, the Cluster, and the facts that it declares as races. `latency`: the duration
    of an API call in milliseconds. Raises OursFailed."""
    cluster = Cluster(snapshot)
    words = [] if latency is None else ["--api-latency-ms", str(latency)]
    answer, = program.answers(snapshot, config or CONFIG, ["explain", "-A"] + AFTER_A_START + words)
    outcome, racing = outcome_of_ours(answer["status"], cluster)
    return outcome, cluster, racing


def our_facts(program, snapshot, config=None, latency=None):
    """Returns the same facts by kubectl-gang, and the set of those that it declares as races. Raises OursFailed."""
    outcome, cluster, racing = our_outcome(program, snapshot, config, latency)
    return facts_of(outcome, cluster), racing


def held_against(real, binary, snapshot, config=None):
    """Returns (differences, compared, left out). If they differ, our program runs again with other speeds of the API server, which
    decide whether one round comes before or after another round's deletion. One of these answers has to agree with all facts of
    the real scheduler; none is left out. Raises OursFailed."""
    ours, racing = our_facts(binary, snapshot, config)
    first = differences(real, ours, racing)
    if not first[0]:
        return first
    for latency in OTHER_LATENCIES:
        found, compared, left_out = differences(real, *our_facts(binary, snapshot, config, latency))
        if not found:
            return found, compared, left_out + collections.Counter({AT_ANOTHER_SPEED: 1})
    return first
