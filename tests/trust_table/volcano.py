# SPDX-License-Identifier: Apache-2.0
"""Workloads that name a Queue of Volcano. Even with capacity in it the answer is Unknown: Volcano's rules are not simulated."""
import copy
import json

import yaml

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, Combination
from trust_table.dialects import DIALECTS, volcano_queue
from trust_table.objects import CREATED, as_manifest, make, node, nodes, pod, put, snapshot, with_metadata, with_spec, workload

QUEUE = "team-queue"
VOLCANO = next(dialect for dialect in DIALECTS if dialect.name == "volcano")


def in_use(cpu=4):
    """A running group that uses `cpu` of the queue."""
    group = make("scheduling.volcano.sh/v1beta1", "PodGroup", "running",
                 spec={"minMember": cpu, "queue": QUEUE, "minResources": {"cpu": str(cpu)}},
                 status={"phase": "Running", "running": cpu})
    members = [pod("running-%d" % i, scheduler="volcano", on="n1",
                   annotations={"scheduling.k8s.io/group-name": "running"}) for i in range(cpu)]
    return [group, *members]


def volcano_job():
    objects = workload("VolcanoJob")
    put(objects[0], "spec.queue", QUEUE)
    return objects, ()


def pytorch_job():
    objects = workload("PyTorchJob")
    put(objects[0], "spec.runPolicy.schedulingPolicy", {"queue": QUEUE, "minAvailable": 4})
    return objects, ("--operator-option", "training-operator.gang-scheduler-name=volcano")


def plain_job():
    """The controller of Volcano creates a group for it (volcano podgroup controller), in the queue of the pods' annotation."""
    objects = with_spec(workload("Job"), schedulerName="volcano")
    put(objects[0], "spec.template.metadata.annotations", {"scheduling.volcano.sh/queue-name": QUEUE})
    return objects, ()


def leader_worker_set():
    objects = with_spec(workload("LeaderWorkerSet"), schedulerName="volcano")
    put(objects[0], "spec.leaderWorkerTemplate.workerTemplate.metadata.annotations", {"scheduling.volcano.sh/queue-name": QUEUE})
    return with_metadata(objects, "LeaderWorkerSet", "annotations", **{"scheduling.volcano.sh/queue-name": QUEUE}), ()


KINDS = {"vcjob": volcano_job, "PyTorchJob": pytorch_job, "Job": plain_job, "LeaderWorkerSet": leader_worker_set}

# state: (objects, verdict for a group with minResources, for other groups, rule)
STATES = {
    "queue open with room": ([volcano_queue(capability={"cpu": "100"}), *in_use()], UNKNOWN, UNKNOWN,
                             "volcano's order and scores are not simulated"),
    "queue full": ([volcano_queue(capability={"cpu": "4"}), *in_use()], NO, NOT_YES,
                   "volcano proportion: minResources + allocated > capability"),
    "capability below the job": ([volcano_queue(capability={"cpu": "2"})], NO, NOT_YES, "volcano proportion: minResources > capability"),
    "queue closed": ([volcano_queue(state="Closed"), *in_use()], NOT_YES, NOT_YES,
                     "volcano [>=1.12] allocates only in an Open queue"),
    "queue without a state": ([volcano_queue(state="")], NOT_YES, NOT_YES,
                              "volcano [>=1.12] allocates only in an Open queue"),
    "queue absent beside another": ([volcano_queue("other-queue")], NO, NO, "volcano session skips jobs of a missing queue"),
    "queue list not given": ([], UNKNOWN, UNKNOWN, "whether the queue exists, is open and has capacity is not in the input"),
}


def of_other_schedulers():
    """Volcano's controller makes the pods of a job when its PodGroup is no longer Pending, whatever their scheduler."""
    def job(queue=QUEUE):
        objects, _ = volcano_job()
        put(objects[0], "spec.queue", queue)
        put(objects[0], "spec.schedulerName", "default-scheduler")
        return objects
    for state, (objects, verdict, _, rule) in STATES.items():
        yield Combination("vcjob of the default scheduler, %s" % state, verdict, rule, nodes() + objects, job(), first_line=(QUEUE,))
    with_template = job()
    put(with_template[0], "spec.schedulerName", "volcano")
    put(with_template[0], "spec.tasks.0.template.spec.schedulerName", "default-scheduler")
    yield Combination("vcjob of volcano, its pods of the default scheduler, queue closed", NOT_YES,
                      "volcano webhook: only to a queue with state Open", nodes() + STATES["queue closed"][0], with_template)
    yield Combination("vcjob of the default scheduler, root queue", NO, "volcano webhook: can not submit job to root queue",
                      nodes() + [volcano_queue("root")], job("root"), first_line=("root",))
    yield Combination("vcjob of the default scheduler, queue with a queue below it", NO, "volcano webhook: only to a leaf queue",
                      nodes() + [volcano_queue(), volcano_queue("below", parent=QUEUE)], job(), first_line=(QUEUE,))


def of_webhook():
    """What the webhook of Volcano refuses (pkg/webhooks/admission/jobs/validate), or its CustomResourceDefinition."""
    faults = {
        "dependsOn of an absent task": ("tasks.0.dependsOn", {"name": ["absent"]}),
        "dependsOn itself": ("tasks.0.dependsOn", {"name": ["worker"]}),
        "minSuccess 0": ("minSuccess", 0), "maxRetry -1": ("maxRetry", -1),
        "plugin mpi without a master": ("plugins", {"mpi": []}),
        "plugin mpi with another master": ("plugins", {"mpi": ["--master=head"]}),
        "partitions of another size": ("tasks.0.partitionPolicy", {"totalPartitions": 3, "partitionSize": 2}),
        "policy for an unknown event": ("policies", [{"event": "Foo", "action": "RestartJob"}]),
        "policy with an unknown action": ("tasks.0.policies", [{"event": "PodFailed", "action": "Foo"}]),
        "topologyPolicy without whole cpus": ("tasks.0.topologyPolicy", "single-numa-node"),
        "a task's name with capitals": ("tasks.0.name", "Worker_1"),
        "a volume without a claim": ("volumes", [{"mountPath": "/data"}])}
    for what, (path, value) in faults.items():
        objects = workload("VolcanoJob")
        put(objects[0], "spec." + path, value)
        if "whole cpus" in what:
            put(objects[0], "spec.tasks.0.template.spec.containers.0.resources.requests.cpu", "500m")
        yield Combination("vcjob, %s" % what, NO, "volcano webhook or CRD", nodes() + [volcano_queue("default")], objects)
    good = {"plugin mpi with its master": ("plugins", {"mpi": ["--master=worker"], "ssh": []}),
            "partitions of its size": ("tasks.0.partitionPolicy", {"totalPartitions": 2, "partitionSize": 2}),
            "a policy": ("policies", [{"event": "PodEvicted", "action": "RestartJob"}, {"exitCode": 3, "action": "AbortJob"}]),
            "topologyPolicy with whole cpus": ("tasks.0.topologyPolicy", "single-numa-node")}
    for what, (path, value) in good.items():
        objects = workload("VolcanoJob")
        put(objects[0], "spec." + path, value)
        yield Combination("vcjob, %s" % what, UNKNOWN, "volcano webhook: valid", nodes() + [volcano_queue("default")], objects)


def of_parts():
    """The minimum of each task: Volcano places them first (gang JobValidFn, TaskMinAvailable); room for three pods of four."""
    def job(minimums):
        objects = workload("VolcanoJob")
        task = objects[0]["spec"]["tasks"][0]
        objects[0]["spec"].update(minAvailable=sum(minimums), tasks=[
            {**copy.deepcopy(task), "name": name, "replicas": 2, "minAvailable": fewest} for name, fewest in zip("ab", minimums)])
        return objects
    room = nodes(cpu=2)[:1] + [node("n2", cpu=1), volcano_queue("default")]
    yield Combination("vcjob of tasks with minimum 1 and 2, room for 3", NOT_NO, "volcano: the minimum of each task", room, job((1, 2)))
    yield Combination("vcjob of tasks with minimum 2 and 2, room for 3", NO, "volcano: 4 pods are needed", room, job((2, 2)))


def of_states_of_parts():
    """The gang plugin counts pods of a task that are pending, run or succeeded; not those that failed or are being deleted."""
    rule = "volcano job_info.go: CheckTaskValid, CheckTaskReady"
    job = make("batch/v1", "Job", "ps", spec={"parallelism": 1, "completions": 1, "template": workload("Job")[0]["spec"]["template"]},
               status={"failed": 1})
    job["metadata"]["uid"] = "u-ps"
    owner = {"apiVersion": "batch/v1", "kind": "Job", "name": "ps", "uid": "u-ps", "controller": True}

    def group(states, minimum=3, owned=False):
        made = [make("scheduling.volcano.sh/v1beta1", "PodGroup", "work", status={"phase": "Inqueue"},
                     spec={"minMember": minimum, "queue": QUEUE, "minTaskMember": {"ps": 1, "worker": 2}})]
        for at, (task, state, cpu) in enumerate(states):
            made.append(pod("%s-%d" % (task, at), cpu=cpu, scheduler="volcano", on=None if state == "Pending" else "n%d" % (at % 2 + 1),
                            annotations={"scheduling.k8s.io/group-name": "work", "volcano.sh/task-spec": task},
                            owner=owner if owned and task == "ps" else None))
            made[-1]["status"]["phase"] = "Running" if state == "Terminating" else state
            if state == "Terminating":
                made[-1]["metadata"].update(deletionTimestamp="2026-05-04T08:10:00Z", deletionGracePeriodSeconds=30)
        return nodes() + [volcano_queue(), *made, *([job] if owned else [])]

    def workers(state, count=2, cpu=1):
        return [("worker", state, cpu)] * count

    cases = {"ps failed and 3 workers wait": (group([("ps", "Failed", 1), *workers("Pending", 3)]), NO, ()),
             "ps succeeded and 2 workers wait": (group([("ps", "Succeeded", 1), *workers("Pending")]), UNKNOWN, ()),
             "ps succeeded and 2 workers of 9 cpu wait": (group([("ps", "Succeeded", 1), *workers("Pending", 2, 9)]), NO, ()),
             "ps is being deleted and 2 workers wait": (group([("ps", "Terminating", 1), *workers("Pending")]), NOT_YES, ()),
             "ps failed and 3 workers run": (group([("ps", "Failed", 1), *workers("Running", 3)]), NOT_NO, ("idle",)),
             "no ps exists and 3 workers run": (group(workers("Running", 3)), NOT_NO, ("idle",)),
             "ps failed, its Job makes another, and 3 workers run": (group([("ps", "Failed", 1), *workers("Running", 3)], owned=True), UNKNOWN, ("Job",)),
             "all have succeeded": (group([("ps", "Succeeded", 1), *workers("Succeeded")]), NOT_NO, ("quorum",)),
             "minimums above minMember, ps failed and 2 workers wait": (group([("ps", "Failed", 1), *workers("Pending")], 2), UNKNOWN, ())}
    for what, (cluster, verdict, words) in cases.items():
        yield Combination("explain of tasks ps 1 and worker 2, %s" % what, verdict, rule, cluster, group="work", first_line=words)


def configuration(actions="enqueue, allocate, backfill", of_queues=({"name": "overcommit"}, {"name": "proportion"})):
    """The ConfigMap of Volcano's scheduler."""
    tiers = [{"plugins": [{"name": name} for name in ("priority", "gang", "conformance")]},
             {"plugins": [{"name": "drf"}, {"name": "predicates"}, *of_queues, {"name": "nodeorder"}]}]
    return make("v1", "ConfigMap", "volcano-scheduler-configmap", "volcano-system",
                data={"volcano-scheduler.conf": yaml.safe_dump({"actions": actions, "tiers": tiers})})


HIERARCHY = ({"name": "overcommit"}, {"name": "capacity", "enableHierarchy": True})


def waiting(name="work", queue=QUEUE, cpu=4, phase="Pending", created=CREATED):
    """A PodGroup of one pod."""
    group = make("scheduling.volcano.sh/v1beta1", "PodGroup", name, spec={"minMember": 1, "queue": queue, "minResources": {"cpu": str(cpu)}},
                 status={"phase": phase})
    group["metadata"]["creationTimestamp"] = created
    return [group, pod("%s-0" % name, cpu=min(cpu, 8), scheduler="volcano", annotations={"scheduling.k8s.io/group-name": name})]


def of_configurations():
    """The ConfigMap of Volcano decides the enqueue action and its plugins, and the queues above a queue (§1, §4, §8)."""
    room = nodes()
    below = [volcano_queue("org", capability={"cpu": "2"}), volcano_queue(parent="org")]
    for phase in ("Pending", "Inqueue"):
        for what, given, verdict, word in (("no configuration", [], UNKNOWN, "enableHierarchy"), ("the default configuration", [configuration()], UNKNOWN, ""),
                                           ("capacity with enableHierarchy", [configuration(of_queues=HIERARCHY)], NO, ""),
                                           ("capacity alone", [configuration(of_queues=({"name": "overcommit"}, {"name": "capacity"}))], UNKNOWN, "")):
            yield Combination("explain, %s group, the queue above is too small, %s" % (phase, what), verdict,
                              "volcano capacity: enableHierarchy is off by default", room + below + given + waiting(phase=phase), group="work",
                              first_line=(word,) if word else ())
    for what, given, verdict in (("no configuration", [], NO), ("the default configuration", [configuration()], NO),
                                 ("no enqueue action", [configuration("allocate, backfill")], UNKNOWN),
                                 ("no overcommit", [configuration(of_queues=({"name": "proportion"},))], UNKNOWN),
                                 ("another overcommit-factor", [configuration(of_queues=(
                                     {"name": "overcommit", "arguments": {"overcommit-factor": 9}}, {"name": "proportion"}))], UNKNOWN),
                                 ("plugin sla", [configuration(of_queues=({"name": "sla"}, {"name": "overcommit"}, {"name": "proportion"}))], UNKNOWN)):
        yield Combination("explain, minResources above the cluster, %s" % what, verdict, "volcano overcommit-factor 1.2 by default",
                          room + [volcano_queue()] + given + waiting(cpu=40), group="work")
    full = [volcano_queue(capability={"cpu": "4"}), *in_use(), *waiting(cpu=2, phase="Inqueue")]
    for what, given, verdict in (("no configuration", [], NO), ("no plugin of queues", [configuration(of_queues=({"name": "overcommit"},))], UNKNOWN)):
        yield Combination("explain, Inqueue group, queue full, %s" % what, verdict, "volcano proportion and capacity: AddAllocatableFn",
                          room + full + given, group="work")
    for actions, verdict in (("enqueue, allocate, preempt, backfill", UNKNOWN), ("enqueue, allocate, reclaim, backfill", NO)):
        yield Combination("explain, Inqueue group, queue full, actions %s" % actions, verdict, "volcano preempt: pods of the same queue",
                          room + full + [configuration(actions)], group="work", first_line=("may preempt default/running",) if verdict == UNKNOWN else ())
    for queue, verdict in (("default", UNKNOWN), (QUEUE, NO)):
        for phase in ("Pending", ""):
            yield Combination("explain, group of phase '%s', Queue %s absent beside another" % (phase, queue), verdict,
                              "volcano makes the queue default at start", room + [volcano_queue("other-queue")] + waiting(queue=queue, phase=phase),
                              group="work", first_line=("Queue %s" % queue,))
    yield Combination("vcjob without a queue, queue default absent beside another", UNKNOWN, "volcano makes the queue default at start",
                      room + [volcano_queue("other-queue")], workload("VolcanoJob"), first_line=("default",))


def of_order():
    """Queues of one priority and share: the older one first (§7.1). Enqueue gives 19.2 cpu in all, and these ask for 24."""
    young, old = volcano_queue("a-young"), volcano_queue("b-old")
    young["metadata"]["creationTimestamp"] = "2026-05-04T07:30:00Z"
    old["metadata"]["creationTimestamp"] = "2026-05-04T07:00:00Z"
    cluster = nodes() + [young, old, *waiting("first", "b-old", 16), *waiting("second", "a-young", 8)]
    for name, verdict in (("first", UNKNOWN), ("second", NO)):
        yield Combination("explain, the %s of two queues of one share" % name, verdict, "volcano queue order: creation time, then name",
                          json.loads(json.dumps(cluster)), group=name)
    used = [make("scheduling.volcano.sh/v1beta1", "PodGroup", "running", spec={"minMember": 1, "queue": "b-old", "minResources": {"cpu": "1"}},
                 status={"phase": "Running", "running": 1}),
            pod("running-0", scheduler="volcano", on="n1", annotations={"scheduling.k8s.io/group-name": "running"})]
    yield Combination("explain, the second of two queues, the first has pods", UNKNOWN, "volcano queue order: share",
                      nodes() + [young, old, *waiting("first", "b-old", 15), *waiting("second", "a-young", 8), *used], group="second")


def of_manifest_queues():
    """The manifest creates the queue of its job, beside one that is given."""
    for cpu, verdict in ((100, UNKNOWN), (2, NO)):
        yield Combination("vcjob and its queue of %d cpu" % cpu, verdict, "kubectl apply creates both", nodes() + [volcano_queue("default")],
                          as_manifest([volcano_queue(capability={"cpu": str(cpu)})]) + volcano_job()[0])


def combinations():
    yield from of_parts()
    yield from of_states_of_parts()
    yield from of_configurations()
    yield from of_order()
    yield from of_manifest_queues()
    yield from of_other_schedulers()
    yield from of_webhook()
    for state, (objects, with_minimum, without, rule) in STATES.items():
        for name, build in KINDS.items():
            manifest, flags = build()
            verdict = with_minimum if name in ("vcjob", "PyTorchJob") else without
            words = (QUEUE,) if verdict == UNKNOWN or name != "LeaderWorkerSet" else ()  # for two groups it has only their number
            yield Combination("%s, %s" % (name, state), verdict, rule, nodes() + objects, manifest, flags=flags, first_line=words)
        yield Combination("explain, %s" % state, with_minimum, rule, nodes() + objects + VOLCANO.gang(), group="work", first_line=(QUEUE,))
    for name, build in KINDS.items():
        manifest, flags = build()
        yield Combination("%s, queue list denied" % name, UNKNOWN, "the program never assumes that a denied list is empty",
                          snapshot(nodes(), ["queues.scheduling.volcano.sh"]), manifest, flags=flags,
                          first_line=(QUEUE, "queues.scheduling.volcano.sh"))
    yield Combination("explain, queue list denied", UNKNOWN, "the program never assumes that a denied list is empty",
                      snapshot(nodes() + VOLCANO.gang(), ["queues.scheduling.volcano.sh"]), group="work",
                      first_line=(QUEUE, "queues.scheduling.volcano.sh"))
    # Roles and minimum in the job itself.
    fewer = workload("VolcanoJob")
    fewer[0]["spec"]["minAvailable"] = 5
    yield Combination("vcjob, minAvailable above its replicas", NO,
                      "volcano webhook: minAvailable should not be greater than total replicas", nodes() + [volcano_queue("default")],
                      fewer)
    for state, objects in (("given", [volcano_queue("default")]), ("not given", [])):
        yield Combination("vcjob without a queue, queue default %s" % state, UNKNOWN, "volcano: spec.queue is `default`", nodes() + objects,
                          workload("VolcanoJob"),
                          first_line=("default", "volcano"))
