# SPDX-License-Identifier: Apache-2.0
"""Kinds, versions and fields that the API server does not know, and workloads without pods for now. The nodes have capacity for
everything."""
import copy

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import CREATED, as_manifest, flags_of, make, manifest_pod, node, nodes, pod, put, rename, snapshot, with_spec, workload

WORKLOADS = ("Pod", "Job", "CoschedulingJob", "LabelledJob", "Deployment", "ReplicaSet", "StatefulSet", "PyTorchJob", "TFJob", "MPIJob",
             "JobSet",
             "RayCluster", "RayJob", "LeaderWorkerSet")

# Versions that current API servers do not serve.
VERSIONS = {
    "Pod": ("v2", "core/v1"),
    "Job": ("batch/v2", "batch/v2alpha1", "extensions/v1beta1", "batch/v1beta1"),
    "CronJob": ("batch/v1beta1", "batch/v2alpha1"),  # served until 1.24 (kubernetes deprecation guide)
    "Deployment": ("extensions/v1beta1", "apps/v1beta1", "apps/v1beta2", "apps/v2"),  # until 1.15
    "ReplicaSet": ("extensions/v1beta1", "apps/v1beta2"),
    "StatefulSet": ("apps/v1beta1", "apps/v1beta2"),
    "PyTorchJob": ("kubeflow.org/v2", "kubeflow.com/v1"),
    "TFJob": ("kubeflow.org/v3",),
    "MPIJob": ("kubeflow.org/v3beta1",),
    "JobSet": ("jobset.x-k8s.io/v1", "jobset.x-k8s.io/v1alpha1"),
    "RayCluster": ("ray.io/v2",),
    "RayJob": ("ray.io/v1beta9",),
    "LeaderWorkerSet": ("leaderworkerset.x-k8s.io/v2", "leaderworkerset.sigs.k8s.io/v1"),
    "VolcanoJob": ("batch.volcano.sh/v2",),
}

KINDS = {"Pod": ("pod", "Pods"), "Job": ("job", "Jobb", "Jobs"), "Deployment": ("Deploymnet", "deployment"),
         "StatefulSet": ("Statefulset",),
         "PyTorchJob": ("PytorchJob", "PyTorchJobs"), "JobSet": ("Jobset",), "RayCluster": ("RayClsuter",),
         "LeaderWorkerSet": ("LeaderWorkerset",)}

# workload: (path of a field, its misspelling). kubectl and the API server reject them: fieldValidation Strict is kubectl's default
# (kubectl --validate), also for custom resources with a structural schema (apiextensions pruning, strict decoding).
FIELDS = {
    "CoschedulingJob": (("0.spec.minMember", "minMembers"), ("0.spec.minMember", "minmember"), ("0.spec.minMember", "minAvailable"),
                        ("1.spec.template.metadata.labels", "label")),
    "Pod": (("0.spec.containers.0.resources", "resource"), ("0.spec.containers.0.image", "imagee"),
            ("0.spec.containers.0.resources.requests", "request")),
    "Job": (("0.spec.parallelism", "paralellism"), ("0.spec.completions", "completion"),
            ("0.spec.template.spec.restartPolicy", "restartPolicies"),
            ("0.spec.template.spec.containers.0.resources", "resorces")),
    "Deployment": (("0.spec.replicas", "replica"), ("0.spec.selector", "selectors")),
    "StatefulSet": (("0.spec.serviceName", "servicename"), ("0.spec.replicas", "Replicas")),
    "PyTorchJob": (("0.spec.pytorchReplicaSpecs.Worker.replicas", "replica"),),
    "TFJob": (("0.spec.tfReplicaSpecs.Worker.restartPolicy", "restartpolicy"),),
    "JobSet": (("0.spec.replicatedJobs.1.replicas", "replica"),),
    "LeaderWorkerSet": (("0.spec.replicas", "replica"), ("0.spec.leaderWorkerTemplate.size", "sise")),
    "VolcanoJob": (("0.spec.minAvailable", "minAvailabel"), ("0.spec.tasks.0.replicas", "replica")),
    "RayCluster": (("0.spec.workerGroupSpecs.0.maxReplicas", "maxReplica"),),
}

# Fields for pod specs or workloads that no version has.
ADDED = {
    "Pod": (("0.spec.nodeSelectors", {"pool": "gold"}), ("0.spec.schedularName", "other"), ("0.spec.priorityClass", "high"),
            ("0.spec.toleration", [{"operator": "Exists"}])),
    "Job": (("0.spec.template.spec.nodeselector", {"pool": "gold"}), ("0.spec.suspended", True)),
    "Deployment": (("0.spec.pause", True),),
    "CoschedulingJob": (("0.spec.minMemberCount", 9), ("0.spec.queue", "team-queue")),
}

# Workloads whose controller creates no pod now: (path, value), and the source.
SUSPENDED = {
    "Job": (("0.spec.suspend", True), "job controller: spec.suspend creates no pods"),
    "CronJob": (("0.spec.suspend", True), "cronjob controller: spec.suspend starts no run"),
    "CoschedulingJob": (("1.spec.suspend", True), "job controller: spec.suspend creates no pods"),
    "Deployment": (("0.spec.paused", True), "deployment controller: a paused Deployment makes no new ReplicaSet"),
    "PyTorchJob": (("0.spec.runPolicy.suspend", True), "training-operator: runPolicy.suspend creates no pods"),
    "TFJob": (("0.spec.runPolicy.suspend", True), "training-operator: runPolicy.suspend creates no pods"),
    "MPIJob": (("0.spec.runPolicy.suspend", True), "mpi-operator: runPolicy.suspend creates no pods"),
    "JobSet": (("0.spec.suspend", True), "jobset: spec.suspend creates suspended Jobs"),
    "RayCluster": (("0.spec.suspend", True), "kuberay: spec.suspend deletes all pods"),
    "RayJob": (("0.spec.suspend", True), "kuberay: spec.suspend creates no RayCluster"),
}
ZERO = {
    "Job": ("0.spec.parallelism",), "Deployment": ("0.spec.replicas",), "ReplicaSet": ("0.spec.replicas",),
        "StatefulSet": ("0.spec.replicas",),
    "LeaderWorkerSet": ("0.spec.replicas",), "CoschedulingJob": ("1.spec.parallelism",),
    "PyTorchJob": ("0.spec.pytorchReplicaSpecs.Master.replicas", "0.spec.pytorchReplicaSpecs.Worker.replicas"),
    "TFJob": ("0.spec.tfReplicaSpecs.PS.replicas", "0.spec.tfReplicaSpecs.Worker.replicas"),
    "JobSet": ("0.spec.replicatedJobs.0.replicas", "0.spec.replicatedJobs.1.replicas"), "VolcanoJob": ("0.spec.tasks.0.replicas",),
}
MANAGED = {
    "Job": ("0.spec.managedBy", "kubernetes.io/job-controller", "job controller: skips Jobs of another managedBy (KEP-4368)"),
    "JobSet": ("0.spec.managedBy", "jobset.sigs.k8s.io/jobset-controller", "jobset: skips JobSets of another managedBy"),
    "PyTorchJob": ("0.spec.runPolicy.managedBy", "kubeflow.org/training-operator", "training-operator: skips jobs of another managedBy"),
    "MPIJob": ("0.spec.runPolicy.managedBy", "kubeflow.org/mpi-operator", "mpi-operator: skips jobs of another managedBy"),
    "RayJob": ("0.spec.managedBy", "ray.io/kuberay-operator", "kuberay: skips RayJobs of another managedBy"),
    "RayCluster": ("0.spec.managedBy", "ray.io/kuberay-operator", "kuberay: skips RayClusters of another managedBy"),
}
TARGET = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "work"}
# Objects of other kinds that name the Deployment; a reference is not a manifest inside the object.
REFERENCES = {
    "HorizontalPodAutoscaler": (make("autoscaling/v2", "HorizontalPodAutoscaler", "work",
                                     spec={"scaleTargetRef": TARGET, "minReplicas": 1, "maxReplicas": 12}), YES),
    "VerticalPodAutoscaler": (make("autoscaling.k8s.io/v1", "VerticalPodAutoscaler", "work",
                                   spec={"targetRef": TARGET, "updatePolicy": {"updateMode": "Off"}}), NOT_NO),
    "ScaledObject": (make("keda.sh/v1alpha1", "ScaledObject", "work", spec={"scaleTargetRef": TARGET, "triggers": []}), NOT_NO),
    "Rollout": (make("argoproj.io/v1alpha1", "Rollout", "work", spec={"replicas": 1, "workloadRef": TARGET}), NOT_NO),
    "Trigger": (make("eventing.knative.dev/v1", "Trigger", "work", spec={"subscriber": {"ref": TARGET}}), NOT_NO),
}
NO_PODS = {
    "ConfigMap": make("v1", "ConfigMap", "work", data={"a": "b"}),
    "Service": make("v1", "Service", "work", spec={"selector": {"app": "work"}, "ports": [{"port": 80}]}),
    "PodGroup": make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 4}),
    "PriorityClass": make("scheduling.k8s.io/v1", "PriorityClass", "work", None, value=1),
    "PodTemplate": make("v1", "PodTemplate", "work", template={"spec": manifest_pod("x")["spec"]}),
    "Node": make("v1", "Node", "n3", None),
}


def of_controls():
    for name in WORKLOADS:
        yield Combination("%s as it is" % name, YES, "5 cpu of 16", nodes(), workload(name))
        extra = [make("v1", "ConfigMap", "config", data={"a": "b"}),
                 make("v1", "Service", "work", spec={"selector": {"app": "work"}, "ports": [{"port": 80}]})]
        yield Combination("%s beside a ConfigMap and a Service" % name, YES, "5 cpu of 16", nodes(), extra + workload(name))


    for kind, (reference, verdict) in REFERENCES.items():
        yield Combination("Deployment beside a %s of it" % kind, verdict, "autoscaling/v2 CrossVersionObjectReference: names, no manifest",
                          nodes(), as_manifest([copy.deepcopy(reference)]) + workload("Deployment"))


def of_names():
    native, old = workload("NativeGang"), ("--scheduler-version", "1.34")
    yield Combination("a group of Kubernetes 1.36 on 1.34", NOT_YES, "scheduling.k8s.io/v1alpha2 is served since 1.36", snapshot(nodes()),
                      native, flags=old)
    yield Combination("a group of Kubernetes 1.36 on 1.36", YES, "scheduling.k8s.io/v1alpha2 is served since 1.36", nodes(), native,
                      flags=flags_of("NativeGang"))
    for name, versions in VERSIONS.items():
        for version in versions:
            objects = workload(name)
            objects[-1]["apiVersion"] = version
            yield Combination("%s of %s" % (name, version), NOT_YES, "the API server serves no such version", nodes(), objects,
                              first_line=(version, objects[-1]["kind"]))
    for name, kinds in KINDS.items():
        for kind in kinds:
            objects = workload(name)
            objects[-1]["kind"] = kind
            yield Combination("%s written %s" % (name, kind), NOT_YES, "the API server has no such kind", nodes(), objects,
                              first_line=(kind,))
            yield Combination("%s written %s beside a Pod" % (name, kind), NOT_YES, "the API server has no such kind", nodes(),
                              [manifest_pod("good")] + objects, first_line=(kind,))
    template = {"template": {"spec": manifest_pod("x")["spec"]}}
    farm = [{"apiVersion": "example.com/v1", "kind": "RenderFarm", "metadata": {"name": "work"},
             "spec": {"workers": {"replicas": 2, **template}}}]
    yield Combination("a kind of an operator", NOT_YES, "its operator makes the pods, and its rules are not known", nodes(), farm,
                      first_line=("RenderFarm",))
    yield Combination("a kind of an operator, with --template-path", NOT_NO, "the user says where the template is", nodes(), farm,
                      flags=("--template-path", "spec.workers.template"))
    yield Combination("a PodGroup of an unknown version", NOT_YES, "the API server serves no such version", nodes(),
                      [{**workload("CoschedulingJob")[0], "apiVersion": "scheduling.x-k8s.io/v9"}, workload("CoschedulingJob")[1]],
                      first_line=("scheduling.x-k8s.io/v9", "PodGroup"))


TARGET_OF_SCALER = {"scaleTargetRef": TARGET, "minReplicas": 1, "maxReplicas": 12}
INGRESS = {"defaultBackend": {"service": {"name": "work", "port": {"number": 80}}}}
CLAIM = {"devices": {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu.example.com", "count": 1}}]}}
# Objects beside a Deployment. name: (object, the versions that are served, that are not, and that are not known here). Sources:
# Deprecated API Migration Guide; api, zz_generated.prerelease-lifecycle.go; kueue.x-k8s.io v1beta1 and v1beta2 of Kueue.
COMPANIONS = {
    "ConfigMap": (make("v1", "ConfigMap", "config", data={"a": "b"}), ("v1",), ("v9", "apps/v1"), ("foo.bar/v1",)),
    "CustomResourceDefinition": (make("apiextensions.k8s.io/v1", "CustomResourceDefinition", "farms.example.com", None), (),
                                 ("apiextensions.k8s.io/v1beta1",), ()),
    "HorizontalPodAutoscaler": (make("autoscaling/v2", "HorizontalPodAutoscaler", "work", spec=TARGET_OF_SCALER),
                                ("autoscaling/v2", "autoscaling/v1"), ("autoscaling/v2beta2", "autoscaling/v2beta1", "autoscaling/v9"), ()),
    "Ingress": (make("networking.k8s.io/v1", "Ingress", "work", spec=INGRESS), ("networking.k8s.io/v1",),
                ("extensions/v1beta1", "networking.k8s.io/v1beta1"), ()),
    "LocalQueue": (make("kueue.x-k8s.io/v1beta1", "LocalQueue", "team", spec={"clusterQueue": "all"}),
                   ("kueue.x-k8s.io/v1beta1", "kueue.x-k8s.io/v1beta2"), (), ("kueue.x-k8s.io/v1alpha1", "kueue.x-k8s.io/v9", "kueue.dev/v1")),
    "PersistentVolume": (make("v1", "PersistentVolume", "pv", None, spec={
        "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "csi": {"driver": "csi.example.com", "volumeHandle": "pv"}}),
        ("v1",), ("v9",), ()),
    "Role": (make("rbac.authorization.k8s.io/v1", "Role", "reader", rules=[{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]),
             ("rbac.authorization.k8s.io/v1",), ("rbac.authorization.k8s.io/v1beta1",), ("iam.example.com/v1",)),
    "ServiceMonitor": (make("monitoring.coreos.com/v1", "ServiceMonitor", "work", spec={"selector": {}, "endpoints": []}),
                       ("monitoring.coreos.com/v1",), (), ("monitoring.coreos.com/v9", "monitoring.example.com/v1")),
    "StorageClass": (make("storage.k8s.io/v1", "StorageClass", "fast", None, provisioner="csi.example.com"), ("storage.k8s.io/v1",),
                     ("storage.k8s.io/v1beta1", "storage.k8s.io/v9"), ()),
}
# Kinds that releases serve in different versions: (version, release, verdict).
RELEASES = {
    "CronJob": (("batch/v1", 20, NO), ("batch/v1", 21, YES), ("batch/v1beta1", 24, YES), ("batch/v1beta1", 25, NO)),
    "HorizontalPodAutoscaler": (("autoscaling/v2", 22, NO), ("autoscaling/v2", 23, YES), ("autoscaling/v2beta2", 25, YES),
                                ("autoscaling/v2beta2", 26, NO), ("autoscaling/v1", 20, YES)),
    "PodDisruptionBudget": (("policy/v1", 20, NO), ("policy/v1", 21, YES), ("policy/v1beta1", 24, YES), ("policy/v1beta1", 25, NO)),
    "ResourceClaimTemplate": (("resource.k8s.io/v1", 31, NO), ("resource.k8s.io/v1", 33, NO), ("resource.k8s.io/v1", 34, YES),
                              ("resource.k8s.io/v1beta2", 33, NOT_NO), ("resource.k8s.io/v1beta2", 34, UNKNOWN),
                              ("resource.k8s.io/v1beta1", 34, UNKNOWN), ("resource.k8s.io/v1alpha2", 30, UNKNOWN),
                              ("resource.k8s.io/v1alpha2", 34, NO), ("resource.k8s.io/v1alpha1", 34, NO), ("resource.k8s.io/v9", 34, NO)),
}


def of_companion_versions():
    active = {"conditions": [{"type": "Active", "status": "True"}]}
    quota = [{"coveredResources": ["cpu"], "flavors": [{"name": "plain", "resources": [{"name": "cpu", "nominalQuota": "100"}]}]}]
    kueue = [make("kueue.x-k8s.io/v1beta1", "ResourceFlavor", "plain", None, spec={}),
             make("kueue.x-k8s.io/v1beta1", "ClusterQueue", "all", None, spec={"namespaceSelector": {}, "resourceGroups": quota}, status=active),
             make("kueue.x-k8s.io/v1beta1", "LocalQueue", "other", spec={"clusterQueue": "all"}, status=active)]
    for kind, (companion, served, gone, unknown) in COMPANIONS.items():
        cluster = nodes() + (kueue if kind == "LocalQueue" else [])
        for versions, verdict, rule in ((served, YES, "the API server serves the version"), (gone, NO, "kubectl: no matches for kind"),
                                        (unknown, UNKNOWN, "not known here, so it is not asked whether the API server has it")):
            for version in versions:
                objects = as_manifest([{**copy.deepcopy(companion), "apiVersion": version}]) + workload("Deployment")
                yield Combination("Deployment beside a %s of %s" % (kind, version), verdict, rule, cluster, objects,
                                  first_line=() if verdict == YES else (version,))
    nameless = as_manifest([copy.deepcopy(COMPANIONS["LocalQueue"][0])])
    del nameless[0]["apiVersion"]
    yield Combination("Deployment beside a LocalQueue without apiVersion", NO, "kubectl: apiVersion not set", nodes() + kueue,
                      nameless + workload("Deployment"), first_line=("apiVersion",))
    for kind in ("ClusterQueue", "ResourceFlavor"):
        objects = as_manifest([{**copy.deepcopy(each), "apiVersion": "kueue.x-k8s.io/v1alpha1"} for each in kueue if each["kind"] == kind])
        yield Combination("Deployment beside a %s of kueue.x-k8s.io/v1alpha1" % kind, UNKNOWN, "Kueue serves v1beta1 and v1beta2", nodes() + kueue,
                          objects + workload("Deployment"))


def of_versions_by_release():
    budget = make("policy/v1", "PodDisruptionBudget", "work", spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "work"}}})
    template = make("resource.k8s.io/v1", "ResourceClaimTemplate", "gpus", spec={"spec": CLAIM})
    companions = {"HorizontalPodAutoscaler": COMPANIONS["HorizontalPodAutoscaler"][0], "PodDisruptionBudget": budget,
                  "ResourceClaimTemplate": template}
    for kind, rows in RELEASES.items():
        for version, release, verdict in rows:
            companion = [{**copy.deepcopy(companions[kind]), "apiVersion": version}] if kind in companions else []
            objects = as_manifest(companion) + workload("Deployment" if companion else kind)
            if not companion:
                objects[-1]["apiVersion"] = version
            yield Combination("%s of %s on 1.%d" % (kind, version, release), verdict, "api, zz_generated.prerelease-lifecycle.go", nodes(),
                              objects, flags=("--scheduler-version", "1.%d" % release), first_line=() if verdict in (YES, NOT_NO) else (version,))
    yield Combination("PodDisruptionBudget of policy/v1beta1", NO, "the newest release serves no such version", nodes(),
                      as_manifest([{**copy.deepcopy(budget), "apiVersion": "policy/v1beta1"}]) + workload("Deployment"))


def of_topology():
    """A native group with a topology starts in one domain. The run sees all nodes as one domain."""
    rule = "1.36 TopologyPlacementGenerator: one placement for each value of the label"
    for racks, verdict in ((("a", "b"), NOT_YES), (("a", "a"), YES)):
        native = workload("NativeGang")
        put(native[0], "spec.schedulingConstraints", {"topology": [{"key": "rack"}]})
        racked = [node("n%d" % i, labels={"rack": rack}) for i, rack in enumerate(racks, 1)]
        yield Combination("a native gang of one rack, nodes in racks %s" % " and ".join(racks), verdict, rule, racked, native,
                          flags=flags_of("NativeGang"))


def of_native_groups():
    """Fields of native groups that the run does not simulate, and what 1.37 asks of them."""
    low, high = (make("scheduling.k8s.io/v1", "PriorityClass", name, None, value=value) for name, value in (("low", 5), ("high", 9)))

    def native(version, **spec):
        objects = workload("NativeGang")
        objects[0]["apiVersion"] = "scheduling.k8s.io/" + version
        objects[0]["spec"].update(spec)
        return objects

    def of_class(objects, name):
        for member in objects[1:]:
            member["spec"]["priorityClassName"] = name
        return objects

    newest = ("--scheduler-version", "1.37")
    rule = "1.37: all pods in a single pod group should have the same priority as the pod group's priority"
    for what, objects, verdict in (
            ("without classes", native("v1beta1"), YES),
            ("whose members alone have a class", of_class(native("v1beta1"), "high"), NO),
            ("whose members have its class", of_class(native("v1beta1", priorityClassName="high"), "high"), YES),
            ("whose members have another class", of_class(native("v1beta1", priorityClassName="low"), "high"), NO),
            ("with a class that is not given", native("v1beta1", priorityClassName="absent"), NOT_YES)):
        yield Combination("a native gang of 1.37 %s" % what, verdict, rule, nodes() + [low, high], objects, flags=newest)
    yield Combination("a native gang of 1.36 whose members alone have a class", YES, "1.36 compares no priorities",
                      nodes() + [low, high], of_class(native("v1alpha2"), "high"), flags=flags_of("NativeGang"))
    yield Combination("a native gang of 1.37 below a CompositePodGroup", NOT_YES, "1.37 schedules the groups of a tree together", nodes(),
                      native("v1alpha3", parentCompositePodGroupName="tree", workloadRef={"workloadName": "w", "templateName": "t"}),
                      flags=newest)
    yield Combination("a native gang with resource claims", NOT_YES, "DRAWorkloadResourceClaims: its members share them", nodes(),
                      native("v1alpha2", resourceClaims=[{"name": "c", "resourceClaimName": "shared"}]), flags=flags_of("NativeGang"))
    never = make("scheduling.k8s.io/v1", "PriorityClass", "never", None, value=0, preemptionPolicy="Never")
    mixed = native("v1beta1")
    mixed[1]["spec"]["priorityClassName"] = "never"
    yield Combination("a native gang of 1.37 of two preemption policies", NO,
                      "1.37: all pods in a single pod group should have the same preemption policy", nodes() + [never], mixed, flags=newest)
    busy = [pod("low-%d" % i, on="n1") for i in range(2)]
    yield Combination("a native gang whose class lets it preempt", NOT_NO, "Priority admission: the group has the value of its class",
                      [node("n1", cpu=2), high, *busy], of_class(native("v1alpha2", priorityClassName="high"), "high"),
                      flags=flags_of("NativeGang"))
    yield Combination("a native gang beside a PodGroup of Coscheduling of its name", NOT_YES, "the PodGroup has no members", nodes(),
                      [{"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "work"}, "spec": {"minMember": 5}},
                       *native("v1alpha2")], flags=flags_of("NativeGang"))
    for version, flags, verdict in (("v1alpha2", flags_of("NativeGang"), NO), ("v1beta1", newest, YES)):
        there = native(version)[:1]
        there[0]["metadata"].update(namespace="default", uid="u", creationTimestamp=CREATED)
        there[0]["spec"]["schedulingPolicy"] = {"gang": {"minCount": 3}}
        yield Combination("a native gang of %s that exists with another minCount" % version, verdict,
                          "1.36: the spec of a PodGroup is immutable; 1.37: minCount is mutable", nodes() + [pod("other", on="n1"), *there],
                          native(version), flags=flags)
    basic = native("v1beta1", disruptionMode={"all": {}})
    basic[0]["spec"]["schedulingPolicy"] = {"basic": {}}
    yield Combination("a native group of 1.37, basic and disrupted as a whole", NO, "1.37 validation: all needs the gang policy", nodes(),
                      basic, flags=newest)


def of_native_templates():
    """A PodGroup that names a template needs the Workload with it. (1.36 and newer, admission plugin PodGroupWorkloadExists)"""
    def native(name="work", template="workers", **spec):
        objects = workload("NativeGang")
        objects[0]["spec"].update(podGroupTemplateRef={"workload": {"workloadName": name, "podGroupTemplateName": template}}, **spec)
        return objects

    def templates(name="work"):
        return make("scheduling.k8s.io/v1alpha2", "Workload", name,
                    spec={"podGroupTemplates": [{"name": "workers", "schedulingPolicy": {"gang": {"minCount": 2}}}]})

    rule, late = "1.36 PodGroupWorkloadExists: PodGroup rejected", "PodGroupWorkloadExists: kubectl applies in order"
    terminating = templates()
    terminating["metadata"].update(deletionTimestamp=CREATED, finalizers=["example.com/keep"])
    there = native()[0]
    there["metadata"].update(namespace="default", uid="u", creationTimestamp=CREATED)
    group, *members = native()
    for what, cluster, objects, verdict, why, word in (
            ("after its Workload", [], as_manifest([templates()]) + native(), YES, rule, ""),
            ("before its Workload", [], native() + as_manifest([templates()]), NO, late, "later"),
            ("before its Workload, which exists", [templates()], native() + as_manifest([templates()]), YES, late, ""),
            ("of a template that its Workload lacks", [], as_manifest([templates()]) + native(template="nope"), NO, rule, '"nope" not found'),
            ("of a Workload that exists", [templates()], native(), YES, rule, ""),
            ("of a template that an existing Workload lacks", [templates()], native(template="nope"), NO, rule, '"nope" not found'),
            ("of a Workload that is being deleted", [terminating], native(), NO, rule, "being deleted"),
            ("of an absent Workload beside another", [templates("other")], native(), NO, rule, '"work" not found'),
            ("of an absent Workload, no list of these", [], native(), UNKNOWN, rule, "Workload work of PodGroup default/work"),
            ("that exists, its Workload does not", [templates("other"), there], [group, *members], NOT_NO, "the plugin judges creation only", "")):
        yield Combination("a native gang %s" % what, verdict, why, nodes() + cluster, objects, flags=flags_of("NativeGang"),
                          first_line=(word,) if word else ())
    newer = workload("NativeGang")
    newer[0]["apiVersion"] = "scheduling.k8s.io/v1beta1"
    newer[0]["spec"]["workloadRef"] = {"workloadName": "gone", "templateName": "workers"}
    yield Combination("a native gang of 1.37 of an absent Workload beside another", NO, rule, nodes() + [templates()], newer,
                      flags=("--scheduler-version", "1.37"), first_line=('"gone" not found',))
    low = make("scheduling.k8s.io/v1", "PriorityClass", "low", None, value=5)
    for flags, verdict in (((), YES), (("--strict",), UNKNOWN)):
        objects = workload("NativeGang")
        objects[0]["spec"]["priorityClassName"] = "absent"
        yield Combination("a native gang of 1.36 with an absent class%s" % "".join(", " + flag for flag in flags), verdict,
                          "kube_features.go: WorkloadAwarePreemption is off by default; dropDisabledPriorityClassNameField", nodes() + [low],
                          objects, flags=(*flags_of("NativeGang"), *flags))


def of_fields():
    rule = "kubectl --validate=strict: strict decoding error: unknown field"
    for name, fields in FIELDS.items():
        for path, wrong in fields:
            objects = workload(name)
            rename(objects, path, wrong)
            yield Combination("%s, %s written %s" % (name, path.split(".", 1)[1], wrong), NO, rule, nodes(), objects, first_line=(wrong,))
    for name, fields in ADDED.items():
        for path, value in fields:
            objects = workload(name)
            put(objects, path, value)
            yield Combination("%s with %s" % (name, path.split(".", 1)[1]), NO, rule, nodes(), objects,
                              first_line=(path.rsplit(".", 1)[1],))


def of_pods_not_now():
    for name, ((path, value), rule) in SUSPENDED.items():
        objects = workload(name)
        put(objects, path, value)
        yield Combination("%s, %s" % (name, path.rsplit(".", 1)[1]), NOT_YES, rule, nodes(), objects)
        if name != "CronJob":
            objects = workload(name)
            put(objects, path, False)
            yield Combination("%s, %s: false" % (name, path.rsplit(".", 1)[1]), YES, "the switch is open", nodes(), objects)
    for name, paths in ZERO.items():
        objects = workload(name)
        for path in paths:
            put(objects, path, 0)
        yield Combination("%s of zero replicas" % name, NOT_YES, "its controller makes no pod", nodes(), objects)
    for name, (path, own, rule) in MANAGED.items():
        for manager in ("kueue.x-k8s.io/multikueue", "example.com/other"):
            objects = workload(name)
            put(objects, path, manager)
            yield Combination("%s managed by %s" % (name, manager), NOT_YES, rule, nodes(), objects)
        objects = workload(name)
        put(objects, path, own)
        yield Combination("%s managed by its own controller" % name, YES, rule, nodes(), objects)
    for name, each in NO_PODS.items():
        yield Combination("a manifest of a %s alone" % name, NOT_YES, "it makes no pod", nodes(), [each])
    for label in ("scheduling.x-k8s.io/pod-groups", "app"):
        lost = workload("CoschedulingJob")
        put(lost, "1.spec.template.metadata", {"labels": {label: "work"}})
        yield Combination("CoschedulingJob whose pods have the label %s" % label, UNKNOWN, "coscheduling: the PodGroup has no members", nodes(),
                          lost, first_line=("no members",))
    gated = workload("Job")
    put(gated, "0.spec.template.spec.schedulingGates", [{"name": "example.com/check"}])
    yield Combination("Job with a scheduling gate", NOT_YES, "kube-scheduler SchedulingGates: who removes the gate is not known", nodes(),
                      gated)
    ordered = workload("StatefulSet")
    put(ordered, "0.spec.template.metadata.labels", {"app": "work", "scheduling.x-k8s.io/pod-group": "work"})
    group = workload("CoschedulingJob")[0]
    yield Combination("StatefulSet in order as a gang", NO, "statefulset controller OrderedReady: pod 1 is made when pod 0 is ready",
                      nodes(), [group, *ordered])
    parallel = [group, *workload("StatefulSet")]
    put(parallel, "1.spec.template.metadata.labels", {"app": "work", "scheduling.x-k8s.io/pod-group": "work"})
    put(parallel, "1.spec.podManagementPolicy", "Parallel")
    yield Combination("StatefulSet in parallel as a gang", YES, "statefulset controller Parallel: all pods at once", nodes(), parallel)


def of_order():
    """kubectl apply sends the objects in the order of the file. A controller makes its pods after all of them."""
    named = {"PriorityClass": (make("scheduling.k8s.io/v1", "PriorityClass", "own", None, value=5), {"priorityClassName": "own"}),
             "RuntimeClass": (make("node.k8s.io/v1", "RuntimeClass", "own", None, handler="own"), {"runtimeClassName": "own"}),
             "ServiceAccount": (make("v1", "ServiceAccount", "own"), {"serviceAccountName": "own"})}
    for kind, (companion, spec) in named.items():
        companions = as_manifest([copy.deepcopy(companion)])
        rule = "plugin %s: the Pod names an object that does not exist yet" % kind.removesuffix("Class")
        yield Combination("Pod before its %s" % kind, NO, rule, nodes(), with_spec(workload("Pod"), **spec) + companions,
                          first_line=("later",))
        yield Combination("Pod after its %s" % kind, YES, rule, nodes(), companions + with_spec(workload("Pod"), **spec))
        yield Combination("Pod before its %s, which the cluster has" % kind, YES, rule, nodes() + [copy.deepcopy(companion)],
                          with_spec(workload("Pod"), **spec) + companions)
        yield Combination("Deployment before the %s of its pods" % kind, YES, rule, nodes(),
                          with_spec(workload("Deployment"), **spec) + companions)
    space = as_manifest([make("v1", "Namespace", "new", None)])
    default = make("v1", "Namespace", "default", None, status={"phase": "Active"})
    for name in ("Pod", "Deployment", "PyTorchJob"):
        objects = workload(name)
        for each in objects:
            each["metadata"]["namespace"] = "new"
        rule = "plugin NamespaceLifecycle: namespaces not found"
        yield Combination("%s before its Namespace" % name, NO, rule, nodes() + [default], objects + space, first_line=("later",))
        yield Combination("%s after its Namespace" % name, YES, rule, nodes() + [default], space + objects)
    limits = as_manifest([make("v1", "LimitRange", "limits", spec={"limits": [{"type": "Container", "max": {"cpu": "500m"}}]})])
    rule = "plugin LimitRanger: the LimitRanges that exist when the Pod comes"
    yield Combination("Pod before a LimitRange that it violates", YES, rule, nodes(), workload("Pod") + limits)
    yield Combination("Pod after a LimitRange that it violates", NO, rule, nodes(), limits + workload("Pod"))
    yield Combination("Deployment before a LimitRange that its pods violate", NO, rule, nodes(), workload("Deployment") + limits)


def of_custom_kinds():
    """kubectl looks for the kinds of all objects before it applies any; the API server serves a version if its definition says so."""
    rule = "kubectl apply.go GetObjects: ensure CRDs are installed first; customresource_handler.go: served"

    def definition(kind, version, served=True, **metadata):
        group, versions = GROUPS_OF[kind], [{"name": version, "served": served, "storage": True}, {"name": "v9", "served": True, "storage": False}]
        made = make("apiextensions.k8s.io/v1", "CustomResourceDefinition", "%ss.%s" % (kind.lower(), group), None,
                    spec={"group": group, "names": {"kind": kind, "plural": kind.lower() + "s"}, "scope": "Namespaced", "versions": [
                        {**each, "schema": {"openAPIV3Schema": {"type": "object"}}} for each in versions]})
        made["metadata"].update(metadata)
        return made

    for name, kind, version in (("JobSet", "JobSet", "v1alpha2"), ("CoschedulingJob", "PodGroup", "v1alpha1"), ("PyTorchJob", "PyTorchJob", "v1"),
                                ("LeaderWorkerSet", "LeaderWorkerSet", "v1")):
        served, other, leaving = definition(kind, version), definition(kind, version, False), definition(kind, version, deletionTimestamp=CREATED)
        old = definition(kind, version)
        old["status"] = {"conditions": [{"type": "Established", "status": "False"}]}
        for what, cluster, before, after, verdict in (
                ("no definition", [], [], [], YES), ("its definition comes first", [], [served], [], UNKNOWN),
                ("its definition comes last", [], [], [served], UNKNOWN), ("the cluster has the definition", [served], [], [], YES),
                ("the cluster has the definition too", [served], [served], [], YES),
                ("the definition of the cluster serves another version", [other], [], [], NO),
                ("its own definition serves another version", [served], [other], [], NO),
                ("only its own definition serves its version", [other], [served], [], UNKNOWN),
                ("the definition of the cluster is being deleted", [leaving], [], [], NO),
                ("the definition of the cluster is not established", [old], [], [], NO)):
            manifest = as_manifest(copy.deepcopy(before)) + workload(name) + as_manifest(copy.deepcopy(after))
            yield Combination("%s, %s" % (name, what), verdict, rule, nodes() + copy.deepcopy(cluster), manifest)
    whole = snapshot(nodes())
    yield Combination("JobSet, its definition comes first, the list of JobSets is empty", YES, "the API server served the list", whole,
                      as_manifest([definition("JobSet", "v1alpha2")]) + workload("JobSet"))
    yield Combination("Pod beside the definition of JobSets", YES, "no object is of the kind", nodes(),
                      as_manifest([definition("JobSet", "v1alpha2")]) + workload("Pod"))


GROUPS_OF = {"JobSet": "jobset.x-k8s.io", "PodGroup": "scheduling.x-k8s.io", "PyTorchJob": "kubeflow.org", "LeaderWorkerSet": "leaderworkerset.x-k8s.io"}


def combinations():
    for part in (of_controls, of_names, of_companion_versions, of_versions_by_release, of_fields, of_pods_not_now, of_order, of_topology,
                 of_native_groups, of_native_templates, of_custom_kinds):
        yield from part()
