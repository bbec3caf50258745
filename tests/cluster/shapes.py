# SPDX-License-Identifier: Apache-2.0
"""Kubernetes objects from short descriptions, for generate.py and the scenarios.

`pod(...)` and the other functions return the object in the API's form. A pod's `priority` becomes the name of a PriorityClass,
because admission rejects a bare number; `complete` adds the classes that the pods of a list name.
"""
import copy

GROUP_LABEL = "scheduling.x-k8s.io/pod-group"
HOSTNAME = "kubernetes.io/hostname"
ZONE = "topology.kubernetes.io/zone"


def node(name, cpu="8", memory="16Gi", pods="20", zone=None, labels=None, taints=None, unschedulable=False, images=None,
         resources=None):
    """A node; `resources`: further allocatable amounts; `images`: name → bytes; `taints`: `key[=value]:Effect`."""
    allocatable = {"cpu": str(cpu), "memory": str(memory), "pods": str(pods)}
    allocatable.update({key: str(value) for key, value in (resources or {}).items()})
    made = {HOSTNAME: name}
    if zone:
        made[ZONE] = zone
    made.update(labels or {})
    spec = {}
    if taints:
        spec["taints"] = [taint(text) for text in taints]
    if unschedulable:
        spec["unschedulable"] = True
    status = {"allocatable": allocatable, "capacity": dict(allocatable),
              "conditions": [{"type": "Ready", "status": "True"}]}
    if images:
        status["images"] = [{"names": [image], "sizeBytes": size} for image, size in images.items()]
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": made}, "spec": spec, "status": status}


def taint(text):
    key, effect = text.rsplit(":", 1)
    key, _, value = key.partition("=")
    made = {"key": key, "effect": effect}
    if value:
        made["value"] = value
    return made


def class_name(priority, policy):
    name = ("p%d" if priority >= 0 else "m%d") % abs(priority)
    return name if policy is None else name + "-" + policy.lower()


def quantities(amounts):
    return {key: str(value) for key, value in amounts.items()}


def pod(name, namespace="default", group=None, member=None, node=None, cpu=None, memory=None, requests=None, labels=None, priority=None,
        policy=None, phase=None, gates=None, ports=None, image="registry.example/app:v1", init=None, whole=None, claims=None,
        tolerations=None, terminating=False, started=None, spec=None, status=None, metadata=None):
    """A pod of one container `main`; `group`: by scheduler-plugins' label, `member`: of a native PodGroup.

    `ports`: host ports (`8080`, `UDP:53`, `10.0.0.1:TCP:80`); `init`: further init containers `{requests, always}`, where
    `always` makes a sidecar; `whole`: pod-level requests; `claims`: names of PersistentVolumeClaims; `spec`, `status`,
    `metadata`: merged into the object's own.
    """
    amounts = dict(requests or {})
    if cpu is not None:
        amounts["cpu"] = cpu
    if memory is not None:
        amounts["memory"] = memory
    main = {"name": "main", "image": image}
    if amounts:
        main["resources"] = {"requests": quantities(amounts)}
        # The API requires equal limits for resources that allow no overcommit.
        whole_units = {key: str(value) for key, value in amounts.items() if "/" in key or key.startswith("hugepages-")}
        if whole_units:
            main["resources"]["limits"] = whole_units
    if ports:
        main["ports"] = [host_port(entry) for entry in ports]
    made = {"containers": [main]}
    if init:
        made["initContainers"] = []
        for number, entry in enumerate(init):
            container = {"name": "init-%d" % number, "image": entry.get("image", "registry.example/init:v1"),
                         "resources": {"requests": quantities(entry["requests"])}}
            if entry.get("always"):
                container["restartPolicy"] = "Always"
            made["initContainers"].append(container)
    if whole:
        made["resources"] = {"requests": quantities(whole)}
    if node:
        made["nodeName"] = node
    if member:
        made["schedulingGroup"] = {"podGroupName": member}
    if gates:
        made["schedulingGates"] = [{"name": gate} for gate in gates]
    if priority is not None or policy is not None:
        made["priorityClassName"] = class_name(priority or 0, policy)
    if tolerations:
        made["tolerations"] = tolerations
    if claims:
        made["volumes"] = [{"name": "v%d" % number, "persistentVolumeClaim": {"claimName": claim}}
                           for number, claim in enumerate(claims)]
    if not terminating:
        made["terminationGracePeriodSeconds"] = 0  # a victim ends at once: no attempt meets a half-terminated one
    made.update(copy.deepcopy(spec or {}))
    marks = dict(labels or {})
    if group:
        marks[GROUP_LABEL] = group
    about = {"name": name, "namespace": namespace}
    if marks:
        about["labels"] = marks
    if terminating:
        about["deletionTimestamp"] = "2026-01-01T00:00:00Z"
    about.update(metadata or {})
    state = dict(status or {})
    if phase or node:
        state.setdefault("phase", phase or "Running")
    if started:
        state["startTime"] = started
    made_pod = {"apiVersion": "v1", "kind": "Pod", "metadata": about, "spec": made}
    if state:
        made_pod["status"] = state
    return made_pod


def host_port(entry):
    """`8080`, `UDP:53` or `10.0.0.1:TCP:80` as a container port with the same host port."""
    parts = str(entry).split(":")
    made = {"containerPort": int(parts[-1]), "hostPort": int(parts[-1])}
    if len(parts) > 1:
        made["protocol"] = parts[-2]
    if len(parts) > 2:
        made["hostIP"] = parts[0]
    return made


def group(name, minMember=None, namespace="default", minResources=None, timeout=2):
    spec = {"scheduleTimeoutSeconds": timeout} if timeout is not None else {}
    if minMember is not None:
        spec["minMember"] = minMember
    if minResources is not None:
        spec["minResources"] = quantities(minResources)
    return {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": name, "namespace": namespace},
            "spec": spec}


def native_group(name, minCount=None, namespace="default", priority=None, disruption=None, template=None, conditions=None):
    """A native PodGroup: a gang of minCount, or basic without it. `disruption`: Pod or PodGroup; `priority` becomes a
    PriorityClass as for a pod; `template`: the WORKLOAD/TEMPLATE of its origin."""
    spec = {"schedulingPolicy": {"basic": {}} if minCount is None else {"gang": {"minCount": minCount}}}
    if priority is not None:
        spec["priorityClassName"] = class_name(priority, None)
    if disruption:
        spec["disruptionMode"] = disruption
    if template:
        workload, _, part = template.partition("/")
        spec["podGroupTemplateRef"] = {"workload": {"workloadName": workload, "podGroupTemplateName": part}}
    made = {"apiVersion": "scheduling.k8s.io/v1alpha2", "kind": "PodGroup", "metadata": {"name": name, "namespace": namespace},
            "spec": spec}
    if conditions:
        made["status"] = {"conditions": conditions}
    return made


def budget(name, match, allowed, namespace="default"):
    """A PodDisruptionBudget whose status allows `allowed` more disruptions."""
    return {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name, "namespace": namespace},
            "spec": {"maxUnavailable": allowed, "selector": {"matchLabels": match}},
            "status": {"disruptionsAllowed": allowed, "currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1,
                       "observedGeneration": 1}}


def storage_class(name, wait=True, provisioner="kubernetes.io/no-provisioner"):
    return {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": name}, "provisioner": provisioner,
            "volumeBindingMode": "WaitForFirstConsumer" if wait else "Immediate"}


def volume(name, size="10Gi", storage="local", claim=None, namespace="default", on=None, labels=None, modes=None, driver=None):
    """A PersistentVolume; `on`: node label → values from which it is reachable; `claim`: the claim bound to it."""
    spec = {"capacity": {"storage": size}, "accessModes": modes or ["ReadWriteOnce"], "storageClassName": storage,
            "persistentVolumeReclaimPolicy": "Retain"}
    if driver:
        spec["csi"] = {"driver": driver, "volumeHandle": name}
    elif on and HOSTNAME in on:
        spec["local"] = {"path": "/data/" + name}
    else:
        spec["hostPath"] = {"path": "/data/" + name}
    if on:
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [
            {"matchExpressions": [{"key": key, "operator": "In", "values": values} for key, values in on.items()]}]}}
    if claim:
        spec["claimRef"] = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "name": claim, "namespace": namespace,
                            "uid": "uid-of:PersistentVolumeClaim/%s/%s" % (namespace, claim)}
    made = {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name}, "spec": spec,
            "status": {"phase": "Bound" if claim else "Available"}}
    if labels:
        made["metadata"]["labels"] = labels
    return made


def claim(name, storage="local", size="5Gi", bound=None, namespace="default", modes=None):
    """A PersistentVolumeClaim; `bound`: the volume bound to it."""
    spec = {"accessModes": modes or ["ReadWriteOnce"], "resources": {"requests": {"storage": size}},
            "storageClassName": storage}
    made = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name, "namespace": namespace}, "spec": spec,
            "status": {"phase": "Pending"}}
    if bound:
        spec["volumeName"] = bound
        made["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
        made["status"] = {"phase": "Bound", "accessModes": spec["accessModes"], "capacity": {"storage": size}}
    return made


def csi_node(name, driver, limit, keys=()):
    return {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": name},
            "spec": {"drivers": [{"name": driver, "nodeID": name, "topologyKeys": list(keys) or None,
                                  "allocatable": {"count": limit}}]}}


def service(name, match, namespace="default"):
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "namespace": namespace},
            "spec": {"selector": match, "ports": [{"port": 80}]}}


def controller(kind, name, match, namespace="default"):
    """A ReplicaSet, StatefulSet or ReplicationController without pods, with this selector."""
    template = {"metadata": {"labels": match}, "spec": {"containers": [{"name": "main", "image": "registry.example/app:v1"}]}}
    spec = {"replicas": 0, "selector": match if kind == "ReplicationController" else {"matchLabels": match}, "template": template}
    if kind == "StatefulSet":
        spec["serviceName"] = name
    return {"apiVersion": "v1" if kind == "ReplicationController" else "apps/v1", "kind": kind,
            "metadata": {"name": name, "namespace": namespace}, "spec": spec}


def owned_by(owner, controls=True):
    """An entry of ownerReferences."""
    about = owner["metadata"]
    return {"apiVersion": owner["apiVersion"], "kind": owner["kind"], "name": about["name"], "controller": controls,
            "uid": "uid-of:%s/%s/%s" % (owner["kind"], about["namespace"], about["name"])}


def complete(objects):
    """Adds the PriorityClasses that pods and groups name, before everything else."""
    named = {o["spec"]["priorityClassName"] for o in objects if "priorityClassName" in o.get("spec", {})}
    have = {o["metadata"]["name"] for o in objects if o["kind"] == "PriorityClass"}
    classes = []
    for name in sorted(named - have):
        if name.startswith("system-"):
            continue
        number, _, policy = name.partition("-")
        made = {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name},
                "value": int(number[1:]) * (-1 if number[0] == "m" else 1)}
        if policy:
            made["preemptionPolicy"] = {"never": "Never", "preemptlowerpriority": "PreemptLowerPriority"}[policy]
        classes.append(made)
    return classes + objects


SHORT = {"nodes": node, "pods": pod, "groups": group, "podGroups": native_group, "budgets": budget, "storageClasses": storage_class,
         "volumes": volume, "claims": claim, "csiNodes": csi_node, "services": service}


def expand(description):
    """The objects of a scenario: `{nodes: {NAME: {…}}, pods: …}` and, verbatim, `objects: […]`.

    The key of a pod, group, budget or claim may be NAMESPACE/NAME. An unknown field raises a TypeError.
    """
    made = []
    for kind in ("nodes", "storageClasses", "volumes", "claims", "csiNodes", "services", "budgets", "groups", "podGroups",
                 "pods"):
        for key, words in (description.get(kind) or {}).items():
            words = dict(words or {})
            namespace, slash, name = str(key).rpartition("/")
            if slash:
                words["namespace"] = namespace
            count = words.pop("count", None)
            if count is None:
                made.append(SHORT[kind](name, **words))
            else:
                made += [SHORT[kind]("%s-%d" % (name, number), **copy.deepcopy(words)) for number in range(count)]
    made += copy.deepcopy(description.get("objects") or [])
    return complete(made)
