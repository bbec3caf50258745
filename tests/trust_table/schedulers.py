# SPDX-License-Identifier: Apache-2.0
"""The scheduler that a pod names, and the schedulers that the cluster shows."""
from trust_table.combination import NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import CREATED, as_manifest, flags_of, make, nodes, pod, with_spec, workload

WORKLOADS = ("Pod", "Job", "CoschedulingJob", "NativeGang", "Deployment")
UNSCHEDULABLE = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "lastTransitionTime": CREATED,
                 "message": "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector."}
NOWHERE = {"pool": "gold"}  # no node matches, so a pending pod does not interfere


def refused(name, scheduler):
    """A pending pod with the condition that its scheduler wrote."""
    return pod(name, scheduler=scheduler, condition=UNSCHEDULABLE, nodeSelector=NOWHERE)


def event(scheduler):
    return make("v1", "Event", "other.1", reason="FailedScheduling", type="Warning", message=UNSCHEDULABLE["message"],
                involvedObject={"kind": "Pod", "namespace": "default", "name": "other"}, source={"component": scheduler},
                reportingComponent=scheduler, firstTimestamp=CREATED, lastTimestamp=CREATED, count=1)


def lease(name, holder="control-plane_1", renewed="2026-05-04T08:59:58.000000Z"):
    return make("coordination.k8s.io/v1", "Lease", name, "kube-system",
                spec={"holderIdentity": holder, "leaseDurationSeconds": 15, "renewTime": renewed})


# Objects that show schedulers: (objects, other live schedulers)
SHOWN = {
    "bound pods of the default scheduler": ([pod("other", on="n1")], ()),
    "bound pods of two schedulers": ([pod("other", on="n1"), pod("another", on="n2", scheduler="gang-scheduler")], ("gang-scheduler",)),
    "a condition of the default scheduler": ([refused("other", None)], ()),
    "conditions of two schedulers": ([refused("other", None), refused("another", "gang-scheduler")], ("gang-scheduler",)),
    "an event of the default scheduler": ([pod("other", nodeSelector=NOWHERE), event("default-scheduler")], ()),
    "the Lease of kube-scheduler": ([lease("kube-scheduler")], ()),
}


def of_manifests():
    for shown, (objects, others) in SHOWN.items():
        for name in WORKLOADS:
            where = "%s, %s" % (name, shown)
            cluster = nodes() + objects
            for scheduler in ("default-scheduler", *others):
                yield Combination("%s, for %s" % (where, scheduler), YES, "the cluster shows that this scheduler lives", cluster,
                                  with_spec(workload(name), schedulerName=scheduler), flags=flags_of(name))
            yield Combination("%s, for nightly-placer" % where, UNKNOWN, "no scheduler that the cluster shows serves this name", cluster,
                              with_spec(workload(name), schedulerName="nightly-placer"), flags=flags_of(name),
                              first_line=("nightly-placer",))
            for wrong in ("defualt-scheduler", *("gang-schedular" for _ in others)):
                yield Combination("%s, for %s" % (where, wrong), NO, "a near miss of a live scheduler: no scheduler serves it", cluster,
                                  with_spec(workload(name), schedulerName=wrong), flags=flags_of(name), first_line=(wrong,))
    volcano = pod("other", on="n1", scheduler="volcano", annotations={"scheduling.k8s.io/group-name": "other"})
    for name in WORKLOADS:
        yield Combination("%s, bound pods of volcano, for vocalno" % name, NO, "a near miss of volcano, which is live: no scheduler serves it",
                          nodes() + [volcano, pod("another", on="n2")], with_spec(workload(name), schedulerName="vocalno"),
                          flags=flags_of(name), first_line=("vocalno",))
        yield Combination("%s, bound pods of the default scheduler, for scheduler-plugins-scheduler" % name, UNKNOWN,
                          "a name of scheduler-plugins, and no scheduler that the cluster shows serves it",
                          nodes() + [pod("other", on="n1")],
                          with_spec(workload(name), schedulerName="scheduler-plugins-scheduler"), flags=flags_of(name),
                          first_line=("scheduler-plugins-scheduler",))
        # No object shows a scheduler.
        for scheduler in ("default-scheduler", "nightly-placer", "scheduler-plugins-scheduler"):
            yield Combination("%s, only nodes, for %s" % (name, scheduler), YES, "that it lives is assumed", nodes(),
                              with_spec(workload(name), schedulerName=scheduler), flags=flags_of(name))
        for wrong in ("vocalno", "defualt-scheduler", "kai-schedulr"):
            yield Combination("%s, only nodes, for %s" % (name, wrong), NOT_YES, "a near miss of a known name", nodes(),
                              with_spec(workload(name), schedulerName=wrong), flags=flags_of(name), first_line=(wrong,))


def of_existing_pods():
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    member = {"scheduling.x-k8s.io/pod-group": "work"}
    for scheduler, verdict, rule in (("default-scheduler", YES, "it lives"),
                                     ("nightly-placer", UNKNOWN, "no scheduler that the cluster shows serves it"),
                                     ("defualt-scheduler", NO, "a near miss of a scheduler that lives")):
        words = () if verdict == YES else (scheduler,)
        yield Combination("explain of a pod for %s" % scheduler, verdict, rule,
                          nodes() + [pod("other", on="n1"), pod("work", scheduler=scheduler)],
                          group="work", first_line=words)
        yield Combination("explain of a group for %s" % scheduler, verdict, rule,
                          nodes() + [pod("other", on="n1"),
                                     group] + [pod("work-%d" % i, scheduler=scheduler, labels=member) for i in range(2)], group="work",
                          first_line=words)
    # The pod's own condition shows that its scheduler lives.
    yield Combination("explain of a pod that nightly-placer has refused", NOT_YES,
                      "the condition shows a scheduler, whose filter still holds",
                      nodes() + [pod("other", on="n1"), refused("work", "nightly-placer")], group="work")
    # A pod that names its node has no scheduler.
    full = [pod("filler", cpu=8, on="n1")]
    for name, on, verdict, rule in (("a node with room", "n2", YES, "the kubelet admits it: 1 of 8 cpu"),
                                    ("a full node", "n1", NOT_YES, "kubelet lifecycle predicate: OutOfcpu"),
                                    ("a node that does not exist", "n9", NOT_YES, "podgc deletes pods of nodes that do not exist")):
        yield Combination("Pod with nodeName of %s" % name, verdict, rule, nodes() + full, with_spec(workload("Pod"), nodeName=on))


def of_two_schedulers():
    """Each profile's instance of Coscheduling counts the members that it placed itself, and bound ones."""
    rule = "scheduler-plugins core.Permit: siblings of another profile never count"
    member = {"scheduling.x-k8s.io/pod-group": "work"}
    for needed, first, second, verdict in ((2, 1, 1, NO), (4, 2, 2, NO), (2, 2, 1, YES), (3, 3, 1, YES)):
        group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": needed})
        members = [pod("a-%d" % i, labels=member) for i in range(first)]
        members += [pod("b-%d" % i, labels=member, scheduler="gang-scheduler") for i in range(second)]
        what = "a gang of %d, %d for one scheduler and %d for another" % (needed, first, second)
        yield Combination("explain of " + what, verdict, rule, nodes() + [group, *members], group="work")
        yield Combination("manifest of " + what, verdict, rule, nodes(), as_manifest([group, *members]))


def of_schedulers_that_are_down():
    """A scheduler that does not renew its Lease stops."""
    rule = "client-go leaderelection: a leader that cannot renew stops, and RenewDeadline is shorter than the Lease"
    january = "2026-01-01T08:00:00.000000Z"
    for name, objects, verdict in (
            ("whose Lease ended months ago", [lease("kube-scheduler", renewed=january)], UNKNOWN),
            ("that has released its Lease", [lease("kube-scheduler", holder="")], UNKNOWN),
            ("whose Lease ended before it bound a pod", [lease("kube-scheduler", renewed=january), pod("other", on="n1")], YES),
            ("with a Lease of now", [lease("kube-scheduler")], YES)):
        for manifest in ("Pod", "CoschedulingJob"):
            yield Combination("%s for a scheduler %s" % (manifest, name), verdict, rule, nodes() + objects, workload(manifest))
        # A pod that waits and that nobody has looked at.
        yield Combination("explain of a pod for a scheduler %s" % name, verdict, rule, nodes() + [pod("work"), *objects], group="pod/work")
    for replicas, verdict in ((0, UNKNOWN), (1, YES)):
        placer = make("apps/v1", "Deployment", "nightly-placer", "kube-system",
                      spec={"replicas": replicas, "selector": {"matchLabels": {"app": "placer"}}})
        yield Combination("Pod for a scheduler whose Deployment has %d replicas" % replicas, verdict, "its program has no pod, or has",
                          nodes() + [pod("other", on="n1"), placer], with_spec(workload("Pod"), schedulerName="nightly-placer"))


def of_controllers_that_are_down():
    """kube-controller-manager makes the pods of Kubernetes' own workloads, and stops without its Lease."""
    rule = "client-go leaderelection: a leader that cannot renew stops; only a controller makes pods"
    january, manager = "2026-01-01T08:00:00.000000Z", "kube-controller-manager"
    of_replicas = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "other", "uid": "u-other", "controller": True}
    for name, objects, verdict in (
            ("whose Lease ended months ago", [lease(manager, renewed=january)], UNKNOWN),
            ("that has released its Lease", [lease(manager, holder="")], UNKNOWN),
            ("whose Lease ended before it made a pod", [lease(manager, renewed=january), pod("other", on="n1", owner=of_replicas)], YES),
            ("with a Lease of now", [lease(manager)], YES)):
        for manifest in ("Job", "CronJob", "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "JobSet", "CoschedulingJob"):
            yield Combination("%s for a controller manager %s" % (manifest, name), verdict, rule, nodes() + objects, workload(manifest),
                              first_line=() if verdict == YES else ("Lease",))
        yield Combination("Pod for a controller manager %s" % name, YES, "a Pod needs no controller", nodes() + objects, workload("Pod"))


def of_reports():
    """The scheduler wrote about a pod that waits: an error of its last attempt, or words of a plugin that the run does not have."""
    def wrote(message, reason="Unschedulable"):
        return {**UNSCHEDULABLE, "reason": reason, "message": message}

    error, rule = "SchedulerError", "schedule_one.go handleSchedulingFailure: it tries again, and the condition stays"
    waited = 'pod "work" rejected while waiting on permit: rejected due to timeout after waiting 10s at plugin '
    cases = {
        "too little cpu": (wrote("0/2 nodes are available: 2 Insufficient cpu."), YES, "NodeResourcesFit: now it fits"),
        "NUMA nodes": (wrote("0/2 nodes are available: 2 cannot align container: main."), UNKNOWN, "NodeResourceTopologyMatch Filter"),
        "an ElasticQuota": (wrote("Pod default/work is rejected in PreFilter because ElasticQuota team is more than Max"), UNKNOWN,
                            "CapacityScheduling PreFilter"),
        "a plugin of its own at Permit": (wrote(waited + "TeamPermit"), UNKNOWN, "waiting_pods_map.go"),
        "Coscheduling at Permit": (wrote(waited + "Coscheduling"), YES, "waiting_pods_map.go"),
        "an error of its own plugin": (wrote('running "TeamRules" filter plugin: no', error), UNKNOWN, rule),
        "an error of VolumeBinding": (wrote('running PreBind plugin "VolumeBinding": binding volumes: timed out', error), UNKNOWN, rule),
        "an error of a webhook": (wrote('running Bind plugin "DefaultBinder": admission webhook "x" denied the request', error), UNKNOWN, rule),
    }
    for what, (condition, verdict, source) in cases.items():
        own, other = pod("work", condition=condition), pod("other", condition=condition, nodeSelector=NOWHERE)
        yield Combination("explain of a pod, its scheduler wrote of %s" % what, verdict, source, nodes() + [own], group="pod/work")
        of_others = YES if condition["reason"] == error and "Team" not in condition["message"] else verdict
        yield Combination("Pod, its scheduler wrote to another of %s" % what, of_others, source, nodes() + [other], workload("Pod"))
        elsewhere = pod("other", scheduler="gang-scheduler", condition=condition, nodeSelector=NOWHERE)
        yield Combination("Pod, another scheduler wrote of %s" % what, YES, "its plugins are those of another scheduler",
                          nodes() + [elsewhere, pod("running", on="n1")], workload("Pod"))


def combinations():
    yield from of_reports()
    yield from of_schedulers_that_are_down()
    yield from of_controllers_that_are_down()
    yield from of_two_schedulers()
    yield from of_manifests()
    yield from of_existing_pods()
