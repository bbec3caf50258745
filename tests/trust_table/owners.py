# SPDX-License-Identifier: Apache-2.0
"""explain of existing pods whose controller deletes them, or cannot create the others."""
import copy

from trust_table.admission import FULL, quota
from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
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


def in_gang(*members, fewest=2):
    """A gang of Coscheduling that the pods belong to."""
    for each in members:
        each["metadata"].setdefault("labels", {})["scheduling.x-k8s.io/pod-group"] = "gang"
    return [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "gang", spec={"minMember": fewest}), *members]


def leaving(built):
    built["metadata"]["deletionTimestamp"] = CREATED
    return built


def below(kind, name, *objects):
    for each in objects:
        api = "jobset.x-k8s.io/v1alpha2" if kind == "JobSet" else "apps/v1"
        each["metadata"]["ownerReferences"] = [{"apiVersion": api, "kind": kind, "name": name, "uid": name, "controller": True}]
    return list(objects)


def of_objects_above():
    """How the objects above a pod treat it."""
    rule = "garbage collector attemptToDeleteItem: it deletes pods of an owner that is being deleted"
    for kind in ("Job", "StatefulSet", "ReplicaSet"):
        none = {"parallelism": 0} if kind == "Job" else {"replicas": 0}
        for name, object_above, verdict, why in (
                ("is being deleted", leaving(stored(kind)), UNKNOWN, rule),
                ("is scaled to 0", stored(kind, **none), NO, "its controller deletes all pods"),
                ("has as many pods as it wants", stored(kind), YES, "its controller does nothing")):
            pods = owned(kind, "work", 4)
            for group in ("work", "pod/work-0"):
                yield Combination("explain of %s, its %s %s" % (group, kind, name), verdict, why,
                                  nodes() + [copy.deepcopy(object_above), *pods], group=group)
            members = in_gang(*owned(kind, "work", 4), fewest=4)
            for group in ("gang", "-A"):
                yield Combination("explain of %s, the %s of its members %s" % (group, kind, name), verdict, why,
                                  nodes() + [copy.deepcopy(object_above), *members], group=group)
        yield Combination("explain of a pod of a %s with 5 of 4 pods" % kind, UNKNOWN, "its controller deletes pods without a node first",
                          nodes() + [stored(kind), *owned(kind, "work", 5)], group="pod/work-4")
        gone = owned(kind, "work", 5)
        leaving(gone[4])
        yield Combination("explain of a %s with 4 of 4 pods, and one that is being deleted" % kind, YES, "kube-scheduler skipPodSchedule",
                          nodes() + [stored(kind), *gone], group="work")
        yield Combination("explain of the pod of a %s that is being deleted" % kind, NO, "kube-scheduler skipPodSchedule",
                          nodes() + [stored(kind), *gone], group="pod/work-4")
        lone = in_gang(*owned(kind, "work", 2))
        yield Combination("explain of a %s with 2 of 4 pods in a gang of 2" % kind, UNKNOWN, "nothing was asked about the others",
                          nodes() + [stored(kind), *lone], group=kind.lower() + "/work")
    yield Combination("explain of a member that is being deleted", NO, "kube-scheduler skipPodSchedule",
                      nodes() + in_gang(pod("work-0"), pod("work-1"), leaving(pod("work-2"))), group="pod/work-2")
    running = in_gang(*[pod("work-%d" % at, on="n1", owner={"apiVersion": "batch/v1", "kind": "Job", "name": "work", "uid": "work",
                                                           "controller": True}) for at in range(4)], fewest=4)
    for flag, verdict in ((True, NO), (False, YES)):
        yield Combination("explain of a gang that runs, its Job has suspend: %s" % flag, verdict, "job controller syncJob: jobSuspended",
                          nodes() + [stored("Job", suspend=flag), *running], group="gang")
    rule = "kubelet: it ends, and Coscheduling counts it until then"
    for fewest, verdict in ((2, UNKNOWN), (1, YES)):
        members = in_gang(leaving(pod("work-0", on="n1")), pod("work-1"), fewest=fewest)
        yield Combination("explain of a gang of %d, a bound member is being deleted" % fewest, verdict, rule, nodes() + members, group="gang")
    other = stored("Job")
    other["metadata"]["uid"] = "other"
    for group, objects in (("work", owned("Job", "work", 4)), ("pod/work-0", owned("Job", "work", 4)),
                           ("gang", in_gang(*owned("Job", "work", 4), fewest=4))):
        yield Combination("explain of %s, the Job of this name is another one" % group, UNKNOWN, "garbage collector attemptToDeleteItem: uid",
                          nodes() + [other, *objects], group=group)
    for start, ordinal, verdict in ((0, 3, YES), (0, 4, UNKNOWN), (2, 5, YES), (2, 1, UNKNOWN)):
        ordinals = {"ordinals": {"start": start}} if start else {}
        replicas = owned("StatefulSet", "work", 6)[start + 1:start + 4]
        one = owned("StatefulSet", "work", 6)[ordinal]
        yield Combination("explain of pod work-%d of a StatefulSet from %d to %d" % (ordinal, start, start + 3), verdict,
                          "stateful_set_control updateStatefulSet: condemned",
                          nodes() + [stored("StatefulSet", **ordinals), *[each for each in replicas if each != one], one],
                          group="pod/work-%d" % ordinal)
    group, *members = in_gang(pod("work-0"), pod("work-1"))
    yield Combination("explain of a gang, its PodGroup is being deleted", UNKNOWN, "Coscheduling PreFilter: pods of a PodGroup that is gone",
                      nodes() + [leaving(group), *members], group="gang")


def of_idle_gangs():
    """A gang of four without pending members, whose Job wants four pods."""
    rule = "job controller manageJob: it creates the pods that are missing"
    owner = {"apiVersion": "batch/v1", "kind": "Job", "name": "gang", "uid": "work", "controller": True}

    def job(**spec):
        made = stored("Job", **spec)
        made["metadata"]["name"] = "gang"
        return made

    ended = job()
    ended["status"] = {"conditions": [{"type": "Complete", "status": "True", "lastTransitionTime": CREATED}], "succeeded": 4}
    jobs = (("that has ended", ended, YES), ("that is suspended", job(suspend=True), YES), ("that is at work", job(), UNKNOWN),
            ("scaled to 0", job(parallelism=0), YES))
    for what, above, verdict in jobs:
        for count in (0, 2):
            if count and above is not jobs[2][1]:
                continue
            members = in_gang(*[pod("gang-%d" % at, on="n1", owner=owner) for at in range(count)], fewest=4)
            for group in ("gang", "-A"):
                yield Combination("explain of %s, a gang with %d of 4 members, of a Job %s" % (group, count, what), verdict, rule,
                                  nodes() + [pod("other", on="n2"), copy.deepcopy(above), *copy.deepcopy(members)], group=group)


def of_deployments():
    """A Deployment makes its pods through ReplicaSets."""
    def sets(*replicas):
        made = []
        for at, count in enumerate(replicas):
            one = stored("ReplicaSet", replicas=count)
            one["metadata"].update(name="work-%d" % at, uid="work-%d" % at)
            made += below("Deployment", "work", one) + owned("ReplicaSet", "work-%d" % at, count)
        return made

    rule = "deployment controller: "
    for wants, replicas, verdict, why in ((4, (4,), YES, "done"), (6, (4,), UNKNOWN, "scale"), (2, (4,), UNKNOWN, "scale"),
                                          (4, (3, 2), UNKNOWN, "rolloutRolling"), (0, (4,), NO, "scale to 0")):
        name = "explain of a Deployment of %d with ReplicaSets of %s" % (wants, " and ".join(map(str, replicas)))
        yield Combination(name, verdict, rule + why, nodes() + [stored("Deployment", replicas=wants), *sets(*replicas)],
                          group="deployment/work")
    for least, verdict in ((4, YES), (12, UNKNOWN)):
        scaler = make("autoscaling/v2", "HorizontalPodAutoscaler", "work", spec={
            "minReplicas": least, "maxReplicas": 12, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "work"}})
        yield Combination("explain of a Deployment of 4 with an autoscaler of at least %d" % least, verdict, "horizontal controller",
                          nodes() + [stored("Deployment", replicas=4), scaler, *sets(4)], group="deployment/work")
    yield Combination("explain of a pod, its Deployment is being deleted", UNKNOWN, "garbage collector attemptToDeleteItem",
                      nodes() + [leaving(stored("Deployment", replicas=4)), *sets(4)], group="pod/work-0-0")


def of_job_sets():
    """A JobSet is a group of all its pods."""
    label = {"jobset.sigs.k8s.io/jobset-name": "set"}

    def child(at):
        one = stored("Job", parallelism=2, completions=2)
        one["metadata"].update(name="set-%d" % at, uid="set-%d" % at, labels=dict(label))
        return below("JobSet", "set", one)[0]

    def pods_of(at):
        made = owned("Job", "set-%d" % at, 2)
        for each in made:
            each["metadata"]["labels"] = dict(label)
        return made

    def job_set(status=None, **spec):
        return make("jobset.x-k8s.io/v1alpha2", "JobSet", "set", spec=spec, status=status or {})

    rule = "jobset_controller reconcile: "
    failed = {"conditions": [{"type": "Failed", "status": "True"}]}
    both = [child(0), child(1), *pods_of(0), *pods_of(1)]
    for name, objects, verdict, why in (("all pods", [job_set(), *both], YES, "done"),
                                        ("a Job without pods", [job_set(), child(0), child(1), *pods_of(0)], UNKNOWN, "they come later"),
                                        ("a failed JobSet", [job_set(failed), *both], NO, "it deletes active Jobs"),
                                        ("a suspended JobSet", [job_set(suspend=True), *both], NO, "it suspends its Jobs"),
                                        ("a JobSet that is being deleted", [leaving(job_set()), *both], UNKNOWN, "garbage collector")):
        for group in ("jobset/set", "-A"):
            yield Combination("explain of %s, %s" % (group, name), verdict, rule + why, nodes() + copy.deepcopy(objects), group=group)


def of_ray_clusters():
    def cluster(**spec):
        return make("ray.io/v1", "RayCluster", "work", spec={"workerGroupSpecs": [{"groupName": "w", "replicas": 2, "maxReplicas": 9}], **spec})

    owner = {"apiVersion": "ray.io/v1", "kind": "RayCluster", "name": "work", "uid": "work", "controller": True}
    members = [pod("work-%d" % at, owner=owner) for at in range(4)]
    rule = "raycluster_controller reconcilePods: "
    for name, above, count, verdict in (("all pods", cluster(), 3, YES), ("without a worker", cluster(), 2, UNKNOWN),
                                        ("with a worker too many", cluster(), 4, UNKNOWN), ("suspended", cluster(suspend=True), 3, NO),
                                        ("being deleted", leaving(cluster()), 3, UNKNOWN)):
        yield Combination("explain of a RayCluster, %s" % name, verdict, rule + "head and workers", nodes() + [above, *members[:count]],
                          group="raycluster/work")


def of_operators_jobs():
    """Jobs whose pods are their own, and DaemonSets."""
    def job(api, kind, status=None, **spec):
        made = make(api, kind, "work", spec=spec, status=status or {})
        made["metadata"]["uid"] = "work"
        return made

    def pods_of(api, kind, count):
        owner = {"apiVersion": api, "kind": kind, "name": "work", "uid": "work", "controller": True}
        return [pod("work-%d" % at, owner=owner) for at in range(count)]

    template = {"template": {"spec": {"containers": [{"name": "main"}]}}}
    fields = {"PyTorchJob": "pytorchReplicaSpecs", "TFJob": "tfReplicaSpecs", "XGBoostJob": "xgbReplicaSpecs",
              "PaddleJob": "paddleReplicaSpecs", "JAXJob": "jaxReplicaSpecs", "MPIJob": "mpiReplicaSpecs"}
    for kind, field in fields.items():
        api = "kubeflow.org/v2beta1" if kind == "MPIJob" else "kubeflow.org/v1"
        roles = {"Worker": {"replicas": 3, **template}}
        if kind != "JAXJob":
            first = {"TFJob": "Chief", "MPIJob": "Launcher"}.get(kind, "Master")
            roles[first] = dict(template)  # one replica
        count = 3 if kind in ("JAXJob", "MPIJob") else 4  # the launcher's pod belongs to a Job

        def above(status=None, policy=None, api=api, kind=kind, field=field, roles=roles):
            return job(api, kind, status, runPolicy=policy or {}, **{field: roles})

        launcher = []
        if kind == "MPIJob":
            launcher_job = stored("Job", parallelism=1, completions=1)
            launcher_job["metadata"].update(name="work-launcher", uid="work-launcher")
            below("MPIJob", "work", launcher_job)
            launcher = [launcher_job, *owned("Job", "work-launcher", 1)]
            yield Combination("explain of an MPIJob without its launcher", UNKNOWN, "mpi-operator newLauncherJob",
                              nodes() + [above(), *pods_of(api, kind, count)], group="mpijob/work")
            yield Combination("explain of an MPIJob whose launcher has no pod", UNKNOWN, "job controller",
                              nodes() + [above(), launcher_job, *pods_of(api, kind, count)], group="mpijob/work")
        ended = {"conditions": [{"type": "Failed", "status": "True"}]}
        succeeded = pods_of(api, kind, count)
        succeeded[0]["status"]["phase"] = "Succeeded"
        rule = "training operator ReconcileJobs: "
        for name, objects, verdict, why in (
                ("all pods", [above(), *pods_of(api, kind, count)], YES, "done"),
                ("a pod succeeded", [above(), *succeeded], YES, "it makes no other"),
                ("a pod is missing", [above(), *pods_of(api, kind, count - 1)], UNKNOWN, "nothing was asked about it"),
                ("a pod too many", [above(), *pods_of(api, kind, count + 1)], UNKNOWN, "it deletes pods beyond the replicas"),
                ("suspended", [above(policy={"suspend": True}), *pods_of(api, kind, count)], NO, "it deletes the pods"),
                ("failed", [above(ended), *pods_of(api, kind, count)], UNKNOWN, "cleanPodPolicy says which pods it deletes")):
            yield Combination("explain of a %s, %s" % (kind, name), verdict, rule + why, nodes() + objects + copy.deepcopy(launcher), group=kind.lower() + "/work")
    yield Combination("explain of a PyTorchJob whose roles have other names", YES, "training operator setTypeNamesToCamelCase; assumed",
                      nodes() + [job("kubeflow.org/v1", "PyTorchJob", pytorchReplicaSpecs={"worker": {"replicas": 2, **template}}),
                                 *pods_of("kubeflow.org/v1", "PyTorchJob", 2)], group="pytorchjob/work")
    api = "batch.volcano.sh/v1alpha1"
    tasks = [{"name": "ps"}, {"name": "worker", "replicas": 3}]
    for phase, count, verdict in (("Running", 4, YES), ("Pending", 4, YES), ("Running", 3, UNKNOWN), ("Aborting", 4, UNKNOWN),
                                  ("Restarting", 4, UNKNOWN), ("Failed", 4, UNKNOWN)):
        yield Combination("explain of a Job of Volcano with %d of 4 pods, %s" % (count, phase), verdict, "volcano job state: KillJob",
                          nodes() + [job(api, "Job", {"state": {"phase": phase}}, tasks=tasks), *pods_of(api, "Job", count)], group="work")
    batch = stored("Job")
    batch["metadata"]["uid"] = "batch"
    yield Combination("explain of pods of a Job of Volcano, beside a Job of Kubernetes of the same name", YES, "each has its uid",
                      nodes() + [batch, job(api, "Job", {"state": {"phase": "Running"}}, tasks=tasks), *pods_of(api, "Job", 4)],
                      group="pod/work-0")
    for desired, verdict in ((3, UNKNOWN), (2, YES), (1, UNKNOWN), (0, UNKNOWN), (None, YES)):
        status = {} if desired is None else {"desiredNumberScheduled": desired}
        yield Combination("explain of a DaemonSet with 2 of %s pods" % desired, verdict, "daemon_controller: updateDaemonSetStatus",
                          nodes() + [job("apps/v1", "DaemonSet", status), *pods_of("apps/v1", "DaemonSet", 2)], group="daemonset/work")


def of_leader_worker_sets():
    """Each leader and its workers are a group of a declared size."""
    def in_set(name, worker, owner_kind, owner_name):
        owner = {"apiVersion": "apps/v1", "kind": owner_kind, "name": owner_name, "uid": owner_name, "controller": True}
        labels = {"leaderworkerset.sigs.k8s.io/name": "work", "leaderworkerset.sigs.k8s.io/group-index": "0",
                  "leaderworkerset.sigs.k8s.io/worker-index": str(worker)}
        return pod(name, owner=owner, labels=labels, annotations={"leaderworkerset.sigs.k8s.io/size": "3"})

    leader, *workers = in_set("work-0", 0, "StatefulSet", "work"), *[in_set("work-0-%d" % at, at, "StatefulSet", "work-0") for at in (1, 2)]
    for count, verdict in ((2, YES), (1, UNKNOWN), (0, UNKNOWN)):
        yield Combination("explain of a LeaderWorkerSet, %d of 2 workers exist" % count, verdict, "statefulset: nothing was asked about the others",
                          nodes() + [leader, *workers[:count]], group="leaderworkerset/work")


def of_nodes_of_members():
    """Members that have a node on which pods do not run, or not for long."""
    def not_ready(status):
        made = node("n1")
        made["status"]["conditions"][0]["status"] = status
        return made

    def tainted(key, effect):
        return {**node("n1"), "spec": {"taints": [{"key": key, "effect": effect}]}}

    tolerant = {"tolerations": [{"operator": "Exists"}]}
    states = {"is Ready": (node("n1"), YES), "is not Ready": (not_ready("False"), UNKNOWN), "is unreachable": (not_ready("Unknown"), UNKNOWN),
              "is being deleted": (leaving(node("n1")), UNKNOWN), "has a NoExecute taint": (tainted("maintenance", "NoExecute"), UNKNOWN),
              "has a NoSchedule taint": (tainted("maintenance", "NoSchedule"), YES),
              "is being removed": (tainted("ToBeDeletedByClusterAutoscaler", "NoSchedule"), UNKNOWN),
              "is cordoned": ({**node("n1"), "spec": {"unschedulable": True}}, YES)}
    rule = "node lifecycle controller, tainteviction: pods of such a node do not run on"
    for state, (first, verdict) in states.items():
        cluster = [first, node("n2")]
        for group in ("gang", "-A"):
            yield Combination("explain of %s, the node of a member %s" % (group, state), verdict, rule,
                              cluster + in_gang(pod("work-0", on="n1"), pod("work-1")), group=group)
        yield Combination("explain of gang, the node of all members %s" % state, verdict, rule,
                          cluster + in_gang(pod("work-0", on="n1"), pod("work-1", on="n1")), group="gang")
        yield Combination("explain of a pod, its node %s" % state, verdict, rule, cluster + [pod("work-0", on="n1")], group="work-0")
        for fewest in (0, 1):
            yield Combination("explain of a member of a gang of %d, its node %s" % (fewest, state), verdict, rule,
                              cluster + in_gang(pod("work-0", on="n1"), pod("work-1", on="n2"), fewest=fewest), group="pod/work-0")
    yield Combination("explain of gang, a member tolerates the NoExecute taint of its node", YES, "tainteviction: tolerated",
                      [states["has a NoExecute taint"][0], node("n2")] + in_gang(pod("work-0", on="n1", **tolerant), pod("work-1")),
                      group="gang")
    lost = pod("work-0", on="n1")
    lost["status"]["phase"] = "Unknown"
    yield Combination("explain of gang, a member has the phase Unknown", UNKNOWN, "kubelet: NodeLost",
                      nodes() + in_gang(lost, pod("work-1")), group="gang")


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


def of_joined_gangs():
    """dry-run of a Job whose 2 pods join a gang of another Job's pod."""
    template = workload("Job")[-1]["spec"]["template"]
    template.setdefault("metadata", {}).setdefault("labels", {})["scheduling.x-k8s.io/pod-group"] = "gang"
    manifest = [{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "join"},
                 "spec": {"parallelism": 2, "completions": 2, "template": template}}]
    failed = stored("Job", parallelism=1, completions=1)
    failed["status"] = {"conditions": [{"type": "Failed", "status": "True", "lastTransitionTime": CREATED}]}
    for name, other, fewest, verdict in (
            ("suspended", stored("Job", parallelism=1, completions=1, suspend=True), 3, NOT_YES),
            ("failed", failed, 3, NOT_YES),
            ("being deleted", leaving(stored("Job", parallelism=1, completions=1)), 3, NOT_YES),
            ("running", stored("Job", parallelism=1, completions=1), 3, YES),
            ("suspended, but not needed", stored("Job", parallelism=1, completions=1, suspend=True), 2, YES)):
        yield Combination("Job that joins a gang, the Job of its other member is %s" % name, verdict,
                          "job controller syncJob: jobSuspended, IsJobFinished; garbage collector",
                          nodes() + [other, *in_gang(*owned("Job", "work", 1), fewest=fewest)], copy.deepcopy(manifest))
    group, *members = in_gang(*owned("Job", "work", 1), fewest=3)
    yield Combination("Job that joins a gang whose PodGroup is being deleted", NOT_YES, "Coscheduling Permit: PodGroup not found",
                      nodes() + [stored("Job", parallelism=1, completions=1), leaving(group), *members], copy.deepcopy(manifest))
    # The manifest's Job exists, and the kubelet of one of its pods could not start it.
    stuck = owned("Job", "work", 2, on="n1")
    stuck[0]["status"] = {"phase": "Pending"}
    event = make("v1", "Event", "work-0.1", reason="FailedMount", type="Warning", message="MountVolume.SetUp failed", count=9,
                 lastTimestamp=LATER, involvedObject={"kind": "Pod", "namespace": "default", "name": "work-0"},
                 source={"component": "kubelet"})
    job = stored("Job", parallelism=2, completions=2)
    again = workload("Job")
    again[-1]["spec"].update(parallelism=2, completions=2)
    for name, more, verdict in (("an event FailedMount of its pod", [event], UNKNOWN), ("no event", [], NOT_NO)):
        yield Combination("Job that exists, %s" % name, verdict, "kubelet: the pod does not start without its volumes",
                          nodes() + [job, *copy.deepcopy(stuck), *more], copy.deepcopy(again))


def combinations():
    yield from of_joined_gangs()
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
    for code, phase, verdict in ((1, "Pending", UNKNOWN), (0, "Pending", YES), (1, "Running", YES)):
        ended = pod("work-0", on="n1")
        ended["status"].update(phase=phase, initContainerStatuses=[{"name": "init", "state": {"terminated": {"exitCode": code}}}])
        yield Combination("explain of a pod, %s, an init container ended with %d" % (phase, code), verdict,
                          "kubelet: it runs again, or the pod fails", nodes() + [ended], group="work-0")
    for used, started, verdict in ((8, None, UNKNOWN), (7, None, YES), (8, CREATED, YES)):  # of 8 cpu
        bound = pod("work-0", on="n1")
        bound["status"].update({"phase": "Pending", **({"startTime": started} if started else {})})
        yield Combination("explain of a pod of 1 cpu on a node with %d of 8 in use, startTime %s" % (used, started), verdict,
                          "kubelet canAdmitPod", nodes() + [pod("other", cpu=used, on="n1"), bound], group="work-0")
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
    yield from of_objects_above()
    yield from of_deployments()
    yield from of_idle_gangs()
    yield from of_job_sets()
    yield from of_ray_clusters()
    yield from of_operators_jobs()
    yield from of_leader_worker_sets()
    yield from of_nodes_of_members()
    for limits, failed, verdict in (({"backoffLimit": 2}, 2, YES), ({"backoffLimit": 2}, 3, NOT_YES), ({}, 6, YES), ({}, 7, NOT_YES),
                                    ({"backoffLimitPerIndex": 2}, 7, YES), ({"backoffLimit": 0}, 1, NOT_YES)):
        failing = stored("Job", **limits)
        failing["status"] = {"startTime": CREATED, "failed": failed}
        state = ", ".join("%s %d" % limit for limit in limits.items()) or "no limit of its own"
        for group in ("work", "pod/work-0"):
            yield Combination("explain of %s, its Job has %d failed pods, %s" % (group, failed, state), verdict, rule + "exceedsBackoffLimit",
                              nodes() + [failing, *pods], group=group)
    later = node("n3")
    later["metadata"]["creationTimestamp"] = LATER  # the time of the snapshot
    for seconds, verdict in ((10, NO), (3600, NO), (3601, YES)):
        job = stored("Job", activeDeadlineSeconds=seconds)
        job["status"] = {"startTime": CREATED}
        yield Combination("explain of a Job, a deadline of %d s, one hour later" % seconds, verdict, rule + "pastActiveDeadline",
                          nodes() + [later, job, *pods], group="work")
