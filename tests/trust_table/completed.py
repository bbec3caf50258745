# SPDX-License-Identifier: Apache-2.0
"""Pods as the API server completes them: pod-level resources, defaults of LimitRanges, priority classes."""
import copy
import json

from trust_table.admission import limit_range, quota
from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import storage_class
from trust_table.objects import CREATED, as_manifest, make, manifest_pod, nodes, pod, pod_specs, with_spec, workload


def container(name="main", requests=None, limits=None, **fields):
    amounts = {key: value for key, value in (("requests", requests), ("limits", limits)) if value}
    return {"name": name, "image": "registry.example/work:v1", "resources": amounts, **fields}


def sidecar(**fields):
    return container("sidecar", restartPolicy="Always", **fields)


def deployment(spec, replicas=1):
    labels = {"app": "work"}
    return as_manifest([make("apps/v1", "Deployment", "work", spec={
        "replicas": replicas, "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": spec}})])


def of_pod_level_resources():
    sums = "validatePodResourceConsistency: pod-level requests hold those of all containers"
    one, two = {"cpu": "1"}, {"cpu": "2"}
    cases = {
        "an init container above the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                             "initContainers": [container("init", {"cpu": "9"})]}, NO, sums),
        "an init container within the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                              "initContainers": [container("init", two)]}, YES, sums),
        "a sidecar above the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                     "initContainers": [sidecar(requests=two)]}, NO, sums),
        "a sidecar within the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                      "initContainers": [sidecar(requests=one)]}, YES, sums),
        "a limit of a container above the pod's": ({"resources": {"limits": two},
                                                    "containers": [container(requests=one, limits={"cpu": "4"})]},
                                                   NO, "validatePodResourceConsistency: container limits are within pod limits"),
        "windows": ({"os": {"name": "windows"}, "resources": {"requests": two}, "containers": [container()]}, NO,
                    "validatePodResources: may not be set for a windows pod"),
        "requests of containers above the pod's limit": ({"resources": {"limits": two}, "containers": [container(requests={"cpu": "3"})]},
                                                         NO, "defaultPodRequests, validateResourceRequirements"),
    }
    for name, (spec, verdict, rule) in cases.items():
        yield Combination("Pod-level resources, %s" % name, verdict, rule, nodes(), [manifest_pod("work", **spec)])
    yield Combination("Pod-level resources, Deployment with an init container above the pod", NO, sums, nodes(),
                      deployment(cases["an init container above the pod"][0]))


def of_limit_ranges():
    one, two, four = {"cpu": "1"}, {"cpu": "2"}, {"cpu": "4"}
    invalid = "SetDefaults_Pod, limitranger defaults, then validateResourceRequirements"
    whole = "limitranger podRequests, podLimits"
    cases = {
        "a default limit below the request": (limit_range(default={"cpu": "500m"}, defaultRequest={"cpu": "100m"}),
                                              {"containers": [container(requests=one)]}, NO, invalid),
        "a default limit at the request": (limit_range(default=one, defaultRequest=one), {"containers": [container(requests=one)]}, YES,
                                           invalid),
        "a default limit above the pod's limit": (limit_range(default=four, defaultRequest=one),
                                                  {"resources": {"requests": two, "limits": two}, "containers": [container()]}, NO,
                                                  "limitranger defaults, then validatePodResourceConsistency"),
        "of pods, a sidecar adds up": (limit_range("Pod", max=two), {"containers": [container(requests=one, limits=one)],
                                                                     "initContainers": [sidecar(requests=two, limits=two)]}, NO, whole),
        "of pods, the limit of the pod": (limit_range("Pod", max=two), {"resources": {"limits": four},
                                                                        "containers": [container(requests=one, limits=one)]}, NO, whole),
        "of pods, ratio of the pod": (limit_range("Pod", maxLimitRequestRatio=two),
                                      {"resources": {"requests": one, "limits": four}, "containers": [container(requests=one, limits=one)]},
                                      NO, whole),
        "of pods, one container without a limit": (limit_range("Pod", max=four),
                                                   {"containers": [container(requests=one, limits=one), container("b", one)]}, YES, whole),
        "of pods, a limit of the pod alone": (limit_range("Pod", max=four),
                                              {"resources": {"limits": two}, "containers": [container(requests=one)]}, YES, whole),
    }
    for name, (limits, spec, verdict, rule) in cases.items():
        yield Combination("LimitRange, %s" % name, verdict, rule, nodes() + [limits], [manifest_pod("work", **spec)])
    yield Combination("LimitRange, Deployment with a default limit below the request", NO, invalid,
                      nodes() + [cases["a default limit below the request"][0]], deployment({"containers": [container(requests=one)]}))


def priority_class(**fields):
    return make("scheduling.k8s.io/v1", "PriorityClass", "urgent", None, value=1000, **fields)


def of_priority_classes():
    rule = "Priority, admitPod: the string value of PreemptionPolicy must not be provided"
    never, lower = {"preemptionPolicy": "Never"}, {"preemptionPolicy": "PreemptLowerPriority"}
    of_class = {"priorityClassName": "urgent"}
    cases = {
        "none, the pod never preempts": ([], never, NO),
        "none, the pod preempts": ([], lower, YES),
        "a class that never preempts, the pod says so": ([priority_class(**never)], {**of_class, **never}, YES),
        "a class that never preempts, the pod preempts": ([priority_class(**never)], {**of_class, **lower}, NO),
        "a class that preempts, the pod never does": ([priority_class()], {**of_class, **never}, NO),
    }
    for name, (classes, fields, verdict) in cases.items():
        yield Combination("Priority class: %s" % name, verdict, rule, nodes() + classes, [manifest_pod("work", **fields)])
    yield Combination("Priority class: none, pods of a Deployment never preempt", NO, rule, nodes(),
                      deployment({"containers": [container()], **never}))
    scope = {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In", "values": ["urgent"]}]}
    yield Combination("Priority class: the global default, its quota is full", NO, "Priority writes the class before resourcequota",
                      nodes() + [priority_class(globalDefault=True), quota({"pods": 0}, scopeSelector=scope)], [manifest_pod("work")])


def of_quota_scopes():
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "other"}}}
    full = quota({"pods": 0}, scopes=["CrossNamespacePodAffinity"])
    for name, fields, verdict in (("its own namespace", {"namespaces": ["default"]}, NO), ("no namespace", {}, YES)):
        affinity = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{**term, **fields}]}}
        yield Combination("Quota on CrossNamespacePodAffinity, affinity names %s" % name, verdict,
                          "quota/v1/evaluator/core, usesCrossNamespacePodAffinity", nodes() + [full],
                          [manifest_pod("work", affinity=affinity)])


def stateful_set(templates=(), **spec):
    labels = {"app": "work"}
    return as_manifest([make("apps/v1", "StatefulSet", "work", spec={
        "replicas": 1, "serviceName": "work", "selector": {"matchLabels": labels}, "volumeClaimTemplates": list(templates),
        "template": {"metadata": {"labels": labels}, "spec": {"containers": [container(requests={"cpu": "1"})]}}, **spec})])


def claim_template(size="1Gi", **spec):
    return {"metadata": {"name": "data"},
            "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}, **spec}}


def daemon_set():
    labels = {"app": "work"}
    return as_manifest([make("apps/v1", "DaemonSet", "work", spec={
        "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": {"containers": [container(requests={"cpu": "1"})]}}})])


def gpus():
    devices = {"driver": "gpu.example.com", "nodeName": "n1", "pool": {"name": "n1", "generation": 1, "resourceSliceCount": 1},
               "devices": [{"name": "gpu-%d" % at} for at in range(4)]}
    return [make("resource.k8s.io/v1", "DeviceClass", "gpu", None, spec={}),
            make("resource.k8s.io/v1", "ResourceSlice", "n1-gpus", None, spec=devices)]


def device_claims(name="gpus", count=1, template=False):
    spec = {"devices": {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu", "count": count}}]}}
    kind = "ResourceClaimTemplate" if template else "ResourceClaim"
    return as_manifest([make("resource.k8s.io/v1", kind, name, spec={"spec": spec} if template else spec)])


def of_object_quotas():
    def charged(name, verdict, evaluator, hard, manifest, cluster=(), used=None):
        return Combination("Quota %s" % name, verdict, "resourcequota " + evaluator, nodes() + [quota(hard, used), *cluster], manifest)

    own = [manifest_pod("work", resourceClaims=[{"name": "gpu", "resourceClaimName": "gpus"}])]
    by_template = [manifest_pod("work", resourceClaims=[{"name": "gpu", "resourceClaimTemplateName": "gpus"}])]
    per_class, counted = "gpu.deviceclass.resource.k8s.io/devices", "count/resourceclaims.resource.k8s.io"
    yield charged("of 1 device, a claim to 2", NO, "claimEvaluator", {per_class: 1}, device_claims(count=2) + own, gpus())
    yield charged("of 2 devices, a claim to 2", YES, "claimEvaluator", {per_class: 2}, device_claims(count=2) + own, gpus())
    yield charged("of 1 device, a template of claims to 2", NO, "claimEvaluator", {per_class: 1},
                  device_claims(count=2, template=True) + by_template, gpus())
    yield charged("of no claims, a template of claims", NO, "claimEvaluator", {counted: 0},
                  device_claims(template=True) + by_template, gpus())
    revisions = {"count/controllerrevisions.apps": 0}
    yield charged("of no ControllerRevisions, a StatefulSet", NO, "objectCountEvaluator", revisions, stateful_set())
    yield charged("of no ControllerRevisions, a DaemonSet", NO, "objectCountEvaluator", revisions, daemon_set())
    fast = storage_class()
    existing = make("v1", "PersistentVolumeClaim", "data-work-0", spec=claim_template(storageClassName="fast")["spec"],
                    status={"phase": "Pending"})
    yield charged("of 1 claim, which exists, a StatefulSet", NOT_NO, "pvcEvaluator: it makes none", {"persistentvolumeclaims": 1},
                  stateful_set([claim_template(storageClassName="fast")]), [fast, existing], {"persistentvolumeclaims": 1})
    more = stateful_set([claim_template(storageClassName="fast")], replicas=2)
    set_there = stateful_set([claim_template(storageClassName="fast")])[0]
    set_there["metadata"].update(namespace="default", uid="uid-work", creationTimestamp=CREATED)
    yield charged("of 1 claim, which exists, a StatefulSet grows", NOT_YES, "pvcEvaluator: its second pod needs another one",
                  {"persistentvolumeclaims": 1}, more, [fast, existing, set_there], {"persistentvolumeclaims": 1})
    yield charged("of a storage class, a claim without a class", NOT_YES, "pvcEvaluator after DefaultStorageClass",
                  {"fast.storageclass.storage.k8s.io/persistentvolumeclaims": 0}, stateful_set([claim_template()]), [fast])
    labels = {"app": "work"}
    for kind, hard in (("ConfigMap", "configmaps"), ("ConfigMap", "count/configmaps"), ("Secret", "secrets"),
                       ("Secret", "count/secrets")):
        other = as_manifest([make("v1", kind, "settings", data={})])
        yield charged("%s: 0, a %s in the file" % (hard, kind), NO, "objectCountEvaluator", {hard: 0}, other + [manifest_pod("work")])
        yield charged("%s: 1, a %s in the file" % (hard, kind), YES, "objectCountEvaluator", {hard: 1}, other + [manifest_pod("work")])
        yield charged("%s: 1 of 1, a %s in the file" % (hard, kind), UNKNOWN, "objectCountEvaluator: it may exist", {hard: 1},
                      other + [manifest_pod("work")], used={hard: 1})
    for kind, hard in (("NodePort", "services.nodeports"), ("LoadBalancer", "services.nodeports"),
                       ("LoadBalancer", "services.loadbalancers")):
        service = as_manifest([make("v1", "Service", "work", spec={"type": kind, "ports": [{"port": 80}], "selector": labels})])
        for most, verdict in ((0, NO), (1, YES)):
            yield charged("%s: %d, a Service of type %s" % (hard, most, kind), verdict, "serviceEvaluator", {hard: most},
                          service + [manifest_pod("work")])
    small = limit_range("PersistentVolumeClaim", max={"storage": "100Mi"})
    yield Combination("LimitRange, claims of a StatefulSet above it", NO, "limitranger PersistentVolumeClaimValidateLimitFunc",
                      nodes() + [fast, small], stateful_set([claim_template(storageClassName="fast")]))
    ephemeral = {"name": "data", "ephemeral": {"volumeClaimTemplate": {"spec": claim_template(storageClassName="fast")["spec"]}}}
    yield Combination("LimitRange, claim of an ephemeral volume above it", NO, "limitranger PersistentVolumeClaimValidateLimitFunc",
                      nodes() + [fast, small], [manifest_pod("work", volumes=[ephemeral])])


def job(**fields):
    spec = {"template": {"spec": {"restartPolicy": "Never", "containers": [container(requests={"cpu": "1"})]}}, **fields}
    return as_manifest([make("batch/v1", "Job", "work", spec=spec)])


def cron_job(job_fields=None, schedule="*/5 * * * *", **fields):
    spec = {"schedule": schedule, "jobTemplate": {"spec": job(**(job_fields or {}))[0]["spec"]}, **fields}
    return as_manifest([make("batch/v1", "CronJob", "work", spec=spec)])


def of_jobs():
    deadline = "job controller, pastActiveDeadline: 0 seconds have passed when it starts"
    cases = {
        "Job, activeDeadlineSeconds 0": (job(activeDeadlineSeconds=0), NO, deadline),
        "Job, activeDeadlineSeconds 60": (job(activeDeadlineSeconds=60), YES, deadline),
        "CronJob, jobs with activeDeadlineSeconds 0": (cron_job({"activeDeadlineSeconds": 0}), NO, deadline),
        "CronJob, suspended jobs": (cron_job({"suspend": True}), NO, "job controller, jobSuspended"),
        "CronJob, jobs of another controller": (cron_job({"managedBy": "example.com/manager"}), UNKNOWN, "job controller, managedBy"),
        "CronJob on the 30th of February": (cron_job(schedule="0 0 30 2 *"), NO, "robfig/cron Next: no time within five years"),
        "CronJob on the 29th of February": (cron_job(schedule="0 0 29 2 *"), YES, "robfig/cron Next"),
        "CronJob on the 31st of every month": (cron_job(schedule="0 0 31 * *"), YES, "robfig/cron Next"),
        "CronJob on the 30th of February or Mondays": (cron_job(schedule="0 0 30 2 1"), YES, "robfig/cron dayMatches: alternatives"),
        "CronJob in Europe/Berlin": (cron_job(timeZone="Europe/Berlin"), YES, "validateTimeZone"),
        "CronJob in Etc/UTC": (cron_job(timeZone="Etc/UTC"), YES, "validateTimeZone"),
        "CronJob in Europe/Berln": (cron_job(timeZone="Europe/Berln"), NOT_YES, "validateTimeZone: unknown time zone"),
        "CronJob in local": (cron_job(timeZone="local"), NO, "validateTimeZone: must be an explicit time zone"),
    }
    past = "training-operator PastActiveDeadline: the job fails when its operator looks again"
    for kind in ("PyTorchJob", "TFJob", "MPIJob"):
        for seconds, verdict in ((0, NO), (60, YES)):
            objects = workload(kind)
            objects[0]["spec"]["runPolicy"] = {"activeDeadlineSeconds": seconds}
            cases["%s, activeDeadlineSeconds %d" % (kind, seconds)] = (objects, verdict, past)
    claims = workload("JobSet")
    claims[0]["spec"]["volumeClaimPolicies"] = [{"templates": [{"metadata": {"name": "data"}, "spec": {
        "accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Gi"}}}}]}]
    cases["JobSet, volumeClaimPolicies"] = (claims, NOT_YES, "jobset creates the claims, and adds them to the pods")
    for name, (manifest, verdict, rule) in cases.items():
        yield Combination("Jobs: %s" % name, verdict, rule, nodes(), manifest)


def of_namespaces():
    other = make("v1", "Namespace", "other", None, {"kubernetes.io/metadata.name": "other"}, status={"phase": "Active"})
    for space, verdict in (("default", YES), ("kube-system", YES), ("kube-public", YES), ("team", NO)):
        manifest = manifest_pod("work")
        manifest["metadata"]["namespace"] = space
        yield Combination("Namespaces: a pod of %s, and another is given" % space, verdict, "NamespaceLifecycle: default, kube-system and "
                          "kube-public last", nodes() + [other], [manifest])


def native_gang(version, kind="PodGroup"):
    """A gang of two pods in the words of one release."""
    if kind == "Workload":
        spec = {"podGroups": [{"name": "workers", "policy": {"gang": {"minCount": 2}}}]}
        fields = {"workloadRef": {"name": "work", "podGroup": "workers"}}
    else:
        spec, fields = {"schedulingPolicy": {"gang": {"minCount": 2}}}, {"schedulingGroup": {"podGroupName": "work"}}
    group = as_manifest([make("scheduling.k8s.io/" + version, kind, "work", spec=spec)])
    return group + [manifest_pod("work-%d" % at, **fields) for at in range(2)]


def of_releases():
    served = "pkg/registry/scheduling/rest: the versions that a release serves"
    for kind, version, release in (("Workload", "v1alpha1", 35), ("PodGroup", "v1alpha2", 36), ("PodGroup", "v1alpha3", 37),
                                   ("PodGroup", "v1beta1", 37)):
        for asked in (35, 36, 37):
            verdict = YES if asked == release else NO
            flags = ("--scheduler-version", "1.%d" % asked)
            yield Combination("Releases: %s %s on 1.%d" % (kind, version, asked), verdict, served, nodes(), native_gang(version, kind),
                              flags=flags)
    gate = "kube_features.go: GenericWorkload is off by default"
    yield Combination("Releases: a native gang, --strict", UNKNOWN, gate, nodes(), native_gang("v1alpha2"),
                      flags=("--scheduler-version", "1.36", "--strict"))
    plugins = "pkg/volume: the kubelet has no such plugin"
    sources = {"glusterfs": {"endpoints": "e", "path": "p"}, "rbd": {"monitors": ["m"], "image": "i"}, "cephfs": {"monitors": ["m"]},
               "storageos": {"volumeName": "v", "volumeNamespace": "default"}}
    for source, fields in sources.items():
        yield Combination("Releases: a volume of type %s" % source, NO, plugins, nodes(),
                          [manifest_pod("work", volumes=[{"name": "data", source: fields}])])
    clone = [manifest_pod("work", volumes=[{"name": "data", "gitRepo": {"repository": "https://git.example/code"}}])]
    gate = "kube_features.go, GitRepoVolumeDriver: off since 1.33, locked in 1.36"
    for flags, verdict in (((), UNKNOWN), (("--scheduler-version", "1.35"), UNKNOWN), (("--scheduler-version", "1.36"), NO)):
        yield Combination("Releases: a volume of type gitRepo %s" % " ".join(flags), verdict, gate, nodes(), clone, flags=flags)


def spread(**fields):
    return {"topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "DoNotSchedule",
                                           "labelSelector": {"matchLabels": {"app": "work"}}, **fields}]}


def away_from(**fields):
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "other"}}, **fields}
    return {"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}}


def of_new_fields_of_objects():
    """Fields of Jobs, CronJobs and StatefulSets that are newer than the release of the API server."""
    strict, drops = "strict decoding: unknown field", "dropDisabledFields: without the field its pods start"
    ignored = {"podFailurePolicy": {"rules": [{"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]}]}}
    success = {"completionMode": "Indexed", "successPolicy": {"rules": [{"succeededCount": 1}]}}
    job = workload("Job")[0]["spec"]
    cron = {"schedule": "0 * * * *", "jobTemplate": {"spec": job}}
    for what, kind, fields, first in (("completionMode", "Job", {"completionMode": "Indexed"}, 21),
                                      ("suspend: false", "Job", {"suspend": False}, 21),
                                      ("podFailurePolicy", "Job", ignored, 25),
                                      ("podReplacementPolicy", "Job", {"podReplacementPolicy": "Failed"}, 28),
                                      ("successPolicy", "Job", success, 30),
                                      ("ordinals", "StatefulSet", {"ordinals": {"start": 1}}, 26),
                                      ("timeZone", "CronJob", {**cron, "timeZone": "Etc/UTC"}, 24),
                                      ("a successPolicy of its Jobs", "CronJob", {**cron, "jobTemplate": {"spec": {**job, **success}}}, 30)):
        manifest = workload(kind) if kind != "CronJob" else as_manifest([make("batch/v1", "CronJob", "work", spec={})])
        next(each for each in manifest if each["kind"] == kind)["spec"].update(fields)
        for release, verdict, rule in ((first - 1, NO, strict), (first, YES, drops)):
            yield Combination("Releases: a %s with %s on 1.%d" % (kind, what, release), verdict, rule, nodes(), copy.deepcopy(manifest),
                              flags=("--scheduler-version", "1.%d" % release))


def of_new_fields():
    """Fields of pods that are newer than the release of the API server."""
    strict, gate = "strict decoding: unknown field", "kube_features.go: the feature gate is off by default"
    image = {"volumes": [{"name": "data", "image": {"reference": "registry.example/data:v1"}}]}
    prefers = {"affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": {
        "topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "other"}}}}]}}}

    def preferring(**fields):
        made = copy.deepcopy(prefers)
        made["affinity"]["podAntiAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"][0]["podAffinityTerm"].update(fields)
        return made

    def first(**fields):
        return {"initContainers": [container("init", **fields)]}

    def main(**fields):
        return {"containers": [container(requests={"cpu": "1"}, **fields)]}

    file = {"volumes": [{"name": "keys", "emptyDir": {}}],
            **first(env=[{"name": "A", "valueFrom": {"fileKeyRef": {"volumeName": "keys", "path": "a", "key": "b"}}}])}
    names = "RelaxedEnvironmentVariableValidation: alpha in 1.30, on since 1.32"
    sleeps = "PodLifecycleSleepActionAllowZero: alpha in 1.32, on since 1.33"
    searches = "RelaxedDNSSearchValidation: alpha in 1.32, on since 1.33"
    cases = (("an image volume", image, (30, NO, strict), (33, UNKNOWN, gate), (34, UNKNOWN, gate), (35, YES, gate)),
             ("hostnameOverride", {"hostnameOverride": "work"}, (33, NO, strict), (34, YES, "dropDisabledFields: without the field it starts")),
             ("pod-level resources", {"resources": {"requests": {"cpu": "2"}}}, (31, NO, strict), (33, UNKNOWN, gate), (34, YES, gate)),
             ("a restartPolicy of a container", {"containers": [container(restartPolicy="Never")]},
              (33, NO, "validateContainerRestartPolicy: may not be set for non-init containers"), (35, YES, gate)),
             ("a sidecar", {"initContainers": [sidecar()]}, (27, NO, strict), (28, UNKNOWN, gate),
              (33, YES, "init containers have restartPolicy since 1.28")),
             ("matchLabelKeys of a spread constraint", spread(matchLabelKeys=["pod-template-hash"]), (24, NO, strict), (26, UNKNOWN, gate),
              (27, YES, gate)),
             ("minDomains", spread(minDomains=2), (23, NO, strict), (26, UNKNOWN, gate), (27, YES, gate)),
             ("nodeTaintsPolicy", spread(nodeTaintsPolicy="Honor"), (24, NO, strict), (25, UNKNOWN, gate), (26, YES, gate)),
             ("nodeAffinityPolicy", spread(nodeAffinityPolicy="Ignore"), (24, NO, strict), (25, UNKNOWN, gate), (26, YES, gate)),
             ("matchLabelKeys of an anti-affinity", away_from(matchLabelKeys=["pod-template-hash"]), (28, NO, strict), (30, UNKNOWN, gate),
              (31, YES, gate)),
             ("mismatchLabelKeys of an anti-affinity", away_from(mismatchLabelKeys=["team"]), (28, NO, strict), (30, UNKNOWN, gate),
              (31, YES, gate)),
             ("a namespaceSelector of an anti-affinity", away_from(namespaceSelector={}), (20, NO, strict), (21, UNKNOWN, gate),
              (22, YES, gate)),
             ("a gRPC probe", {"containers": [container(readinessProbe={"grpc": {"port": 80}})]}, (22, NO, strict), (23, UNKNOWN, gate),
              (24, YES, gate)),
             ("a resizePolicy", {"containers": [container(resizePolicy=[{"resourceName": "cpu", "restartPolicy": "NotRequired"}])]},
              (26, NO, strict), (27, YES, "dropDisabledFields: without the field it starts")),
             ("an os", {"os": {"name": "linux"}}, (22, NO, strict), (23, YES, "dropDisabledFields: without the field it starts")),
             ("a restartPolicy OnFailure of an init container", {"restartPolicy": "Never", **first(restartPolicy="OnFailure")}, (27, NO, strict),
              (28, UNKNOWN, gate), (29, NO, "validateInitContainerRestartPolicy: Always alone"),
              (33, NO, "validateInitContainerRestartPolicy: Always alone"), (34, YES, "dropContainerRestartRules drops it"),
              (35, YES, "ContainerRestartRules: on since 1.35")),
             ("a resizePolicy of an init container", first(resizePolicy=[{"resourceName": "cpu", "restartPolicy": "NotRequired"}]),
              (26, NO, strict)),
             ("a fileKeyRef of an init container", file, (33, NO, strict), (34, UNKNOWN, gate), (35, YES, gate)),
             ("an appArmorProfile of an init container", first(securityContext={"appArmorProfile": {"type": "RuntimeDefault"}}),
              (29, NO, strict)),
             ("a stopSignal of an init container", {"os": {"name": "linux"}, **first(lifecycle={"stopSignal": "SIGTERM"})}, (32, NO, strict)),
             ("a preferred anti-affinity", prefers, (20, YES, "older than 1.20")),
             ("matchLabelKeys of a preferred anti-affinity", preferring(matchLabelKeys=["pod-template-hash"]), (28, NO, strict),
              (30, UNKNOWN, gate), (31, YES, gate)),
             ("a namespaceSelector of a preferred anti-affinity", preferring(namespaceSelector={}), (20, NO, strict), (21, UNKNOWN, gate),
              (22, YES, gate)),
             ("a variable FOO:BAR", main(env=[{"name": "FOO:BAR", "value": "x"}]), (29, NO, names), (31, UNKNOWN, names), (32, YES, names)),
             ("a variable 1FOO of an init container", first(env=[{"name": "1FOO", "value": "x"}]), (29, NO, names), (32, YES, names)),
             ("a variable my.env-NAME_1", main(env=[{"name": "my.env-NAME_1", "value": "x"}]), (29, YES, "IsEnvVarName")),
             ("a long variable", main(env=[{"name": "A" * 300, "value": "x"}]), (29, YES, "IsEnvVarName: of any length")),
             ("a preStop of 0 seconds", main(lifecycle={"preStop": {"sleep": {"seconds": 0}}}), (31, NO, sleeps), (32, UNKNOWN, sleeps),
              (33, YES, sleeps)),
             ("a preStop of 1 second", main(lifecycle={"preStop": {"sleep": {"seconds": 1}}}), (29, UNKNOWN, gate), (31, YES, sleeps)),
             ("a postStart of 1 second", main(lifecycle={"postStart": {"sleep": {"seconds": 1}}}), (28, NO, strict), (29, UNKNOWN, gate),
              (30, YES, gate)),
             ("a search domain with _", {"dnsConfig": {"searches": ["_sip._tcp.example.com"]}}, (31, NO, searches), (32, UNKNOWN, searches),
              (33, YES, searches)),
             ("a search domain of a dot", {"dnsConfig": {"searches": ["."]}}, (31, NO, searches), (33, YES, searches)),
             ("a search domain", {"dnsConfig": {"searches": ["example.com."]}}, (31, YES, searches)),
             ("a stopSignal", {"os": {"name": "linux"}, "containers": [container(lifecycle={"stopSignal": "SIGTERM"})]}, (32, NO, strict),
              (34, YES, "dropDisabledFields: without the field it starts")))
    for what, fields, *rows in cases:
        for release, verdict, rule in rows:
            flags = ("--scheduler-version", "1.%d" % release)
            spec = {"containers": [container(requests={"cpu": "1"})], **fields}
            yield Combination("Releases: a pod with %s on 1.%d" % (what, release), verdict, rule, nodes(), [manifest_pod("work", **spec)],
                              flags=flags)
    in_job = with_spec(workload("PyTorchJob"), **image)
    yield Combination("Releases: PyTorchJob with an image volume on 1.30", NOT_YES, "the operator's pods are refused, or lose the field", nodes(),
                      in_job, flags=("--scheduler-version", "1.30"))


def of_dropped_fields():
    """Fields that the API server drops while their feature gate is off: without them a pod may get a node."""
    drops, strict = "dropDisabledFields: the feature gate is off by default", "strict decoding: unknown field"
    large = {"cpu": "20"}
    busy = [pod("other-%s" % name, on=name, labels={"app": "work"}) for name in ("n1", "n2")]
    image = {"volumes": [{"name": "data", "image": {"reference": "registry.example/data:v1"}}]}
    gates = {"schedulingGates": [{"name": "example.com/check"}]}
    cases = (("pod-level resources above all nodes", {"resources": {"requests": large}}, (31, NO, strict), (32, UNKNOWN, drops),
              (33, UNKNOWN, drops), (34, NO, "NodeResourcesFit: 20 of 8 cpu")),
             ("a scheduling gate", gates, (25, NO, strict), (26, UNKNOWN, drops), (27, NOT_YES, "SchedulingGates PreEnqueue")),
             ("minDomains above the nodes", spread(minDomains=5), (23, NO, strict), (24, UNKNOWN, drops), (26, UNKNOWN, drops),
              (27, NO, "PodTopologySpread: fewer domains than minDomains, so the minimum is 0")),
             ("an image volume above all nodes", {**image, "containers": [container(requests=large)]}, (33, NO, "NodeResourcesFit: 20 of 8 cpu")))
    for what, fields, *rows in cases:
        for release, verdict, rule in rows:
            spec = {"containers": [container(requests={"cpu": "1"})], **fields}
            yield Combination("Dropped fields: a pod with %s on 1.%d" % (what, release), verdict, rule, nodes() + busy,
                              [manifest_pod("work", **spec) | {"metadata": {"name": "work", "labels": {"app": "work"}}}],
                              flags=("--scheduler-version", "1.%d" % release))
    there = make("v1", "Namespace", "default", None, status={"phase": "Active"})
    elsewhere = manifest_pod("work", resources={"requests": large})
    elsewhere["metadata"]["namespace"] = "absent"
    yield Combination("Dropped fields: pod-level resources above all nodes, without its Namespace", NO, "NamespaceLifecycle: not found",
                      nodes() + [there], [elsewhere], flags=("--scheduler-version", "1.33"))


def of_volume_sources():
    """Volumes in the pod itself."""
    driver = "csi-translation-lib: kubelets mount it by a CSI driver; nodes may lack it, and a disk has one node"
    clouds = {"awsElasticBlockStore": {"volumeID": "vol-1"}, "gcePersistentDisk": {"pdName": "d"},
              "azureDisk": {"diskName": "d", "diskURI": "/subscriptions/d"}, "azureFile": {"secretName": "s", "shareName": "d"},
              "vsphereVolume": {"volumePath": "[a] d"}, "cinder": {"volumeID": "d"}, "portworxVolume": {"volumeID": "d"},
              "flexVolume": {"driver": "example.com/d"}}
    iqn = "iqn.2001-04.com.example:storage.disk1"
    disk = {"targetPortal": "10.0.2.15:3260", "iqn": iqn, "lun": 0}
    invalid = {"awsElasticBlockStore": ({"volumeID": ""},), "gcePersistentDisk": ({"pdName": ""},), "azureDisk": ({"diskName": "d"},),
               "azureFile": ({"secretName": "s"},), "vsphereVolume": ({},), "cinder": ({},), "portworxVolume": ({},),
               "iscsi": ({**disk, "targetPortal": ""}, {**disk, "iqn": "disk1"}, {**disk, "iqn": "iqn.2001-04.com.example"},
                         {**disk, "iqn": "eui.0123"}, {**disk, "lun": 256}, {**disk, "chapAuthSession": True}),
               "fc": ({}, {"targetWWNs": ["a"]}, {"targetWWNs": ["a"], "lun": 256}, {"targetWWNs": ["a"], "lun": 0, "wwids": ["b"]})}
    valid = {"iscsi": ({**disk}, {**disk, "iqn": "eui.0123456789abcdef"}, {**disk, "iqn": "naa." + "0" * 32}),
             "fc": ({"wwids": ["b"]}, {"targetWWNs": ["a"], "lun": 0})}
    for kind in ("Pod", "Job"):
        for source, fields in clouds.items():
            yield Combination("Volumes: %s with %s" % (kind, source), NOT_YES, driver, nodes(),
                              with_spec(workload(kind), volumes=[{"name": "data", source: fields}]))
    for table, verdict in ((invalid, NO), (valid, YES)):
        for source, variants in table.items():
            for fields in variants:
                yield Combination("Volumes: %s %s" % (source, json.dumps(fields)), verdict, "validateVolumeSource", nodes(),
                                  [manifest_pod("work", volumes=[{"name": "data", source: fields}])])


def of_readiness_gates():
    """Pods that wait for another pod to be Ready."""
    rule = "podutil: a condition of readinessGates that no controller sets keeps the pod from Ready"
    gates = {"readinessGates": [{"conditionType": "example.com/checked"}]}

    def leader_worker_set(policy):
        objects = workload("LeaderWorkerSet")
        spec = objects[0]["spec"]
        spec["startupPolicy"] = policy
        spec["leaderWorkerTemplate"]["leaderTemplate"] = {"spec": {**spec["leaderWorkerTemplate"]["workerTemplate"]["spec"], **gates}}
        return objects

    def job_set(order, at):
        objects = workload("JobSet")
        objects[0]["spec"]["startupPolicy"] = {"startupPolicyOrder": order}
        objects[0]["spec"]["replicatedJobs"][at]["template"]["spec"]["template"]["spec"].update(gates)
        return objects

    def stateful(policy):
        objects = with_spec(workload("StatefulSet"), **gates)
        objects[0]["spec"]["podManagementPolicy"] = policy
        return objects

    cases = {"StatefulSet, OrderedReady": (stateful("OrderedReady"), UNKNOWN), "StatefulSet, Parallel": (stateful("Parallel"), YES),
             "LeaderWorkerSet, LeaderReady": (leader_worker_set("LeaderReady"), UNKNOWN),
             "LeaderWorkerSet, LeaderCreated": (leader_worker_set("LeaderCreated"), YES),
             "JobSet, InOrder, of the first job": (job_set("InOrder", 0), UNKNOWN),
             "JobSet, InOrder, of the last job": (job_set("InOrder", 1), YES),
             "JobSet, AnyOrder": (job_set("AnyOrder", 0), YES), "Job": (with_spec(workload("Job"), **gates), YES)}
    for name, (objects, verdict) in cases.items():
        yield Combination("Readiness gates: %s" % name, verdict, rule, nodes(), objects)


def of_owners():
    """New objects that name an owner, as a file written by `kubectl get -o yaml` does."""
    rule = "garbage collector attemptToDeleteItem: without any owner that exists, it deletes the object"
    owner = {"apiVersion": "example.com/v1", "kind": "Plan", "name": "plan", "uid": "uid-plan"}
    existing = pod("other", on="n1", owner=owner)
    for name in ("Pod", "Job", "CoschedulingJob", "PyTorchJob"):
        for state, more, others, verdict in (("absent", {}, [], UNKNOWN), ("that exists", {}, [existing], YES),
                                             ("absent, the controller", {"controller": True}, [], UNKNOWN),
                                             ("that exists, the controller", {"controller": True}, [existing], UNKNOWN)):
            objects = workload(name)
            objects[-1]["metadata"]["ownerReferences"] = [{**owner, **more}]
            yield Combination("Owners: a new %s, its owner %s" % (name, state), verdict, rule, nodes() + others, objects)
    there = pod("work", on="n1", owner=owner)
    again = manifest_pod("work")
    again["metadata"]["ownerReferences"] = [owner]
    yield Combination("Owners: a pod that exists with its owner", YES, rule, nodes() + [there], [again])


def of_updates():
    new = manifest_pod("work")
    new["metadata"]["resourceVersion"] = "123"
    rule = "cli-runtime Helper.Create removes it; etcd3 store: ErrResourceVersionSetOnCreate"
    yield Combination("Updates: a new pod with a resourceVersion", YES, rule, nodes(), [new])
    yield Combination("Updates: a new pod with a resourceVersion, --strict", UNKNOWN, rule, nodes(), [new], flags=("--strict",))
    yield from of_owners()
    for name in ("Pod", "Job", "PyTorchJob"):
        for size, verdict in ((200_000, YES), (300_000, UNKNOWN), (2_000_000, NO)):
            objects = workload(name)
            for spec in list(pod_specs(objects))[:1]:
                spec["containers"][0]["args"] = ["x" * size]
            yield Combination("Updates: a %s of %d KB" % (name, size // 1000), verdict,
                              "kubectl apply: ValidateAnnotationsSize; etcd --max-request-bytes", nodes(), objects)
    there = stateful_set()
    there[0]["metadata"].update(namespace="default", uid="uid-work", creationTimestamp=CREATED)
    del there[0]["spec"]["volumeClaimTemplates"]
    yield Combination("Updates: a StatefulSet gets claim templates", NO, "ValidateStatefulSetUpdate: updates are forbidden",
                      nodes() + [storage_class()] + there, stateful_set([claim_template(storageClassName="fast")]))


def combinations():
    yield from of_pod_level_resources()
    yield from of_limit_ranges()
    yield from of_priority_classes()
    yield from of_quota_scopes()
    yield from of_object_quotas()
    yield from of_jobs()
    yield from of_namespaces()
    yield from of_releases()
    yield from of_new_fields()
    yield from of_new_fields_of_objects()
    yield from of_dropped_fields()
    yield from of_volume_sources()
    yield from of_readiness_gates()
    yield from of_updates()
