# SPDX-License-Identifier: Apache-2.0
"""Valid manifests of every kind, with as many fields as possible, and faults for them. Used by validation_conformance.py."""
import copy
import random

SELECTOR = {"matchLabels": {"app": "train"}, "matchExpressions": [{"key": "app", "operator": "In", "values": ["train", "serve"]}]}


def container(name="main"):
    return {
        "name": name, "image": "registry.example/train:1.2", "imagePullPolicy": "IfNotPresent", "command": ["python", "-u"], "args": ["train.py"],
        "workingDir": "/work", "terminationMessagePolicy": "File", "terminationMessagePath": "/dev/termination-log", "stdin": False, "tty": False,
        "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}, {"name": "metrics", "containerPort": 9090}],
        "env": [{"name": "MODE", "value": "fast"}, {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
                {"name": "LABEL", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.labels['app']"}}},
                {"name": "CPUS", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu", "containerName": name, "divisor": "1m"}}},
                {"name": "KEY", "valueFrom": {"secretKeyRef": {"name": "keys", "key": "token", "optional": True}}},
                {"name": "CONF", "valueFrom": {"configMapKeyRef": {"name": "conf", "key": "a.b"}}}],
        "envFrom": [{"prefix": "P_", "configMapRef": {"name": "conf"}}, {"secretRef": {"name": "keys", "optional": True}}],
        "resources": {"requests": {"cpu": "500m", "memory": "1Gi", "nvidia.com/gpu": "2", "ephemeral-storage": "1Gi"},
                      "limits": {"cpu": 2, "memory": "2Gi", "nvidia.com/gpu": 2, "hugepages-2Mi": "4Mi", "ephemeral-storage": "2Gi"}},
        "volumeMounts": [{"name": "scratch", "mountPath": "/scratch", "readOnly": False}, {"name": "conf", "mountPath": "/conf", "subPath": "sub/a"},
                         {"name": "data", "mountPath": "/data", "mountPropagation": "HostToContainer"}],
        "livenessProbe": {"httpGet": {"path": "/ok", "port": "http", "scheme": "HTTP", "httpHeaders": [{"name": "X-A", "value": "b"}]},
                          "initialDelaySeconds": 3, "timeoutSeconds": 2, "periodSeconds": 5, "failureThreshold": 3, "successThreshold": 1},
        "readinessProbe": {"tcpSocket": {"port": 8080}, "successThreshold": 2},
        "startupProbe": {"exec": {"command": ["true"]}, "terminationGracePeriodSeconds": 10},
        "lifecycle": {"preStop": {"exec": {"command": ["sleep", "1"]}}, "postStart": {"httpGet": {"port": 8080, "path": "/"}}},
        "securityContext": {"runAsUser": 1000, "runAsGroup": 1000, "runAsNonRoot": True, "allowPrivilegeEscalation": False, "privileged": False,
                            "capabilities": {"drop": ["ALL"]}, "seccompProfile": {"type": "RuntimeDefault"}, "readOnlyRootFilesystem": True}}


def pod_spec(policy=None, claims=()):
    spec = {
        "containers": [container(), {"name": "side", "image": "busybox"}],
        "initContainers": [{"name": "init", "image": "busybox:1", "command": ["true"], "volumeMounts": [{"name": "scratch", "mountPath": "/s"}]},
                           {"name": "proxy", "image": "proxy", "restartPolicy": "Always", "ports": [{"containerPort": 15001}]}],
        "volumes": [{"name": "scratch", "emptyDir": {"sizeLimit": "1Gi", "medium": "Memory"}},
                    {"name": "conf", "configMap": {"name": "conf", "defaultMode": 420, "items": [{"key": "a.b", "path": "sub/a", "mode": 256}]}},
                    {"name": "data", "persistentVolumeClaim": {"claimName": "data", "readOnly": True}},
                    {"name": "secret", "secret": {"secretName": "keys", "optional": True, "items": [{"key": "token", "path": "token"}]}},
                    {"name": "host", "hostPath": {"path": "/var/log", "type": "Directory"}},
                    {"name": "nfs", "nfs": {"server": "nfs.example", "path": "/export"}},
                    {"name": "csi", "csi": {"driver": "csi.example.com", "volumeAttributes": {"a": "b"}}},
                    {"name": "own", "ephemeral": {"volumeClaimTemplate": {"metadata": {"labels": {"a": "b"}}, "spec": {
                        "accessModes": ["ReadWriteOnce"], "storageClassName": "fast", "resources": {"requests": {"storage": "10Gi"}}}}}},
                    {"name": "info", "downwardAPI": {"items": [{"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}},
                                                               {"path": "cpu", "resourceFieldRef": {"containerName": "main", "resource": "requests.cpu"}}]}},
                    {"name": "all", "projected": {"defaultMode": 292, "sources": [
                        {"configMap": {"name": "conf", "items": [{"key": "a", "path": "a"}]}}, {"secret": {"name": "keys"}},
                        {"serviceAccountToken": {"path": "token", "expirationSeconds": 3600, "audience": "x"}},
                        {"downwardAPI": {"items": [{"path": "name", "fieldRef": {"fieldPath": "metadata.name"}}]}}]}}],
        "nodeSelector": {"disk": "ssd", "example.com/pool": "gpu"}, "terminationGracePeriodSeconds": 60, "activeDeadlineSeconds": None,
        "dnsPolicy": "ClusterFirst", "dnsConfig": {"nameservers": ["10.0.0.10"], "searches": ["a.example."], "options": [{"name": "ndots", "value": "2"}]},
        "hostAliases": [{"ip": "10.1.2.3", "hostnames": ["a.example", "b"]}], "hostNetwork": False, "shareProcessNamespace": False,
        "serviceAccountName": "default", "automountServiceAccountToken": False, "imagePullSecrets": [{"name": "pull"}],
        "hostname": "host", "subdomain": "sub", "schedulerName": "default-scheduler", "enableServiceLinks": True, "preemptionPolicy": "PreemptLowerPriority",
        "securityContext": {"fsGroup": 2000, "runAsUser": 1000, "supplementalGroups": [3000, 4000], "fsGroupChangePolicy": "OnRootMismatch",
                            "sysctls": [{"name": "net.core.somaxconn", "value": "1024"}], "seccompProfile": {"type": "Localhost", "localhostProfile": "p.json"},
                            "seLinuxOptions": {"level": "s0:c1"}},
        "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}, {"key": "pool", "value": "ml", "operator": "Equal"},
                        {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 30}, {"operator": "Exists"}],
        "affinity": {
            "nodeAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                    {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a", "b"]}, {"key": "gen", "operator": "Gt", "values": ["3"]},
                                          {"key": "spot", "operator": "DoesNotExist"}]},
                    {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["node-1"]}]}]},
                "preferredDuringSchedulingIgnoredDuringExecution": [
                    {"weight": 10, "preference": {"matchExpressions": [{"key": "zone", "operator": "NotIn", "values": ["c"]}]}}]},
            "podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "train"}}, "topologyKey": "topology.kubernetes.io/zone", "namespaces": ["default"]}]},
            "podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 100, "podAffinityTerm": {
                "labelSelector": {"matchExpressions": [{"key": "app", "operator": "In", "values": ["train"]}]}, "topologyKey": "kubernetes.io/hostname",
                "namespaceSelector": {"matchLabels": {"team": "a"}}, "matchLabelKeys": ["version"]}}]}},
        "topologySpreadConstraints": [
            {"maxSkew": 1, "topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": "DoNotSchedule", "minDomains": 2,
             "labelSelector": {"matchLabels": {"app": "train"}}, "nodeAffinityPolicy": "Honor", "nodeTaintsPolicy": "Ignore", "matchLabelKeys": ["version"]},
            {"maxSkew": 2, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway", "labelSelector": {"matchLabels": {"app": "train"}}}],
        "schedulingGates": [{"name": "example.com/quota"}], "readinessGates": [{"conditionType": "example.com/ready"}],
        "resourceClaims": [{"name": "gpu", "resourceClaimTemplateName": "gpu-template"}]}
    del spec["activeDeadlineSeconds"]
    spec["containers"][0]["resources"]["claims"] = [{"name": "gpu"}]
    if policy:
        spec["restartPolicy"] = policy
    for claim in claims:
        spec["containers"][0]["volumeMounts"].append({"name": claim, "mountPath": "/claims/" + claim})
    return spec


def small_spec(policy=None):
    spec = {"containers": [{"name": "main", "image": "busybox", "resources": {"requests": {"cpu": 1}, "limits": {"nvidia.com/gpu": 1}}}]}
    if policy:
        spec["restartPolicy"] = policy
    return spec


def template(spec):
    return {"metadata": {"labels": {"app": "train", "version": "v1"}, "annotations": {"example.com/note": "any text", "A_b": "c"}}, "spec": spec}


def meta():
    return {"name": "train", "namespace": "default", "labels": {"app.kubernetes.io/name": "train", "team": "ml"}, "annotations": {"example.com/owner": "me"}}


def thing(api_version, kind, spec, **more):
    return dict({"apiVersion": api_version, "kind": kind, "metadata": meta(), "spec": spec}, **more)


def job_spec(spec, **more):
    return dict({"parallelism": 2, "completions": 2, "backoffLimit": 3, "activeDeadlineSeconds": 3600, "ttlSecondsAfterFinished": 60,
                 "suspend": False, "template": template(spec)}, **more)


INDEXED = {"completionMode": "Indexed", "completions": 4, "backoffLimitPerIndex": 1, "maxFailedIndexes": 2, "podReplacementPolicy": "Failed",
           "managedBy": "example.com/controller",
           "podFailurePolicy": {"rules": [{"action": "FailIndex", "onExitCodes": {"containerName": "main", "operator": "In", "values": [1, 42]}},
                                          {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}]},
           "successPolicy": {"rules": [{"succeededIndexes": "0,2-3", "succeededCount": 1}]}}


def claim_spec():
    return {"accessModes": ["ReadWriteOnce"], "volumeMode": "Filesystem", "storageClassName": "fast", "resources": {"requests": {"storage": "10Gi"}},
            "selector": {"matchLabels": {"a": "b"}}}


def kubernetes_manifests():
    """Valid objects by name."""
    rolling = {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "25%", "maxSurge": 1}}
    claims = [{"metadata": {"name": "store"}, "spec": claim_spec()}]
    made = {
        "Pod": thing("v1", "Pod", pod_spec("Never")),
        "small Pod": thing("v1", "Pod", small_spec()),
        "Job": thing("batch/v1", "Job", job_spec(pod_spec("OnFailure"))),
        "small Job": thing("batch/v1", "Job", job_spec(small_spec("Never"))),
        "Indexed Job": thing("batch/v1", "Job", job_spec(small_spec("Never"), **copy.deepcopy(INDEXED))),
        "CronJob": thing("batch/v1", "CronJob", {
            "schedule": "*/5 1-3 * jan-dec mon,wed", "timeZone": "Europe/Berlin", "concurrencyPolicy": "Forbid", "startingDeadlineSeconds": 10, "suspend": False,
            "successfulJobsHistoryLimit": 1, "failedJobsHistoryLimit": 0,
            "jobTemplate": {"metadata": {"labels": {"a": "b"}}, "spec": job_spec(small_spec("Never"))}}),
        "Deployment": thing("apps/v1", "Deployment", {
            "replicas": 3, "minReadySeconds": 5, "revisionHistoryLimit": 2, "progressDeadlineSeconds": 60, "paused": False, "strategy": rolling,
            "selector": SELECTOR, "template": template(pod_spec("Always"))}),
        "small Deployment": thing("apps/v1", "Deployment", {"selector": {"matchLabels": {"app": "train"}}, "template": template(small_spec())}),
        "ReplicaSet": thing("apps/v1", "ReplicaSet", {"replicas": 2, "minReadySeconds": 0, "selector": SELECTOR, "template": template(small_spec())}),
        "StatefulSet": thing("apps/v1", "StatefulSet", {
            "replicas": 2, "serviceName": "train", "podManagementPolicy": "Parallel", "revisionHistoryLimit": 2, "minReadySeconds": 1, "ordinals": {"start": 1},
            "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": 1}},
            "persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Delete", "whenScaled": "Retain"},
            "selector": SELECTOR, "volumeClaimTemplates": claims, "template": template(pod_spec(None, ["store"]))}),
        "DaemonSet": thing("apps/v1", "DaemonSet", {
            "minReadySeconds": 1, "revisionHistoryLimit": 2, "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1, "maxSurge": 0}},
            "selector": SELECTOR, "template": template(small_spec("Always"))}),
        "ReplicationController": thing("v1", "ReplicationController", {"replicas": 1, "selector": {"app": "train"}, "template": template(small_spec())}),
        "PersistentVolumeClaim": thing("v1", "PersistentVolumeClaim", claim_spec()),
        "ResourceQuota": thing("v1", "ResourceQuota", {
            "hard": {"requests.cpu": "4", "limits.memory": "8Gi", "requests.nvidia.com/gpu": 4, "pods": 10, "count/jobs.batch": "5"}}),
        "scoped ResourceQuota": thing("v1", "ResourceQuota", {
            "hard": {"pods": 10, "cpu": 4}, "scopes": ["NotTerminating"],
            "scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In", "values": ["high"]}]}}),
        "PriorityClass": {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "train", "labels": {"a": "b"}}, "value": 1000,
                          "globalDefault": False, "description": "text", "preemptionPolicy": "Never"},
        "ConfigMap": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta(), "data": {"a.b": "c"}, "binaryData": {"d": "YQ=="}, "immutable": False},
        "Secret": {"apiVersion": "v1", "kind": "Secret", "metadata": meta(), "type": "Opaque", "data": {"token": "YQ=="}, "stringData": {"b": "c"}},
    }
    return made


def coscheduling_manifests():
    return {"PodGroup": thing("scheduling.x-k8s.io/v1alpha1", "PodGroup", {"minMember": 3, "minResources": {"cpu": "3", "nvidia.com/gpu": 4}, "scheduleTimeoutSeconds": 60})}


def native_manifests():
    policy = {"gang": {"minCount": 3}}
    return {
        "native PodGroup": thing("scheduling.k8s.io/v1alpha2", "PodGroup", {
            "schedulingPolicy": policy, "disruptionMode": "PodGroup"}),
        "native Workload": thing("scheduling.k8s.io/v1alpha2", "Workload", {
            "controllerRef": {"apiGroup": "batch", "kind": "Job", "name": "train"}, "podGroupTemplates": [
                {"name": "workers", "schedulingPolicy": policy}, {"name": "driver", "schedulingPolicy": {"basic": {}}}]}),
        "grouped Pod": thing("v1", "Pod", dict(small_spec(), schedulingGroup={"podGroupName": "train"})),
    }


# ---- faults

def places(value, path=()):
    """Every (path, value) below an object, without apiVersion and kind."""
    if isinstance(value, dict):
        for key in sorted(value):
            if not path and key in ("apiVersion", "kind") or path == ("metadata",) and key == "namespace":
                continue  # they are in the path of the request
            yield path + (key,), value[key]
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield path + (index,), each
            yield from places(each, path + (index,))


def parent_of(manifest, path):
    for part in path[:-1]:
        manifest = manifest[part]
    return manifest


def misspell(word, rng):
    if len(word) < 3:
        return word + "x"
    at = rng.randrange(1, len(word) - 1)
    return rng.choice([word[:at] + word[at + 1:], word[:at] + word[at + 1] + word[at] + word[at + 2:], word + "s", word[0].upper() + word[1:]])


WORDS = ["", "Bad_Name!", "has space", "UPPER", "-dash", "a/b/c", "x" * 64, "../up", "/abs", "2.5", "always", "a.b.c", "-1", "100%"]
NUMBERS = [-1, 0, 1, 101, 65536, 2147483648, 100001, 777]
QUANTITIES = ["-1", "1500m", "1x", "0.5", "100Gi", "", "1e3", "1Mi"]


def rename(manifest, path, value, rng):
    parent = parent_of(manifest, path)
    if not isinstance(path[-1], str):
        return False
    parent[misspell(path[-1], rng)] = parent.pop(path[-1])
    return True


def retype(manifest, path, value, rng):
    others = [v for v in ("text", 5, True, 1.5, ["a"], {"a": "b"}, "7") if type(v) is not type(value)]
    parent_of(manifest, path)[path[-1]] = rng.choice(others)
    return True


def remove(manifest, path, value, rng):
    del parent_of(manifest, path)[path[-1]]
    return True


def empty(manifest, path, value, rng):
    parent_of(manifest, path)[path[-1]] = type(value)()
    return True


def nothing(manifest, path, value, rng):
    parent_of(manifest, path)[path[-1]] = None
    return True


def other_value(manifest, path, value, rng):
    if isinstance(value, bool):
        new = not value
    elif isinstance(value, int):
        new = rng.choice(NUMBERS)
    elif isinstance(value, str):
        new = rng.choice(QUANTITIES if path[-2] in ("requests", "limits", "hard", "minResources", "overhead") else WORDS)
    else:
        return False
    parent_of(manifest, path)[path[-1]] = new
    return True


def other_key(manifest, path, value, rng):
    """A key of a map of labels, amounts or data."""
    if len(path) < 2 or path[-2] not in ("labels", "annotations", "matchLabels", "nodeSelector", "requests", "limits", "hard", "data", "minResources"):
        return False
    parent = parent_of(manifest, path)
    del parent[path[-1]]
    parent[rng.choice(["bad key", "a/b/c", "gpu", "x" * 64, "UPPER/x", "kubernetes.io/x", "nvidia.com/gpu", "requests.x/y", "hugepages-1Gi", "/x", "x/", "memory"])] = value
    return True


def repeat(manifest, path, value, rng):
    """A list has an element twice."""
    if not isinstance(value, list) or not value:
        return False
    value.append(copy.deepcopy(rng.choice(value)))
    return True


def move(manifest, path, value, rng):
    """A field of another place of the same manifest."""
    homes = [v for _, v in places(manifest) if isinstance(v, dict)]
    if not isinstance(path[-1], str) or not homes:
        return False
    rng.choice(homes)[path[-1]] = copy.deepcopy(value)
    return True


FAULTS = [rename, retype, remove, remove, empty, nothing, other_value, other_value, other_value, other_key, repeat, move]


def broken(manifest, count, rng):
    """A copy with `count` faults, and their names with paths."""
    made, names = copy.deepcopy(manifest), []
    while len(names) < count:
        path, value = rng.choice(list(places(made)))
        fault = rng.choice(FAULTS)
        if path[0] == "status":
            continue
        try:
            done = fault(made, path, value, rng)
        except (KeyError, IndexError, TypeError, AttributeError):
            continue  # the first fault has taken the place away
        if done:
            names.append("%s %s" % (fault.__name__.replace("_", " "), ".".join(str(part) for part in path)))
    return made, names


def containers(spec):
    return spec["containers"][0]


# Faults that people make, each as (name, kinds that begin with …, change of the pod spec or object).
def _set(*path_and_value):
    *path, value = path_and_value

    def change(target):
        for part in path[:-1]:
            target = target.setdefault(part, {}) if isinstance(target, dict) else target[part]
        if value is None:
            target.pop(path[-1], None)
        else:
            target[path[-1]] = copy.deepcopy(value)
    return change


def of_pod(*path_and_value):
    return lambda manifest: _set(*path_and_value)(spec_of(manifest))


def spec_of(manifest):
    spec = manifest["spec"]
    if manifest["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    return spec["template"]["spec"] if "template" in spec else spec


RESOURCES = ("containers", 0, "resources")
COMMON = [
    ("request of a GPU without a limit", of_pod(*RESOURCES, {"requests": {"nvidia.com/gpu": 1}})),
    ("request of a GPU unequal to its limit", of_pod(*RESOURCES, {"requests": {"nvidia.com/gpu": 1}, "limits": {"nvidia.com/gpu": 2}})),
    ("half a GPU", of_pod(*RESOURCES, {"limits": {"nvidia.com/gpu": "500m"}})),
    ("request above the limit", of_pod(*RESOURCES, {"requests": {"cpu": 2}, "limits": {"cpu": 1}})),
    ("resource without a domain", of_pod(*RESOURCES, {"limits": {"gpu": 1}})),
    ("negative request", of_pod(*RESOURCES, {"requests": {"cpu": "-1"}})),
    ("huge pages alone", of_pod(*RESOURCES, {"limits": {"hugepages-2Mi": "4Mi"}})),
    ("half a huge page", of_pod(*RESOURCES, {"limits": {"hugepages-2Mi": "3Mi", "cpu": 1}})),
    ("amounts beside requests", of_pod(*RESOURCES, {"nvidia.com/gpu": 1})),
    ("memory in words", of_pod(*RESOURCES, {"requests": {"memory": "1GB"}})),
    ("restartPolicy Always", of_pod("restartPolicy", "Always")), ("restartPolicy Never", of_pod("restartPolicy", "Never")),
    ("restartPolicy in lower case", of_pod("restartPolicy", "never")), ("no restartPolicy", of_pod("restartPolicy", None)),
    ("no containers", of_pod("containers", [])), ("containers absent", of_pod("containers", None)),
    ("no image", of_pod("containers", 0, "image", None)), ("no name", of_pod("containers", 0, "name", None)),
    ("name in capitals", of_pod("containers", 0, "name", "Main")), ("name with an underscore", of_pod("containers", 0, "name", "main_1")),
    ("unknown volume", of_pod("containers", 0, "volumeMounts", [{"name": "nowhere", "mountPath": "/x"}])),
    ("mount without a path", of_pod("containers", 0, "volumeMounts", [{"name": "scratch"}])),
    ("number as the value of a variable", of_pod("containers", 0, "env", [{"name": "N", "value": 8080}])),
    ("truth as the value of a variable", of_pod("containers", 0, "env", [{"name": "N", "value": True}])),
    ("port as text", of_pod("containers", 0, "ports", [{"containerPort": "8080"}])),
    ("port 0", of_pod("containers", 0, "ports", [{"containerPort": 0}])), ("port 70000", of_pod("containers", 0, "ports", [{"containerPort": 70000}])),
    ("name of a port too long", of_pod("containers", 0, "ports", [{"name": "a-name-that-is-long", "containerPort": 80}])),
    ("command as text", of_pod("containers", 0, "command", "python train.py")),
    ("args with a number", of_pod("containers", 0, "args", ["--n", 3])),
    ("pull policy in lower case", of_pod("containers", 0, "imagePullPolicy", "always")),
    ("replicas as text", _set("spec", "replicas", "3")), ("parallelism as text", _set("spec", "parallelism", "3")),
    ("negative replicas", _set("spec", "replicas", -1)), ("negative parallelism", _set("spec", "parallelism", -1)),
    ("Indexed without completions", lambda m: (_set("spec", "completionMode", "Indexed")(m), m["spec"].pop("completions", None))),
    ("backoffLimitPerIndex of a NonIndexed Job", _set("spec", "backoffLimitPerIndex", 1)),
    ("label with a blank", _set("metadata", "labels", {"a": "b c"})), ("label with a number", _set("metadata", "labels", {"a": 5})),
    ("label of 64 characters", _set("metadata", "labels", {"a": "x" * 64})), ("annotation with a number", _set("metadata", "annotations", {"a": 5})),
    ("name with capitals", _set("metadata", "name", "Train")), ("name with an underscore", _set("metadata", "name", "train_1")),
    ("name of 70 characters", _set("metadata", "name", "x" * 70)), ("name with dots", _set("metadata", "name", "a.b")), ("no name", _set("metadata", "name", None)),
    ("selector of other labels", _set("spec", "selector", {"matchLabels": {"app": "other"}})), ("no selector", _set("spec", "selector", None)),
    ("selector as labels", _set("spec", "selector", {"app": "train"})),
    ("nodeSelector with a number", of_pod("nodeSelector", {"gpu": 1})), ("nodeSelector with truth", of_pod("nodeSelector", {"gpu": True})),
    ("toleration of a key without operator and value", of_pod("tolerations", [{"effect": "NoSchedule"}])),
    ("toleration with Exists and a value", of_pod("tolerations", [{"key": "a", "operator": "Exists", "value": "b"}])),
    ("toleration of an unknown effect", of_pod("tolerations", [{"key": "a", "operator": "Exists", "effect": "NoRun"}])),
    ("tolerations as an object", of_pod("tolerations", {"key": "a"})),
    ("affinity without terms", of_pod("affinity", {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": []}}})),
    ("affinity as a list", of_pod("affinity", {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": []}})),
    ("affinity without a topologyKey", of_pod("affinity", {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{"labelSelector": {}}]}})),
    ("spread without whenUnsatisfiable", of_pod("topologySpreadConstraints", [{"maxSkew": 1, "topologyKey": "zone"}])),
    ("spread with maxSkew 0", of_pod("topologySpreadConstraints", [{"maxSkew": 0, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}])),
    ("the same spread twice", of_pod("topologySpreadConstraints", [{"maxSkew": 1, "topologyKey": "z", "whenUnsatisfiable": "DoNotSchedule"}] * 2)),
    ("priorityClassName with capitals", of_pod("priorityClassName", "High")), ("gate without a name", of_pod("schedulingGates", [{}])),
    ("gate twice", of_pod("schedulingGates", [{"name": "a"}, {"name": "a"}])), ("schedule of four fields", _set("spec", "schedule", "* * * *")),
    ("schedule of six fields", _set("spec", "schedule", "0 * * * * *")), ("schedule with minute 60", _set("spec", "schedule", "60 * * * *")),
    ("schedule with a zone", _set("spec", "schedule", "TZ=UTC * * * * *")), ("no schedule", _set("spec", "schedule", None)),
    ("schedule in words", _set("spec", "schedule", "@sometimes")), ("schedule @daily", _set("spec", "schedule", "@daily")),
    ("strategy in lower case", _set("spec", "strategy", {"type": "recreate"})),
    ("Recreate with rollingUpdate", _set("spec", "strategy", {"type": "Recreate", "rollingUpdate": {"maxSurge": 1}})),
    ("no surge and none unavailable", _set("spec", "strategy", {"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 0}})),
    ("half the pods unavailable", _set("spec", "strategy", {"rollingUpdate": {"maxUnavailable": "half"}})),
    ("ttl in words", _set("spec", "ttlSecondsAfterFinished", "1h")), ("backoffLimit -1", _set("spec", "backoffLimit", -1)),
    ("deadline -1", _set("spec", "activeDeadlineSeconds", -1)), ("deadline of pods", of_pod("activeDeadlineSeconds", 0)),
    ("probe without a handler", of_pod("containers", 0, "livenessProbe", {"periodSeconds": 3})),
    ("probe with two handlers", of_pod("containers", 0, "livenessProbe", {"exec": {"command": ["a"]}, "tcpSocket": {"port": 1}})),
    ("probe of port 0", of_pod("containers", 0, "livenessProbe", {"httpGet": {"port": 0}})),
    ("same container twice", lambda m: spec_of(m)["containers"].append(copy.deepcopy(spec_of(m)["containers"][0]))),
    ("same volume twice", of_pod("volumes", [{"name": "a", "emptyDir": {}}, {"name": "a", "emptyDir": {}}])),
    ("two sources of a volume", of_pod("volumes", [{"name": "a", "emptyDir": {}, "hostPath": {"path": "/"}}])),
    ("hostPath without a path", of_pod("volumes", [{"name": "a", "hostPath": {}}])), ("claim without a name", of_pod("volumes", [{"name": "a", "persistentVolumeClaim": {}}])),
    ("volume with an underscore", of_pod("volumes", [{"name": "a_b", "emptyDir": {}}])),
    ("mode in words", of_pod("volumes", [{"name": "a", "configMap": {"name": "c", "defaultMode": 1000}}])),
    ("unknown claim of devices", of_pod("containers", 0, "resources", {"claims": [{"name": "nowhere"}]})),
    ("labels beside the spec", of_pod("labels", {"a": "b"})), ("template without metadata", lambda m: m["spec"].get("template", {}).pop("metadata", None)),
    ("hostPort unlike containerPort", lambda m: (_set("hostNetwork", True)(spec_of(m)), _set("containers", 0, "ports", [{"containerPort": 1, "hostPort": 2}])(spec_of(m)))),
    ("unknown dnsPolicy", of_pod("dnsPolicy", "Cluster")), ("dnsPolicy None", of_pod("dnsPolicy", "None")),
]


def generated(seed, count, manifests):
    """`count` broken manifests as (name, manifest); then each valid one."""
    rng = random.Random(seed)
    cases = [("valid: " + name, copy.deepcopy(manifest)) for name, manifest in manifests.items()]
    for name, change in COMMON:
        for base, manifest in manifests.items():
            made = copy.deepcopy(manifest)
            try:
                change(made)
            except (KeyError, IndexError, TypeError, AttributeError):
                continue  # the kind has no such place
            if made != manifest:
                cases.append(("%s: %s" % (base, name), made))
    names = list(manifests)
    while len(cases) < count:
        base = rng.choice(names)
        made, faults = broken(manifests[base], rng.choice([1, 1, 1, 2]), rng)
        cases.append(("%s: %s (%d)" % (base, "; ".join(faults), len(cases)), made))
    return cases
