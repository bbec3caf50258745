# SPDX-License-Identifier: Apache-2.0
"""Rejections by admission: quotas, limit ranges, Pod Security, and webhooks as far as the cluster shows them. The nodes have
capacity for everything."""
import copy
import json
import pathlib

import yaml

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import (OTHERS, USES_CLAIM, USES_DEVICE, USES_EPHEMERAL, USES_TEMPLATE, allocated, claim, claim_template, device_claim,
                                device_class, device_slice, storage_class, volume, with_device)
from trust_table.objects import as_manifest, make, nodes, pod, pod_specs, pod_templates, put, with_spec, workload

WORKLOADS = ("Pod", "Job", "CoschedulingJob", "Deployment", "PyTorchJob")


def quota(hard, used=None, namespace="default", **spec):
    hard = {name: str(amount) for name, amount in hard.items()}
    used = {name: str(amount) for name, amount in (used or {name: 0 for name in hard}).items()}
    return make("v1", "ResourceQuota", "team-quota", namespace, spec={"hard": hard, **spec}, status={"hard": hard, "used": used})


FULL = "resourcequota CheckRequest: exceeded quota"
# name: (quota, verdict, rule)
QUOTAS = {
    "requests.cpu full": (quota({"requests.cpu": 8}, {"requests.cpu": 8}), NO, FULL),
    "cpu full": (quota({"cpu": 8}, {"cpu": 8}), NO, FULL),
    "pods full": (quota({"pods": 3}, {"pods": 3}), NO, FULL),
    "count/pods full": (quota({"count/pods": 3}, {"count/pods": 3}), NO, FULL),
    "with room": (quota({"requests.cpu": 100, "pods": 100, "count/pods": 100}), YES, "resourcequota CheckRequest: 5 of 100"),
    "full in another namespace": (quota({"pods": 0}, namespace="other"), YES, "a quota holds in its namespace"),
    "limits.cpu, which no pod sets": (quota({"limits.cpu": 100}), NO, "resourcequota podEvaluator.Constraints: must specify limits.cpu"),
    "memory, which no pod sets": (quota({"requests.memory": "1Ti"}), NO,
                                  "resourcequota podEvaluator.Constraints: must specify requests.memory"),
    "GPUs full, none asked": (quota({"requests.nvidia.com/gpu": 0}), YES,
                              "resourcequota podEvaluator: extended resources are charged only where asked"),
    "of BestEffort pods full": (quota({"pods": 0}, scopes=["BestEffort"]), YES, "resourcequota scope BestEffort: the pods have requests"),
    "of NotBestEffort pods full": (quota({"pods": 0}, scopes=["NotBestEffort"]), NO, FULL),
    "of Terminating pods full": (quota({"pods": 0}, scopes=["Terminating"]), YES,
                                 "resourcequota scope Terminating: no activeDeadlineSeconds"),
    "of NotTerminating pods full": (quota({"pods": 0}, scopes=["NotTerminating"]), NO, FULL),
    "of another priority class full": (quota({"pods": 0},
                                             scopeSelector={"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In",
                                                                                  "values": ["high"]}]}),
                                       YES, "resourcequota scope PriorityClass: the pods have none"),
}
# workload: (the object count that limits it, the count of another kind)
COUNTS = {
    "Job": ("count/jobs.batch", "count/podgroups.scheduling.x-k8s.io"),
          "CoschedulingJob": ("count/podgroups.scheduling.x-k8s.io", "count/deployments.apps"),
    "Deployment": ("count/deployments.apps", "count/jobs.batch"), "PyTorchJob": ("count/pytorchjobs.kubeflow.org", "count/jobs.batch"),
}


CONTAINERS = [{"name": "main", "image": "registry.example/work:v1", "resources": {"requests": {"cpu": "1"}}}]


def stateful_set_with_claims():
    template = {"metadata": {"name": "data"},
                "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "fast", "resources": {"requests": {"storage": "10Gi"}}}}
    return as_manifest([make("apps/v1", "StatefulSet", "work", spec={
        "replicas": 3, "serviceName": "work", "podManagementPolicy": "Parallel", "selector": {"matchLabels": {"app": "work"}},
        "template": {"metadata": {"labels": {"app": "work"}}, "spec": {"containers": CONTAINERS}}, "volumeClaimTemplates": [template]})])


def job_set(jobs):
    job = {"spec": {"parallelism": 1, "completions": 1, "template": {"spec": {"restartPolicy": "Never", "containers": CONTAINERS}}}}
    return as_manifest([make("jobset.x-k8s.io/v1alpha2", "JobSet", "work", spec={
        "replicatedJobs": [{"name": "worker", "replicas": jobs, "template": job}]})])


def of_quotas():
    for name in WORKLOADS:
        for state, (full, verdict, rule) in QUOTAS.items():
            yield Combination("%s, quota %s" % (name, state), verdict, rule, nodes() + [copy.deepcopy(full)], workload(name))
        if name != "Pod":
            yield Combination("%s, quota with room for two of its pods" % name, NO, FULL, nodes() + [quota({"pods": 2})], workload(name))
            own, other = COUNTS[name]
            yield Combination("%s, quota %s: 0" % (name, own), NO, "resourcequota objectCountEvaluator: exceeded quota",
                              nodes() + [quota({own: 0})], workload(name))
            yield Combination("%s, quota %s: 5" % (name, own), YES, "resourcequota objectCountEvaluator: 1 of 5",
                              nodes() + [quota({own: 5})], workload(name))
            yield Combination("%s, quota %s: 0" % (name, other), YES, "resourcequota objectCountEvaluator: it makes none",
                              nodes() + [quota({other: 0})], workload(name))
    yield Combination("Deployment, quota count/replicasets.apps: 0", NO, "admission rejects the ReplicaSet of the Deployment",
                      nodes() + [quota({"count/replicasets.apps": 0})],
                      workload("Deployment"))
    own = {key: value for key, value in claim().items() if key != "status"}
    uses = {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]}
    yield Combination("Pod, its claim in the manifest, quota persistentvolumeclaims: 0", NO, "resourcequota pvcEvaluator: exceeded quota",
                      nodes() + [storage_class(), quota({"persistentvolumeclaims": 0})], [own, *with_spec(workload("Pod"), **uses)])
    of_class = {"matchExpressions": [{"scopeName": "VolumeAttributesClass", "operator": "In", "values": ["gold"]}]}
    yield Combination("Pod, its claim in the manifest, quota persistentvolumeclaims: 0 of a VolumeAttributesClass", NOT_NO,
                      "resourcequota pvcEvaluator: the scope does not match", nodes() + [
                          storage_class(), quota({"persistentvolumeclaims": 0}, scopeSelector=of_class)], [own, *with_spec(workload("Pod"), **uses)])
    yield Combination("StatefulSet of 3 claims, quota persistentvolumeclaims: 1", NO, "resourcequota pvcEvaluator: exceeded quota",
                      nodes() + [storage_class(), quota({"persistentvolumeclaims": 1})], stateful_set_with_claims())
    yield Combination("StatefulSet of 3 claims of 10Gi, quota requests.storage: 15Gi", NO, "resourcequota pvcEvaluator: exceeded quota",
                      nodes() + [storage_class(), quota({"requests.storage": "15Gi"})], stateful_set_with_claims())
    controller = as_manifest([make("v1", "ReplicationController", "work", spec={
        "replicas": 1, "selector": {"app": "work"},
        "template": {"metadata": {"labels": {"app": "work"}}, "spec": {"containers": CONTAINERS}}})])
    yield Combination("ReplicationController, quota replicationcontrollers: 0", NO, "resourcequota: exceeded quota",
                      nodes() + [quota({"replicationcontrollers": 0})], controller)
    yield Combination("JobSet of 2 jobs, quota count/jobs.batch: 1", NO, "resourcequota objectCountEvaluator: exceeded quota",
                      nodes() + [quota({"count/jobs.batch": 1})], job_set(2))
    yield Combination("JobSet of 2 jobs, quota count/jobs.batch: 2", YES, "resourcequota objectCountEvaluator: 2 of 2",
                      nodes() + [quota({"count/jobs.batch": 2})], job_set(2))
    for name in WORKLOADS[1:]:
        full = quota({"pods": 2})
        del full["status"]
        yield Combination("%s, quota pods: 2 in the manifest" % name, NO, FULL, nodes(), [full, *workload(name)])
        yield Combination("%s, quota without a status, 2 pods run" % name, NO, "resourcequota: existing pods count",
                          nodes() + [full | {"spec": {"hard": {"pods": "4"}}}, pod("r-0", on="n1"), pod("r-1", on="n1")], workload(name))
        for kind, api_version in (("Assign", "mutations.gatekeeper.sh/v1"), ("Tenant", "capsule.clastix.io/v1beta2"),
                                  ("ClusterColocationProfile", "config.koordinator.sh/v1alpha1")):
            yield Combination("%s, %s of %s" % (name, kind, api_version.split("/")[0]), NOT_YES, "a webhook that changes pods: not asked",
                              nodes() + [make(api_version, kind, "all", None, spec={})], workload(name))
        yield Combination("%s, ClusterResourceQuota of OpenShift" % name, NOT_YES, "ClusterResourceQuota: not asked",
                          nodes() + [make("quota.openshift.io/v1", "ClusterResourceQuota", "all", None, spec={})], workload(name))
        space = make("v1", "Namespace", "default", None, {"org.tree.hnc.x-k8s.io/depth": "1"})
        for parent, verdict in (("default", NOT_YES), ("org", NOT_YES), ("other", YES)):
            yield Combination("%s, HierarchicalResourceQuota in namespace %s" % (name, parent), verdict,
                              "hierarchical-namespaces: it limits the namespace and those below it",
                              nodes() + [space, make("hnc.x-k8s.io/v1alpha2", "HierarchicalResourceQuota", "all", parent,
                                                     spec={"hard": {"pods": "0"}})], workload(name))
        yield Combination("%s, ElasticQuota in its namespace" % name, NOT_YES, "CapacityScheduling PreFilter: not asked",
                          nodes() + [make("scheduling.x-k8s.io/v1alpha1", "ElasticQuota", "team", "default", spec={"max": {"cpu": "1"}})],
                          workload(name))
        for space, parent, verdict in (("default", "true", NOT_YES), ("default", "false", YES), ("other", "true", YES)):
            yield Combination("%s, Koordinator's ElasticQuota in namespace %s, is-parent %s" % (name, space, parent), verdict,
                              "koord-manager ValidateAddPod: no pod of a parent quota",
                              nodes() + [make("scheduling.sigs.k8s.io/v1alpha1", "ElasticQuota", "team", space,
                                              {"quota.scheduling.koordinator.sh/is-parent": parent}, spec={"max": {"cpu": "9"}})],
                              workload(name))
    yield Combination("explain of a pod, quota full", YES, "the pod exists: admission is over",
                      nodes() + [QUOTAS["pods full"][0], pod("work")], group="work")


def limit_range(kind="Container", namespace="default", **item):
    return make("v1", "LimitRange", "team-limits", namespace, spec={"limits": [{"type": kind, **item}]})


def with_limit(objects, cpu, request=True):
    for spec in pod_specs(objects):
        resources = spec["containers"][0]["resources"]
        resources["limits"] = {"cpu": str(cpu)}
        if not request:
            del resources["requests"]
    return objects


def without_requests(objects):
    for spec in pod_specs(objects):
        spec["containers"][0]["resources"] = {}
    return objects


def of_quotas_between_pods():
    """kubectl applies in order: a quota counts the Pods before it, and refuses those after it. Controllers create pods last."""
    def quota_of(pods):
        return as_manifest([quota({"pods": pods})])

    def second():
        objects = workload("Pod")
        objects[0]["metadata"]["name"] = "second"
        return objects

    first, job = workload("Pod"), workload("Job")
    for what, objects, verdict in (
            ("a Pod, a quota of 0", first + quota_of(0), YES), ("a quota of 0, a Pod", quota_of(0) + first, NO),
            ("a Pod, a quota of 1, a Pod", first + quota_of(1) + second(), NO), ("a Pod, a quota of 2, a Pod", first + quota_of(2) + second(), YES),
            ("two Pods, a quota of 1", first + second() + quota_of(1), YES), ("a Pod, a quota of 4, a Job of 4", first + quota_of(4) + job, NO),
            ("a Pod, a quota of 5, a Job of 4", first + quota_of(5) + job, YES), ("a Job of 4, a quota of 3", job + quota_of(3), NO)):
        yield Combination("Manifest of %s" % what, verdict, "resourcequota CheckRequest, by the quotas that exist then", nodes(),
                          json.loads(json.dumps(objects)))
    there = [pod("other-%d" % at, on="n1") for at in range(2)] + [quota({"pods": 2}, {"pods": 2})]
    for what, objects, verdict in (("a Pod, a stored quota raised to 3", first + quota_of(3), NOT_YES),
                                   ("a stored quota raised to 3, a Pod", quota_of(3) + first, NOT_NO)):
        yield Combination("Manifest of %s" % what, verdict, "resourcequota CheckRequest, by the quotas that exist then", nodes() + there,
                          json.loads(json.dumps(objects)))


def of_limited_secrets():
    """A service account that lists the Secrets of its pods."""
    rule = "plugin ServiceAccount limitSecretReferences"
    def account(limits):
        return make("v1", "ServiceAccount", "default", annotations={"kubernetes.io/enforce-mountable-secrets": limits})

    volume = {"volumes": [{"name": "key", "secret": {"secretName": "key"}}]}
    for name in ("Pod", "Job", "CoschedulingJob"):
        for state, limits, spec, verdict in (("a Secret", "true", volume, UNKNOWN), ("no Secret", "true", {}, YES),
                                             ("a Secret for its image", "true", {"imagePullSecrets": [{"name": "key"}]}, UNKNOWN),
                                             ("a Secret, unlimited", "false", volume, YES)):
            yield Combination("%s with %s, limited by its service account" % (name, state), verdict, rule, nodes() + [account(limits)],
                              with_spec(workload(name), **spec))


def of_quotas_without_usage():
    """The sums of a quota whose status is not in the input are those of the pods that exist."""
    ended = pod("ended", on="n1")
    ended["status"]["phase"] = "Succeeded"
    runs = pod("runs", on="n1")
    runs["spec"]["containers"][0]["resources"]["limits"] = {"cpu": "2"}
    with_class = {"scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "DoesNotExist"}]}}
    usage = "resourcequota PodUsageFunc: "
    cases = {"count/pods: 1, a pod has ended": (ended, {"hard": {"count/pods": "1"}}, NO, usage + "it counts in every state"),
             "count/pods: 2, a pod has ended": (ended, {"hard": {"count/pods": "2"}}, YES, usage + "it counts in every state"),
             "pods: 1, a pod has ended": (ended, {"hard": {"pods": "1"}}, YES, usage + "no pod that has ended"),
             "requests.cpu: 1, a pod has ended": (ended, {"hard": {"requests.cpu": "1"}}, YES, usage + "no pod that has ended"),
             "limits.cpu: 2, a pod runs": (runs, {"hard": {"limits.cpu": "2"}}, NOT_YES, usage + "its limit counts"),
             "pods: 1 without a class, a pod runs": (runs, {"hard": {"pods": "1"}, **with_class}, NOT_YES, usage + "it counts by its class"),
             "pods: 1 without a deadline, a pod runs": (runs, {"hard": {"pods": "1"}, "scopes": ["NotTerminating"]}, NOT_YES,
                                                        usage + "it counts by its deadline")}
    for what, (existing, spec, verdict, rule) in cases.items():
        limited = with_limit(workload("Pod"), 1)
        yield Combination("Pod, quota without a status, %s" % what, verdict, rule,
                          nodes() + [make("v1", "ResourceQuota", "team", spec=spec), existing], limited)


def of_limited_classes():
    """limitedResources of the API server: a class only where a quota covers it, as on GKE for the classes of the system."""
    rule = "resourcequota limitedResources: insufficient quota to match these scopes"
    scope = {"scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In",
                                                     "values": ["system-node-critical", "system-cluster-critical"]}]}}
    elsewhere, here = (quota({"pods": 1000}, namespace=space, **scope) for space in ("kube-system", "default"))
    for name in ("Pod", "Job", "CoschedulingJob"):
        for state, quotas, spec, verdict in (
                ("the quota for it elsewhere", [elsewhere], {"priorityClassName": "system-node-critical"}, UNKNOWN),
                ("the quota for it here too", [elsewhere, here], {"priorityClassName": "system-node-critical"}, YES),
                ("no quota", [], {"priorityClassName": "system-node-critical"}, YES), ("of another class", [elsewhere], {}, YES)):
            yield Combination("%s of system-node-critical, %s" % (name, state), verdict, rule, nodes() + copy.deepcopy(quotas),
                              with_spec(workload(name), **spec))


def of_limit_ranges():
    def as_is(objects):
        return objects

    cases = {
        "max 500m": (limit_range(max={"cpu": "500m"}), as_is, NO, "limitranger maxConstraint"),
        "max 2": (limit_range(max={"cpu": "2"}), as_is, YES, "limitranger maxConstraint: the default limit is 2"),
        "min 2": (limit_range(min={"cpu": "2"}), as_is, NO, "limitranger minConstraint"),
        "min 500m": (limit_range(min={"cpu": "500m"}), as_is, YES, "limitranger minConstraint"),
        "ratio 2, limit 4": (limit_range(maxLimitRequestRatio={"cpu": "2"}), lambda objects: with_limit(objects, 4), NO,
                             "limitranger limitRequestRatioConstraint"),
        "ratio 2, limit 2": (limit_range(maxLimitRequestRatio={"cpu": "2"}), lambda objects: with_limit(objects, 2), YES,
                             "limitranger limitRequestRatioConstraint"),
        "ratio 2, no limit": (limit_range(maxLimitRequestRatio={"cpu": "2"}), as_is, NO,
                              "limitranger limitRequestRatioConstraint: no limit is specified"),
        "of pods, ratio 2, limit 4": (limit_range("Pod", maxLimitRequestRatio={"cpu": "2"}), lambda objects: with_limit(objects, 4), NO,
                                      "limitranger limitRequestRatioConstraint"),
        "of pods, max 500m": (limit_range("Pod", max={"cpu": "500m"}), lambda objects: with_limit(objects, 1), NO,
                              "limitranger maxConstraint"),
        "of pods, max 4": (limit_range("Pod", max={"cpu": "4"}), lambda objects: with_limit(objects, 1), YES, "limitranger maxConstraint"),
        "default request above every node": (limit_range(defaultRequest={"cpu": "9"}, default={"cpu": "9"}), without_requests, NO,
                                             "limitranger defaults; NodeResourcesFit: 9 of 8 cpu"),
        "default request of 1": (limit_range(defaultRequest={"cpu": "1"}, default={"cpu": "1"}), without_requests, YES,
                                 "limitranger defaults; NodeResourcesFit"),
        "default memory above every node": (limit_range(defaultRequest={"memory": "64Gi"}, default={"memory": "64Gi"}), as_is, NO,
                                            "limitranger defaults; NodeResourcesFit: 64 of 32Gi"),
        "of another namespace": (limit_range(namespace="other", max={"cpu": "500m"}), as_is, YES, "a LimitRange holds in its namespace"),
        "of images of OpenShift": (limit_range("openshift.io/Image", max={"storage": "1Gi", "cpu": "500m"}), as_is, YES,
                                   "limitranger compares containers, pods and claims"),
    }
    for name in WORKLOADS:
        for state, (limits, change, verdict, rule) in cases.items():
            if (name, state) == ("PyTorchJob", "min 500m"):
                verdict, rule = NO, "training-operator gives workers the init container init-pytorch of 50m"
            yield Combination("%s, LimitRange %s" % (name, state), verdict, rule, nodes() + [copy.deepcopy(limits)], change(workload(name)))
        both = [limit_range(default={"cpu": "1"}, defaultRequest={"cpu": "1"}), quota({"limits.cpu": 100})]
        yield Combination("%s, quota limits.cpu, which a LimitRange sets" % name, YES, "limitranger defaults come before quota",
                          nodes() + both, workload(name))
    order = "limitranger GetLimitRanges: a lister without an order; mergeContainerResources keeps the first default"

    def two_ranges(first, second):
        ranges = [limit_range(**first), limit_range(**second)]
        ranges[1]["metadata"]["name"] = "z-limits"
        return nodes() + ranges

    for least, most, verdict in ((1, 1, YES), (1, 9, UNKNOWN), (9, 1, UNKNOWN), (9, 10, NO)):
        cluster = two_ranges({"defaultRequest": {"cpu": str(least)}}, {"defaultRequest": {"cpu": str(most)}})
        what = "two LimitRanges, default requests of %d and %d" % (least, most)
        yield Combination("Pod, " + what, verdict, order, cluster, without_requests(workload("Pod")))
        yield Combination("Pod with a request, " + what, YES, order, cluster, workload("Pod"))
    small, large = ({"default": {"cpu": limit}, "defaultRequest": {"cpu": "100m"}} for limit in ("500m", "2"))
    yield Combination("Pod with a request, two LimitRanges, one with a default limit below it", UNKNOWN, order, two_ranges(small, large),
                      workload("Pod"))
    own = {key: value for key, value in claim().items() if key != "status"}
    uses = {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]}
    yield Combination("Pod, its claim in the manifest above LimitRange", NO, "limitranger PersistentVolumeClaim: maximum storage usage",
                      nodes() + [storage_class(), limit_range("PersistentVolumeClaim", max={"storage": "500Mi"})],
                      [own, *with_spec(workload("Pod"), **uses)])


def of_namespace_selectors():
    """Node selectors that the namespace gives its pods. n2 has the label pool=gpu."""
    labelled = nodes()
    labelled[1]["metadata"]["labels"]["pool"] = "gpu"
    cases = {
        ("openshift.io", "pool=gpu"): (YES, "OriginPodNodeEnvironment: 8 of 8 cpu on n2"),
        ("openshift.io", "pool=none"): (NO, "OriginPodNodeEnvironment; NodeAffinity: no node has the label"),
        ("openshift.io", "pool"): (NOT_YES, "OriginPodNodeEnvironment: no list of key=value"),
        ("scheduler.alpha.kubernetes.io", "pool=gpu"): (NOT_YES, "PodNodeSelector may be enabled"),
        ("scheduler.alpha.kubernetes.io", "pool=none"): (NOT_YES, "PodNodeSelector may be enabled"),
    }
    for name in WORKLOADS:
        for (domain, text), (verdict, rule) in cases.items():
            space = make("v1", "Namespace", "default", None, annotations={domain + "/node-selector": text})
            yield Combination("%s, %s/node-selector %s" % (name, domain, text), verdict, rule, copy.deepcopy(labelled) + [space],
                              workload(name))
    own = {"nodeSelector": {"pool": "gpu"}}
    for domain, text, verdict, rule in (
            ("openshift.io", "pool=cpu", NO, "OriginPodNodeEnvironment: conflicts with its project node label selector"),
            ("scheduler.alpha.kubernetes.io", "pool=gpu", YES, "PodNodeSelector adds what the pod has")):
        space = make("v1", "Namespace", "default", None, annotations={domain + "/node-selector": text})
        yield Combination("Pod with a node selector, %s/node-selector %s" % (domain, text), verdict, rule,
                          copy.deepcopy(labelled) + [space], with_spec(workload("Pod"), **own))
    rule = "PodTolerationRestriction, if it is enabled: conflict with its namespace whitelist"
    for name in ("Pod", "Job", "CoschedulingJob"):
        space = make("v1", "Namespace", "default", None, annotations={
            "scheduler.alpha.kubernetes.io/tolerationsWhitelist": '[{"key": "team", "operator": "Exists"}]'})
        yield Combination("%s, a whitelist of tolerations" % name, UNKNOWN, rule, nodes() + [space], workload(name))
        yield Combination("%s, default tolerations of the namespace" % name, YES, "PodTolerationRestriction adds what the pods do not need",
                          nodes() + [make("v1", "Namespace", "default", None, annotations={
                              "scheduler.alpha.kubernetes.io/defaultTolerations": '[{"key": "team", "operator": "Exists"}]'})],
                          workload(name))


def of_resource_tolerations():
    """GKE runs the admission plugin ExtendedResourceToleration; others do not by default."""
    rule = "ExtendedResourceToleration: it tolerates NoSchedule taints with the name of a requested resource"
    for labels, key, effect, amount, verdict in (
            ({"cloud.google.com/gke-nodepool": "gpus"}, "nvidia.com/gpu", "NoSchedule", {"nvidia.com/gpu": "1"}, YES),
            ({"cloud.google.com/gke-nodepool": "gpus"}, "nvidia.com/gpu", "NoExecute", {"nvidia.com/gpu": "1"}, NO),
            ({"cloud.google.com/gke-nodepool": "gpus"}, "nvidia.com/gpu", "NoSchedule", {"cpu": "1"}, NO),
            ({"cloud.google.com/gke-nodepool": "gpus"}, "dedicated", "NoSchedule", {"nvidia.com/gpu": "1"}, NO),
            ({"pool": "gpus"}, "nvidia.com/gpu", "NoSchedule", {"nvidia.com/gpu": "1"}, NO)):
        cluster = nodes(labels=labels, **{"nvidia.com/gpu": "8"})
        for each in cluster:
            each["spec"] = {"taints": [{"key": key, "value": "present", "effect": effect}]}
        for name in ("Pod", "Job", "CoschedulingJob"):
            objects = workload(name)
            for spec in pod_specs(objects):
                spec["containers"][0]["resources"] = {"limits": amount}
            yield Combination("%s of %s, nodes of %s with the taint %s:%s" % (name, *amount, *labels, key, effect), verdict, rule,
                              copy.deepcopy(cluster), objects)


def of_pod_security():
    def levels(**modes):
        return make("v1", "Namespace", "default", None, {"pod-security.kubernetes.io/" + mode: level for mode, level in modes.items()})

    def with_context(objects, **context):
        for spec in pod_specs(objects):
            spec["containers"][0]["securityContext"] = context
        return objects

    def plain(objects):
        return objects

    def compliant(objects):
        with_spec(objects, securityContext={"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}})
        return with_context(objects, allowPrivilegeEscalation=False, capabilities={"drop": ["ALL"]})

    def host_port(objects):
        for spec in pod_specs(objects):
            spec["containers"][0]["ports"] = [{"containerPort": 8080, "hostPort": 8080}]
        return objects

    cases = {
        "no level": (levels(), plain, YES), "privileged": (levels(enforce="privileged"), plain, YES),
        "restricted as a warning": (levels(warn="restricted", audit="restricted"), plain, YES),
        "baseline": (levels(enforce="baseline"), plain, YES),
        "baseline, hostNetwork": (levels(enforce="baseline"), lambda objects: with_spec(objects, hostNetwork=True), NO),
        "baseline, hostPath": (levels(enforce="baseline"),
                               lambda objects: with_spec(objects, volumes=[{"name": "host", "hostPath": {"path": "/data"}}]), NO),
        "baseline, privileged": (levels(enforce="baseline"), lambda objects: with_context(objects, privileged=True), NO),
        "baseline, a capability": (levels(enforce="baseline"),
                                   lambda objects: with_context(objects, capabilities={"add": ["SYS_ADMIN"]}), NO),
        "baseline, a default capability": (levels(enforce="baseline"),
                                           lambda objects: with_context(objects, capabilities={"add": ["CHOWN"]}), YES),
        "baseline of an old release": ({**levels(enforce="baseline", **{"enforce-version": "v1.20"})}, plain, UNKNOWN),
        "restricted": (levels(enforce="restricted"), plain, NO),
        "restricted, compliant pods": (levels(enforce="restricted"), compliant, YES),
        "restricted, compliant pods of user 0": (
            levels(enforce="restricted"), lambda objects: with_spec(compliant(objects), securityContext={"runAsUser": 0}), NO),
        "a level that does not exist": (levels(enforce="strict"), plain, NO),
    }
    of_operator = {YES: NOT_NO, NO: NOT_YES}  # it may add containers
    for name in WORKLOADS:
        for state, (namespace, change, verdict) in cases.items():
            if name == "PyTorchJob" and namespace["metadata"].get("labels"):
                verdict = of_operator.get(verdict, verdict)
            yield Combination("%s, Pod Security %s" % (name, state), verdict,
                              "pod-security-admission policy checks of the namespace's enforce level", nodes() + [namespace],
                              change(workload(name)))
    yield Combination("Pod, Pod Security restricted by the manifest", NO, "pod-security-admission: the labels of the namespace",
                      nodes() + [levels()], as_manifest([levels(enforce="restricted")]) + workload("Pod"))
    yield Combination("Pod, Pod Security baseline, hostPort", NO, "pod-security-admission check_hostPorts",
                      nodes() + [levels(enforce="baseline")], host_port(workload("Pod")))
    yield Combination("explain of a pod, Pod Security restricted", YES, "the pod exists: admission is over",
                      nodes() + [levels(enforce="restricted"), pod("work")], group="work")


def of_hints():
    """The cluster shows a webhook or policy for pods: its decision is unknown."""
    rules = [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}]
    webhook = make("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "team-webhook", None, webhooks=[
        {"name": "check.example.com", "failurePolicy": "Fail", "sideEffects": "None", "admissionReviewVersions": ["v1"], "rules": rules,
         "clientConfig": {"url": "https://check.example.com"}}])
    refusing = {"failurePolicy": "Fail", "matchConstraints": {"resourceRules": rules},
                "validations": [{"expression": "object.spec.priority > 10"}]}
    policy = [make("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "team-policy", None, spec=refusing),
              make("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", "team-policy", None,
                   spec={"policyName": "team-policy", "validationActions": ["Deny"]})]
    for name in WORKLOADS:
        yield Combination("%s, a webhook for pods" % name, UNKNOWN, "ValidatingWebhookConfiguration: its server decides",
                          nodes() + [webhook], workload(name))
        if name != "Pod":
            webhook_of = copy.deepcopy(webhook)
            webhook_of["webhooks"][0]["rules"][0].update(apiGroups=["*"], resources=[workload(name)[-1]["kind"].lower() + "s"])
            yield Combination("%s, a webhook for its kind" % name, UNKNOWN, "ValidatingWebhookConfiguration: its server decides",
                              nodes() + [webhook_of], workload(name))
        yield Combination("%s, a policy of Kyverno" % name, NOT_YES, "kyverno.io ClusterPolicy: its rules decide",
                          nodes() + [make("kyverno.io/v1", "ClusterPolicy", "team-policy", None, spec={})], workload(name))
        yield Combination("%s, an admission policy for pods" % name, NOT_YES, "ValidatingAdmissionPolicy: its expression decides",
                          nodes() + policy, workload(name))


def of_known_webhooks():
    """Webhooks of operators whose rules the program applies, and neighbours that another server decides."""
    def configured(kind, *entries):
        return make("admissionregistration.k8s.io/v1", kind + "WebhookConfiguration", "operator", None, webhooks=[
            {"name": name, "failurePolicy": "Fail", "sideEffects": "None", "admissionReviewVersions": ["v1"],
             "clientConfig": {"service": {"name": service, "namespace": "operators", "path": path}},
             "rules": [{"apiGroups": [group], "apiVersions": ["*"], "operations": ["CREATE", "UPDATE"], "resources": [resource]}]}
            for name, service, path, group, resource in entries])

    pods = ("", "pods")
    kueue = ("mpod.kb.io", "kueue-webhook-service", "/mutate--v1-pod", *pods)
    volcano = ("mutatepod.volcano.sh", "volcano-admission-service", "/pods/mutate", *pods)
    accepts = "the operator's webhook leaves objects alone that are not of its kind and name none of its queues"
    cases = {
        "Kueue's webhook": (configured("Mutating", kueue), YES),
        "Kueue's webhook for Jobs": (configured("Validating", ("vjob.kb.io", "kueue-webhook-service", "/validate-batch-v1-job", "batch", "jobs")), YES),
        "JobSet's webhook": (configured("Validating", ("vpod.kb.io", "jobset-webhook-service", "/validate--v1-pod", *pods)), YES),
        "the webhook of LeaderWorkerSets": (configured("Mutating", ("mpod.kb.io", "lws-webhook-service", "/mutate--v1-pod", *pods)), YES),
        "Volcano's webhook": (configured("Mutating", volcano), YES),
        "Volcano's webhook of another release": (configured("Mutating", volcano[:1] + ("gang-admission-service",) + volcano[2:]), YES),
        "Kueue's webhook and another one": (configured("Mutating", kueue, ("mpod.example.com", "example", "/mutate", *pods)), UNKNOWN),
        "a webhook that is named like Kueue's": (configured("Mutating", kueue[:1] + ("other-webhook-service",) + kueue[2:]), UNKNOWN),
        "another webhook at Kueue's service": (configured("Mutating", ("mpod.example.com",) + kueue[1:]), UNKNOWN),
        "a webhook at a service that is named like Volcano's": (configured("Mutating", ("mutatepod.example.com",) + volcano[1:]), UNKNOWN)}
    def service(name="kueue-webhook-service"):
        return make("v1", "Service", name, "operators", spec={"selector": {"app": "operator"}})

    def server(app):
        running = pod("operator", labels={"app": app}, on="n1")
        running["metadata"]["namespace"] = "operators"
        return running

    optional = copy.deepcopy(cases["Kueue's webhook"][0])
    optional["webhooks"][0]["failurePolicy"] = "Ignore"
    kueues = cases["Kueue's webhook"][0]
    calls = "apiserver: failed calling webhook"
    cases = {what: (webhook, [], verdict, accepts) for what, (webhook, verdict) in cases.items()}
    cases["Kueue's webhook with its Service"] = kueues, [service(), server("operator")], YES, calls
    cases["Kueue's webhook without its Service"] = kueues, [service("other"), server("operator")], UNKNOWN, calls
    cases["Kueue's webhook without a pod"] = kueues, [service(), server("another")], UNKNOWN, calls
    cases["Kueue's webhook, which may be absent"] = optional, [service("other"), server("another")], YES, calls
    for name in WORKLOADS:
        for what, (webhook, objects, verdict, rule) in cases.items():
            yield Combination("%s, %s" % (name, what), verdict, rule, nodes() + [webhook] + objects, workload(name))

    least, most = "volcano.sh/jdb-min-available", "volcano.sh/jdb-max-unavailable"
    for what, annotations, verdict in (
            ("of 2", {least: "2"}, YES), ("of 50 %", {most: "50%"}, YES), ("of 0", {least: "0"}, NO), ("of 100 %", {most: "100%"}, NO),
            ("that is no number", {least: "all"}, NO), ("that is given twice", {least: "2", most: "2"}, NO)):
        manifest = with_spec(workload("Pod"), schedulerName="volcano")
        manifest[0]["metadata"]["annotations"] = annotations
        validating = ("validatepod.volcano.sh", "volcano-admission-service", "/pods/validate", *pods)
        scheduler = [pod("volcano-scheduler", on="n1"), configured("Validating", validating)]
        yield Combination("Pod of Volcano's scheduler with a budget %s" % what, verdict if verdict == NO else NOT_NO,
                          "volcano pods/validate validateAnnotation", nodes() + scheduler, manifest)
        other = workload("Pod")
        other[0]["metadata"]["annotations"] = annotations
        yield Combination("Pod of another scheduler with a budget %s" % what, YES, "volcano pods/validate validatePod",
                          nodes() + scheduler, other)


def of_bindings():
    """Webhooks and policies that see the binding of pods: a scheduler binds by a request."""
    rule = "kube-scheduler DefaultBinder creates pods/binding; admission of CREATE"
    group, kind = "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy"

    def rules(resource, operation="CREATE"):
        return [{"apiGroups": ["*"], "apiVersions": ["*"], "operations": [operation], "resources": [resource]}]

    def webhook(resource, operation="CREATE", **fields):
        return [make(group, "ValidatingWebhookConfiguration", "keep", None, webhooks=[
            {"name": "keep.example.com", "rules": rules(resource, operation), "clientConfig": {"url": "https://keep.example.com"}, **fields}])]

    def policy(action):
        return [make(group, kind, "keep", None, spec={"matchConstraints": {"resourceRules": rules("pods/binding")}}),
                make(group, kind + "Binding", "keep", None, spec={"policyName": "keep", "validationActions": [action]})]

    def selects(**labels):
        return {"namespaceSelector": {"matchLabels": labels}}

    cases = {"no webhook": ([], YES), "a webhook on pods/binding": (webhook("pods/binding"), UNKNOWN),
             "a webhook on everything and its parts": (webhook("*/*", "*"), UNKNOWN), "a webhook on pods": (webhook("pods", "*"), YES),
             "a webhook on everything": (webhook("*", "*"), YES), "a webhook on pods/status": (webhook("pods/status", "*"), YES),
             "a webhook on updates of pods/binding": (webhook("pods/binding", "UPDATE"), YES),
             "a webhook on pods/binding of its namespace": (webhook("pods/binding", **selects(team="ml")), UNKNOWN),
             "a webhook on pods/binding of another namespace": (webhook("pods/binding", **selects(team="web")), YES),
             "a webhook on labelled bindings": (webhook("pods/binding", objectSelector={"matchLabels": {"app": "work"}}), YES),
             "a policy on pods/binding": (policy("Deny"), UNKNOWN), "a policy on pods/binding that warns": (policy("Warn"), YES)}
    members = [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})]
    members += [pod("work-%d" % at, labels={"scheduling.x-k8s.io/pod-group": "work"}) for at in range(2)]
    space = make("v1", "Namespace", "default", None, {"kubernetes.io/metadata.name": "default", "team": "ml"}, status={"phase": "Active"})
    for name, (objects, verdict) in cases.items():
        words = ("keep",) if verdict == UNKNOWN else ()
        for what, pending, asked in (("a pod", [pod("work")], "pod/work"), ("a group", members, "work")):
            yield Combination("explain of %s, %s" % (what, name), verdict, rule, nodes() + [space, pod("other", on="n1")] + pending + objects,
                              group=asked, first_line=words)
    yield Combination("explain of a pod that runs, a webhook on pods/binding", YES, "it has its node",
                      nodes() + [pod("work", on="n1"), pod("other")] + webhook("pods/binding"), group="pod/work")


def webhook_on(operation, resource, group="", **fields):
    """A webhook that sees one kind of request."""
    rule = {"apiGroups": [group], "apiVersions": ["*"], "operations": [operation], "resources": [resource], **fields.pop("rule", {})}
    return make("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "keep", None, webhooks=[
        {"name": "keep.example.com", "rules": [rule], "clientConfig": {"url": "https://keep.example.com"}, **fields}])


def of_elastic_quotas():
    """Quotas of scheduler-plugins, for pods that exist."""
    rule = "CapacityScheduling PreFilter compares each pod with the ElasticQuota of its namespace"
    members = [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})]
    members += [pod("work-%d" % at, labels={"scheduling.x-k8s.io/pod-group": "work"}) for at in range(2)]
    for space, verdict in (("default", NOT_YES), ("other", YES)):
        quota_of = make("scheduling.x-k8s.io/v1alpha1", "ElasticQuota", "team", space, spec={"max": {"cpu": "1"}, "min": {"cpu": "1"}})
        for what, pending, asked in (("a pod", [pod("work")], "pod/work"), ("a group", members, "work")):
            yield Combination("explain of %s, ElasticQuota in namespace %s" % (what, space), verdict, rule, nodes() + pending + [quota_of],
                              group=asked)
        yield Combination("Job with a ConfigMap, ElasticQuota in namespace %s" % space, verdict, rule, nodes() + [quota_of],
                          as_manifest([make("v1", "ConfigMap", "settings", data={})]) + workload("Job"))
    quota_of = make("scheduling.x-k8s.io/v1alpha1", "ElasticQuota", "team", "other", spec={"max": {"cpu": "1"}, "min": {"cpu": "1"}})
    yield Combination("Job with a ConfigMap in the namespace of an ElasticQuota", YES, "CapacityScheduling reads pods only", nodes() + [quota_of],
                      as_manifest([make("v1", "ConfigMap", "settings", "other", data={})]) + workload("Job"))
    yield Combination("explain of a pod that runs, ElasticQuota in its namespace", YES, "it has its node",
                      nodes() + [pod("work", on="n1"), quota_of | {"metadata": {**quota_of["metadata"], "namespace": "default"}}],
                      group="pod/work")


# kind: (API version, resource, of the cluster, fields)
COMPANIONS = {
    "ConfigMap": ("v1", "configmaps", False, {"data": {}}), "Secret": ("v1", "secrets", False, {}),
    "Service": ("v1", "services", False, {"spec": {"ports": [{"port": 80}]}}), "ServiceAccount": ("v1", "serviceaccounts", False, {}),
    "PriorityClass": ("scheduling.k8s.io/v1", "priorityclasses", True, {"value": 5}),
    "Namespace": ("v1", "namespaces", True, {}),
    "ResourceClaim": ("resource.k8s.io/v1", "resourceclaims", False, {"spec": {}}),
    "ResourceClaimTemplate": ("resource.k8s.io/v1", "resourceclaimtemplates", False, {"spec": {"spec": {}}}),
    "NetworkPolicy": ("networking.k8s.io/v1", "networkpolicies", False, {"spec": {"podSelector": {}}}),
    "Ingress": ("networking.k8s.io/v1", "ingresses", False, {"spec": {"defaultBackend": {"service": {"name": "a", "port": {"number": 80}}}}}),
}


def of_companions():
    """Webhooks and policies that see the other objects of a manifest."""
    rule = "apiserver webhook predicates: each request of kubectl apply"
    for kind, (api_version, resource, is_of_cluster, fields) in COMPANIONS.items():
        group = api_version.split("/")[0] if "/" in api_version else ""
        labels = {"team": "a"}
        [other] = as_manifest([make(api_version, kind, "extra", None, labels, **fields)])
        matching, foreign = {"matchLabels": {"team": "a"}}, {"matchLabels": {"team": "b"}}
        cases = {"on it": (webhook_on("CREATE", resource, group), UNKNOWN),
                 "on everything of the group": (webhook_on("CREATE", resource, "*"), UNKNOWN),
                 "on its deletion": (webhook_on("DELETE", resource, group), YES),
                 "on another resource": (webhook_on("CREATE", "leases", "coordination.k8s.io"), YES),
                 "on another group": (webhook_on("CREATE", resource, "example.com"), YES),
                 "on its status": (webhook_on("CREATE", resource + "/status", group), YES),
                 "on it, of its label": (webhook_on("CREATE", resource, group, objectSelector=matching), UNKNOWN),
                 "on it, of another label": (webhook_on("CREATE", resource, group, objectSelector=foreign), YES),
                 "on it, of the cluster": (webhook_on("CREATE", resource, group, rule={"scope": "Cluster"}), UNKNOWN if is_of_cluster else YES),
                 "on it, of namespaces": (webhook_on("CREATE", resource, group, rule={"scope": "Namespaced"}),
                                          YES if is_of_cluster else UNKNOWN)}
        for what, (webhook, verdict) in cases.items():
            named = {"serviceAccountName": "extra"} if kind == "ServiceAccount" else {}
            yield Combination("Job with a %s, a webhook %s" % (kind, what), verdict, rule, nodes() + [webhook],
                              [copy.deepcopy(other), *with_spec(workload("Job"), **named)],
                              first_line=("keep",) if verdict == UNKNOWN else ())
        yield Combination("Job, a webhook on %s" % resource, YES, "the manifest has none", nodes() + [webhook_on("CREATE", resource, group)],
                          workload("Job"))
    own = as_manifest([claim()])
    for what, webhook, verdict in (("on claims", webhook_on("CREATE", "persistentvolumeclaims"), UNKNOWN),
                                   ("on PodGroups", webhook_on("CREATE", "podgroups", "scheduling.x-k8s.io"), YES)):
        yield Combination("Pod and its claim, a webhook %s" % what, verdict, rule, nodes() + OTHERS + [storage_class(), webhook],
                          own + with_spec(workload("Pod"), **USES_CLAIM))
    yield from of_policies_of_companions()
    yield from of_stored_companions()


def of_policies_of_companions():
    """The same for an admission policy and its binding."""
    group, kind = "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy"
    rules = [{"apiGroups": [""], "apiVersions": ["*"], "operations": ["CREATE"], "resources": ["persistentvolumeclaims"]}]
    for action, verdict in (("Deny", UNKNOWN), ("Warn", YES)):
        policy = [make(group, kind, "keep", None, spec={"matchConstraints": {"resourceRules": rules}}),
                  make(group, kind + "Binding", "keep", None, spec={"policyName": "keep", "validationActions": [action]})]
        yield Combination("Pod and its claim, a policy on claims, %s" % action, verdict, "plugin/policy/matching: each request of kubectl apply",
                          nodes() + OTHERS + [storage_class()] + policy, as_manifest([claim()]) + with_spec(workload("Pod"), **USES_CLAIM))


def of_stored_companions():
    """Objects that exist: kubectl apply updates them, or leaves them as they are."""
    rule = "kubectl apply sends a patch only where the file changes the object"
    space = make("v1", "Namespace", "default", None, {"kubernetes.io/metadata.name": "default"}, status={"phase": "Active"})
    same, changed = (as_manifest([make("v1", "Namespace", "default", None, labels)]) for labels in ({}, {"team": "b"}))
    for what, manifest, operation, verdict in (("unchanged", same, "CREATE", YES), ("unchanged", same, "UPDATE", YES),
                                               ("changed", changed, "CREATE", YES), ("changed", changed, "UPDATE", UNKNOWN)):
        yield Combination("Job with its Namespace %s, a webhook on %s of namespaces" % (what, operation), verdict, rule,
                          nodes() + [space, webhook_on(operation, "namespaces")], copy.deepcopy(manifest) + workload("Job"))
    stored = make("v1", "ConfigMap", "settings", data={"a": "b"})
    for what, objects, operation, verdict in (("that exists", [stored], "UPDATE", UNKNOWN), ("that exists", [stored], "CREATE", YES),
                                              ("that the input does not show", [], "UPDATE", UNKNOWN)):
        yield Combination("Job with a ConfigMap %s, a webhook on %s of configmaps" % (what, operation), verdict,
                          "no list of ConfigMaps is in the input, or the file changes the object",
                          nodes() + copy.deepcopy(objects) + [webhook_on(operation, "configmaps")],
                          as_manifest([make("v1", "ConfigMap", "settings", data={"a": "c"})]) + workload("Job"))


def of_claims():
    """Requests of controllers and the scheduler for the claims of pods."""
    binder, made = "volumebinding BindPodVolumes, pv_controller bind", "controller/volume/ephemeral creates the claim of the pod"
    unbound, bound = [*OTHERS, claim(), storage_class()], [*OTHERS, claim(volume="pv-data"), volume()]
    pvc, group = "persistentvolumeclaims", "resource.k8s.io"
    for operation, resource, waits in (("UPDATE", pvc, UNKNOWN), ("UPDATE", pvc + "/status", UNKNOWN), ("CREATE", "persistentvolumes", UNKNOWN),
                                       ("UPDATE", "persistentvolumes", UNKNOWN), ("CREATE", pvc, YES), ("DELETE", pvc, YES),
                                       ("UPDATE", "configmaps", YES)):
        webhook = webhook_on(operation, resource)
        what = "a webhook on %s of %s" % (operation, resource)
        for name in ("Pod", "Job"):
            yield Combination("%s with a claim to be provisioned, %s" % (name, what), waits, binder, nodes() + unbound + [webhook],
                              with_spec(workload(name), **USES_CLAIM))
            yield Combination("%s with a bound claim, %s" % (name, what), YES, "VolumeBinding PreBind skips it", nodes() + bound + [webhook],
                              with_spec(workload(name), **USES_CLAIM))
            yield Combination("%s without a claim, %s" % (name, what), YES, "it has no claim", nodes() + unbound + [webhook], workload(name))
        for state, objects, uses, verdict in (("with a claim to be provisioned", unbound, USES_CLAIM, waits),
                                              ("with a bound claim", bound, USES_CLAIM, YES), ("without a claim", unbound, {}, YES)):
            other = pod("other", **USES_CLAIM) if not uses else pod("other")
            yield Combination("explain of a pod %s, %s" % (state, what), verdict, binder,
                              nodes() + objects + [pod("work", **uses), other, webhook], group="pod/work")
    classes = [*OTHERS, storage_class()]
    for name in ("Pod", "Job", "Deployment", "PyTorchJob"):
        for operation, verdict in (("CREATE", UNKNOWN), ("UPDATE", UNKNOWN), ("DELETE", YES)):
            yield Combination("%s with an ephemeral volume, a webhook on %s of claims" % (name, operation), verdict, made,
                              nodes() + classes + [webhook_on(operation, pvc)], with_spec(workload(name), **USES_EPHEMERAL))
    yield Combination("StatefulSet of 3 claims, a webhook on UPDATE of claims", UNKNOWN, binder,
                      nodes() + classes + [webhook_on("UPDATE", pvc)], stateful_set_with_claims())
    devices = [device_claim("other"), device_class(), device_slice(devices=8)]
    allocates = "dynamicresources.go bindClaim; resourceclaim/controller.go"
    cases = {"a claim to be allocated": ([device_claim()], USES_DEVICE, {"UPDATE resourceclaims", "UPDATE resourceclaims/status"}),
             "an allocated claim": ([allocated()], USES_DEVICE, {"UPDATE resourceclaims/status"}),
             "a claim template": ([claim_template()], USES_TEMPLATE,
                                  {"CREATE resourceclaims", "UPDATE resourceclaims", "UPDATE resourceclaims/status"})}
    for what, (objects, uses, asked) in cases.items():
        for request in ("CREATE resourceclaims", "UPDATE resourceclaims", "UPDATE resourceclaims/status", "DELETE resourceclaims"):
            operation, resource = request.split()
            verdict = UNKNOWN if request in asked else YES
            cluster = nodes() + devices + objects + [webhook_on(operation, resource, group)]
            yield Combination("Pod with %s, a webhook on %s" % (what, request), verdict, allocates, cluster, with_device(workload("Pod"), uses))
            if uses is not USES_TEMPLATE:
                yield Combination("explain of a pod with %s, a webhook on %s" % (what, request), verdict, allocates,
                                  cluster + with_device([pod("work")], uses), group="pod/work")
            yield Combination("Pod beside %s, a webhook on %s" % (what, request), YES, "it has no claim", cluster, workload("Pod"))


def of_tokens():
    """Kubelets ask for a token of the service account, unless the pod needs none."""
    rule = "kubelet token_manager.go creates serviceaccounts/token; plugin ServiceAccount mountServiceAccountToken"
    token = {"volumes": [{"name": "t", "projected": {"sources": [{"serviceAccountToken": {"path": "token"}}]}}]}
    for name in ("Pod", "Job"):
        for what, spec, verdict in (("", {}, UNKNOWN), (" without a token", {"automountServiceAccountToken": False}, YES),
                                    (" with a projected token only", {"automountServiceAccountToken": False, **token}, UNKNOWN)):
            yield Combination("%s%s, a webhook on serviceaccounts/token" % (name, what), verdict, rule,
                              nodes() + [webhook_on("CREATE", "serviceaccounts/token")], with_spec(workload(name), **spec))
        yield Combination("%s, a webhook on CREATE of serviceaccounts" % name, YES, "the account exists",
                          nodes() + [webhook_on("CREATE", "serviceaccounts")], workload(name))


def of_deletions():
    """Webhooks and policies that see the deletion of pods: preemption deletes its victims by a request."""
    rule = "kube-scheduler prepareCandidate patches the status of victims and deletes them; admission of UPDATE and DELETE"
    group, kind = "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy"

    def rules(operation, **fields):
        return [{"apiGroups": [""], "apiVersions": ["v1"], "operations": [operation], "resources": ["pods"], **fields}]

    def webhook(operation, **fields):
        return [make(group, "ValidatingWebhookConfiguration", "keep", None, webhooks=[
            {"name": "keep.example.com", "rules": rules(operation, **fields), "clientConfig": {"url": "https://keep.example.com"}}])]

    policy = make(group, kind, "keep", None, spec={"matchConstraints": {"resourceRules": rules("DELETE")}})
    bindings = {action: make(group, kind + "Binding", action.lower(), None, spec={"policyName": "keep", "validationActions": [action]})
                for action in ("Deny", "Warn")}
    cases = {
        "no webhook": ([], YES), "a webhook on DELETE": (webhook("DELETE"), UNKNOWN), "a webhook on all": (webhook("*"), UNKNOWN),
        "a webhook on UPDATE": (webhook("UPDATE"), YES), "a webhook on DELETE of nodes": (webhook("DELETE", resources=["nodes"]), YES),
        "a policy on DELETE": ([policy, bindings["Deny"]], UNKNOWN), "a policy that warns": ([policy, bindings["Warn"]], YES),
        "a webhook on pods/status": ([webhook_on("UPDATE", "pods/status")], UNKNOWN),
        "a webhook on CREATE of pods/status": ([webhook_on("CREATE", "pods/status")], YES)}
    victims = [pod("low-1", 8, on="n1", priority=1), pod("low-2", 8, on="n2", priority=1)]
    for name, (objects, verdict) in cases.items():
        yield Combination("explain of a pod that preempts, %s" % name, verdict, rule,
                          nodes() + victims + objects + [pod("work", 4, priority=9)], group="work")
        yield Combination("explain of a pod beside, %s" % name, YES, "no victims", nodes() + objects + [pod("work", 4, priority=9)],
                          group="work")


def of_injected_containers():
    """Labels and annotations for which a webhook adds containers to pods. Snapshots contain no webhooks."""
    rule = "its mutating webhook adds a container with requests of its own"
    istio, off = "istio.io/inject", "false"
    def space(labels=None, annotations=None):
        return [make("v1", "Namespace", "default", None, labels, annotations)]

    cases = {
        "Istio in the namespace": (space({"istio-injection": "enabled"}), {}, {}, {}, UNKNOWN),
        "a revision of Istio in the namespace": (space({"istio.io/rev": "stable"}), {}, {}, {}, UNKNOWN),
        "Istio in the namespace, not in the pods": (space({"istio-injection": "enabled"}), {"sidecar." + istio: off}, {}, {}, YES),
        "Istio in the namespace, pods of the host's network": (space({"istio-injection": "enabled"}), {}, {}, {"hostNetwork": True}, YES),
        "Istio without sidecars in the namespace": (space({"istio.io/dataplane-mode": "ambient"}), {}, {}, {}, YES),
        "Istio disabled in the namespace": (space({"istio-injection": "disabled"}), {}, {}, {}, YES),
        "Istio in the pods": ([], {"sidecar." + istio: "true"}, {}, {}, UNKNOWN),
        "Linkerd in the namespace": (space(None, {"linkerd.io/inject": "enabled"}), {}, {}, {}, UNKNOWN),
        "Linkerd in the namespace, not in the pods": (space(None, {"linkerd.io/inject": "enabled"}), {}, {"linkerd.io/inject": "disabled"}, {},
                                                      YES),
        "Linkerd in the pods": ([], {}, {"linkerd.io/inject": "enabled"}, {}, UNKNOWN),
        "Vault": ([], {}, {"vault.hashicorp.com/agent-inject": "true"}, {}, UNKNOWN),
        "Vault switched off": ([], {}, {"vault.hashicorp.com/agent-inject": off}, {}, YES),
        "OpenTelemetry": ([], {}, {"instrumentation.opentelemetry.io/inject-python": "true"}, {}, UNKNOWN),
        "a bucket of GKE": ([], {}, {"gke-gcsfuse/volumes": "true"}, {}, UNKNOWN),
        "other labels": ([], {"team": "a"}, {"example.com/inject": "true"}, {}, YES),
    }
    for name in ("Pod", "Job", "CoschedulingJob", "JobSet"):
        for what, (objects, labels, annotations, spec, verdict) in cases.items():
            made = with_spec(workload(name), **spec)
            for template in made if name == "Pod" else pod_templates(made):
                metadata = template.setdefault("metadata", {})
                metadata.setdefault("labels", {}).update(labels)
                metadata.setdefault("annotations", {}).update(annotations)
            yield Combination("%s, containers of %s" % (name, what), verdict, rule, nodes() + copy.deepcopy(objects), made)


def of_what_they_see():
    """Webhooks whose rules or selectors leave the new pods out, and neighbours that do not."""
    def webhook(rule=(), **selectors):
        rules = [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"], **dict(rule)}]
        return make("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "team-webhook", None, webhooks=[
            {"name": "check.example.com", "failurePolicy": "Fail", "sideEffects": "None", "admissionReviewVersions": ["v1"],
             "rules": rules, "clientConfig": {"url": "https://check.example.com"}, **selectors}])

    def selector(key, operator, *values):
        return {"matchExpressions": [{"key": key, "operator": operator, **({"values": list(values)} if values else {})}]}

    name, inject = "kubernetes.io/metadata.name", "sidecar.istio.io/inject"
    space = make("v1", "Namespace", "default", None, {name: "default", "team": "a"})
    seen = "apiserver webhook predicates: "
    cases = {
        "for updates": (webhook({"operations": ["UPDATE"]}), YES, seen + "rules/rules.go operation"),
        "for deletions": (webhook({"operations": ["DELETE"]}), YES, seen + "rules/rules.go operation"),
        "for everything": (webhook({"apiGroups": ["*"], "operations": ["*"], "resources": ["*/*"]}), UNKNOWN, seen + "rules/rules.go"),
        "for objects of the cluster": (webhook({"scope": "Cluster"}), YES, seen + "rules/rules.go scope"),
        "for pods/exec": (webhook({"resources": ["pods/exec"]}), YES, seen + "rules/rules.go resource"),
        "for pods/binding": (webhook({"resources": ["pods/binding"]}), UNKNOWN, seen + "rules/rules.go resource"),
        "for another group": (webhook({"apiGroups": ["cert-manager.io"], "resources": ["*"]}), YES, seen + "rules/rules.go group"),
        "not for this namespace": (webhook(namespaceSelector=selector(name, "NotIn", "default")), YES, seen + "namespace/matcher.go"),
        "for this namespace": (webhook(namespaceSelector=selector(name, "In", "default")), UNKNOWN, seen + "namespace/matcher.go"),
        "for another team": (webhook(namespaceSelector=selector("team", "In", "b")), YES, seen + "namespace/matcher.go"),
        "for this team": (webhook(namespaceSelector=selector("team", "In", "a")), UNKNOWN, seen + "namespace/matcher.go"),
        "for pods with a label": (webhook(objectSelector=selector(inject, "In", "true")), YES, seen + "object/matcher.go"),
        "for pods without a label": (webhook(objectSelector=selector(inject, "NotIn", "false")), UNKNOWN, seen + "object/matcher.go"),
    }
    for kind in WORKLOADS:
        for what, (policy, verdict, rule) in cases.items():
            if (kind, what) == ("PyTorchJob", "for updates"):
                verdict = NOT_NO  # its operator may update pods
            yield Combination("%s, a webhook %s" % (kind, what), verdict, rule, nodes() + [space, policy], workload(kind))
    made = "the operator creates it before or between the pods"
    for kind, resource, verdict in (("Job", "services", YES), ("StatefulSet", "services", YES), ("PyTorchJob", "services", UNKNOWN),
                                    ("JobSet", "services", UNKNOWN), ("LeaderWorkerSet", "services", UNKNOWN),
                                    ("RayCluster", "services", UNKNOWN), ("MPIJob", "configmaps", UNKNOWN), ("MPIJob", "secrets", UNKNOWN),
                                    ("PyTorchJob", "configmaps", YES), ("RayCluster", "endpoints", YES)):
        yield Combination("%s, a webhook for %s" % (kind, resource), verdict, made, nodes() + [space, webhook({"resources": [resource]})],
                          workload(kind))
    yield Combination("Pod, a webhook for another team, no Namespace", UNKNOWN, seen + "namespace/matcher.go: labels not known",
                      nodes() + [cases["for another team"][0]], workload("Pod"))


KINDS = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/25-every-kind/kinds"


def of_intermediate_objects():
    """Webhooks without a server (failurePolicy Fail) for objects that an operator makes between its object and the pods."""
    def webhook(group, resource):
        return make("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "keep", None, webhooks=[
            {"name": "keep.example.com", "failurePolicy": "Fail", "clientConfig": {"service": {"name": "gone", "namespace": "operators"}},
             "rules": [{"apiGroups": [group], "apiVersions": ["*"], "operations": ["CREATE"], "resources": [resource]}]}])

    rule = "apiserver: failed calling webhook; %s"
    for name, group, resource, what in (
            ("inferenceservice", "apps", "deployments", "kserve deployment_reconciler.go"),
            ("inferenceservice", "serving.knative.dev", "services", "kserve ksvc_reconciler.go"),
            ("flinkdeployment", "apps", "deployments", "flink NativeFlinkService"), ("cronworkflow", "argoproj.io", "workflows", "argo cron/operator.go"),
            ("raycronjob", "ray.io", "rayjobs", "kuberay raycronjob_controller.go"),
            ("rayclusterfleet", "orchestration.aibrix.ai", "rayclusterreplicasets", "aibrix rayclusterfleet_controller.go"),
            ("rolebasedgroup", "apps", "deployments", "rbgs deploy_reconciler.go"), ("minicluster", "batch", "jobs", "flux-operator")):
        for seen in (resource, "other"):
            objects = list(yaml.safe_load_all((KINDS / (name + ".yaml")).read_text(encoding="utf-8")))
            yield Combination("the example %s, a webhook without a server for %s.%s" % (name, seen, group), UNKNOWN if seen == resource else YES, rule % what,
                              nodes(cpu=64, memory="512Gi", **{"nvidia.com/gpu": "16"}) + [pod("other", on="n1"), webhook(group, seen)], objects)
    for name, group, resource in (("PyTorchJob", "kubeflow.org", "pytorchjobs"), ("Deployment", "apps", "deployments"), ("Pod", "", "pods")):
        for seen in (resource, "other"):
            wrapped = workload("AppWrapper")
            put(wrapped[0], "spec.components", [{"template": each} for each in workload(name)])
            yield Combination("AppWrapper of a %s, a webhook without a server for %s.%s" % (name, seen, group), UNKNOWN if seen == resource else YES,
                              rule % "appwrapper createComponent", nodes() + [pod("other", on="n1"), webhook(group, seen)], wrapped)


def combinations():
    for part in (of_quotas, of_quotas_between_pods, of_quotas_without_usage, of_limited_classes, of_limited_secrets, of_limit_ranges, of_namespace_selectors,
                 of_resource_tolerations, of_pod_security, of_hints, of_known_webhooks, of_bindings, of_elastic_quotas, of_companions, of_claims, of_tokens,
                 of_deletions, of_injected_containers, of_what_they_see,
                 of_intermediate_objects):
        yield from part()
