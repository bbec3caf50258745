# SPDX-License-Identifier: Apache-2.0
"""Generates a cluster for measuring, as files of JSON.

The objects are as an API server stores them, with the fields that scheduling ignores: these are most of the bytes. Every fifth
node has 8 GPUs. 49 of 50 pods run, evenly spread, as copies of 97 services. Pods of one service differ in name, uid, node,
addresses, times and the name of the volume with their token, as in reality. The others are pending gangs of 16 members with
2 GPUs each; most of them fit. `make_waiting` has another mix: gangs of many sizes and priorities that together ask for more
GPUs than there are, and whose members all have images of their own. The same arguments give the same bytes.
"""
import json

import yaml

GPU = "nvidia.com/gpu"
GROUP_LABEL = "scheduling.x-k8s.io/pod-group"
NAMESPACE = "bench"
WHEN = "2026-03-02T10:00:00Z"
SERVICES = 97
GANG_SIZE = 16
# Compact; kubectl's format; the same with managedFields; the format of kubectl -o yaml.
FORMS = ("stripped", "indented", "managed", "yaml")


def hash_of(*texts):
    value = 2166136261
    for byte in "/".join(str(t) for t in texts).encode():
        value = (value ^ byte) * 16777619 % 2**64
    return value


def managed_fields(manager):
    fields = {"f:metadata": {"f:labels": {".": {}, "f:app": {}}}, "f:spec": {"f:containers": {'k:{"name":"main"}': {
        "f:%s" % name: {} for name in ("env", "image", "imagePullPolicy", "name", "resources", "volumeMounts")}}}}
    return [{"apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": fields, "manager": manager, "operation": "Update", "time": WHEN},
            {"apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:status": {"f:conditions": {
                'k:{"type":"%s"}' % name: {".": {}, "f:status": {}, "f:type": {}} for name in ("Ready", "Initialized")}}},
             "manager": "kubelet", "operation": "Update", "subresource": "status", "time": WHEN}]


def metadata(name, labels, namespace=None):
    out = {"name": name, "creationTimestamp": WHEN, "labels": labels, "resourceVersion": "1048576",
           "uid": "00000000-0000-4000-8000-%012d" % (hash_of(namespace, name) % 10**12),
           "annotations": {"example.com/note": "as long as what people and controllers leave on an object" * 3}}
    if namespace:
        out["namespace"] = namespace
    return out


def node(number):
    amounts = {"cpu": "64", "memory": "262144Mi", "ephemeral-storage": "500Gi", "pods": "110"}
    if number % 5 == 0:
        amounts[GPU] = "8"
    name = "node-%06d" % number
    images = [{"names": ["registry.example.com/team-%d/image-%d@sha256:%064x" % (i % 7, i, hash_of(i)),
                         "registry.example.com/team-%d/image-%d:v%d" % (i % 7, i, i)], "sizeBytes": 10**7 * i} for i in range(40)]
    return {"apiVersion": "v1", "kind": "Node",
            "metadata": metadata(name, {"kubernetes.io/hostname": name, "topology.kubernetes.io/zone": "zone-%d" % (number % 3)}),
            "spec": {}, "status": {"allocatable": amounts, "capacity": amounts, "images": images, "conditions": [
                {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "kubelet is posting ready status",
                 "lastHeartbeatTime": WHEN, "lastTransitionTime": WHEN}]}}


def pod(service, gang, form):
    """A pod of the service, or a pending member of a gang, with @…@ at the differences between copies."""
    requests = {"cpu": "500m", "memory": "512Mi"}
    if gang:
        requests = {"cpu": "4", "memory": "8Gi", GPU: "2"}
    app = "gang" if gang else "service-%d" % service
    labels = {GROUP_LABEL: "@gang@"} if gang else {
        "app.kubernetes.io/instance": app, "app.kubernetes.io/managed-by": "Helm", "app.kubernetes.io/name": app,
        "pod-template-hash": "%09x" % (hash_of(app) % 16**9)}
    container = {"name": "main", "image": "registry.example.com/team/%s:1" % app, "imagePullPolicy": "IfNotPresent",
                 "env": [{"name": "SETTING_%d" % i, "value": "value-%d-of-%s" % (i, app)} for i in range(30)],
                 "ports": [{"containerPort": 8080, "name": "http", "protocol": "TCP"}],
                 "readinessProbe": {"httpGet": {"path": "/ready", "port": 8080, "scheme": "HTTP"}, "periodSeconds": 10},
                 "resources": {"limits": requests, "requests": requests}, "terminationMessagePath": "/dev/termination-log",
                 "volumeMounts": [{"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "name": "kube-api-access-@token@",
                                   "readOnly": True}]}
    meta = metadata("@name@", labels, NAMESPACE)
    meta["uid"] = "@uid@"
    if not gang:
        meta["ownerReferences"] = [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": app, "controller": True,
                                    "blockOwnerDeletion": True, "uid": "00000000-0000-4000-8000-%012d" % service}]
    if form == "managed":
        meta["managedFields"] = managed_fields("kube-controller-manager")
    out = {"apiVersion": "v1", "kind": "Pod", "metadata": meta,
           "spec": {"containers": [container], "priority": 0, "schedulerName": "default-scheduler", "restartPolicy": "Always",
                    "tolerations": [{"effect": "NoExecute", "key": "node.kubernetes.io/%s" % key, "operator": "Exists",
                                     "tolerationSeconds": 300} for key in ("not-ready", "unreachable")],
                    "volumes": [{"name": "kube-api-access-@token@", "projected": {"defaultMode": 420, "sources": [
                        {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}}]}}]},
           "status": {"phase": "Pending" if gang else "Running", "qosClass": "Guaranteed"}}
    if not gang:
        out["spec"]["nodeName"] = "@node@"
        out["status"]["conditions"] = [{"type": t, "status": "True", "lastProbeTime": None, "lastTransitionTime": WHEN}
                                       for t in ("Initialized", "Ready", "ContainersReady", "PodScheduled")]
        out["status"]["containerStatuses"] = [{"name": "main", "ready": True, "restartCount": 0, "started": True,
                                               "image": "registry.example.com/team/%s:1" % app, "containerID": "containerd://@container@",
                                               "state": {"running": {"startedAt": WHEN}}, "lastState": {}}]
    return out


def pod_group(name, min_member=GANG_SIZE):
    return {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup",
            "metadata": {"name": name, "namespace": NAMESPACE, "creationTimestamp": WHEN}, "spec": {"minMember": min_member}}


def system_pod():
    """If all pods were in one namespace, explain would doubt that the input has those of the others."""
    return {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": "kube-proxy-0", "namespace": "kube-system", "uid": "00000000-0000-4000-9000-999999999999", "creationTimestamp": WHEN},
            "spec": {"nodeName": "node-000000", "containers": [{"name": "kube-proxy", "image": "registry.example.com/kube-proxy:1"}]},
            "status": {"phase": "Running"}}


class Texts:
    """Objects as text in one format; pods come from a template each, which is much quicker than building each one."""

    def __init__(self, form):
        self.form, self.templates = form, {}

    def of(self, thing):
        if self.form == "stripped":
            return json.dumps(thing, separators=(",", ":"))
        if self.form == "yaml":
            text = yaml.safe_dump(thing, width=1000).replace("'@", "@").replace("@'", "@")
            return "- " + text.rstrip("\n").replace("\n", "\n  ")
        return "        " + json.dumps(thing, indent=4).replace("\n", "\n        ")

    def pod(self, number, node_name, gang):
        key = None if gang else number % SERVICES
        if key not in self.templates:
            self.templates[key] = self.of(pod(key, gang is not None, self.form))
        name = "%s-%d" % (gang, number) if gang else "service-%d-%07d" % (key, number)
        text = self.templates[key].replace("@name@", name).replace("@uid@", "00000000-0000-4000-9000-%012d" % number)
        text = text.replace("@token@", "%05x" % (hash_of(number) % 16**5))
        if gang:
            return text.replace("@gang@", gang)
        return text.replace("@node@", node_name).replace("@container@", "%064x" % number)


def pods_of(nodes, pods, form):
    write, pending = Texts(form), max(1, pods // 50 // GANG_SIZE) * GANG_SIZE
    for number in range(pods - pending):
        yield write.pod(number, "node-%06d" % (number % nodes), None)
    for number in range(pending):
        yield write.pod(number, None, "gang-%04d" % (number // GANG_SIZE))


def others_of(nodes, pods, form):
    write, pending = Texts(form), max(1, pods // 50 // GANG_SIZE) * GANG_SIZE
    for number in range(0, pending, GANG_SIZE):
        yield write.of(pod_group("gang-%04d" % (number // GANG_SIZE)))
    yield write.of(system_pod())
    for number in range(nodes):
        yield write.of(node(number))


# Start of a list in each format, separator of its items, and its end.
INDENTED = ('{\n    "apiVersion": "v1",\n    "items": [\n', ",\n", '\n    ],\n    "kind": "List"\n}\n')
FRAMES = {"stripped": ('{"apiVersion":"v1","kind":"List","items":[', ",", "]}\n"), "indented": INDENTED, "managed": INDENTED,
          "yaml": ("apiVersion: v1\nitems:\n", "\n", "\nkind: List\n")}


def write_list(path, texts, form):
    begin, between, end = FRAMES[form]
    with open(path, "w", encoding="utf-8", buffering=1 << 20) as file:
        file.write(begin)
        for index, text in enumerate(texts):
            file.write((between if index else "") + text)
        file.write(end)


def make(folder, nodes, pods, form="stripped"):
    """Writes two files, pods and the rest; returns their paths."""
    ending = "yaml" if form == "yaml" else "json"
    paths = ["%s/%d-%s-%s.%s" % (folder, nodes, form, what, ending) for what in ("pods", "others")]
    write_list(paths[0], pods_of(nodes, pods, form), form)
    write_list(paths[1], others_of(nodes, pods, form), form)
    return paths


# ---- many waiting gangs -----------------------------------------------------------------------------------------


def waiting_gang(number):
    """(name, members, GPUs of each, priority) of a gang. One in eight lacks a member, one in eight has a gated one."""
    members = (2, 4, 8, 16, 32)[hash_of("members", number) % 5]
    return "gang-%04d" % number, members, (1, 2, 4, 8)[hash_of("gpus", number) % 4], (0, 0, 100, 1000)[number % 4]


def waiting_members(number):
    name, members, gpus, priority = waiting_gang(number)
    for index in range(members - (number % 8 == 5)):
        made = pod(0, True, "stripped")
        made["metadata"]["name"] = "%s-%d" % (name, index)
        made["metadata"]["uid"] = "00000000-0000-4000-8000-%012d" % (hash_of(name, index) % 10**12)
        made["metadata"]["labels"] = {GROUP_LABEL: name}
        spec = made["spec"]
        spec["priority"] = priority
        amounts = {"cpu": "%d" % (2 * gpus), "memory": "%dGi" % (8 * gpus), GPU: "%d" % gpus}
        spec["containers"][0].update(image="registry.example.com/%s:%d" % (name, index), resources={"limits": amounts, "requests": amounts})
        if number % 8 == 7 and index == 0:
            spec["schedulingGates"] = [{"name": "example.com/review"}]
        yield made


def make_waiting(folder, nodes, pods, gangs):
    """Writes two files, pods and the rest, of a cluster with this number of pending gangs; returns their paths."""
    paths = ["%s/%d-waiting-%d-%s.json" % (folder, nodes, gangs, what) for what in ("pods", "others")]
    write = Texts("stripped")
    waiting = [write.of(member) for number in range(gangs) for member in waiting_members(number)]
    running = (write.pod(number, "node-%06d" % (number % nodes), None) for number in range(pods - len(waiting)))
    write_list(paths[0], (text for texts in (running, waiting) for text in texts), "stripped")
    groups = (pod_group(waiting_gang(number)[0], waiting_gang(number)[1]) for number in range(gangs))
    write_list(paths[1], (write.of(one) for ones in (groups, [system_pod()], map(node, range(nodes))) for one in ones), "stripped")
    return paths
