# SPDX-License-Identifier: Apache-2.0
"""Gangs of each dialect in a cluster of two nodes. Those that the program only approximates never get a Yes. Quorum, filters and
sums still give a No; an answer that depends on order or scores is Unknown."""
import json

from trust_table.combination import NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import CREATED, as_manifest, make, manifest_pod, node, nodes, pod, workload

LATER = "2026-05-04T08:30:00Z"


class Dialect:
    """`scheduler`: its usual name; `words`: other names of it in a first line. `exact`: the program simulates its own rules."""

    def __init__(self, name, scheduler, words, exact=False, counts_pods=True, flags=()):
        self.name, self.scheduler, self.words, self.exact = name, scheduler, (scheduler, *words) if scheduler else words, exact
        self.counts_pods = counts_pods  # fewer pods than the minimum give a No
        self.flags = flags

    def group(self, name, minimum):
        """The group object and the fields of each member: (objects, labels, annotations, spec)."""
        return GROUPS[self.name](name, minimum)

    def gang(self, name="work", sizes=(1, 1, 1, 1), minimum=None, created=CREATED, **spec):
        objects, labels, annotations, more = self.group(name, minimum or len(sizes))
        members = [pod("%s-%d" % (name, i), cpu=cpu, scheduler=self.scheduler, labels=labels, annotations=annotations, **more, **spec)
                   for i, cpu in enumerate(sizes)]
        for each in objects + members:
            each["metadata"]["creationTimestamp"] = created
        return objects + members


def pod_group(api_version, name, **spec):
    return [make(api_version, "PodGroup", name, spec=spec)]


def yunikorn(name, minimum):
    groups = json.dumps([{"name": "all", "minMember": minimum, "minResource": {"cpu": "1"}}])
    return ([], {"applicationId": name, "queue": "root.team"},
            {"yunikorn.apache.org/task-group-name": "all", "yunikorn.apache.org/task-groups": groups}, {})


GROUPS = {
    "coscheduling": lambda name, n: (pod_group("scheduling.x-k8s.io/v1alpha1", name, minMember=n), {"scheduling.x-k8s.io/pod-group": name},
                                     {}, {}),
    "coscheduling-sigs": lambda name,
          n: (pod_group("scheduling.sigs.k8s.io/v1alpha1", name, minMember=n), {"pod-group.scheduling.sigs.k8s.io": name}, {}, {}),
    "lightweight": lambda name, n: ([],
                                    {"pod-group.scheduling.sigs.k8s.io/name": name,
                                     "pod-group.scheduling.sigs.k8s.io/min-available": str(n)}, {}, {}),
    "native": lambda name, n: (pod_group("scheduling.k8s.io/v1alpha2", name, schedulingPolicy={"gang": {"minCount": n}}), {}, {},
                               {"schedulingGroup": {"podGroupName": name}}),
    "volcano": lambda name, n: (pod_group("scheduling.volcano.sh/v1beta1", name, minMember=n, queue="team-queue",
                                          minResources={"cpu": str(n)}), {},
                                {"scheduling.k8s.io/group-name": name}, {}),
    "kube-batch": lambda name, n: (pod_group("scheduling.incubator.k8s.io/v1alpha1", name, minMember=n, queue="team-queue"), {},
                                   {"scheduling.k8s.io/group-name": name}, {}),
    "koordinator-annotations": lambda name, n: ([], {}, {"gang.scheduling.koordinator.sh/name": name,
                                                         "gang.scheduling.koordinator.sh/min-available": str(n)}, {}),
    "koordinator": lambda name, n: (pod_group("scheduling.sigs.k8s.io/v1alpha1", name, minMember=n),
                                    {"pod-group.scheduling.sigs.k8s.io": name}, {}, {}),
    "kai": lambda name, n: (pod_group("scheduling.run.ai/v2alpha2", name, minMember=n, queue="team-queue"),
                            {"kai.scheduler/queue": "team-queue"},
                            {"pod-group-name": name}, {}),
    "yunikorn": yunikorn,
    "godel": lambda name, n: (pod_group("scheduling.godel.kubewharf.io/v1alpha1", name, minMember=n),
                              {"godel.bytedance.com/pod-group-name": name},
                              {"godel.bytedance.com/pod-group-name": name}, {}),
}

NATIVE = ("--scheduler-version", "1.36")
DIALECTS = (
    Dialect("coscheduling", None, (), exact=True),
    Dialect("coscheduling-sigs", None, (), exact=True),
    Dialect("lightweight", None, (), exact=True),
    Dialect("native", None, (), exact=True, flags=NATIVE),
    Dialect("volcano", "volcano", ("team-queue",)),
    Dialect("kube-batch", "kube-batch", ("team-queue",)),
    Dialect("koordinator-annotations", "koord-scheduler", ("koordinator",)),
    Dialect("koordinator", "koord-scheduler", ("koordinator",)),
    Dialect("kai", "kai-scheduler", ("KAI", "team-queue")),
    # YuniKorn itself creates the placeholders, whatever pods exist (k8shim placeholder_manager).
    Dialect("yunikorn", "yunikorn", ("root.team",), counts_pods=False),
    Dialect("godel", "godel-scheduler", ("goedel",)),
)


def with_queue(dialect):
    """Nodes, and the queue if the dialect has one in the cluster."""
    if dialect.name == "volcano":
        return nodes() + [volcano_queue()]
    return nodes()


def volcano_queue(name="team-queue", state="Open", **spec):
    return make("scheduling.volcano.sh/v1beta1", "Queue", name, None, spec={"weight": 1, "reclaimable": True, **spec},
                status={"state": state} if state else {})


# A failed group pauses, so the scheduler tries its members in the same order again.
PAUSING = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [{
    "schedulerName": "default-scheduler",
    "plugins": {"multiPoint": {"enabled": [{"name": "Coscheduling"}]},
                "queueSort": {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]}},
    "pluginConfig": [{"name": "Coscheduling", "args": {"podGroupBackoffSeconds": 60}}]}]}


def uneven(dialect):
    """(nodes, gang) with a placement that scores miss: 6 and 2 on the node of 8, 3 on the node of 4. LeastAllocated puts 2 and 3 on
    the node of 8; with 6 there first, it puts 2 on the node of 4."""
    return [node("small", cpu=4), node("large", cpu=8), *with_queue(dialect)[2:]], dialect.gang(sizes=(2, 3, 6))


def of_every_dialect():
    for dialect in DIALECTS:
        fits, decided = (YES, ()) if dialect.exact else (UNKNOWN, dialect.words)
        order, by_order = (NO, ()) if dialect.exact else (UNKNOWN, dialect.words)
        few = NO if dialect.counts_pods else NOT_YES
        cases = [
            # name, cluster besides the gang, gang, verdict, words, rule
            ("fits", with_queue(dialect), {}, fits, decided, "capacity suffices: 4 pods of 1 cpu on 16 cpu"),
            ("too large for any node", with_queue(dialect), {"sizes": (1, 1, 1, 9)}, NO, (),
             "NodeResourcesFit: a pod of 9 cpu, nodes of 8"),
            ("too large in sum", with_queue(dialect), {"sizes": (5, 5, 5, 5)}, NO, (), "one pod of 5 cpu a node, 4 pods, 2 nodes"),
            ("no node of its selector", with_queue(dialect), {"nodeSelector": {"pool": "gold"}}, NO, (),
             "NodeAffinity: no node has pool=gold"),
            ("fewer pods than its minimum", with_queue(dialect), {"minimum": 5}, few, (), "quorum: 4 pods of 5"),
        ]
        for name, cluster, gang, verdict, words, rule in cases:
            yield Combination("%s, %s, explain" % (dialect.name, name), verdict, rule, cluster + dialect.gang(**gang), flags=dialect.flags,
                              first_line=words)
            yield Combination("%s, %s, dry-run" % (dialect.name, name), verdict, rule, cluster, as_manifest(dialect.gang(**gang)),
                              flags=dialect.flags,
                              first_line=words)
        if dialect.name in ("coscheduling", "lightweight") or not dialect.exact:
            cluster, gang = uneven(dialect)
            yield Combination("%s, scores miss a placement, explain" % dialect.name, order,
                              "NodeResourcesFit LeastAllocated: rests on scores",
                              cluster + gang, flags=dialect.flags, config=PAUSING if dialect.exact else None, first_line=by_order)
        if dialect.name != "native":  # after a restart its scheduler takes the younger group first: no rule decides
            ahead = dialect.gang("first", (3, 3, 3, 3))
            second = dialect.gang("second", (2, 2, 2, 2), created=LATER)
            rule = "12 + 8 cpu of 16: rests on the order of the queue"
            yield Combination("%s, an older group takes the capacity, explain" % dialect.name, order, rule,
                              with_queue(dialect) + ahead + second,
                              group="second", first_line=by_order)
            yield Combination("%s, an older group takes the capacity, dry-run" % dialect.name, order, rule, with_queue(dialect) + ahead,
                              as_manifest(dialect.gang("second", (2, 2, 2, 2))), first_line=by_order)
        running = dialect.gang()
        for i, member in enumerate(each for each in running if each["kind"] == "Pod"):
            member["spec"]["nodeName"] = "n%d" % (i % 2 + 1)
            member["status"] = {"phase": "Running"}
        yield Combination("%s, all members run, explain" % dialect.name, YES, "nothing is left to decide", with_queue(dialect) + running,
                          flags=dialect.flags)


def of_plain_pods():
    """A pod without a gang, by its scheduler and by other dialects' labels on it."""
    own = (("volcano", ("volcano",)), ("kube-batch", ("kube-batch",)), ("koord-scheduler", ("koord",)), ("kai-scheduler", ("kai",)),
           ("yunikorn", ("yunikorn",)), ("godel-scheduler", ("godel", "goedel")))
    for scheduler, words in own:
        rule = "the rules of %s decide, which are not simulated" % scheduler
        yield Combination("plain pod for %s, dry-run" % scheduler, UNKNOWN, rule, nodes(), [manifest_pod("work", scheduler=scheduler)],
                          first_line=words)
        yield Combination("plain pod for %s, explain" % scheduler, UNKNOWN, rule, nodes() + [pod("work", scheduler=scheduler)],
                          group="work", first_line=words)
        yield Combination("plain pod of 9 cpu for %s, dry-run" % scheduler, NO, "NodeResourcesFit: 9 cpu, nodes of 8", nodes(),
                          [manifest_pod("work", cpu=9, scheduler=scheduler)])
    foreign = {"Koordinator's quota label": {"labels": {"quota.scheduling.koordinator.sh/name": "team-quota"}},
               "KAI's queue label": {"labels": {"kai.scheduler/queue": "team-queue"}},
               "Volcano's queue annotation": {"annotations": {"scheduling.volcano.sh/queue-name": "team-queue"}},
               "Volcano's group annotation": {"annotations": {"scheduling.k8s.io/group-name": "work"}},
               "YuniKorn's queue label": {"labels": {"queue": "root.team", "applicationId": "work"}}}
    group = make("scheduling.volcano.sh/v1beta1", "PodGroup", "work", spec={"minMember": 3})
    yield Combination("plain pod with the annotation of a Volcano group that exists, for the default scheduler", YES,
                      "kube-scheduler does not read it",
                      nodes() + [group], [manifest_pod("work", annotations={"scheduling.k8s.io/group-name": "work"})])
    for name, marks in foreign.items():
        yield Combination("plain pod with %s for the default scheduler" % name, YES, "kube-scheduler does not read it", nodes(),
                          [manifest_pod("work", **marks)])


def of_members_that_differ():
    """Two Jobs in one group of the labels of 2020. The first pod's min-available counts."""
    label = "pod-group.scheduling.sigs.k8s.io/"
    for second, verdict in ((2, YES), (5, NO)):
        jobs = [*workload("Job"), *workload("Job")]
        for at, (job, least) in enumerate(zip(jobs, (2, second))):
            job["metadata"]["name"] = "work-%d" % at
            job["spec"].update(parallelism=2, completions=2)
            job["spec"]["template"]["metadata"] = {"labels": {label + "name": "g", label + "min-available": str(least)}}
        yield Combination("lightweight, two jobs of min-available 2 and %d, dry-run" % second, verdict,
                          "scheduler-plugins v0.18 PreFilter: PodGroupMinAvailables do not match", nodes(), jobs)


def of_quotas_and_queues():
    """Koordinator's quotas, KAI's and YuniKorn's queues are not simulated, so free capacity in them is no Yes."""
    def quota(name, used):
        return make("scheduling.sigs.k8s.io/v1alpha1", "ElasticQuota", name, spec={"max": {"cpu": "8"}, "min": {"cpu": "4"}},
                    status={"used": {"cpu": str(used)}})

    koordinator = [manifest_pod("work", scheduler="koord-scheduler", labels={"quota.scheduling.koordinator.sh/name": "team-quota"})]
    for state, objects, verdict in (("with room", [quota("team-quota", 0)], UNKNOWN), ("full", [quota("team-quota", 8)], NOT_YES),
                                    ("absent beside another", [quota("other-quota", 0)], NOT_YES), ("not given", [], UNKNOWN)):
        yield Combination("Koordinator quota %s" % state, verdict, "koordinator ElasticQuota PreFilter: used + request <= runtime",
                          nodes() + objects,
                          koordinator, first_line=("team-quota", "koord"))

    def queue(name, limit=100, parent="all"):
        return make("scheduling.run.ai/v2", "Queue", name, None,
                    spec={"parentQueue": parent, "resources": {"cpu": {"quota": limit, "limit": limit, "overQuotaWeight": 1}}})

    parent = make("scheduling.run.ai/v2", "Queue", "all", None, spec={"resources": {"cpu": {"quota": -1, "limit": -1}}})
    kai = next(dialect for dialect in DIALECTS if dialect.name == "kai")
    for state, objects, verdict in (("with room", [parent, queue("team-queue", 100000)], UNKNOWN),
                                    ("of limit 0", [parent, queue("team-queue", 0)], NOT_YES),
                                    ("absent beside another", [parent, queue("other-queue")], NOT_YES)):
        yield Combination("KAI queue %s" % state, verdict, "KAI: the leaf queue has to exist, and its limit holds", nodes() + objects,
                          as_manifest(kai.gang()), first_line=kai.words)
    classes = [make("scheduling.k8s.io/v1", "PriorityClass", name, None, value=value) for name, value in (("high", 125), ("build", 100), ("train", 50))]

    def running(priority_class, **spec):
        group = pod_group("scheduling.run.ai/v2alpha2", "low", minMember=1, queue="team-queue", priorityClassName=priority_class, **spec)
        return [*group, pod("low-0", cpu=4, scheduler="kai-scheduler", on="n1", annotations={"pod-group-name": "low"},
                           labels={"kai.scheduler/queue": "team-queue"})]
    for what, others, limit, verdict in (("of lower priority", running("train"), 4000, UNKNOWN), ("that are not preemptible", running("build"), 4000, NO),
                                         ("that are preemptible by their group", running("build", preemptibility="preemptible"), 4000, UNKNOWN),
                                         ("of the same priority", running("high", preemptibility="preemptible"), 4000, NO),
                                         ("of lower priority, limit below the group", running("train"), 1000, NO)):
        asking = kai.gang()
        asking[0]["spec"]["priorityClassName"] = "high"
        yield Combination("explain, KAI queue full with pods %s" % what, verdict, "KAI action preempt: strictly lower priority and preemptible",
                          nodes() + [parent, queue("team-queue", limit), *classes, *others, *asking], group="work",
                          first_line=("may preempt default/low (priority",) if verdict == UNKNOWN else ())
    configured = make("v1", "ConfigMap", "yunikorn-configs", "yunikorn",
                      data={"queues.yaml": "partitions: [{name: default, queues: [{name: root, queues: [{name: other}]}]}]"})
    yunikorn_gang = next(dialect for dialect in DIALECTS if dialect.name == "yunikorn")
    yield Combination("YuniKorn queue absent from its configuration", NOT_YES,
                      "yunikorn-core: placement rules decide whether the queue is made",
                      nodes() + [configured], as_manifest(yunikorn_gang.gang()), first_line=yunikorn_gang.words)


def of_best_effort():
    """Volcano counts pending members without requests as ready, so a group can look complete before any of them has a node."""
    volcano = next(dialect for dialect in DIALECTS if dialect.name == "volcano")
    for name, spec, verdict in (("with nodes", {}, UNKNOWN),
                                ("without a node of their selector", {"nodeSelector": {"pool": "gold"}}, NOT_YES)):
        gang = volcano.gang(sizes=(0, 0), **spec)
        gang[0]["spec"].pop("minResources")
        yield Combination("volcano, members without requests %s, explain" % name, verdict,
                          "volcano gang.jobReady counts pending best-effort tasks; "
                          "backfill still has to place them", with_queue(volcano) + gang)


def combinations():
    for part in (of_every_dialect, of_plain_pods, of_members_that_differ, of_quotas_and_queues, of_best_effort):
        yield from part()
