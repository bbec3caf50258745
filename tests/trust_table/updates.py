# SPDX-License-Identifier: Apache-2.0
"""Objects of the manifest that exist already. The nodes have capacity for everything."""
import copy

from trust_table.combination import NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import CREATED, make, nodes, pod, pod_specs, workload

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


def combinations():
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
