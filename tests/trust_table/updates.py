# SPDX-License-Identifier: Apache-2.0
"""Objects of the manifest that exist already. The nodes have capacity for everything."""
import copy
import json

from trust_table.admission import quota
from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import USES_CLAIM, claim, storage_class, volume
from trust_table.objects import CREATED, as_manifest, make, nodes, pod, pod_specs, put, with_spec, workload

FIXED = "ValidateJobUpdate: spec.template is immutable"


def stored(name, **metadata):
    """The workload as the API server has it."""
    objects = workload(name)
    for each in objects:
        each["metadata"].update(namespace="default", uid="uid-" + each["metadata"]["name"], creationTimestamp=CREATED, **metadata)
    return objects


def with_image(objects, image):
    for spec in pod_specs(objects):
        spec["containers"][0]["image"] = image
    return objects


def in_status(objects, **status):
    objects[-1]["status"] = status
    return objects


def autoscaler(kind, target, least):
    version, field = ("keda.sh/v1alpha1", "minReplicaCount") if kind == "ScaledObject" else ("autoscaling/v2", "minReplicas")
    reference = {"name": target["metadata"]["name"], "kind": target["kind"], "apiVersion": target["apiVersion"]}
    return make(version, kind, "scale", spec={"scaleTargetRef": reference, field: least, "maxReplicas": 20})


def vertical_autoscaler(target, mode, policy=None):
    """A VPA that recommends more than a node has."""
    reference = {"name": target["metadata"]["name"], "kind": target["kind"], "apiVersion": target["apiVersion"]}
    spec = {"targetRef": reference, "updatePolicy": {"updateMode": mode},
            "resourcePolicy": {"containerPolicies": [{"containerName": "*", "mode": policy or "Auto"}]}}
    target = {"containerName": "main", "target": {"cpu": "9", "memory": "1Gi"}}
    return make("autoscaling.k8s.io/v1", "VerticalPodAutoscaler", "size", spec=spec,
                status={"recommendation": {"containerRecommendations": [target]}})


def of_kept_fields():
    """kubectl apply: a three-way merge keeps stored fields that neither the file nor the last applied file has."""
    rule = "kubectl apply keeps what others have set: "
    def without(objects, field):
        for each in objects:
            each["spec"].pop(field, None)
        return objects

    def having(objects, applied=None, **spec):
        for each in objects:
            each["spec"].update(spec)
            if applied is not None:
                each["metadata"].setdefault("annotations", {})["kubectl.kubernetes.io/last-applied-configuration"] = json.dumps(applied)
        return objects

    file = without(workload("Deployment"), "replicas")
    for replicas, verdict in ((12, YES), (20, NO)):
        yield Combination("Deployment without replicas, %d stored" % replicas, verdict, rule + "kubectl scale",
                          nodes() + having(stored("Deployment"), replicas=replicas), copy.deepcopy(file))
        yield Combination("Deployment without replicas, %d stored and applied before" % replicas, YES, "kubectl apply takes it back: 1",
                          nodes() + having(stored("Deployment"), {"spec": {"replicas": replicas}}, replicas=replicas), copy.deepcopy(file))
    yield Combination("Deployment without replicas, 0 stored", NOT_YES, rule + "kubectl scale",
                      nodes() + having(stored("Deployment"), replicas=0), copy.deepcopy(file))
    yield Combination("Deployment, the stored one is paused", NOT_YES, rule + "kubectl rollout pause",
                      nodes() + having(stored("Deployment"), {"spec": {"replicas": 4}}, paused=True), workload("Deployment"))
    yield Combination("Deployment, paused by an earlier file", YES, "kubectl apply takes it back",
                      nodes() + having(stored("Deployment"), {"spec": {"paused": True}}, paused=True), workload("Deployment"))
    yield Combination("Job, the stored one is suspended", NOT_YES, rule + "suspend", nodes() + having(stored("Job"), suspend=True),
                      workload("Job"))
    gold = {"pool": "gold"}  # no node has it
    of_spec, of_worker = "spec.template.spec.", "spec.pytorchReplicaSpecs.Worker.template.spec."
    for name, path, value, verdict in (
            ("Deployment", of_spec + "nodeSelector", gold, NO), ("Job", of_spec + "nodeSelector", gold, NO),
            ("PyTorchJob", of_worker + "nodeSelector", gold, NO), ("Deployment", of_spec + "schedulerName", "volcano", UNKNOWN),
            ("Deployment", of_spec + "schedulerName", "default-scheduler", YES),
            ("Deployment", of_spec + "tolerations", [{"key": "spot", "operator": "Exists"}], YES),
            ("StatefulSet", of_spec + "containers.0.resources.requests", {"cpu": "1", "memory": "64Gi"}, NO),
            ("Job", "spec.template.metadata.labels", {"scheduling.x-k8s.io/pod-group": "absent"}, NO)):
        there = stored(name)
        put(there[0], path, value)
        yield Combination("%s without %s, stored: %s" % (name, path, json.dumps(value)), verdict, rule + "fields of others",
                          nodes() + there + [pod("other", on="n1")], workload(name))
        if verdict == NO and name != "Job" and "requests" not in path:
            before = workload(name)
            put(before[0], path, value)
            yield Combination("%s without %s, stored and applied before: %s" % (name, path, json.dumps(value)), NOT_NO,
                              "kubectl apply takes it back", nodes() + having(copy.deepcopy(there), before[0]) + [pod("other", on="n1")], workload(name))
    smaller, gang = workload("CoschedulingJob"), stored("CoschedulingJob")[:1]
    gang[0]["spec"]["minResources"] = {"cpu": "17"}
    yield Combination("PodGroup without minResources, 17 cpu stored", NO, rule + "minResources", nodes() + gang + [pod("other", on="n1")], smaller)
    yield Combination("PodGroup without minResources, 17 cpu stored and applied before", YES, "kubectl apply takes it back",
                      nodes() + having(copy.deepcopy(gang), {"spec": {"minResources": {"cpu": "17"}}}) + [pod("other", on="n1")], smaller)
    limited = make("v1", "ResourceQuota", "few", spec={"hard": {"pods": "9", "requests.cpu": "1"}},
                   status={"hard": {"pods": "9", "requests.cpu": "1"}, "used": {"pods": "0", "requests.cpu": "0"}})
    fewer = as_manifest([make("v1", "ResourceQuota", "few", spec={"hard": {"pods": "9"}})])
    yield Combination("ResourceQuota of pods, stored with one of cpu too", NO, rule + "hard", nodes() + [limited], fewer + workload("Job"))
    gated = copy.deepcopy(workload("Pod"))
    gated[0]["metadata"].update(namespace="default", creationTimestamp=CREATED)
    gated[0]["spec"]["schedulingGates"] = [{"name": "example.com/wait"}]
    yield Combination("Pod, the stored one has a scheduling gate", NOT_YES, rule + "schedulingGates",
                      nodes() + in_status(gated, phase="Pending"), workload("Pod"))


def of_pods_that_are_not_created():
    """The input shows that the controller could not create pods, or that it waits."""
    def failed(kind, name):
        return make("v1", "Event", "event", reason="FailedCreate", type="Warning", lastTimestamp=CREATED,
                    involvedObject={"kind": kind, "name": name, "namespace": "default"},
                    message="Error creating: pods is forbidden: violates PodSecurity")

    rule = "its controller retries; why it failed may still hold"
    yield Combination("Deployment exists, its ReplicaSet could not create pods", NOT_YES, rule,
                      nodes() + stored("Deployment") + [failed("ReplicaSet", "work-5d9f")], workload("Deployment"))
    yield Combination("Deployment, the ReplicaSet of another one could not create pods", YES, rule,
                      nodes() + stored("Deployment") + [failed("ReplicaSet", "work-b-5d9f")], workload("Deployment"))
    yield Combination("Job exists, it could not create pods", NOT_YES, rule, nodes() + stored("Job") + [failed("Job", "work")], workload("Job"))
    refused = in_status(stored("Deployment"), conditions=[{"type": "ReplicaFailure", "status": "True", "message": "exceeded quota"}])
    yield Combination("Deployment exists, ReplicaFailure", NOT_YES, rule, nodes() + refused, workload("Deployment"))
    owner = {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "work", "uid": "uid-work", "controller": True}
    for ready, verdict in ((0, NOT_YES), (1, YES)):
        there = in_status(stored("StatefulSet"), replicas=1, readyReplicas=ready)
        yield Combination("StatefulSet exists, %d of 1 pod is Ready" % ready, verdict, "statefulset OrderedReady: the next pod waits",
                          nodes() + there + [pod("work-0", on="n1", labels={"app": "work"}, owner=owner)], workload("StatefulSet"))


def of_taken_names():
    """Objects and pods that have the names of those that a controller makes."""
    rule = "the controller gets AlreadyExists and tries again"
    def owner(api_version, kind, name):
        return {"apiVersion": api_version, "kind": kind, "name": name, "uid": "uid-" + name, "controller": True}

    def job(name, of=None):
        made = stored("Job")[0]
        made["metadata"]["name"] = name
        made["spec"].update(parallelism=1, completions=1)
        if of:
            made["metadata"]["ownerReferences"] = [of]
        return [made]

    going = pod("work-master-0", on="n1")
    going["metadata"].update(deletionTimestamp=CREATED)
    sets = stored("StatefulSet")
    own_set = copy.deepcopy(sets)
    own_set[0]["metadata"]["ownerReferences"] = [owner("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "work")]
    cases = {
        "PyTorchJob": {"a pod without an owner": ([pod("work-master-0", on="n1")], UNKNOWN),
                       "a pod of another job": ([pod("work-master-0", on="n1", owner=owner("kubeflow.org/v1", "PyTorchJob", "other"))], UNKNOWN),
                       "its own pod": ([pod("work-master-0", on="n1", owner=owner("kubeflow.org/v1", "PyTorchJob", "work"))], YES),
                       "a pod that goes": ([going], NOT_NO),
                       "a pod of another name": ([pod("work-master-1", on="n1")], YES)},
        "MPIJob": {"a pod without an owner": ([pod("work-worker-0", on="n1")], UNKNOWN), "a Job without an owner": (job("work-launcher"), UNKNOWN),
                   "its own Job": (job("work-launcher", owner("kubeflow.org/v2beta1", "MPIJob", "work")), YES)},
        "JobSet": {"a Job without an owner": (job("work-driver-0"), UNKNOWN),
                   "a Job of another set": (job("work-driver-0", owner("jobset.x-k8s.io/v1alpha2", "JobSet", "other")), UNKNOWN),
                   "its own Job": (job("work-driver-0", owner("jobset.x-k8s.io/v1alpha2", "JobSet", "work")), YES),
                   "a Job of another name": (job("work-driver-1"), YES)},
        "LeaderWorkerSet": {"a pod without an owner": ([pod("work-0", on="n1")], UNKNOWN), "a StatefulSet without an owner": (sets, UNKNOWN),
                            "its own StatefulSet": (own_set, NOT_NO)},
    }
    for name, states in cases.items():
        for state, (objects, verdict) in states.items():
            yield Combination("%s, %s has a name that it needs" % (name, state), verdict, rule, nodes() + objects, workload(name))


def of_companions():
    """Objects beside a workload that exist with other values of fields that do not change."""
    fixed = "Validate...Update: field is immutable"
    def priority(value, **fields):
        return make("scheduling.k8s.io/v1", "PriorityClass", "own", None, value=value, **fields)

    def runtime(handler):
        return make("node.k8s.io/v1", "RuntimeClass", "own", None, handler=handler)

    def data(**spec):
        return claim(volume="pv-data", **spec)

    bound = [volume(), storage_class()]
    uses_class, uses_runtime = {"priorityClassName": "own"}, {"runtimeClassName": "own"}
    cases = {
        "PriorityClass, another value": ([priority(5)], priority(9), uses_class, NO),
        "PriorityClass, the same value": ([priority(5)], priority(5), uses_class, YES),
        "PriorityClass, another policy": ([priority(5)], priority(5, preemptionPolicy="Never"), uses_class, NO),
        "PriorityClass, its policy left out": ([priority(5, preemptionPolicy="Never")], priority(5), uses_class, YES),
        "RuntimeClass, another handler": ([runtime("a")], runtime("b"), uses_runtime, NO),
        "RuntimeClass, the same handler": ([runtime("a")], runtime("a"), uses_runtime, YES),
        "StorageClass, another provisioner": ([storage_class()], storage_class(provisioner="other.example.com"), {}, NO),
        "StorageClass, another mode": ([storage_class()], storage_class(mode="Immediate"), {}, NO),
        "StorageClass, the same": ([storage_class()], storage_class(), {}, YES),
        "claim, another class": ([data(), *bound], claim(class_name="slow"), USES_CLAIM, NO),
        "claim, another mode": ([data(), *bound], claim(accessModes=["ReadWriteOnce"]), USES_CLAIM, NO),
        "claim, a smaller request": ([data(), *bound], claim(resources={"requests": {"storage": "500Mi"}}), USES_CLAIM, NO),
        "claim without a volume, another request": ([claim(), storage_class()], claim(resources={"requests": {"storage": "9Gi"}}), USES_CLAIM,
                                                    NO),
        "claim, a larger request": ([data(), *bound], claim(resources={"requests": {"storage": "9Gi"}}), USES_CLAIM, UNKNOWN),
        "ResourceQuota, other scopes": ([quota({"pods": 0}, scopes=["BestEffort"])], quota({"pods": 0}, scopes=["Terminating"]), {}, NO),
        "ResourceQuota, the same": ([quota({"pods": 0}, scopes=["BestEffort"])], quota({"pods": 0}, scopes=["BestEffort"]), {}, YES),
        "claim, the same": ([data(), *bound], claim(), USES_CLAIM, YES),
        "claim, its class left out": ([data(), *bound], claim(class_name=None), USES_CLAIM, YES),
    }
    for name in ("Pod", "Job"):
        for what, (objects, companion, spec, verdict) in cases.items():
            yield Combination("%s and a %s, that exists" % (name, what), verdict, fixed, nodes() + copy.deepcopy(objects),
                              as_manifest([copy.deepcopy(companion)]) + with_spec(workload(name), **spec))


def of_pods_without_controller():
    """Controllers adopt pods that match their selector. The pods of the file would need all of n2."""
    labels = {"app": "work"}
    orphans = [pod("old-%d" % i, cpu=2, on="n%d" % (1 + i % 2), labels=labels) for i in range(4)]
    full = [pod("full-%d" % i, cpu=4, on="n%d" % (1 + i)) for i in range(2)]
    rule = "ClaimPods: controllers adopt orphans"
    replication = [make("v1", "ReplicationController", "work", spec={**workload("ReplicaSet")[0]["spec"], "selector": labels})]
    for name, objects in (("ReplicaSet", workload("ReplicaSet")), ("ReplicationController", as_manifest(replication))):
        yield Combination("%s, its pods are there without a controller" % name, NOT_NO, rule,
                          nodes() + orphans + full, objects)
    yield Combination("Deployment, pods of its labels are there", NO, "its ReplicaSet selects its hash too", nodes() + orphans + full,
                      workload("Deployment"))
    for state, has, verdict in (("with its labels", labels, NOT_NO), ("with other labels", {"app": "other"}, NO)):
        stateful = workload("StatefulSet")
        stateful[0]["spec"]["replicas"] = 1
        yield Combination("StatefulSet, a pod of its name is there %s" % state, verdict, rule,
                          nodes() + [pod("work-0", on="n1", labels=has)], stateful)


def of_twins():
    """A manifest that has an object twice: kubectl apply creates it, and then updates it."""
    rule = "kubectl apply: the second object updates the first one"
    for name in ("Job", "Pod", "Deployment", "PyTorchJob"):
        yield Combination("%s is in the manifest twice, equal" % name, YES, rule, nodes(), workload(name) + workload(name))
        larger = workload(name)
        for spec in pod_specs(larger):
            spec["containers"][0]["resources"]["requests"]["cpu"] = "100"
        verdict = NO if name in ("Job", "Pod") else NOT_YES
        yield Combination("%s is in the manifest twice, of other requests" % name, verdict, FIXED, nodes(), larger + workload(name))
    on_node = workload("Pod")
    for spec in pod_specs(on_node):
        spec["nodeName"] = "n9"
    yield Combination("Pod is in the manifest twice, first with a node", NO, "ValidatePodUpdate: nodeName is fixed", nodes(),
                      on_node + workload("Pod"))
    many = workload("Deployment")
    many[-1]["spec"]["replicas"] = 100
    yield Combination("Deployment is in the manifest twice, first with 100 replicas", YES, rule, nodes(), many + workload("Deployment"))
    yield Combination("Deployment is in the manifest twice, then with 100 replicas", NO, rule, nodes(), workload("Deployment") + many)


def of_active_runs():
    rule = "cronjob controller syncCronJob: prior execution is running and concurrency policy is Forbid"
    for policy, active, verdict in (("Forbid", ["work-1"], NOT_YES), ("Forbid", [], YES), ("Allow", ["work-1"], YES), ("Replace", ["work-1"], YES)):
        there, manifest = stored("CronJob"), workload("CronJob")
        for objects in (there, manifest):
            objects[0]["spec"]["concurrencyPolicy"] = policy
        in_status(there, active=[{"kind": "Job", "name": name, "namespace": "default"} for name in active])
        yield Combination("CronJob exists with %d active runs, %s" % (len(active), policy), verdict, rule, nodes() + there, manifest)


def of_indexed_jobs():
    rule = "validateCompletions: those of an Indexed Job change together with its parallelism (ElasticIndexedJob)"

    def indexed(count, parallelism=None, objects=None, mode="Indexed"):
        objects = objects or workload("Job")
        objects[0]["spec"].update(completionMode=mode, completions=count, parallelism=parallelism or count)
        return objects

    there = nodes() + indexed(2, objects=stored("Job")) + [pod("other", on="n1")]
    cases = {"4 completions in place of 2, and as many pods at once": (indexed(4), YES), "1 in place of 2": (indexed(1), NOT_NO),
             "40 in place of 2": (indexed(40), NO), "4 in place of 2, 2 at once": (indexed(4, 2), NO),
             "4 in place of 2, not Indexed": (indexed(4, mode="NonIndexed"), NO)}
    for state, (manifest, verdict) in cases.items():
        yield Combination("Indexed Job exists, %s" % state, verdict, rule, there, manifest)


def of_fixed_fields_of_pods():
    """The input's pods are reduced to what a scheduler reads, so most of their fields cannot be compared."""
    rule = "ValidatePodUpdate: pod updates may not change fields other than …"
    there = in_status(with_spec(stored("Pod"), nodeName="n1"), phase="Running")
    main = workload("Pod")[0]["spec"]["containers"][0]
    cases = {"no other field": ({}, YES), "another image": ({"containers": [{**main, "image": "registry.example/work:v2"}]}, YES),
             "its node": ({"nodeName": "n1"}, YES), "another node": ({"nodeName": "n2"}, NO),
             "its scheduler": ({"schedulerName": "default-scheduler"}, YES), "another scheduler": ({"schedulerName": "gang-scheduler"}, NO),
             "a runtime class": ({"runtimeClassName": "kata"}, NO), "a toleration": ({"tolerations": [{"operator": "Exists"}]}, YES),
             "an environment": ({"containers": [{**main, "env": [{"name": "A", "value": "b"}]}]}, UNKNOWN),
             "a restartPolicy": ({"restartPolicy": "Never"}, UNKNOWN)}
    for state, (fields, verdict) in cases.items():
        yield Combination("Pod exists, the file has %s" % state, verdict, rule, nodes() + copy.deepcopy(there),
                          with_spec(workload("Pod"), **fields))


def of_versions_of_objects():
    """A file made by kubectl get -o yaml: the version and the uid of the object at that time."""
    rule = "rest BeforeUpdate, ValidateObjectMetaUpdate: Conflict"
    for kind in ("Job", "Deployment", "PyTorchJob"):
        there = nodes() + stored(kind, resourceVersion="10") + [pod("other", on="n1")]
        for field, value, verdict in (("resourceVersion", "10", YES), ("resourceVersion", "9", NO), ("resourceVersion", "0", YES),
                                      ("uid", "uid-work", YES), ("uid", "uid-of-another", NO)):
            manifest = workload(kind)
            manifest[-1]["metadata"][field] = value
            yield Combination("%s exists, the file has %s %s" % (kind, field, value), verdict, rule, there, manifest)
    manifest = workload("Job")
    manifest[0]["metadata"]["resourceVersion"] = "9"
    yield Combination("Job exists without a resourceVersion, the file has one", UNKNOWN, rule,
                      nodes() + stored("Job") + [pod("other", on="n1")], manifest)


def of_fixed_names():
    """A pod of a name that its controller uses again."""
    for kind, states in (("PyTorchJob", (("runs", {}, YES), ("has succeeded", {"phase": "Succeeded"}, YES),
                                         ("has failed", {"phase": "Failed"}, UNKNOWN))),
                         ("StatefulSet", (("runs", {}, YES), ("has succeeded", {"phase": "Succeeded"}, UNKNOWN)))):
        name = "work-0" if kind == "StatefulSet" else "work-worker-0"
        api = workload(kind)[0]["apiVersion"]
        for state, status, verdict in (*states, ("is being deleted", None, UNKNOWN)):
            there = pod(name, on="n1", owner={"apiVersion": api, "kind": kind, "name": "work", "uid": "uid-work", "controller": True})
            if status is None:
                there["metadata"]["deletionTimestamp"] = CREATED
            else:
                there["status"].update(status)
            yield Combination("%s exists, its pod %s %s" % (kind, name, state), verdict,
                              "registry Create: AlreadyExists; the controller makes the next pod of this name later",
                              nodes() + stored(kind) + [there], workload(kind))


def combinations():
    yield from of_twins()
    yield from of_fixed_fields_of_pods()
    yield from of_versions_of_objects()
    yield from of_indexed_jobs()
    yield from of_active_runs()
    yield from of_taken_names()
    yield from of_fixed_names()
    yield from of_companions()
    yield from of_pods_without_controller()
    yield from of_pods_that_are_not_created()
    yield from of_kept_fields()
    for name in ("Deployment", "Job", "PyTorchJob"):
        same = nodes() + stored(name) + [pod("other", on="n1")]
        yield Combination("%s exists, the file changes nothing" % name, YES, "apply: unchanged", same, workload(name))
        changed = with_image(workload(name), "registry.example/work:v2")
        yield Combination("%s exists, the file changes the image" % name, NO if name == "Job" else UNKNOWN,
                          FIXED if name == "Job" else "its controller replaces pods, which is not simulated", same, changed)
        deleted = nodes() + stored(name, deletionTimestamp=CREATED) + [pod("other", on="n1")]
        yield Combination("%s exists and is being deleted" % name, NOT_YES, "garbage collector: it makes no pods", deleted, workload(name))
    ended = in_status(stored("PyTorchJob"), conditions=[{"type": "Succeeded", "status": "True"}])
    yield Combination("PyTorchJob exists and is finished", NOT_YES, "training-operator: a finished job makes no pods",
                      nodes() + ended + [pod("other", on="n1")], workload("PyTorchJob"))
    for name, status in (("RayJob", {"jobDeploymentStatus": "Complete"}), ("RayJob", {"jobDeploymentStatus": "Failed"}),
                         ("SparkApplication", {"applicationState": {"state": "COMPLETED"}}), ("Workflow", {"phase": "Succeeded"}),
                         ("Workflow", {"phase": "Error"}), ("AppWrapper", {"phase": "Failed"})):
        yield Combination("%s exists, %s" % (name, json.dumps(status)), NOT_YES, "its operator starts an object that has ended no more",
                          nodes() + in_status(stored(name), **status) + [pod("other", on="n1")], workload(name))
    for name, status in (("RayJob", {"jobDeploymentStatus": "Running"}), ("SparkApplication", {"applicationState": {"state": "RUNNING"}}),
                         ("Workflow", {"phase": "Running"}), ("AppWrapper", {"phase": "Running"})):
        yield Combination("%s exists, %s" % (name, json.dumps(status)), YES, "it is not finished",
                          nodes() + in_status(stored(name), **status) + [pod("other", on="n1")], workload(name))
    changed = workload("Workflow")
    changed[0]["spec"]["parallelism"] = 1
    yield Combination("Workflow exists, its parallelism changes", NOT_YES, "argo checkParallelism: it limits the steps of a running Workflow",
                      nodes() + in_status(stored("Workflow"), phase="Running") + [pod("other", on="n1")], changed)
    for condition in ("Complete", "Failed", "FailureTarget", "SuccessCriteriaMet"):
        done = in_status(stored("Job"), conditions=[{"type": condition, "status": "True"}])
        yield Combination("Job exists, %s" % condition, NOT_YES, "job controller: a finished Job makes no pods",
                          nodes() + done + [pod("other", on="n1")], workload("Job"))
    late, again = stored("Job"), workload("Job")
    for objects in (late, again):
        objects[0]["spec"]["activeDeadlineSeconds"] = 60
    yield Combination("Job exists, its deadline has passed", NOT_YES, "job controller: pastActiveDeadline",
                      nodes() + in_status(late, startTime="2026-05-04T07:00:00Z"), again)
    own = workload("Pod")
    there = copy.deepcopy(own)
    there[0]["metadata"].update(namespace="default", creationTimestamp=CREATED)
    there[0]["spec"]["nodeName"] = "n1"
    for phase in ("Succeeded", "Failed"):
        yield Combination("Pod exists and has ended: %s" % phase, NO, "apply: the pod is not created again",
                          nodes() + in_status(copy.deepcopy(there), phase=phase), own)
    leaving = in_status(copy.deepcopy(there), phase="Running")
    leaving[0]["metadata"]["deletionTimestamp"] = CREATED
    yield Combination("Pod exists and is being deleted", NO, "apply: the pod is not created again", nodes() + leaving, own)
    for failed, verdict in ((6, YES), (7, UNKNOWN)):
        yield Combination("Job exists with %d failed pods" % failed, verdict, "job controller syncJob: exceedsBackoffLimit, 6 by default",
                          nodes() + in_status(stored("Job"), failed=failed), workload("Job"))
    for is_leaving, verdict in ((False, YES), (True, UNKNOWN)):
        group = copy.deepcopy(stored("CoschedulingJob")[0])
        if is_leaving:
            group["metadata"].update(deletionTimestamp=CREATED, finalizers=["example.com/keep"])
        yield Combination("CoschedulingJob, its PodGroup exists%s" % (" and is being deleted" if is_leaving else ""), verdict,
                          "Coscheduling Permit: PodGroupNotFound", nodes() + [group], workload("CoschedulingJob"))
    more = with_image(copy.deepcopy(own), "registry.example/work:v2")
    for spec in pod_specs(more):
        spec["containers"][0]["resources"]["requests"]["cpu"] = "3"
    yield Combination("Pod exists, the file changes its image and request", NO, "ValidatePodUpdate: resources are fixed",
                      nodes() + in_status(copy.deepcopy(there), phase="Running"), more)
    for kind in ("HorizontalPodAutoscaler", "ScaledObject"):
        target = workload("Deployment")[-1]
        yield Combination("Deployment, %s of at least 12" % kind, NOT_YES, "%s: it raises the replicas" % kind,
                          nodes() + [autoscaler(kind, target, 12)], workload("Deployment"))
        yield Combination("Deployment, %s of at least 1" % kind, YES, "%s: the file has more" % kind,
                          nodes() + [autoscaler(kind, target, 1)], workload("Deployment"))
        for most, verdict in ((3, UNKNOWN), (4, YES)):
            limited = autoscaler(kind, target, 1)
            limited["spec"]["maxReplicaCount" if kind == "ScaledObject" else "maxReplicas"] = most
            yield Combination("Deployment of 4, %s of at most %d" % (kind, most), verdict,
                              "horizontal controller reconcileAutoscaler: it lowers the replicas", nodes() + [limited], workload("Deployment"))
    paused = "autoscaling.keda.sh/paused"
    for what, least, fields, annotations, verdict in (
            ("of at least 0", 0, {}, {}, UNKNOWN), ("that idles with no pod", 1, {"idleReplicaCount": 0}, {}, UNKNOWN),
            ("of at least 0 that pauses", 0, {}, {paused: "true"}, YES),
            ("that pauses at 12 pods", 1, {}, {paused + "-replicas": "12"}, NOT_YES),
            ("that pauses at 4 pods", 0, {}, {paused + "-replicas": "4"}, YES)):
        scaler = autoscaler("ScaledObject", workload("Deployment")[-1], least)
        scaler["spec"].update(fields)
        scaler["metadata"]["annotations"] = annotations
        yield Combination("Deployment of 4, a ScaledObject %s" % what, verdict, "keda RequestScale, scaleToZeroOrIdle", nodes() + [scaler],
                          workload("Deployment"))
    metric = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}}
    for fewest, metrics, verdict in ((12, [metric], NOT_YES), (12, [], YES), (2, [metric], YES)):
        elastic = workload("PyTorchJob")
        elastic[0]["spec"]["elasticPolicy"] = {"minReplicas": fewest, "maxReplicas": 20, **({"metrics": metrics} if metrics else {})}
        yield Combination("elastic PyTorchJob of at least %d workers, %s metrics" % (fewest, "with" if metrics else "without"), verdict,
                          "training-operator hpa.go: it makes an autoscaler if there are metrics", nodes(), elastic)
    rule = "vertical-pod-autoscaler, admission-controller: a recommendation replaces requests unless its mode is Off"
    for kind in ("Deployment", "StatefulSet", "Job"):
        target = workload(kind)[-1]
        for mode in ("Recreate", "Auto", "Initial", "InPlaceOrRecreate", "Off"):
            yield Combination("%s, VerticalPodAutoscaler in mode %s" % (kind, mode), YES if mode == "Off" else NOT_YES, rule,
                              nodes() + [vertical_autoscaler(target, mode)], workload(kind))
        yield Combination("%s, VerticalPodAutoscaler that leaves its containers alone" % kind, YES, rule,
                          nodes() + [vertical_autoscaler(target, "Auto", "Off")], workload(kind))
        empty = vertical_autoscaler(target, "Auto")
        del empty["status"]
        yield Combination("%s, VerticalPodAutoscaler without a recommendation" % kind, YES, rule, nodes() + [empty], workload(kind))
