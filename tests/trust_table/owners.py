# SPDX-License-Identifier: Apache-2.0
"""explain of existing pods whose controller deletes them, or cannot create the others."""
import copy

from trust_table.admission import FULL, quota
from trust_table.combination import NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import CREATED, make, node, nodes, pod, workload

LATER = "2026-05-04T09:00:00Z"


def owned(kind, name, count, **metadata):
    owner = {"apiVersion": "batch/v1" if kind == "Job" else "apps/v1", "kind": kind, "name": name, "uid": name, "controller": True}
    return [pod("%s-%d" % (name, at), owner=owner, labels={"app": "work"}, **metadata) for at in range(count)]


def stored(name, **spec):
    made = workload(name)[-1]
    made["metadata"].update(namespace="default", creationTimestamp=CREATED, uid="work")
    made["spec"].update(spec)
    return made


def of_all():
    """explain -A: a gang in a namespace of its own, beside gangs that start."""
    def members(count, space, **metadata):
        made = [pod("%s-%d" % (space, at), labels={"scheduling.x-k8s.io/pod-group": "gang"}, cpu="100m", **metadata) for at in range(count)]
        gang = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "gang", spec={"minMember": 2})
        for one in made + [gang]:
            one["metadata"]["namespace"] = space
        return [gang, *made]

    others = nodes() + members(2, "first") + members(2, "second")
    asked = {"group": "-A"}
    yield Combination("explain -A of gangs that start", YES, "none is held", others + members(2, "third"), **asked)
    for there, verdict in ((1, UNKNOWN), (2, YES)):  # of the members that have a node and run; one more does not
        objects = members(there + 1, "third", on="n1")
        objects[-1]["status"].update(phase="Pending", containerStatuses=[{"name": "main", "state": {"waiting": {"reason": "ErrImagePull"}}}])
        yield Combination("explain -A, %d of 2 members run, one cannot start" % there, verdict, "kubelet: ErrImagePull", others + objects, **asked)
    space = make("v1", "Namespace", "third", None, status={"phase": "Terminating"})
    space["metadata"]["deletionTimestamp"] = CREATED
    yield Combination("explain -A, a namespace is being deleted", NO, "namespace controller deleteAllContent",
                      others + [space] + members(2, "third"), **asked)
    alone = pod("loose", cpu="100m")
    alone["metadata"]["namespace"] = "third"
    yield Combination("explain -A, the namespace of a pod without a group is being deleted", NOT_YES,
                      "namespace controller deleteAllContent", others + [space, alone], **asked)
    for mine, verdict in ((2, NO), (1, UNKNOWN)):  # of 3 members, 2 needed
        job = stored("Job")
        job["metadata"]["namespace"] = "third"
        job["status"] = {"conditions": [{"type": "Failed", "status": "True"}]}
        objects = members(3, "third")
        for one in objects[1:1 + mine]:
            one["metadata"]["ownerReferences"] = [
                {"apiVersion": "batch/v1", "kind": "Job", "name": "work", "uid": "work", "controller": True}]
        yield Combination("explain -A, %d of 3 members are of a failed Job" % mine, verdict, "job controller syncJob: IsJobFinished",
                          others + [job, *objects], **asked)


def combinations():
    rule = "job controller syncJob: "
    for kind in ("Job", "StatefulSet", "ReplicaSet"):
        yield Combination("explain of a %s with 5 of 4 pods" % kind, UNKNOWN, "its controller deletes one",
                          nodes() + [stored(kind), *owned(kind, "work", 5)], group="work")
        for pods in (4, 2):
            name = "explain of a %s with %d of 4 pods, " % (kind, pods)
            existing = nodes() + [stored(kind), *owned(kind, "work", pods)]
            verdict = YES if pods == 4 else UNKNOWN
            yield Combination(name + "no quota", verdict, "nothing was asked about the others", existing, group="work")
            used = {"pods": pods}
            yield Combination(name + "quota full", YES if pods == 4 else NO, FULL, existing + [quota({"pods": pods}, used)], group="work")
            yield Combination(name + "quota of one more", YES if pods == 4 else NO, FULL, existing + [quota({"pods": pods + 1}, used)],
                              group="work")
            yield Combination(name + "quota with room", verdict, FULL, existing + [quota({"pods": 9}, used)], group="work")
            yield Combination("explain of a pod of a %s with %d of 4 pods, quota full" % (kind, pods), YES, "the pod exists",
                              existing + [quota({"pods": pods}, used)], group="pod/work-0")
            failed = make("v1", "Event", "work.1", reason="FailedCreate", message="denied by a webhook", lastTimestamp=CREATED,
                          involvedObject={"kind": kind, "namespace": "default", "name": "work"})
            yield Combination(name + "event FailedCreate", YES if pods == 4 else UNKNOWN, "its controller could not create the others",
                              existing + [failed], group="work")
    for where, verdict in (("n1", YES), ("gone", UNKNOWN)):
        yield Combination("explain of a pod bound to node %s" % where, verdict, "pod garbage collector gcOrphaned",
                          nodes() + [pod("work", on=where)], group="work")
    label = {"scheduling.x-k8s.io/pod-group": "gang"}
    for where, fewest, verdict in (("n1", 2, YES), ("gone", 2, UNKNOWN), ("gone", 1, YES)):
        gang = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "gang", spec={"minMember": fewest})
        yield Combination("explain of a gang of %d, a member bound to node %s" % (fewest, where), verdict, "pod garbage collector gcOrphaned",
                          nodes() + [gang, pod("work-0", on=where, labels=label), pod("work-1", labels=label)], group="gang")
    for reason, verdict in (("ImagePullBackOff", UNKNOWN), ("CreateContainerConfigError", UNKNOWN), ("CrashLoopBackOff", UNKNOWN),
                            ("ContainerCreating", YES), ("PodInitializing", YES)):
        for place in ("containerStatuses", "initContainerStatuses"):
            waiting = pod("work-0", on="n1", labels=label)
            waiting["status"].update({"phase": "Pending", place: [{"name": "main", "state": {"waiting": {"reason": reason}}}]})
            gang = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "gang", spec={"minMember": 2})
            rule = "kubelet: a container waits with %s" % reason
            yield Combination("explain of a gang, %s with %s" % (place, reason), verdict, rule,
                              nodes() + [gang, waiting, pod("work-1", labels=label)], group="gang")
            loose = copy.deepcopy(waiting)
            del loose["metadata"]["labels"]
            yield Combination("explain of a pod, %s with %s" % (place, reason), verdict, rule, nodes() + [loose], group="work-0")
            running = copy.deepcopy(loose)
            running["status"]["phase"] = "Running"
            yield Combination("explain of a running pod, %s with %s" % (place, reason), YES, "it has started", nodes() + [running],
                              group="work-0")
    rule = "job controller syncJob: "
    pods = owned("Job", "work", 4)
    for flag, verdict in ((True, NO), (False, YES)):
        yield Combination("explain of a Job, suspend: %s" % flag, verdict, rule + "jobSuspended deletes active pods",
                          nodes() + [stored("Job", suspend=flag), *pods], group="work")
    for condition, verdict in (("Failed", NO), ("Complete", NO), ("FailureTarget", NO), ("Suspended", YES)):
        job = stored("Job")
        job["status"] = {"conditions": [{"type": condition, "status": "True"}]}
        yield Combination("explain of a Job with the condition %s" % condition, verdict, rule + "IsJobFinished deletes active pods",
                          nodes() + [job, *pods], group="work")
    for phase, metadata, verdict in (("Terminating", {"deletionTimestamp": CREATED}, NO), ("Active", {}, YES)):
        space = make("v1", "Namespace", "default", None, status={"phase": phase})
        space["metadata"].update(metadata)
        for name, objects, group in (("pod", [pod("work")], "work"), ("Job", [stored("Job"), *pods], "work")):
            yield Combination("explain of a %s in a namespace, %s" % (name, phase), verdict, "namespace controller deleteAllContent",
                              nodes() + [space, *objects], group=group)
    yield from of_all()
    later = node("n3")
    later["metadata"]["creationTimestamp"] = LATER  # the time of the snapshot
    for seconds, verdict in ((10, NO), (3600, NO), (3601, YES)):
        job = stored("Job", activeDeadlineSeconds=seconds)
        job["status"] = {"startTime": CREATED}
        yield Combination("explain of a Job, a deadline of %d s, one hour later" % seconds, verdict, rule + "pastActiveDeadline",
                          nodes() + [later, job, *pods], group="work")
