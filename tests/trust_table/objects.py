# SPDX-License-Identifier: Apache-2.0
"""Objects for clusters and manifests. All are in namespace `default`, which every cluster has."""
import copy
import functools
import json
import pathlib

import yaml

DATA = pathlib.Path(__file__).resolve().parent.parent / "data/trust"
CREATED = "2026-05-04T08:00:00Z"
GPU = "nvidia.com/gpu"


@functools.cache
def _workloads():
    return yaml.safe_load((DATA / "workloads.yaml").read_text(encoding="utf-8"))


def workload(name):
    """The objects of a manifest, as a copy that the caller may change: no part of it is the same as another, as those of YAML's
    anchors are."""
    return json.loads(json.dumps(_workloads()[name]))


def flags_of(name):
    """The flags of a workload: native groups in the manifest's version exist since 1.36."""
    return ("--scheduler-version", "1.36") if name == "NativeGang" else ()


def make(api_version, kind, name, namespace="default", labels=None, annotations=None, status=None, **fields):
    metadata = {"name": name, "creationTimestamp": CREATED}
    if namespace:
        metadata["namespace"] = namespace
    if labels:
        metadata["labels"] = labels
    if annotations:
        metadata["annotations"] = annotations
    built = {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}
    if status is not None:
        built["status"] = status
    return built


def node(name, cpu=8, labels=None, **amounts):
    return make("v1", "Node", name, None, {"kubernetes.io/hostname": name, **(labels or {})},
                status={"allocatable": {"cpu": str(cpu), "memory": "32Gi", "pods": "110", **amounts},
                        "conditions": [{"type": "Ready", "status": "True"}]})


def nodes(**options):
    """Two nodes of 8 cpu."""
    return [node("n1", **options), node("n2", **options)]


def pod(name, cpu=1, scheduler=None, on=None, labels=None, annotations=None, condition=None, owner=None, **spec):
    """A pending pod, or one that runs on a node chosen by a scheduler."""
    amounts = {"requests": {"cpu": str(cpu)}} if cpu else {}
    spec = {"containers": [{"name": "main", "image": "registry.example/work:v1", "resources": amounts}], **spec}
    if scheduler:
        spec["schedulerName"] = scheduler
    conditions = [condition] if condition else []
    if on:
        spec["nodeName"] = on
        conditions = [{"type": "PodScheduled", "status": "True", "lastTransitionTime": CREATED}]
    status = {"phase": "Running" if on else "Pending", **({"conditions": conditions} if conditions else {})}
    built = make("v1", "Pod", name, labels=labels, annotations=annotations, spec=spec, status=status)
    if owner:
        built["metadata"]["ownerReferences"] = [owner]
    return built


def manifest_pod(name, **options):
    """A pod as a user writes it: without status and time."""
    built = pod(name, **options)
    del built["status"], built["metadata"]["creationTimestamp"], built["metadata"]["namespace"]
    return built


def as_manifest(objects):
    """The objects of a cluster, as a user would apply them."""
    for each in objects:
        each.pop("status", None)
        each["metadata"].pop("creationTimestamp", None)
    return objects


def pod_specs(objects):
    """Each pod spec of the workloads of a manifest."""
    for value in objects if isinstance(objects, list) else objects.values():
        if isinstance(value, dict) and "containers" in value:
            yield value
        elif isinstance(value, (dict, list)):
            yield from pod_specs(value)


def pod_templates(objects):
    for value in objects if isinstance(objects, list) else objects.values():
        if isinstance(value, dict) and "containers" in value.get("spec", {}):
            yield value
        elif isinstance(value, (dict, list)):
            yield from pod_templates(value)


def with_spec(objects, **fields):
    """Sets fields of every pod spec."""
    for spec in pod_specs(objects):
        spec.update(copy.deepcopy(fields))
    return objects


def with_cpu(objects, cpu):
    for spec in pod_specs(objects):
        spec["containers"][0]["resources"]["requests"]["cpu"] = str(cpu)
    return objects


def with_metadata(objects, kind, field, **pairs):
    """Adds labels or annotations to the objects of a kind."""
    for each in objects:
        if each["kind"] == kind:
            each["metadata"].setdefault(field, {}).update(pairs)
    return objects


def put(document, path, value):
    """Sets the field at a.b.0.c."""
    *parents, last = path.split(".")
    for step in parents:
        document = document[int(step)] if isinstance(document, list) else document.setdefault(step, {})
    document[int(last) if isinstance(document, list) else last] = value


def rename(document, path, new_name):
    """Renames the field at a.b.0.c."""
    *parents, last = path.split(".")
    for step in parents:
        document = document[int(step)] if isinstance(document, list) else document[step]
    document[new_name] = document.pop(last)


def typed_list(api_version, kind, items=()):
    """A list as the API and an old `kubectl get KIND -o json` print it: items without their own kind."""
    bare = [{key: value for key, value in each.items() if key not in ("apiVersion", "kind")} for each in items]
    return {"apiVersion": api_version, "kind": kind + "List", "metadata": {"resourceVersion": "7"}, "items": bare}


def snapshot(objects, omitted=(), reason="Forbidden"):
    """A snapshot of the objects as `kubectl gang snapshot` saves it; `omitted`: lists that the user may not read."""
    return [{"apiVersion": "kubectl-gang/v1alpha1", "kind": "Snapshot",
             "metadata": {"capturedAt": "2026-05-04T09:00:00Z", "serverVersion": "v1.34.2", "toolVersion": "v0.1.0"},
             "omitted": [{"list": each, "reason": reason, "hides": "what it holds"} for each in omitted],
             "redactions": [], "items": objects}]
