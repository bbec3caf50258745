# SPDX-License-Identifier: Apache-2.0
"""What the real scheduler did with native groups and what the simulation says, as facts that can be held against each other.

Both become an outcome, `{"pods": {KEY: {node, message, nominated, deleted}}, "groups": {KEY: {bound, verdict, condition}}}`,
and both outcomes become facts by the same rule (`facts_of`). In which order the members of one group are tried is a race of
the real scheduler (which of them got which node, which of them the text of those without a place), so a group's facts are
counts and multisets; single pods outside of groups have their own.
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
"""  # that of the real one (components.go)
AT_ANOTHER_SPEED = "nothing, but of a case that agrees in everything only at another speed of the API server"
NO_GANG_QUORUM = 1  # with one member placed a basic group is scheduled


class Cluster:
    """The native groups of a snapshot and their members, and the pods that are none."""

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
        """How many members make the group scheduled; of one without an object nothing is asked."""
        if group not in self.groups:
            return 0
        gang = self.groups[group]["spec"]["schedulingPolicy"].get("gang")
        return gang["minCount"] if gang else NO_GANG_QUORUM

    def verdict(self, group, bound):
        """In the words of `explain`, by what was bound in the snapshot and what is at rest."""
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


def outcome_of_ours(status, cluster):
    """(the outcome that an answer of `explain` tells, the groups and pods of which it says that a race decides)."""
    rows, groups, racing = {}, {}, set()
    for group in status.get("groups", []):
        key = "%s/%s" % (group["namespace"], group["name"])
        if key not in cluster.members or group.get("policy") != "native":
            continue
        condition = group.get("condition")
        groups[key] = {"bound": group["boundAtEnd"], "verdict": group["verdict"],
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
    """A text in which the two names of schedulers that a group mixes stand in one order; in the real one that is luck."""
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
        # Without an object, and after a loss, it is a matter of words what the group had.
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
    """The groups of which members were bound in this run and whose condition is False all the same. A round that binds writes
    True, and True stays; but the round of a member that is left over follows so quickly that it may not see it."""
    found = set()
    for key, group in outcome["groups"].items():
        before = sum(1 for member in cluster.members[key] if member in cluster.bound)
        if group["condition"] and group["condition"]["status"] == "False" and group["bound"] > before:
            found.add(("group " + key, "condition"))
    return found


def real_facts(record):
    """The facts that all runs of a record agree on, and a Counter of those that are left out, by reason."""
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
    """What kubectl-gang says of a snapshot, the Cluster, and the facts of which it says that a race decides. `latency`: how many
    milliseconds the API server takes for a call. Raises OursFailed."""
    cluster = Cluster(snapshot)
    words = [] if latency is None else ["--api-latency-ms", str(latency)]
    answer, = program.answers(snapshot, config or CONFIG, ["explain", "-A"] + AFTER_A_START + words)
    outcome, racing = outcome_of_ours(answer["status"], cluster)
    return outcome, cluster, racing


def our_facts(program, snapshot, config=None, latency=None):
    """The same facts by kubectl-gang, and the set of those of which it says that a race decides. Raises OursFailed."""
    outcome, cluster, racing = our_outcome(program, snapshot, config, latency)
    return facts_of(outcome, cluster), racing


def held_against(real, binary, snapshot, config=None):
    """(differences, compared, left out). Where they differ we are asked again for other speeds of the API server: whether a round
    comes before or after a deletion that another one set off depends on that. One of them has to agree with everything that the
    real one did; no fact is left out. Raises OursFailed."""
    ours, racing = our_facts(binary, snapshot, config)
    first = differences(real, ours, racing)
    if not first[0]:
        return first
    for latency in OTHER_LATENCIES:
        found, compared, left_out = differences(real, *our_facts(binary, snapshot, config, latency))
        if not found:
            return found, compared, left_out + collections.Counter({AT_ANOTHER_SPEED: 1})
    return first
