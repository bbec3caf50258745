# SPDX-License-Identifier: Apache-2.0
"""Queues and gangs beside what the input shows of others: usage that a queue reports, and pods of other schedulers."""
import copy
import json

from trust_table.combination import NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.kueue import CLUSTER, FLAVOR, LOCAL, cluster_queue, flavor, in_use, local_queue, queued, waiting
from trust_table.objects import make, manifest_pod, node, nodes, pod, with_cpu, with_spec, workload


def reporting(queue, reserved=0, pending=0):
    """A ClusterQueue whose status counts that much cpu of its flavor, and that many waiting Workloads."""
    queue["status"].update(pendingWorkloads=pending, flavorsReservation=[
        {"name": FLAVOR, "resources": [{"name": "cpu", "total": str(reserved)}, {"name": "memory", "total": "0"}]}])
    return queue


def of_workloads_not_given():
    """ClusterQueues are of the cluster, and Workloads of namespaces: files may hold the queues without all Workloads."""
    counts = "kueue clusterqueue_controller.go updateCqStatusIfChanged: flavorsReservation, pendingWorkloads"
    rich = cluster_queue("rich-cq", cpu=10, cohort="all")
    cases = {
        "reports all of its quota in use, no Workloads": ([reporting(cluster_queue(cpu=10), 10)], UNKNOWN),
        "reports more than the Workloads use": ([reporting(cluster_queue(cpu=12), 10), *in_use()], UNKNOWN),
        "reports what the Workloads use": ([reporting(cluster_queue(cpu=10), 4), *in_use()], YES),
        "reports usage beside enough quota, no Workloads": ([reporting(cluster_queue(cpu=100), 10)], YES),
        "borrows from one that reports all in use": ([cluster_queue(cpu=0, cohort="all"), reporting(rich, 10)], UNKNOWN),
        "is beside one that reports all in use": ([cluster_queue(cpu=10), reporting(cluster_queue("other-cq", cpu=10), 10)], YES),
        "StrictFIFO, reports waiting Workloads, none given": (
            [reporting(cluster_queue(queueingStrategy="StrictFIFO"), pending=2)], UNKNOWN),
        "StrictFIFO, reports the waiting Workload": (
            [reporting(cluster_queue(queueingStrategy="StrictFIFO"), pending=1), waiting("small", 1, 0)], YES),
        "BestEffortFIFO, reports waiting Workloads, none given": ([reporting(cluster_queue(), pending=2)], YES),
    }
    for name in ("Job", "PyTorchJob"):
        for what, (objects, verdict) in cases.items():
            yield Combination("%s, its ClusterQueue %s" % (name, what), verdict, counts, nodes() + [flavor(), local_queue(), *objects],
                              queued(name), first_line=(CLUSTER, "rich-cq") if verdict == UNKNOWN else ())


    gated = pod("work", labels={"kueue.x-k8s.io/managed": "true", "kueue.x-k8s.io/queue-name": LOCAL},
                schedulingGates=[{"name": "kueue.x-k8s.io/admission"}])
    gated["metadata"]["uid"] = "u-work"
    of_pod = waiting("pod-work", 1, 0)
    of_pod["metadata"]["ownerReferences"] = [{"apiVersion": "v1", "kind": "Pod", "name": "work", "uid": "u-work", "controller": True}]
    for reserved, verdict in ((10, UNKNOWN), (4, YES)):
        yield Combination("explain of a pod behind Kueue's gate, its ClusterQueue of 10 reports %d in use" % reserved, verdict, counts,
                          nodes() + [flavor(), local_queue(), reporting(cluster_queue(cpu=10), reserved, 1), gated, of_pod], group="pod/work")


def gang(name, cpu, scheduler=None, created=None, **spec):
    """A gang of Coscheduling with two members."""
    objects = [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", name, spec={"minMember": 2})]
    objects += [pod("%s-%d" % (name, at), cpu=cpu, scheduler=scheduler, labels={"scheduling.x-k8s.io/pod-group": name}, **spec) for at in range(2)]
    for each in objects:
        each["metadata"]["creationTimestamp"] = created or each["metadata"]["creationTimestamp"]
    return objects


def of_schedulers_that_race():
    """Two schedulers, each with a queue of its own. Both have bound a pod."""
    rule = "kube-scheduler schedule_one.go: each program takes the next pod of its own queue"
    older = "2026-05-04T07:00:00Z"
    one = [node("n1"), pod("seen", cpu=0, on="n1"), pod("placed", cpu=0, on="n1", scheduler="gang-scheduler")]
    two = one + [node("n2")]

    def waits(name, cpu, scheduler=None, created=None, **spec):
        built = pod(name, cpu=cpu, scheduler=scheduler, **spec)
        built["metadata"]["creationTimestamp"] = created or built["metadata"]["creationTimestamp"]
        return built

    for other in ("gang-scheduler", "volcano"):
        for what, cluster, of_work, of_other, verdict in (
                ("one of them fits", one, {"cpu": 8}, {"cpu": 8}, UNKNOWN),
                ("both fit", one, {"cpu": 4}, {"cpu": 4}, YES),
                ("both fit on two nodes", two, {"cpu": 8}, {"cpu": 8}, YES),
                ("the other fits nowhere", one, {"cpu": 8}, {"cpu": 9}, YES),
                ("the other has a gate", one, {"cpu": 8}, {"cpu": 8, "schedulingGates": [{"name": "example.com/hold"}]}, YES),
                ("the other has a lower priority", one, {"cpu": 8, "priority": 9}, {"cpu": 8}, YES),
                ("the other has a lower priority, no preemption", one, {"cpu": 8, "priority": 9, "preemptionPolicy": "Never"}, {"cpu": 8}, UNKNOWN)):
            objects = cluster + [waits("work", created=older, **of_work), waits("other", scheduler=other, **of_other)]
            yield Combination("explain of a pod beside a newer one for %s, %s" % (other, what), verdict, rule, objects, group="pod/work",
                              first_line=("other",) if verdict == UNKNOWN else ())
    # The older one has to go to n1, and the newer one may.
    only = {"nodeSelector": {"kubernetes.io/hostname": "n1"}}
    for cpu, verdict in ((5, UNKNOWN), (3, YES)):
        yield Combination("explain of a pod for n1 beside a newer one of %d cpu for gang-scheduler" % cpu, verdict, rule,
                          two + [waits("work", 5, created=older, **only), waits("other", cpu, scheduler="gang-scheduler")], group="pod/work",
                          first_line=("other",) if verdict == UNKNOWN else ())
    for what, cpu, verdict in (("one of them fits", 8, UNKNOWN), ("both fit", 4, YES)):
        cluster = two + gang("aa", cpu, created=older) + gang("bb", cpu, "gang-scheduler")
        for asked in ("aa", "bb"):
            yield Combination("explain of gang %s beside one for another scheduler, %s" % (asked, what), verdict, rule, cluster, group=asked)
    large = gang("bb", 8, "gang-scheduler")
    large[0]["spec"]["minMember"] = 3
    yield Combination("explain of a gang beside one for another scheduler that lacks a member", YES, rule, two + gang("aa", 8, created=older) + large,
                      group="aa")
    # A configuration serves default-scheduler only; the other pod waits for Volcano.
    config = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [{"schedulerName": "default-scheduler"}]}
    both = {**config, "profiles": [*config["profiles"], {"schedulerName": "gang-scheduler"}]}
    for other, chosen, verdict in (("volcano", config, UNKNOWN), ("gang-scheduler", both, YES)):
        objects = one + [waits("work", 8, created=older), waits("other", 8, scheduler=other)]
        yield Combination("explain of a pod beside a newer one for %s, with a configuration" % other, verdict, rule, objects, group="pod/work",
                          config=chosen)
    for what, cpu, other_priority, verdict in (("one of them fits", 8, 0, UNKNOWN), ("both fit", 4, 0, YES), ("neither fits", 9, 0, NO),
                                               ("one of them fits, the other preempts", 8, 9, NOT_YES)):
        yield Combination("Pod beside one for gang-scheduler, %s" % what, verdict, rule,
                          one + [waits("other", cpu, scheduler="gang-scheduler", priority=other_priority)], [manifest_pod("work", cpu=cpu)])
    yield Combination("Pod beside a pod for volcano, with a configuration", UNKNOWN, rule, one + [waits("other", 8, scheduler="volcano")],
                      [manifest_pod("work", cpu=8)], config=config)


def of_extended_schedulers():
    """kube-scheduler with filters of a project, and a configuration that says what it has."""
    rule = "HAMi scheduler.go Filter, stork extender, NodeResourceTopologyMatch, and others: their filters refuse nodes"
    for scheduler, verdict in (("hami-scheduler", UNKNOWN), ("stork", UNKNOWN), ("topo-aware-scheduler", UNKNOWN),
                               ("spark-scheduler", UNKNOWN), ("default-scheduler", YES), ("gang-scheduler", YES)):
        cluster = nodes() + [pod("placed", on="n1", scheduler=scheduler)]
        words = (scheduler,) if verdict == UNKNOWN else ()
        yield Combination("Job for %s" % scheduler, verdict, rule, cluster, with_spec(workload("Job"), schedulerName=scheduler), first_line=words)
        yield Combination("explain of a pod for %s" % scheduler, verdict, rule, cluster + [pod("work", scheduler=scheduler)], group="pod/work",
                          first_line=words)
    for name, scheduler in (("Pod that is too large for any node", "hami-scheduler"), ("Pod that is too large for any node", "default-scheduler")):
        yield Combination("%s, for %s" % (name, scheduler), NO, "NodeResourcesFit: no node has 9 cpu", nodes() + [pod("placed", on="n1", scheduler=scheduler)],
                          [manifest_pod("work", cpu=9, scheduler=scheduler)])
    offers = nodes(**{"nvidia.com/gpu": "10"})
    for what, amounts in (("GPU memory", {"nvidia.com/gpu": "1", "nvidia.com/gpumem": "3000"}), ("more shares of GPUs than a node has", {"nvidia.com/gpu": "11"})):
        for scheduler, verdict in (("hami-scheduler", UNKNOWN), ("default-scheduler", NO)):
            asks = {"containers": [{"name": "main", "image": "registry.example/work:v1", "resources": {"limits": amounts, "requests": amounts}}]}
            words = ("HAMi's extender",) if verdict == UNKNOWN else ()
            count = "HAMi configmapnew.yaml: the extender alone counts its resources (ignoredByScheduler)"
            yield Combination("Pod for %s that asks for %s" % (scheduler, what), verdict, count, copy.deepcopy(offers),
                              [manifest_pod("work", scheduler=scheduler, **asks)], first_line=words)
            yield Combination("explain of a pod for %s that asks for %s" % (scheduler, what), verdict, count,
                              copy.deepcopy(offers) + [pod("work", scheduler=scheduler, **asks)], group="pod/work", first_line=words)
    yield Combination("explain of a pod for kai-schedule", NO, "no such scheduler: kai-scheduler is meant", nodes() + [pod("work", scheduler="kai-schedule")],
                      group="pod/work")
    config = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [{"schedulerName": "stork"}]}
    yield Combination("Job for stork, with a configuration without extenders", YES, "the configuration names what it runs",
                      nodes() + [pod("placed", on="n1", scheduler="stork")], with_spec(workload("Job"), schedulerName="stork"), config=config)


def of_members_that_join():
    """New pods of a gang that runs with its quorum. The nodes have 16 cpu, and its members use none."""
    label = {"scheduling.x-k8s.io/pod-group": "work"}
    rule = "Coscheduling Permit and GangScheduling Permit: a further member needs a node like any pod"
    running = [pod("old-%d" % at, cpu=0, on="n1", labels=label) for at in range(4)]
    there = nodes() + [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 4}), *running]
    for cpu, verdict in ((9, NO), (5, NO), (4, YES)):
        yield Combination("Job of 4 x %d cpu that joins a gang with its quorum" % cpu, verdict, rule, there,
                          with_cpu(workload("CoschedulingJob"), cpu))
    for cpu, verdict in ((9, NO), (8, YES)):
        yield Combination("Pod of %d cpu that joins a gang with its quorum" % cpu, verdict, rule, there, [manifest_pod("new", cpu=cpu, labels=label)],
                          first_line=("new",))
        native = [make("scheduling.k8s.io/v1alpha2", "PodGroup", "work", spec={"schedulingPolicy": {"gang": {"minCount": 2}}})]
        native += [pod("old-%d" % at, cpu=0, on="n1", schedulingGroup={"podGroupName": "work"}) for at in range(2)]
        yield Combination("Pod of %d cpu that joins a native gang with its quorum" % cpu, verdict, rule, nodes() + native,
                          [manifest_pod("new", cpu=cpu, schedulingGroup={"podGroupName": "work"})], flags=("--scheduler-version", "1.36"))
    mark = {"scheduling.k8s.io/group-name": "work"}
    of_volcano = [make("scheduling.volcano.sh/v1beta1", "PodGroup", "work", spec={"minMember": 2, "queue": "default"}, status={"phase": "Running"})]
    of_volcano += [pod("old-%d" % at, cpu=0, on="n1", scheduler="volcano", annotations=mark) for at in range(2)]
    for cpu, verdict in ((9, NOT_YES), (1, UNKNOWN)):
        yield Combination("Pod of %d cpu that joins a gang of Volcano with its quorum" % cpu, verdict, "volcano allocate: its queue decides",
                          nodes() + of_volcano, [manifest_pod("new", cpu=cpu, scheduler="volcano", annotations=mark)])
        further = copy.deepcopy(nodes() + of_volcano) + [pod("new", cpu=cpu, scheduler="volcano", annotations=mark)]
        yield Combination("explain of a further pod of %d cpu of a gang of Volcano with its quorum" % cpu, verdict,
                          "volcano allocate: its queue decides", further, group="pod/new")
        if verdict == NOT_YES:
            yield Combination("explain of a gang of Volcano with its quorum and a further pod of %d cpu" % cpu, YES, "it has its quorum", further,
                              group="work")
    yield Combination("explain of a gang with its quorum and a member that fits nowhere", YES, "it has its quorum",
                      there + [pod("new", cpu=9, labels=label)], group="work")


def of_random_orders():
    """A native gang whose members differ. n1 has 5 cpu left, and n2 has 4: the larger one has to come first, or the other one to go to n2."""
    rule = "1.36 podGroupInfoForPod, moveAllToActiveOrBackoffQueue: the order of a Go map, but for the pod that completes the quorum"
    flags = ("--scheduler-version", "1.36")
    full = nodes() + [pod("a", cpu=3, on="n1"), pod("b", cpu=4, on="n2")]
    free = nodes()
    label = {"scheduling.x-k8s.io/pod-group": "work"}
    for what, cluster, amounts, verdict in (("the larger one last", full, (4, 5), UNKNOWN), ("the larger one first", full, (5, 4), UNKNOWN),
                                            ("beside free nodes", free, (4, 5), YES), ("too large for any order", full, (5, 5), NO)):
        members = [pod("work-%d" % at, cpu=cpu, schedulingGroup={"podGroupName": "work"}) for at, cpu in enumerate(amounts)]
        group = make("scheduling.k8s.io/v1alpha2", "PodGroup", "work", spec={"schedulingPolicy": {"gang": {"minCount": 2}}})
        yield Combination("explain of a native gang of different members, %s" % what, verdict, rule, cluster + [group, *members], group="work", flags=flags)
    by_priority = [pod("work-0", cpu=4, schedulingGroup={"podGroupName": "work"}),
                   pod("work-1", cpu=5, priority=9, schedulingGroup={"podGroupName": "work"})]
    yield Combination("explain of a native gang of different members, the larger one of higher priority", YES, "1.36 sorts by priority first",
                      full + [make("scheduling.k8s.io/v1alpha2", "PodGroup", "work", spec={"schedulingPolicy": {"gang": {"minCount": 2}}}), *by_priority],
                      group="work", flags=flags)
    members = [pod("work-%d" % at, cpu=cpu, labels=label) for at, cpu in enumerate((4, 5))]
    yield Combination("explain of a gang of Coscheduling with different members", YES, "QueueSort orders siblings by name, and refused ones come again",
                      full + [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2}), *members], group="work")


def of_placeholders():
    """An application of YuniKorn with a task group of two. Its placeholders run, and its pods wait to replace them."""
    rule = "yunikorn-core tryPlaceholderAllocate: a pod that asks for more than its placeholder does not replace it"
    groups = json.dumps([{"name": "worker", "minMember": 2, "minResource": {"cpu": "1"}}])

    def member(name, on=None, **marks):
        marks = {"yunikorn.apache.org/" + key.replace("_", "-"): value for key, value in marks.items()}
        return pod(name, on=on, scheduler="yunikorn", labels={"applicationId": "work"},
                   annotations={"yunikorn.apache.org/task-group-name": "worker", **marks})

    held = [member("tg-work-worker-%d" % at, "n1", placeholder="true") for at in range(2)]
    for what, members, verdict in (("wait", [member("work-0", task_groups=groups), member("work-1")], NOT_YES),
                                   ("run", [member("work-0", "n1", task_groups=groups), member("work-1", "n1")], YES)):
        beside = copy.deepcopy(held) if verdict == NOT_YES else []
        yield Combination("explain of an application of YuniKorn whose pods %s" % what, verdict, rule, nodes() + members + beside, group="work")


def combinations():
    yield from of_workloads_not_given()
    yield from of_schedulers_that_race()
    yield from of_extended_schedulers()
    yield from of_members_that_join()
    yield from of_random_orders()
    yield from of_placeholders()
