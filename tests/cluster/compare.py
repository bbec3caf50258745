# SPDX-License-Identifier: Apache-2.0
"""Results of the real scheduler and of the simulation, as facts to compare.

A fact has a name of two words, such as ("pod default/a", "message") or ("attempt 3", "node"), and a JSON value.
`real_facts` keeps the facts on which all real runs agree and counts the rest by reason; `our_facts` runs kubectl-gang on the
same objects; `differences` compares. conformance.py is the program.
"""
import collections
import json

GROUP_LABEL = "scheduling.x-k8s.io/pod-group"
RESULTS = {"scheduled": "Bound", "waiting": "Waiting", "unschedulable": "Unschedulable", "error": "Error"}

Difference = collections.namedtuple("Difference", "subject field real ours")


def key_of(thing):
    return "%s/%s" % (thing["metadata"].get("namespace", "default"), thing["metadata"]["name"])


def of_kind(snapshot, kind):
    return {key_of(o): o for o in snapshot if o["kind"] == kind}


class Cluster:
    """The objects of a snapshot that the comparison needs: pending pods, bound pods, groups and their members."""

    def __init__(self, snapshot):
        pods = of_kind(snapshot, "Pod")
        self.pending = [key for key, pod in pods.items() if not pod["spec"].get("nodeName")
                        and pod.get("status", {}).get("phase") not in ("Succeeded", "Failed")]
        self.bound = [key for key, pod in pods.items() if pod["spec"].get("nodeName")]
        self.groups = of_kind(snapshot, "PodGroup")
        self.members = collections.defaultdict(list)
        for key, pod in pods.items():
            name = (pod["metadata"].get("labels") or {}).get(GROUP_LABEL)
            if name and pod.get("status", {}).get("phase") not in ("Succeeded", "Failed"):
                self.members[key.split("/")[0] + "/" + name].append(key)


# --- the real runs ---------------------------------------------------------------------------------------------------

def split_preemption(run):
    """Returns the first attempt whose victims end one by one, so that the pod has another attempt between two of them and evicts
    the rest; None if there is none. Preemption deletes victims in the background; which victim's end wakes the pod is a race."""
    last = {}
    for index, attempt in enumerate(run["attempts"]):
        if attempt.get("nominated"):
            if last.get(attempt["pod"], (None, None))[1] == attempt["nominated"]:
                return last[attempt["pod"]][0]
            last[attempt["pod"]] = (index, attempt["nominated"])
    return None


def compared_attempts(run):
    """Returns the number of attempts to compare: all up to the first rejection of waiting pods, or until victims end one by one.
    Later attempts depend on how the scheduler's goroutines interleave, in which Unreserve releases the reservations."""
    attempts = run["attempts"]
    ends = [end for end in (run.get("first_group_rejection"), split_preemption(run)) if end is not None]
    count = min(ends) + 1 if ends else len(attempts)
    return min(count, next((i for i, a in enumerate(attempts) if a["result"] == "unfinished"), count))


def settled(attempts):
    """Removes attempts that try a rejected pod again in vain, with the same text.

    A binding wakes rejected pods, and comes some milliseconds after its attempt; how many attempts fit in between is a race.
    """
    last, kept = {}, []
    for attempt in attempts:
        text = attempt["message"] if attempt["result"] == "unschedulable" and not attempt.get("nominated") else None
        if text is None or last.get(attempt["pod"]) != text:
            kept.append(attempt)
        last[attempt["pod"]] = text
    return kept


def preempting_attempt(run, preemption):
    """The attempt that chose the victims. The log has their deletion at its end, perhaps after the pod's next attempt."""
    for index in range(preemption["attempt"], -1, -1):
        attempt = run["attempts"][index]
        if attempt["pod"] == preemption["preemptor"] and attempt.get("nominated") == preemption["node"]:
            return index
    return preemption["attempt"]


def run_facts(run, cluster, controller):
    facts = {}
    count, split = compared_attempts(run), split_preemption(run)
    victims = collections.defaultdict(list)
    for preemption in run.get("preemptions") or []:
        victims[preempting_attempt(run, preemption)] += [v for v in preemption.get("victims") or []
                                           if v not in (preemption.get("waiting") or [])]
    number_of = {}  # index in the log → index among the compared attempts
    for index, attempt in enumerate(run["attempts"]):
        attempt["index"] = index
    for number, attempt in enumerate(settled(run["attempts"][:count])):
        index = attempt["index"]
        number_of[index] = number
        subject = "attempt %d" % number
        facts[subject, "pod"] = attempt["pod"]
        facts[subject, "result"] = RESULTS.get(attempt["result"], attempt["result"])
        if attempt["result"] in ("scheduled", "waiting"):
            facts[subject, "node"] = attempt["node"]
        else:
            facts[subject, "message"] = attempt["message"]
            facts[subject, "nominated"] = attempt.get("nominated", "")
            if index != split:
                facts[subject, "victims"] = sorted(set(victims[index]))
        if attempt["result"] == "waiting" and attempt.get("then"):
            facts[subject, "then"] = "Bound" if attempt["then"] == "scheduled" else attempt["message"]
    for entry in run.get("scores") or []:
        if entry["attempt"] in number_of:
            subject = "attempt %d" % number_of[entry["attempt"]]
            for plugin, nodes in entry["plugins"].items():
                facts[subject, "score " + plugin] = nodes
            facts[subject, "score total"] = entry["final"]
    tried = {attempt["pod"] for attempt in run["attempts"]}
    facts.update({("pod " + key, "tried"): True for key in cluster.pending if key in tried})
    if not run["rest"]:
        facts.update(facts_of_restless(run, cluster))
        return facts
    if run.get("first_group_rejection") is None and split is None:
        facts["attempts", "count"] = len(number_of)
    pods = run["pods"]
    for key in cluster.pending:
        pod = pods.get(key)
        if pod is None:
            continue
        facts["pod " + key, "node"] = pod["node"]
        if not pod["node"] and not pod["deleted"]:
            facts["pod " + key, "message"] = pod["message"]
        if not pod["deleted"]:
            facts["pod " + key, "nominated"] = pod["nominated"]
    for key in cluster.bound + cluster.pending:
        if key in pods:
            facts["pod " + key, "deleted"] = pods[key]["deleted"]
    for key, group in cluster.groups.items():
        held = sum(1 for m in cluster.members[key] if m in pods and pods[m]["node"] and not pods[m]["deleted"])
        facts["group " + key, "bound"] = held
        facts["group " + key, "quorum"] = held >= max(1, group["spec"].get("minMember") or 0)
        evicted = any(pods[m]["deleted"] for m in cluster.members[key] if m in pods)  # our phase is that of the snapshot
        if controller and key in run["groups"] and not evicted:
            status = run["groups"][key]
            facts["group " + key, "phase"] = status["phase"]
            for field in ("running", "succeeded", "failed"):
                facts["group " + key, field] = status.get(field, 0)
    return facts


def facts_of_restless(run, cluster):
    """What holds although the run goes on, because a group is in a retry loop: pods with a node keep it."""
    facts = {}
    for key in cluster.pending:
        if run["pods"].get(key, {}).get("node"):
            facts["pod " + key, "bound"] = True
            facts["pod " + key, "node"] = run["pods"][key]["node"]
    return facts


def up_to_the_parting(agreed, whole):
    """Returns `agreed` without attempts after the first on which not all agree. An attempt is comparable only if all earlier
    attempts agree; otherwise its number means another attempt."""
    numbers = {int(subject.split()[1]) for subject, _ in whole if subject.startswith("attempt ")}
    parted = [n for n in numbers if any(("attempt %d" % n, f) in whole and ("attempt %d" % n, f) not in agreed
                                        for f in ("pod", "result", "node"))]
    if not parted:
        return agreed
    return {key: value for key, value in agreed.items()
            if not key[0].startswith("attempt ") or int(key[0].split()[1]) <= min(parted)}


def certain(real, ours, others):
    """The facts of `real` for which our answer does not change with the API server's speed."""
    steady = {key for key in real if all(other.get(key) == ours.get(key) for other in others)}
    return up_to_the_parting({key: value for key, value in real.items() if key in steady}, real)


def real_facts(record, controller=False):
    """Returns the facts on which all runs of a record agree, and a Counter of the omitted ones, by reason."""
    cluster, left_out = Cluster(record["snapshot"]), collections.Counter()
    runs = [run_facts(run, cluster, controller) for run in record["runs"]]
    agreed = {}
    for key, value in runs[0].items():
        if all(key in facts and facts[key] == value for facts in runs[1:]):
            agreed[key] = value
        else:
            left_out["real runs differ"] += 1
    comparable = up_to_the_parting(agreed, runs[0])
    left_out["real runs differ"] += len(agreed) - len(comparable)
    agreed = comparable
    run = record["runs"][0]
    count = compared_attempts(run)
    left_out["attempts after a group was rejected, or victims went one by one (they race)"] += len(run["attempts"]) - count
    left_out["retries in vain (when they come races with bindings)"] += count - len(settled(run["attempts"][:count]))
    if not all(run["rest"] for run in record["runs"]):
        left_out["pods of runs without rest"] += len(cluster.pending)
    return agreed, +left_out


# --- the simulation --------------------------------------------------------------------------------------------------

AFTER_A_START = ["--order", "restart"]  # the recorded scheduler listed the whole cluster when it started
RACES_WITH_THE_API = "our answer depends on how fast the API server is"
OTHER_LATENCIES = (1, 3, 12, 25, 50)  # ms; the simulation takes 6


def our_facts(program, snapshot, config=None, latency=None):
    """Returns the same facts by kubectl-gang, and the set of those that it declares as races. `latency`: the duration of an API
    call in milliseconds."""
    cluster, facts, varies = Cluster(snapshot), {}, set()
    words = ["-A"] + AFTER_A_START + ([] if latency is None else ["--api-latency-ms", str(latency)])
    queue, explanation = program.answers(snapshot, config, ["queue", "--scores"] + words, ["explain"] + words)
    terminating = {key for key, pod in of_kind(snapshot, "Pod").items() if pod["metadata"].get("deletionTimestamp")}
    deleted = {victim for attempt in queue["status"]["attempts"] for victim in attempt.get("victims", [])} - terminating
    tried = settled([dict(attempt, result=attempt["result"].lower(), message=attempt.get("message", ""), said=attempt["result"],
                          nominated=attempt.get("nominatedNode")) for attempt in queue["status"]["attempts"]])
    for index, attempt in enumerate(tried):
        subject = "attempt %d" % index
        facts[subject, "pod"] = attempt["pod"]
        facts[subject, "result"] = attempt["said"]
        facts[subject, "node"] = attempt.get("node", "")
        facts[subject, "message"] = attempt.get("message", "")
        facts[subject, "nominated"] = attempt.get("nominatedNode", "")
        facts[subject, "victims"] = sorted(attempt.get("victims", []))
        if "then" in attempt:
            facts[subject, "then"] = attempt["then"]
            if attempt.get("thenVaries"):
                varies.add((subject, "then"))
        for node, plugins in attempt.get("scores", {}).items():
            for plugin, score in plugins.items():
                facts.setdefault((subject, "score " + plugin), {})[node] = score
    facts["attempts", "count"] = len(tried)
    status = explanation["status"]
    rows = [("%s/%s" % (pod["namespace"], pod["name"]), pod) for pod in status.get("pods", [])]
    for group in status.get("groups", []):
        key = "%s/%s" % (group["namespace"], group["name"])
        rows += [("%s/%s" % (group["namespace"], pod["name"]), pod) for pod in group["pods"]]
        facts["group " + key, "bound"] = group["boundAtEnd"]
        facts["group " + key, "quorum"] = group["boundAtEnd"] >= max(1, group["minMember"])
        facts["group " + key, "impossible"] = group.get("feasibility", {}).get("answer") == "Infeasible"
        for field in ("phase", "running", "succeeded", "failed"):
            if field in group.get("phase", {}):
                facts["group " + key, field] = group["phase"][field]
        if group.get("spins"):
            # The real scheduler is in the same retry loop, some thousand times a second, until a race in Coscheduling starts a
            # small group: a rejected member still counts before its Unreserve has run.
            varies |= {("group " + key, field) for field in ("bound", "quorum", "phase", "running", "succeeded", "failed")}
            varies |= {("pod " + member, field) for member in cluster.members[key] for field in ("node", "message", "nominated", "bound")}
    attempted = {attempt["pod"] for attempt in queue["status"]["attempts"]}
    for key, row in rows:
        subject = "pod " + key
        facts[subject, "tried"] = key in attempted
        facts[subject, "bound"] = bool(row.get("node"))
        facts[subject, "node"] = row.get("node", "")
        facts[subject, "message"] = row.get("message", "")
        facts[subject, "nominated"] = row.get("nominatedNode", "")
        if row.get("messageVaries"):
            varies.add((subject, "message"))
    for key in cluster.bound + cluster.pending:
        facts["pod " + key, "deleted"] = key in deleted
    return facts, varies


# --- the comparison --------------------------------------------------------------------------------------------------

def same(field, real, ours):
    """True if the two values agree. A node or plugin without a score has score 0."""
    if field.startswith("score "):
        ours = ours or {}
        return all(ours.get(node, 0) == real.get(node, 0) for node in set(real) | set(ours))
    return real == ours


def differences(real, ours, varies):
    """Returns the differences, the number of compared facts, and a Counter of facts that our answer declares as races.

    Compares attempts up to the first whose pod, result or node differs: later attempts have no counterpart.
    """
    found, compared, left_out, parted = [], 0, collections.Counter(), None
    for (subject, field), value in real.items():
        number = int(subject.split()[1]) if subject.startswith("attempt ") else None
        if number is not None and parted is not None and number > parted:
            left_out["attempts after a disagreement"] += 1
            continue
        if (subject, field) in varies:
            left_out["our answer says that it races (messageVaries, spins)"] += 1
            continue
        compared += len(value) if field.startswith("score ") else 1
        mine = ours.get((subject, field))
        if not same(field, value, mine):
            found.append(Difference(subject, field, value, mine))
            if number is not None and field in ("pod", "result", "node") and parted is None:
                parted = number
    return found + refuted_certificates(real, ours), compared, left_out


def refuted_certificates(real, ours):
    """Groups that the real scheduler started without evicting anybody, although our certificate says that this is impossible."""
    if any(value for (_, field), value in real.items() if field == "deleted"):
        return []
    return [Difference(subject, "impossible", False, True) for (subject, field), reached in real.items()
            if field == "quorum" and reached and ours.get((subject, "impossible"))]


def held_against(real, binary, snapshot, config):
    """Returns (differences, compared, left out). If they differ, facts of our answer that depend on how fast the API server binds
    and deletes count as races, and are left out."""
    ours, varies = our_facts(binary, snapshot, config)
    found, compared, left_out = differences(real, ours, varies)
    if not found:
        return found, compared, left_out
    kept = certain(real, ours, [our_facts(binary, snapshot, config, latency)[0] for latency in OTHER_LATENCIES])
    found, compared, left_out = differences(kept, ours, varies)
    return found, compared, left_out + collections.Counter({RACES_WITH_THE_API: len(real) - len(kept)})


def describe(difference):
    def text(value):
        return "nothing" if value is None else value if isinstance(value, str) and value else json.dumps(value)
    return "%s, %s:\n    real: %s\n    ours: %s" % (difference.subject, difference.field, text(difference.real),
                                                   text(difference.ours))
