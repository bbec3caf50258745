# SPDX-License-Identifier: Apache-2.0
"""Workloads that name a LocalQueue of Kueue. The cluster has 16 cpu, 4 of them in use; each workload requests at most 5, so that
only the queue decides."""
import json

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import CREATED, as_manifest, make, manifest_pod, node, nodes, pod, pod_templates, put, with_cpu, with_metadata, workload

API = "kueue.x-k8s.io/v1beta1"
LOCAL, CLUSTER, FLAVOR = "team-queue", "team-cq", "team-flavor"
QUEUE_LABEL = {"kueue.x-k8s.io/queue-name": LOCAL}
NAMES = (LOCAL, CLUSTER)

# The kinds that Kueue suspends itself, and the field for it. It gates the pods of the others, and only if its Configuration
# enables that integration (kueue config.v1beta1 integrations.frameworks), which no object of the cluster shows.
SUSPENDED = {"Job": "spec.suspend", "CoschedulingJob": "spec.suspend", "PyTorchJob": "spec.runPolicy.suspend",
             "TFJob": "spec.runPolicy.suspend", "MPIJob": "spec.runPolicy.suspend", "JobSet": "spec.suspend", "RayJob": "spec.suspend",
             "RayCluster": "spec.suspend"}
GATED = ("Pod", "Deployment", "StatefulSet", "LeaderWorkerSet")
KINDS = {**{name: (name, False) for name in (*SUSPENDED, *GATED)},
         **{"suspended " + name: (name, True) for name in SUSPENDED if name != "CoschedulingJob"}}


def queued(name, suspended=False, **labels):
    """The workload with the queue's label on its job: Kueue does not manage a PodGroup of Coscheduling."""
    objects = workload(name)
    job = objects[-1]
    with_metadata([job], job["kind"], "labels", **(labels or QUEUE_LABEL))
    if suspended:
        put(job, SUSPENDED[name], True)
    return objects


def flavor(name=FLAVOR, **spec):
    return make(API, "ResourceFlavor", name, None, spec=spec)


def cluster_queue(name=CLUSTER, cpu=100, flavor_name=FLAVOR, resources=("cpu", "memory"), active="True", **spec):
    quotas = [{"name": resource, "nominalQuota": str(cpu) if resource == "cpu" else "1Ti"} for resource in resources]
    spec = {"namespaceSelector": {}, "queueingStrategy": "BestEffortFIFO", **spec,
            "resourceGroups": [{"coveredResources": list(resources), "flavors": [{"name": flavor_name, "resources": quotas}]}]}
    return make(API, "ClusterQueue", name, None, spec={key: value for key, value in spec.items() if value is not None},
                status={"conditions": [{"type": "Active", "status": active, "reason": "Ready", "message": "",
                                        "lastTransitionTime": "2026-05-04T08:00:00Z"}]})


def lending(name, cpu, limit):
    """A ClusterQueue of the cohort `all` that lends only a part of its quota."""
    built = cluster_queue(name, cpu=cpu, cohort="all")
    built["spec"]["resourceGroups"][0]["flavors"][0]["resources"][0]["lendingLimit"] = str(limit)
    return built


def leaving(built):
    built["metadata"]["deletionTimestamp"] = CREATED
    return built


def two_flavors():
    """A ClusterQueue without quota in its first flavor."""
    built = cluster_queue()
    first = {"name": "empty", "resources": [{"name": "cpu", "nominalQuota": "0"}, {"name": "memory", "nominalQuota": "0"}]}
    built["spec"]["resourceGroups"][0]["flavors"].insert(0, first)
    return built


def cohort(name, parent):
    return make(API, "Cohort", name, None, spec={"parentName": parent} if parent else {})


def topology(*levels, name="racks"):
    return make(API, "Topology", name, None, spec={"levels": [{"nodeLabel": level} for level in levels]})


def configuration(manages_all=False, wait=None, frameworks=("batch/job",), selector=None, resources=None):
    """The ConfigMap of Kueue's manager."""
    text = {"apiVersion": "config.kueue.x-k8s.io/v1beta1", "kind": "Configuration", "manageJobsWithoutQueueName": manages_all,
            "integrations": {"frameworks": list(frameworks)}}
    if wait is not None:
        text["waitForPodsReady"] = wait
    if resources is not None:
        text["resources"] = resources
    if selector is not None:
        text["managedJobsNamespaceSelector"] = selector
    built = make("v1", "ConfigMap", "kueue-manager-config", "kueue-system")
    built["data"] = {"controller_manager_config.yaml": json.dumps(text)}
    return built


def local_queue(name=LOCAL, cluster=CLUSTER, **spec):
    return make(API, "LocalQueue", name, spec={"clusterQueue": cluster, **spec})


def in_use(cpu=4):
    """A running job that the queue has admitted."""
    owner = {"apiVersion": "batch/v1", "kind": "Job", "name": "running", "uid": "u-running", "controller": True}
    workload_object = make(
        API, "Workload", "job-running-1",
        spec={"queueName": LOCAL, "podSets": [{"name": "main", "count": cpu, "template": {"spec": pod("x")["spec"]}}]},
        status={"admission": {"clusterQueue": CLUSTER, "podSetAssignments": [
            {"name": "main", "count": cpu, "flavors": {"cpu": FLAVOR}, "resourceUsage": {"cpu": str(cpu)}}]},
            "conditions": [{"type": "QuotaReserved", "status": "True"}, {"type": "Admitted", "status": "True"}]})
    workload_object["metadata"]["ownerReferences"] = [owner]
    return [workload_object] + [pod("running-%d" % i, on="n1", owner=owner) for i in range(cpu)]


def waiting(name, cpu, priority):
    """A workload that waits in the queue for `cpu`."""
    built = make(API, "Workload", name, spec={
        "queueName": LOCAL, "priority": priority, "active": True,
        "podSets": [{"name": "main", "count": 1, "template": {"spec": pod("x", cpu=cpu)["spec"]}}]})
    built["metadata"]["ownerReferences"] = [{"apiVersion": "batch/v1", "kind": "Job", "name": name, "uid": "u-" + name, "controller": True}]
    return built


def with_finished(objects, count):
    """The Workload of in_use(), of which so many pods have finished."""
    objects[0]["status"]["reclaimablePods"] = [{"name": "main", "count": count}]
    return objects


def other_queue(waits):
    waits["spec"]["queueName"] = "other"
    return waits


def of_two_groups(of_pods):
    """A ClusterQueue with a flavor for cpu and memory, and another one for the number of pods."""
    built = cluster_queue()
    quota = [{"name": "pods", "nominalQuota": "100"}]
    built["spec"]["resourceGroups"].append({"coveredResources": ["pods"], "flavors": [{"name": of_pods, "resources": quota}]})
    return built


def choice(*flavors):
    """A ClusterQueue with quota in several flavors."""
    built = cluster_queue()
    first = built["spec"]["resourceGroups"][0]["flavors"][0]
    built["spec"]["resourceGroups"][0]["flavors"] = [{**first, "name": name} for name in flavors]
    return built


def tainted(name):
    """A node of pool spot with a taint."""
    built = node(name, labels={"pool": "spot"})
    built["spec"] = {"taints": [{"key": "spot", "value": "true", "effect": "NoSchedule"}]}
    return built


def not_ready(objects, status="False"):
    """The Workload of in_use() with condition PodsReady."""
    objects[0]["status"]["conditions"].append({"type": "PodsReady", "status": status})
    return objects


def without_nodes(objects):
    for each in objects:
        if each["kind"] == "Pod":
            each["spec"].pop("nodeName", None)
            each["status"] = {"phase": "Pending"}
            each["spec"]["nodeSelector"] = {"pool": "none"}
    return objects


# name: (objects besides the nodes, verdict for kinds that Kueue suspends, words of the first line, rule)
QUEUES = {
    "queue with quota": ([flavor(), cluster_queue(), local_queue(), *in_use()], YES, (), "kueue flavorassigner: 4 used + 5 <= 100"),
    "queue full": ([flavor(), cluster_queue(cpu=4), local_queue(), *in_use()], NO, NAMES,
                   "kueue flavorassigner: insufficient unused quota"),
    "quota below the job": ([flavor(), cluster_queue(cpu=0), local_queue()], NO, NAMES, "kueue flavorassigner: exceeds maximum capacity"),
    "ClusterQueue stopped": ([flavor(), cluster_queue(stopPolicy="Hold", active="False"), local_queue()], NO, NAMES,
                             "kueue ClusterQueue.spec.stopPolicy Hold: nothing is admitted"),
    "LocalQueue stopped": ([flavor(), cluster_queue(), local_queue(stopPolicy="Hold")], NO, NAMES,
                           "kueue LocalQueue.spec.stopPolicy Hold: nothing is admitted"),
    "LocalQueue absent beside another": ([flavor(), cluster_queue(), local_queue("other-queue")], NO, (LOCAL,),
                                         "kueue scheduler: LocalQueue does not exist, the workload is inadmissible"),
    "ClusterQueue absent beside another": ([flavor(), cluster_queue("other-cq"), local_queue()], NO, NAMES,
                                           "kueue scheduler: ClusterQueue does not exist, the workload is inadmissible"),
    "queue lists not given": ([], UNKNOWN, (LOCAL,), "the LocalQueue that the workload names is not in the input"),
    "ClusterQueue list not given": ([local_queue()], UNKNOWN, NAMES, "the ClusterQueue that the LocalQueue names is not in the input"),
}

# One fault each, for a Job and a PyTorchJob.
SPECIAL = {
    "namespace not selected": (
        [flavor(), cluster_queue(namespaceSelector={"matchLabels": {"team": "a"}}), local_queue(),
         make("v1", "Namespace", "default", None, {"kubernetes.io/metadata.name": "default"})],
        NO, NAMES, "kueue scheduler: workload namespace doesn't match ClusterQueue selector"),
    "namespace selected": (
        [flavor(), cluster_queue(namespaceSelector={"matchLabels": {"team": "a"}}), local_queue(),
         make("v1", "Namespace", "default", None, {"team": "a"})],
        YES, (), "kueue scheduler: the ClusterQueue's selector matches"),
    "no namespaceSelector": ([flavor(), cluster_queue(namespaceSelector=None), local_queue()], NO, NAMES,
                             "kueue ClusterQueue.spec.namespaceSelector: null selects no namespace"),
    "cpu not covered": ([flavor(), cluster_queue(resources=("memory",)), local_queue()], NO, NAMES,
                        "kueue flavorassigner: resource cpu unavailable in ClusterQueue"),
    "flavor absent beside another": ([flavor("other-flavor"), cluster_queue(active="False"), local_queue()], NOT_YES, (),
                                     "kueue ClusterQueue controller: inactive, FlavorNotFound"),
    "flavor of nodes that do not exist": ([flavor(nodeLabels={"pool": "gold"}), cluster_queue(), local_queue()], NO, (),
                                          "kueue podset.Merge adds the flavor's nodeLabels as nodeSelector; NodeAffinity finds no node"),
    "admission check": ([flavor(), cluster_queue(admissionChecks=["provisioning"]), local_queue()], UNKNOWN, ("provisioning",),
                        "kueue: quota reserved, and admitted only when each check is Ready"),
    "admission check for its flavor": (
        [flavor(), cluster_queue(admissionChecksStrategy={"admissionChecks": [{"name": "provisioning", "onFlavors": [FLAVOR]}]}), local_queue()],
        UNKNOWN, ("provisioning",), "kueue AdmissionChecksForWorkload: onFlavors"),
    "admission check for another flavor": (
        [flavor(), cluster_queue(admissionChecksStrategy={"admissionChecks": [{"name": "provisioning", "onFlavors": ["other"]}]}), local_queue()],
        YES, (), "kueue AdmissionChecksForWorkload: onFlavors"),
    "admission check, quota full": ([flavor(), cluster_queue(cpu=4, admissionChecks=["provisioning"]), local_queue(), *in_use()], NO, NAMES,
                                    "kueue: admission checks come after the quota"),
    "flavors with different values of a label": (
        [node("n3", cpu=16, labels={"pool": "a"}), flavor(nodeLabels={"pool": "a"}), flavor("of-pods", nodeLabels={"pool": "b"}),
         of_two_groups("of-pods"), local_queue()], NOT_YES, (), "kueue podset.FromAssignment merges the flavors in the order of a map"),
    "flavors with one value of a label": (
        [node("n3", cpu=16, labels={"pool": "a"}), flavor(nodeLabels={"pool": "a"}), flavor("of-pods", nodeLabels={"pool": "a"}),
         of_two_groups("of-pods"), local_queue()], YES, (), "kueue podset.FromAssignment: the flavors agree"),
    "flavor whose toleration admits the nodes": (
        [tainted("n3"), flavor(nodeLabels={"pool": "spot"}, tolerations=[{"key": "spot", "operator": "Exists"}]), cluster_queue(),
         local_queue()], YES, (), "kueue podset.Merge adds the flavor's nodeLabels and tolerations"),
    "flavor without a toleration for its nodes": (
        [tainted("n3"), flavor(nodeLabels={"pool": "spot"}), cluster_queue(), local_queue()], NO, (),
        "kueue podset.Merge adds the nodeLabels; TaintToleration rejects the only such node"),
    "choice of flavors, the first one tolerates its nodes": (
        [tainted("n3"), flavor(nodeLabels={"pool": "spot"}, tolerations=[{"key": "spot", "operator": "Exists"}]),
         flavor("other", nodeLabels={"pool": "other"}), choice(FLAVOR, "other"), local_queue()], NOT_NO, (),
        "kueue flavorassigner takes the first flavor that fits"),
    "borrows in its cohort": ([flavor(), cluster_queue(cpu=0, cohort="all"), cluster_queue("rich-cq", cohort="all"), local_queue()], YES,
                              (),
                              "kueue flavorassigner: quota of the cohort may be borrowed"),
    "cohort without quota": ([flavor(), cluster_queue(cpu=0, cohort="all"), cluster_queue("poor-cq", cpu=1, cohort="all"), local_queue()],
                             NO, NAMES,
                             "kueue flavorassigner: the cohort lends 1 of 4"),
    "LocalQueue without a ClusterQueue that is active": ([flavor(), cluster_queue(active="False"), local_queue()], NOT_YES, (),
                                                         "kueue: an inactive ClusterQueue admits nothing; its condition may be stale"),
    "flavor with a taint that no pod tolerates": (
        [flavor(nodeTaints=[{"key": "team", "value": "b", "effect": "NoSchedule"}]), cluster_queue(), local_queue()], NO, NAMES,
        "kueue flavorassigner: untolerated taint in flavor"),
    "flavor with a topology": (
        [flavor(topologyName="racks"), cluster_queue(), local_queue(), topology("kubernetes.io/hostname")], UNKNOWN, ("racks",),
        "kueue tas_flavorassigner isTASImplied: Kueue places every workload of such a queue, which is not simulated"),
    "flavor with a topology and nodes without a level": (
        [flavor(topologyName="racks"), cluster_queue(), local_queue(), topology("rack", "kubernetes.io/hostname")], NO, ("rack", *NAMES),
        "kueue tas_flavor: a node needs the labels of all levels"),
    "flavor with a topology that is not given": (
        [flavor(topologyName="racks"), cluster_queue(), local_queue()], UNKNOWN, ("racks",), "the Topology decides, and is not in the input"),
    "flavor with a topology beside one without": (
        [flavor(topologyName="racks"), flavor("plain"), choice(FLAVOR, "plain"), local_queue(), topology("rack")], YES, (),
        "kueue checkPodSetAndFlavorMatchForTAS: without a request a flavor with topologyName is skipped"),
    "quota full of a lower priority, preemption allowed": (
        [flavor(), cluster_queue(cpu=4, preemption={"withinClusterQueue": "LowerPriority"}), local_queue(), *in_use()], NOT_YES, (),
        "kueue preemption: its victims are not simulated"),
    "ClusterQueue that drains": ([flavor(), cluster_queue(stopPolicy="HoldAndDrain", active="False"), local_queue()], NO, NAMES,
                                 "kueue ClusterQueue.spec.stopPolicy HoldAndDrain: nothing is admitted"),
    "ClusterQueue that is being deleted": ([flavor(), leaving(cluster_queue()), local_queue()], NO, NAMES,
                                           "kueue clusterQueue.updateQueueStatus: inactive while it terminates"),
    "LocalQueue that is being deleted": ([flavor(), cluster_queue(), leaving(local_queue())], NO, NAMES,
                                         "kueue workload_controller.go: LocalQueue is terminating or missing"),
    "limit on lending": (
        [flavor(), cluster_queue(cpu=0, cohort="all"), lending("rich-cq", 100, 1), local_queue()], NO, NAMES,
                         "kueue resource_node: lendingLimit 1 of 100"),
    "second flavor with quota": ([flavor("empty"), flavor(), two_flavors(), local_queue()], YES, (),
                                 "kueue flavorassigner: the next flavor fits"),
    "behind the head of a StrictFIFO queue": (
        [flavor(), cluster_queue(cpu=8, queueingStrategy="StrictFIFO"), local_queue(), *in_use(), waiting("whale", 6, 100)], NO, (),
        "kueue cluster_queue StrictFIFO: a head that does not fit blocks the queue"),
    "pods that have finished, all of the quota": (
        [flavor(), cluster_queue(cpu=5), local_queue(), *with_finished(in_use(), 4)], YES, (), "kueue podSetsCountsAfterReclaim"),
    "pods that have finished, some of the quota": (
        [flavor(), cluster_queue(cpu=5), local_queue(), *with_finished(in_use(), 1)], NO, NAMES, "kueue podSetsCountsAfterReclaim"),
    "behind an equal Workload of the same second": (
        [flavor(), cluster_queue(cpu=8), local_queue(), waiting("zz", 6, 0)], NO, NAMES, "kueue cluster_queue: the older one comes first"),
    "behind an equal Workload of another LocalQueue": (
        [flavor(), cluster_queue(cpu=8), local_queue(), local_queue("other"), other_queue(waiting("zz", 6, 0))], NO, NAMES,
        "kueue cluster_queue: its LocalQueues share it"),
    "behind the head of a StrictFIFO queue of the same second": (
        [flavor(), cluster_queue(cpu=8, queueingStrategy="StrictFIFO"), local_queue(), waiting("zz", 20, 0)], NO, (),
        "kueue cluster_queue StrictFIFO: a head that does not fit blocks the queue"),
    "cohorts in a circle": (
        [flavor(), cluster_queue(cohort="a"), local_queue(), cohort("a", "b"), cohort("b", "a")], NO, NAMES,
        "kueue hierarchy.HasCycle: the ClusterQueue is left out"),
    "cohort below a cohort with quota": (
        [flavor(), cluster_queue(cpu=0, cohort="a"), local_queue(), cohort("a", "b"), cohort("b", None), cluster_queue("rich-cq", cohort="b")],
        YES, (), "kueue resource_node: quota of the parent may be borrowed"),
    "labels of the namespace not given": (
        [flavor(), cluster_queue(namespaceSelector={"matchLabels": {"team": "a"}}), local_queue()], UNKNOWN, ("namespaces",),
        "kueue scheduler: the ClusterQueue's selector decides, and the labels are not in the input"),
    "labels of the namespace not given, its name selected": (
        [flavor(), cluster_queue(namespaceSelector={"matchLabels": {"kubernetes.io/metadata.name": "default"}}), local_queue()], YES, (),
        "every namespace has the label of its name"),
    "labels of the namespace not given, another name selected": (
        [flavor(), cluster_queue(namespaceSelector={"matchLabels": {"kubernetes.io/metadata.name": "web", "team": "a"}}), local_queue()],
        NO, NAMES, "every namespace has the label of its name"),
    "behind a head of a BestEffortFIFO queue": (
        [flavor(), cluster_queue(cpu=8), local_queue(), *in_use(), waiting("whale", 6, 100)], YES, (),
        "kueue cluster_queue BestEffortFIFO tries the next one"),
}


def of_kinds():
    for label, (name, suspended) in KINDS.items():
        for state, (objects, verdict, words, rule) in QUEUES.items():
            if name in GATED and verdict == NO:
                verdict = NOT_YES
            yield Combination("%s, %s" % (label, state), verdict, rule, nodes() + objects, queued(name, suspended), first_line=words)


def of_special_queues():
    for name in ("Job", "PyTorchJob"):
        for state, (objects, verdict, words, rule) in SPECIAL.items():
            yield Combination("%s, %s" % (name, state), verdict, rule, nodes() + objects, queued(name), first_line=words)
    gold = [node("n1", labels={"pool": "gold"}), node("n2", labels={"pool": "gold"})]
    objects = [flavor(nodeLabels={"pool": "gold"}), cluster_queue(), local_queue()]
    yield Combination("Job, flavor of nodes that exist", YES, "kueue podset.Merge: the nodes carry the flavor's labels", gold + objects,
                      queued("Job"))


def of_labels():
    """The object with the label, and other fields of a job that Kueue reads."""
    full, room = QUEUES["queue full"][0], QUEUES["queue with quota"][0]
    for name in (*SUSPENDED, *GATED):
        yield Combination("%s without the label, queue full" % name, YES, "kueue manageJobsWithoutQueueName: false by default",
                          nodes() + full, workload(name))
    # LocalQueueDefaulting (kueue 0.10, on): objects and pods without a label go to the LocalQueue `default` of their namespace.
    integrations = {"": None, "integrations of pods": ("batch/job", "pod", "deployment", "statefulset", "leaderworkerset"),
                    "integrations batch/job": ("batch/job",)}
    for name in ("Job", "CronJob", "PyTorchJob", *GATED, "ReplicaSet", "DaemonSet", "Workflow"):
        for state, cpu in (("full", 4), ("with quota", 100)):
            for given, frameworks in integrations.items():
                objects = [flavor(), cluster_queue(cpu=cpu), local_queue("default"), *in_use()]
                is_off = given == "integrations batch/job" and name not in ("Job", "CronJob")
                verdict = YES if cpu == 100 or is_off else NO if given or name in ("Job", "CronJob") else NOT_YES
                yield Combination("%s without the label, LocalQueue default %s, %s" % (name, state, given), verdict,
                                  "kueue LocalQueueDefaulting", nodes() + objects +
                                  ([configuration(frameworks=frameworks)] if frameworks else []), workload(name))
    annotated = with_metadata(workload("Job"), "Job", "annotations", **QUEUE_LABEL)
    yield Combination("Job with the old annotation, queue full", NOT_YES, "kueue QueueAnnotation is read up to 0.15, not later",
                      nodes() + full, annotated)
    # The WorkloadPriorityClass that a job names has to exist before Kueue creates its Workload (kueue jobframework prioritySource).
    name = {"kueue.x-k8s.io/priority-class": "urgent"}
    priority = [make(API, "WorkloadPriorityClass", "urgent", None, value=100)]
    other = [make(API, "WorkloadPriorityClass", "other", None, value=1)]
    for state, objects, verdict in (("not given", [], UNKNOWN), ("absent beside another", other, NOT_YES)):
        yield Combination("Job, WorkloadPriorityClass %s" % state, verdict, "kueue jobframework creates no Workload",
                          nodes() + room + objects,
                          queued("Job", **QUEUE_LABEL, **name), first_line=("urgent", "WorkloadPriorityClass"))
    yield Combination("Job, WorkloadPriorityClass given", YES, "kueue jobframework: its value is the Workload's priority",
                      nodes() + room + priority,
                      queued("Job", **QUEUE_LABEL, **name))


def of_quotas_on_workloads():
    """A ResourceQuota on the Workloads that Kueue creates: one for a Job. Whether it makes some for pods is not known."""
    room = QUEUES["queue with quota"][0]
    for name, limit, verdict in (("Job", 0, NO), ("Job", 1, YES), ("Deployment", 0, NOT_YES)):
        limited = {"hard": {"count/workloads.kueue.x-k8s.io": str(limit)}}
        quota = make("v1", "ResourceQuota", "few", spec=limited, status={**limited, "used": {"count/workloads.kueue.x-k8s.io": "0"}})
        yield Combination("%s, quota of %d Workloads" % (name, limit), verdict, "resourcequota objectCountEvaluator: Kueue's Workload",
                          nodes() + room + [quota], queued(name))


def of_topology():
    """Topology-aware scheduling: Kueue places the pods itself."""
    objects = [flavor(), cluster_queue(), local_queue()]
    for request in ("required", "preferred"):
        job = queued("Job")
        put(job[0], "spec.template.metadata.annotations", {"kueue.x-k8s.io/podset-%s-topology" % request: "kubernetes.io/hostname"})
        yield Combination("Job, %s topology without a flavor that has one" % request, NO,
                          "kueue TAS: the flavor does not support topology", nodes() + objects, job, first_line=NAMES)
        with_topology = [flavor(topologyName="racks"), cluster_queue(), local_queue(), topology("kubernetes.io/hostname")]
        yield Combination("Job, %s topology with a flavor that has one" % request, UNKNOWN,
                          "kueue TAS places the pods, which is not simulated", nodes() + with_topology, job, first_line=("racks",))


def of_configuration():
    """The configuration of Kueue's manager."""
    room = QUEUES["queue with quota"][0][:3]
    wait = configuration(wait={"enable": True, "blockAdmission": True})
    unset = configuration(wait={"enable": True})
    no_block = configuration(wait={"enable": True, "blockAdmission": False})
    pending, running = without_nodes(not_ready(in_use())), not_ready(in_use())
    for state, objects, verdict, words, rule in (
            ("pods not ready, blockAdmission", [wait, *pending], NO, ("running", "blockAdmission"),
             "kueue scheduler admit: waits for PodsReadyForAllAdmittedWorkloads"),
            ("pods not ready, wait enabled", [unset, *pending], NO, ("blockAdmission",),
             "kueue SetDefaults_Configuration v1beta1: blockAdmission is true where the wait is enabled"),
            ("pods with nodes not ready, blockAdmission", [wait, *running], UNKNOWN, ("blockAdmission",), "they may become ready"),
            ("pods ready, blockAdmission", [wait, *not_ready(in_use(), "True")], YES, (), "kueue: all admitted Workloads are ready"),
            ("pods not ready, no blockAdmission", [no_block, *running], YES, (), "kueue: blockAdmission false"),
            ("pods not ready, configuration not given", running, UNKNOWN, ("blockAdmission",), "the ConfigMap is not in the input"),
    ):
        yield Combination("Job, %s" % state, verdict, rule, nodes() + room + objects, queued("Job"), first_line=words)
    only_cpu = [flavor(), cluster_queue(resources=("cpu",)), local_queue()]
    with_memory = queued("Job")
    put(with_memory[0], "spec.template.spec.containers.0.resources.requests.memory", "1Gi")
    for state, objects, resources, job, verdict, rule in (
            ("no quota for memory", only_cpu, None, with_memory, NO, "kueue flavorassigner: the queue has no quota for memory"),
            ("memory excluded", only_cpu, {"excludeResourcePrefixes": ["memory"]}, with_memory, YES, "kueue dropExcludedResources"),
            ("cpu transformed", room, {"transformations": [{"input": "cpu", "strategy": "Replace", "outputs": {"example.com/c": "10"}}]},
             queued("Job"), UNKNOWN, "kueue applyResourceTransformations"),
            ("other resources transformed", room, {"transformations": [{"input": "example.com/a", "outputs": {"example.com/c": "10"}}]},
             queued("Job"), YES, "kueue applyResourceTransformations"),
            ("no quota for memory, quotaCheckStrategy IgnoreUndeclared", only_cpu, {"quotaCheckStrategy": "IgnoreUndeclared"}, with_memory,
             YES, "kueue quotaCheckStrategy: resources without quota pass"),
            ("no quota for memory, quotaCheckStrategy BlockUndeclared", only_cpu, {"quotaCheckStrategy": "BlockUndeclared"}, with_memory,
             NO, "kueue quotaCheckStrategy: resources without quota do not pass")):
        yield Combination("Job, %s" % state, verdict, rule, nodes() + objects + [configuration(resources=resources)], job)
    everything = configuration(manages_all=True)
    named_default = [flavor(), cluster_queue(), local_queue("default")]
    no_name = [make("v1", "Namespace", "default", None)]
    for state, objects, kind, verdict, words, rule in (
            ("manageJobsWithoutQueueName", room + [everything], "Job", NO, ("Job default", "LocalQueue"),
             "kueue WorkloadShouldBeSuspended; no LocalQueue default"),
            ("manageJobsWithoutQueueName and LocalQueue default", named_default + [everything], "Job", YES, (), "kueue LocalQueueDefaulting"),
            ("manageJobsWithoutQueueName and no list of LocalQueues", [flavor(), cluster_queue(), everything], "Job", UNKNOWN,
             ("default/default",), "LocalQueue default may exist"),
            ("manageJobsWithoutQueueName without its integration", room + [everything], "PyTorchJob", YES, (),
             "kueue config integrations.frameworks: batch/job only"),
            ("manageJobsWithoutQueueName and the integration of Jobs", room + [everything], "JobSet", UNKNOWN, ("JobSet default",),
             "kueue suspends Jobs whose owner it does not manage"),
            ("manageJobsWithoutQueueName and the integration of pods", room + [configuration(manages_all=True, frameworks=("pod",))],
             "Deployment", UNKNOWN, ("Deployment default",), "kueue gates pods whose owner it does not manage"),
            ("manageJobsWithoutQueueName in other namespaces",
             room + no_name + [configuration(manages_all=True, selector={"matchLabels": {"kueue": "yes"}})], "Job", YES, (),
             "kueue managedJobsNamespaceSelector does not match"),
    ):
        yield Combination("%s without the label, %s" % (kind, state), verdict, rule, nodes() + objects, workload(kind), first_line=words)


def of_integrations():
    """A suspended object of a kind that Kueue's configuration leaves out."""
    room = QUEUES["queue with quota"][0]
    for frameworks, verdict in ((("batch/job",), NO), (("batch/job", "kubeflow.org/pytorchjob"), YES)):
        yield Combination("suspended PyTorchJob, integrations %s" % " ".join(frameworks), verdict,
                          "kueue config integrations.frameworks: it starts no object of other kinds",
                          nodes() + room + [configuration(frameworks=frameworks)], queued("PyTorchJob", True))


def of_pod_groups():
    """Plain pods that Kueue admits together."""
    labels = {**QUEUE_LABEL, "kueue.x-k8s.io/pod-group-name": "work"}
    for state in ("queue full", "LocalQueue absent beside another", "queue lists not given", "queue with quota"):
        objects, verdict, words, rule = QUEUES[state]
        for count, total in ((2, 2), (1, 2)):
            members = [manifest_pod("work-%d" % i, labels=labels,
                                    annotations={"kueue.x-k8s.io/pod-group-total-count": str(total)}) for i in range(count)]
            expected = verdict if verdict in (YES, UNKNOWN) else NOT_YES
            if expected == YES:
                expected = NOT_NO  # Unknown if the program reports that it approximates these groups
            if count < total:
                expected, rule = NOT_YES, "kueue pod reconciler creates the Workload once the total count of pods exists"
            yield Combination("pod group with %d of %d pods, %s" % (count, total, state), expected, rule, nodes() + objects, members,
                              first_line=words if count == total else ())


def of_flavors():
    """Kueue takes the first flavor of a group that fits (kueue flavorassigner); n1 is of pool a, and n2 of pool b."""
    pools = [node("n1", cpu=2, labels={"pool": "a"}), node("n2", labels={"pool": "b"})]

    def queue(first, **spec):
        made = cluster_queue(**spec)
        made["spec"]["resourceGroups"][0]["flavors"] = [
            {"name": name, "resources": [{"name": "cpu", "nominalQuota": cpu}, {"name": "memory", "nominalQuota": "1Ti"}]}
            for name, cpu in (("a", str(first)), ("b", "10"))]
        return made

    def job(pool=None):
        made = queued("Job")
        if pool:
            put(made[0], "spec.template.spec.nodeSelector", {"pool": pool})
        return made

    named = [flavor("a", nodeLabels={"pool": "a"}), flavor("b", nodeLabels={"pool": "b"})]
    high = make("scheduling.k8s.io/v1", "PriorityClass", "high", None, value=1000)
    important = job()
    put(important[0], "spec.template.spec.priorityClassName", "high")
    stops = queue(4, preemption={"withinClusterQueue": "LowerPriority"}, flavorFungibility={"whenCanPreempt": "Preempt"})
    of_a = in_use(2)
    of_a[0]["status"]["admission"]["podSetAssignments"][0]["flavors"] = {"cpu": "a"}
    for what, objects, manifest, verdict in (
            ("no quota in the first one", [*named, queue(0), local_queue()], job(), YES),
            ("the first one has too few nodes", [*named, queue(10), local_queue()], job(), NO),
            ("a selector of the second one", [*named, queue(10), local_queue()], job("b"), YES),
            ("a selector of no one", [*named, queue(10), local_queue()], job("c"), NO),
            ("a first one without labels", [flavor("a"), named[1], queue(0), local_queue()], job(), YES),
            ("a first one without labels, a selector of the second one", [flavor("a"), named[1], queue(10), local_queue()], job("b"), UNKNOWN),
            ("a first one in which it may preempt", [*named, stops, local_queue(), *of_a, high], important, NOT_YES)):
        yield Combination("Job, a choice of flavors, %s" % what, verdict, "kueue flavorassigner findFlavorForPodSets", pools + objects, manifest)


def of_pod_sets():
    """Each role of an object, and each pod of a Deployment, gets a flavor of its own (kueue flavorassigner, PodSets)."""
    for name, quotas, verdict in (("JobSet", ("3", "3"), YES), ("JobSet", ("2", "2"), NO), ("Job", ("3", "3"), NO), ("Job", ("3", "4"), YES),
                                  ("Deployment", ("2", "2"), YES), ("Deployment", ("2", "1"), NO), ("LeaderWorkerSet", ("2", "2"), YES)):
        queue = choice(FLAVOR, "other")
        for each, cpu in zip(queue["spec"]["resourceGroups"][0]["flavors"], quotas):
            each["resources"] = [{"name": "cpu", "nominalQuota": cpu}, {"name": "memory", "nominalQuota": "1Ti"}]
        yield Combination("%s, flavors of %s and %s cpu" % (name, *quotas), verdict, "kueue flavorassigner: one flavor for each pod set",
                          nodes() + [flavor(), flavor("other"), queue, local_queue()], queued(name))


def of_pods_of_a_group():
    """A group of pods is one Workload, with a pod set for each kind of pod (kueue pod_controller.go constructGroupPodSets)."""
    labels = {**QUEUE_LABEL, "kueue.x-k8s.io/pod-group-name": "work"}
    for requests, quotas, verdict in (((1, 1, 1, 1), ("3", "3"), NO), ((1, 1, 1, 1), ("3", "4"), YES), ((1, 1, 3), ("3", "3"), YES),
                                      ((1, 1, 3), ("2", "2"), NO)):
        queue = choice(FLAVOR, "other")
        for each, cpu in zip(queue["spec"]["resourceGroups"][0]["flavors"], quotas):
            each["resources"] = [{"name": "cpu", "nominalQuota": cpu}, {"name": "memory", "nominalQuota": "1Ti"}]
        members = [manifest_pod("work-%d" % i, cpu=cpu, labels=labels,
                                annotations={"kueue.x-k8s.io/pod-group-total-count": str(len(requests))}) for i, cpu in enumerate(requests)]
        yield Combination("pod group of %s cpu, flavors of %s and %s cpu" % (" and ".join(map(str, requests)), *quotas), verdict,
                          "kueue: one Workload for the group", nodes() + [flavor(), flavor("other"), queue, local_queue()], members)


def of_numbers_of_pod_sets():
    """A Workload has at most 18 pod sets, before v0.16 at most 8 (maxItems), and that of a group of pods at most 8
    (ConstructComposableWorkload: pod group can't include more than 8 roles)."""
    room = nodes() + QUEUES["queue with quota"][0]
    kueue = "kueue.x-k8s.io/"

    def group(count, **annotations):
        return [manifest_pod("work-%d" % i, cpu="%dm" % (100 + i), labels={**QUEUE_LABEL, kueue + "pod-group-name": "work"},
                             annotations={kueue + "pod-group-total-count": str(count), **annotations}) for i in range(count)]

    of_ports = group(9)
    for number, member in enumerate(of_ports):
        container = member["spec"]["containers"][0]
        container["resources"]["requests"]["cpu"] = "100m"
        container["ports"] = [{"containerPort": 8000 + number}]
    rule = "kueue ConstructComposableWorkload: pod group can't include more than 8 roles"
    for what, members, verdict, words in (
            ("of 8 shapes", group(8), YES, ()), ("of 9 shapes", group(9), NO, ("9 shapes, and a group may have at most 8",)),
            ("of 9 shapes with fast admission", group(9, **{kueue + "pod-group-fast-admission": "true"}), NOT_NO, ()),
            ("of 9 shapes by their ports", of_ports, UNKNOWN, ("shapes",))):
        yield Combination("pod group %s" % what, verdict, rule, room, members, first_line=words)
    for count, verdict, words in ((8, YES, ()), (9, UNKNOWN, ("release of Kueue",)), (18, UNKNOWN, ("release of Kueue",)),
                                  (19, NO, ("it has 19 groups of pods, and a Workload has at most 18",))):
        job_set, cluster = queued("JobSet"), queued("RayCluster")
        first = job_set[0]["spec"]["replicatedJobs"][0]
        job_set[0]["spec"]["replicatedJobs"] = [{**json.loads(json.dumps(first)), "name": "r%d" % i} for i in range(count)]
        first = cluster[0]["spec"]["workerGroupSpecs"][0]
        cluster[0]["spec"]["workerGroupSpecs"] = [{**json.loads(json.dumps(first)), "groupName": "r%d" % i, "replicas": 1}
                                                  for i in range(count - 1)]
        for name, objects in (("JobSet", job_set), ("RayCluster", cluster)):
            yield Combination("%s of %d pod sets" % (name, count), verdict, "kueue workload_types.go: podSets, maxItems 18, before v0.16 8",
                              room, with_cpu(objects, "100m"), first_line=words)


def of_left_out_namespaces():
    """managedJobsNamespaceSelector does not select the namespace: ManagedJobsNamespaceSelectorAlwaysRespected (0.15, on)."""
    out = configuration(selector={"matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": "NotIn", "values": ["default"]}]})
    room, full = QUEUES["queue with quota"][0], QUEUES["queue full"][0]
    for suspended, objects, state, verdict in ((False, room, "with quota", YES), (False, full, "full", UNKNOWN), (True, room, "with quota", UNKNOWN)):
        yield Combination("%sJob in a namespace that is left out, queue %s" % ("suspended " if suspended else "", state), verdict,
                          "kueue before 0.15 manages it, and later ones do not", nodes() + objects + [out], queued("Job", suspended))


def of_components():
    """An AppWrapper without a queue whose Job names one."""
    for state in ("queue full", "LocalQueue absent beside another"):
        objects, _, words, rule = QUEUES[state]
        wrapper = workload("AppWrapper")
        for component in wrapper[0]["spec"]["components"]:
            put(component, "template.metadata.labels", QUEUE_LABEL)
        yield Combination("AppWrapper with a Job in a queue, %s" % state, NOT_YES, rule, nodes() + objects, wrapper, first_line=words)


def of_existing_jobs():
    """A Job that waits in its queue already, or has its quota: it asks once."""
    there = queued("Job")
    there[0]["metadata"].update(namespace="default", uid="u-work", creationTimestamp="2026-05-04T08:00:00Z")
    put(there[0], "spec.suspend", True)
    held = in_use()
    held[0]["metadata"]["ownerReferences"][0]["name"] = "work"
    for state, workloads, cpu, verdict in (("waits", [waiting("work", 4, 0)], 4, YES), ("waits", [waiting("work", 4, 0)], 3, NO),
                                           ("waits behind others", [waiting("work", 4, 0), waiting("zz", 4, 0)], 4, YES),
                                           ("has its quota", held[:1], 4, YES)):
        yield Combination("Job exists and %s, quota of %d" % (state, cpu), verdict, "kueue ensureOneWorkload: a job has one Workload",
                          nodes() + [flavor(), cluster_queue(cpu=cpu), local_queue(), *there, *workloads], queued("Job"))


def of_moves():
    """A Job that exists, and that the file moves to another queue."""
    for suspended in (True, False):
        for old in ("other", None, LOCAL):
            there = queued("Job", suspended, **({"kueue.x-k8s.io/queue-name": old} if old else {"app": "work"}))
            there[0]["metadata"].update(namespace="default", uid="u-work", creationTimestamp="2026-05-04T08:00:00Z")
            verdict = YES if suspended or old == LOCAL else NO
            yield Combination("Job exists, %s, in queue %s" % ("suspended" if suspended else "not suspended", old), verdict,
                              "kueue validateUpdateForQueueName: immutable unless suspended",
                              nodes() + [flavor(), cluster_queue(), local_queue(), local_queue("other"), *there],
                              queued("Job", False, **QUEUE_LABEL))


def of_manifest_queues():
    """Queues that the manifest creates or changes beside the job."""
    given = [flavor(), cluster_queue(), local_queue()]
    for what, cluster, own, verdict in (
            ("a ClusterQueue of less quota", given, cluster_queue(cpu=3), NO),
            ("a ClusterQueue of more quota", [flavor(), cluster_queue(cpu=3), local_queue()], cluster_queue(cpu=4), YES),
            ("a ClusterQueue that is stopped", [flavor(), cluster_queue(stopPolicy="Hold"), local_queue()], cluster_queue(), NO),
            ("a ClusterQueue that is inactive", [flavor(), cluster_queue(cpu=3, active="False"), local_queue()], cluster_queue(cpu=4), NO),
            ("its LocalQueue, beside another", [flavor(), cluster_queue(), local_queue("other")], local_queue(), YES),
            ("its LocalQueue, of too little quota", [flavor(), cluster_queue(cpu=3), local_queue("other")], local_queue(), NO),
            ("its LocalQueue, the others not given", [flavor(), cluster_queue()], local_queue(), UNKNOWN),
            ("a flavor of absent nodes", given, flavor(nodeLabels={"pool": "gold"}), NO)):
        yield Combination("Job and %s" % what, verdict, "kubectl apply creates them all, and Kueue reads them", nodes() + cluster,
                          as_manifest([own]) + queued("Job"))


def of_parts():
    """The label on pods or Jobs whose owner has none (kueue FindAncestorJobManagedByKueue, pod_webhook.go)."""
    states = {state: QUEUES[state] for state in ("queue full", "LocalQueue absent beside another", "queue with quota")}
    integrations = {"": None, "integrations pod": ("batch/job", "pod"), "integrations batch/job": ("batch/job",)}
    for name in ("Job", "CronJob", "PyTorchJob", "MPIJob", "JobSet", "RayCluster", "RayJob", "LeaderWorkerSet", "Workflow", "VolcanoJob"):
        for state, (objects, verdict, words, rule) in states.items():
            for given, frameworks in integrations.items():
                built = workload(name)
                if name == "Workflow":
                    put(built[0], "spec.podMetadata.labels", QUEUE_LABEL)
                for each in pod_templates(built):
                    each.setdefault("metadata", {}).setdefault("labels", {}).update(QUEUE_LABEL)
                expected = YES if given == "integrations batch/job" else NOT_YES if verdict == NO and not given else verdict
                if name == "VolcanoJob":
                    expected, words = NOT_NO if expected == YES else NOT_YES, ()  # it has a scheduler of its own
                if name == "RayJob":
                    words = ()  # its submitter waits for the cluster, so the first line counts pods
                yield Combination("%s with the label on its pods, %s, %s" % (name, state, given), expected, rule,
                                  nodes() + objects + ([configuration(frameworks=frameworks)] if frameworks else []), built,
                                  first_line=words if expected in (NO, NOT_YES) else ())
    for state, (objects, verdict, words, rule) in states.items():
        job_set = workload("JobSet")
        for job in job_set[0]["spec"]["replicatedJobs"]:
            put(job, "template.metadata.labels", QUEUE_LABEL)
        yield Combination("JobSet with the label on its Jobs, %s" % state, verdict, "kueue job_webhook.go: batch/job is on by default",
                          nodes() + objects, job_set, first_line=words)


def of_preemption():
    """Quota in use that Kueue may take back: which Workloads it preempts is not simulated."""
    high = make("scheduling.k8s.io/v1", "PriorityClass", "high", None, value=1000)
    for policy, priority, verdict in (("LowerPriority", "high", UNKNOWN), ("LowerPriority", "", NO), ("Never", "high", NO),
                                      ("LowerOrNewerEqualPriority", "high", UNKNOWN)):
        job = queued("Job")
        if priority:
            put(job[0], "spec.template.spec.priorityClassName", priority)
        objects = [flavor(), cluster_queue(cpu=4, preemption={"withinClusterQueue": policy}), local_queue(), *in_use(), high]
        yield Combination("Job of priority %s, quota full, withinClusterQueue %s" % (priority or "0", policy), verdict,
                          "kueue preemption: candidates of lower priority", nodes() + objects, job)
    for policy, verdict in (("Any", UNKNOWN), ("LowerPriority", NO), ("Never", NO)):
        running = in_use()
        running[0]["status"]["admission"]["clusterQueue"] = "other-cq"
        objects = [flavor(), cluster_queue(cpu=4, cohort="all", preemption={"reclaimWithinCohort": policy}), local_queue(),
                   cluster_queue("other-cq", cpu=0, cohort="all"), *running]
        yield Combination("Job, quota lent, reclaimWithinCohort %s" % policy, verdict, "kueue preemption: candidates of a queue that borrows",
                          nodes() + objects, queued("Job"))


def of_priorities():
    """Which class decides whether a job goes before a Workload of priority 500 that needs 6 of 8 cpu."""
    classes = [make("scheduling.k8s.io/v1", "PriorityClass", name, None, value=value) for name, value in (("low", 100), ("high", 1000))]
    classes.append(make(API, "WorkloadPriorityClass", "urgent", None, value=900))
    objects = nodes() + [flavor(), cluster_queue(cpu=8), local_queue(), waiting("whale", 6, 500), *classes]
    replicas = "spec.%sReplicaSpecs.%s.template.spec.priorityClassName"
    of_jobs = "spec.replicatedJobs.%d.template.spec.template.spec.priorityClassName"
    policy = "spec.runPolicy.schedulingPolicy.priorityClass"
    for name, what, fields, verdict in (
            ("JobSet", "low and high", {of_jobs % 0: "low", of_jobs % 1: "high"}, NO),
            ("JobSet", "none and high", {of_jobs % 1: "high"}, YES),
            ("PyTorchJob", "low and high", {replicas % ("pytorch", "Master"): "low", replicas % ("pytorch", "Worker"): "high"}, NO),
            ("PyTorchJob", "high by its policy", {policy: "high"}, YES),
            ("PyTorchJob", "low by its policy and high", {policy: "low", replicas % ("pytorch", "Worker"): "high"}, NO),
            ("PyTorchJob", "absent by its policy", {policy: "absent"}, NO),
            ("MPIJob", "low and high", {replicas % ("mpi", "Launcher"): "low", replicas % ("mpi", "Worker"): "high"}, NO),
            ("MPIJob", "high by its policy", {policy: "high"}, YES),
            ("RayCluster", "low and high", {"spec.headGroupSpec.template.spec.priorityClassName": "low",
                                            "spec.workerGroupSpecs.0.template.spec.priorityClassName": "high"}, NO)):
        objects_of_job = queued(name)
        for path, value in fields.items():
            put(objects_of_job[0], path, value)
        yield Combination("%s, priority %s" % (name, what), verdict, "kueue jobframework ExtractPriority, PriorityClass of the kind",
                          objects, objects_of_job)
    label = {"kueue.x-k8s.io/priority-class": "urgent"}
    for where, verdict in (("spec.jobTemplate.metadata.labels", YES), ("metadata.labels", NO)):
        job = workload("CronJob")
        put(job[0], "spec.jobTemplate.metadata.labels", dict(QUEUE_LABEL))
        put(job[0], where, {**label, **(QUEUE_LABEL if "Template" in where else {})})
        put(job[0], "spec.jobTemplate.spec.parallelism", 3)
        put(job[0], "spec.jobTemplate.spec.completions", 3)
        yield Combination("CronJob, class urgent in %s" % where, verdict, "kueue reads the label of the Job", objects, job)


def of_newer_releases():
    """What Kueue 0.18 to 0.20 added."""
    room = nodes() + QUEUES["queue with quota"][0]
    gate = {"kueue.x-k8s.io/admission-gated-by": "example.com/budget"}
    for what, annotations, verdict in (("a gate", gate, NOT_YES), ("a gate that is empty", {key: "" for key in gate}, YES)):
        yield Combination("Job with %s in annotation admission-gated-by" % what, verdict, "kueue AdmissionGatedBy (0.19, on)", room,
                          with_metadata(queued("Job"), "Job", "annotations", **annotations))
    behind = nodes() + [flavor(), cluster_queue(cpu=8), local_queue(), waiting("whale", 6, -5)]
    for value, verdict in ((0, YES), (-9, NOT_YES)):
        default = make(API, "WorkloadPriorityClass", "default", None, value=value)
        yield Combination("Job without a class, WorkloadPriorityClass default of %d" % value, verdict,
                          "kueue WorkloadPriorityClassDefaulting (0.20, on)", behind + [default], queued("Job"))
    claims = [make("resource.k8s.io/v1", "DeviceClass", "gpu", None, spec={}),
              make("resource.k8s.io/v1", "ResourceClaimTemplate", "one", spec={"spec": {"devices": {"requests": [
                  {"name": "gpu", "exactly": {"deviceClassName": "gpu"}}]}}})]
    claims += [make("resource.k8s.io/v1", "ResourceSlice", "s-" + each["metadata"]["name"], None, spec={
        "driver": "gpu.example.com", "nodeName": each["metadata"]["name"], "devices": [{"name": "d%d" % i} for i in range(4)],
        "pool": {"name": each["metadata"]["name"], "generation": 1, "resourceSliceCount": 1}}) for each in nodes()]
    for where, objects, build, verdict in (("in a queue", room, queued, NOT_YES), ("without a queue", nodes(), workload, YES)):
        job = build("Job")
        put(job[0], "spec.template.spec.resourceClaims", [{"name": "gpu", "resourceClaimTemplateName": "one"}])
        put(job[0], "spec.template.spec.containers.0.resources.claims", [{"name": "gpu"}])
        yield Combination("Job of pods with claims, %s" % where, verdict, "kueue KueueDRAIntegration (0.18, on)", objects + claims, job)


def of_later_pods():
    """Quota for pods that come once others have completed."""
    for cpu, verdict in ((4, YES), (3, NO)):
        job = queued("JobSet")
        put(job[0], "spec.replicatedJobs.1.dependsOn", [{"name": "driver", "status": "Complete"}])
        yield Combination("JobSet whose workers come later, quota of %d" % cpu, verdict, "kueue jobset_controller.go PodSets",
                          nodes() + [flavor(), cluster_queue(cpu=cpu), local_queue()], job)


def of_shares():
    """Two queues of a cohort wait for 4 cpu of a third one. With weights, shares decide; their order is not simulated."""
    other = waiting("other", 4, -1)
    other["spec"]["queueName"] = "other"
    weight = {"fairSharing": {"weight": "2"}}
    scope = {"admissionScope": {"admissionMode": "UsageBasedAdmissionFairSharing"}}
    for what, spec, cpu, verdict in (("no weights", {}, 4, YES), ("weights", weight, 4, UNKNOWN), ("weights, quota for both", weight, 8, YES),
                                     ("weights, quota for none", weight, 3, NO), ("usage by LocalQueue", scope, 4, UNKNOWN)):
        objects = [flavor(), cluster_queue(cpu=0, cohort="all", **spec), local_queue(), cluster_queue("other-cq", cpu=0, cohort="all"),
                   local_queue("other", "other-cq"), cluster_queue("rich-cq", cpu=cpu, cohort="all"), other]
        yield Combination("Job beside a Workload of its cohort, %s" % what, verdict, "kueue fair_sharing_iterator.go", nodes() + objects,
                          queued("Job"))


def of_webhooks():
    """What Kueue's webhooks refuse (pkg/controller/jobs/*_webhook.go, jobframework/validation.go), with room in the queue."""
    room = nodes() + QUEUES["queue with quota"][0]
    kueue = "kueue.x-k8s.io/"
    fields = {"RayJob": (("without shutdownAfterJobFinishes", "spec.shutdownAfterJobFinishes", False),
                         ("with autoscaling", "spec.rayClusterSpec.enableInTreeAutoscaling", True)),
              "RayCluster": (("with autoscaling", "spec.enableInTreeAutoscaling", True),
                             ("with a worker group called head", "spec.workerGroupSpecs.0.groupName", "head")),
              "SparkApplication": (("in client mode", "spec.mode", "client"),
                                   ("with dynamicAllocation", "spec.dynamicAllocation", {"enabled": True, "initialExecutors": 2}))}
    for name, faults in fields.items():
        for what, path, value in faults:
            objects = queued(name)
            put(objects[0], path, value)
            yield Combination("%s %s" % (name, what), NO, "kueue webhook of the kind", room, objects)
    for what, annotations, verdict in (
            ("job-min-parallelism 4 of 4", {kueue + "job-min-parallelism": "4"}, NO), ("job-min-parallelism x", {kueue + "job-min-parallelism": "x"}, NO),
            ("job-min-parallelism 3 of 4", {kueue + "job-min-parallelism": "3"}, YES),
            ("completions-equal-parallelism, NonIndexed", {kueue + "job-completions-equal-parallelism": "true"}, NO),
            ("completions-equal-parallelism off", {kueue + "job-completions-equal-parallelism": "false"}, YES)):
        yield Combination("Job with %s" % what, verdict, "kueue job_webhook.go", room,
                          with_metadata(queued("Job"), "Job", "annotations", **annotations))
    for seconds, verdict in (("0", NO), ("x", NO), ("60", YES)):
        yield Combination("Job with max-exec-time-seconds %s" % seconds, verdict, "kueue validateCreateForMaxExecTime", room,
                          with_metadata(queued("Job"), "Job", "labels", **{kueue + "max-exec-time-seconds": seconds}))
    for topology_of, verdict in (({}, NO), ({kueue + "podset-required-topology": "rack"}, NO)):  # the flavor has no topology
        grouped = queued("Job")
        put(grouped[0], "spec.template.metadata.annotations", {kueue + "podset-group-name": "all", **topology_of})
        yield Combination("Job with podset-group-name, %s topology" % ("a required" if topology_of else "no"), verdict,
                          "kueue ValidateTASPodSetRequest; the flavor does not support topology", room, grouped)
    yield Combination("elastic JobSet", NO, "kueue ValidateElasticJobAnnotation", room,
                      with_metadata(queued("JobSet"), "JobSet", "annotations", **{kueue + "elastic-job": "true"}))
    yield Combination("Job with a prebuilt Workload that is absent", NOT_YES, "kueue ensurePrebuiltWorkload: the job stays suspended", room,
                      with_metadata(queued("Job"), "Job", "labels", **{kueue + "prebuilt-workload-name": "absent"}))

    def group(*totals, queues=(LOCAL, LOCAL, LOCAL), **more):
        return [manifest_pod("work-%d" % i, labels={kueue + "queue-name": queues[i], **more.get("labels", {kueue + "pod-group-name": "work"})},
                             annotations={kueue + "pod-group-total-count": total} if total else None) for i, total in enumerate(totals)]
    for what, members in (("without a total count", group(None)), ("with a total count alone", group("1", labels={})),
                          ("with the total count x", group("x")), ("of two total counts", group("2", "3")),
                          ("in two queues", group("2", "2", queues=(LOCAL, "other"))), ("of three pods with the total count 2", group("2", "2", "2")),
                          ("with the label managed=false", group(None, labels={kueue + "managed": "false"}))):
        yield Combination("pod group %s" % what, NOT_YES, "kueue pod_webhook.go and pod_controller.go", room, members)


def of_existing_pods():
    """explain: pods behind Kueue's gate, as its webhook creates them."""
    labels = {**QUEUE_LABEL, "kueue.x-k8s.io/managed": "true", "kueue.x-k8s.io/pod-group-name": "work",
              "scheduling.x-k8s.io/pod-group": "work"}
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    members = [pod("work-%d" % i, labels=labels, annotations={"kueue.x-k8s.io/pod-group-total-count": "2"},
                   schedulingGates=[{"name": "kueue.x-k8s.io/admission"}]) for i in range(2)]
    held = make(API, "Workload", "work",
                spec={"queueName": LOCAL, "podSets": [{"name": "main", "count": 2, "template": {"spec": pod("x")["spec"]}}]})
    held["metadata"]["ownerReferences"] = [{"apiVersion": "v1", "kind": "Pod", "name": each["metadata"]["name"],
                                            "uid": each["metadata"]["name"]} for each in members]
    for state in ("queue full", "ClusterQueue stopped", "LocalQueue stopped", "LocalQueue absent beside another",
                  "ClusterQueue absent beside another",
                  "queue lists not given", "queue with quota"):
        objects, verdict, _, rule = QUEUES[state]
        expected = NOT_YES if verdict == UNKNOWN else verdict  # gated now, and no authority shows when the gate opens
        yield Combination("explain of gated pods, %s" % state, expected, rule, nodes() + objects + [group, held, *members], group="work")
    room = QUEUES["queue with quota"][0]
    spot = [flavor(nodeLabels={"pool": "spot"}), *room[1:]]
    reserved = {"admission": {"clusterQueue": CLUSTER, "podSetAssignments": [
        {"name": "main", "count": 2, "flavors": {"cpu": FLAVOR}, "resourceUsage": {"cpu": "2"}}]}}
    evicted = [{"type": "Evicted", "status": "True", "reason": "AdmissionCheck"}, {"type": "Requeued", "status": "False"}]
    ready = {"name": "budget", "state": "Ready"}
    placed = {**ready, "podSetUpdates": [{"name": "main", "nodeSelector": {"pool": "spot"}}]}
    for state, objects, status, expected, rule in (
            ("evicted and not requeued", room, {"conditions": evicted}, NO, "kueue cluster_queue backoffWaitingTimeExpired"),
            ("reserved, check ready", room, {**reserved, "admissionChecks": [ready]}, YES, "kueue: all checks are Ready"),
            ("reserved, check ready, no node of the flavor", spot, {**reserved, "admissionChecks": [ready]}, NO,
             "kueue podset.FromAssignment: the flavor's nodeLabels"),
            ("reserved, check ready that updates pod sets", room, {**reserved, "admissionChecks": [placed]}, UNKNOWN,
             "kueue podset.FromUpdate: podSetUpdates.nodeSelector")):
        yield Combination("explain of gated pods, %s" % state, expected, rule,
                          nodes() + objects + [group, {**held, "status": status}, *members], group="work")


def of_evictions():
    """Pods of an admitted Workload that Kueue evicts."""
    def with_workload(**spec):
        objects = in_use()
        objects[0]["spec"].update(spec)
        return objects

    def with_check(state):
        objects = in_use()
        objects[0]["status"]["admissionChecks"] = [{"name": "budget", "state": state}]
        return objects

    def with_condition(kind):
        objects = in_use()
        objects[0]["status"]["conditions"].append({"type": kind, "status": "True", "reason": "Preempted"})
        return objects

    evicts = "kueue workload_controller Reconcile: it evicts the Workload and stops its job"
    cases = {"nothing": ([cluster_queue(), local_queue(), *in_use()], YES, "kueue: it stays admitted"),
             "ClusterQueue Hold": ([cluster_queue(stopPolicy="Hold"), local_queue(), *in_use()], YES, "kueue: it stays admitted"),
             "ClusterQueue HoldAndDrain": ([cluster_queue(stopPolicy="HoldAndDrain"), local_queue(), *in_use()], NO, evicts),
             "LocalQueue HoldAndDrain": ([cluster_queue(), local_queue(stopPolicy="HoldAndDrain"), *in_use()], NO, evicts),
             "active: False": ([cluster_queue(), local_queue(), *with_workload(active=False)], NO, evicts),
             "check Ready": ([cluster_queue(), local_queue(), *with_check("Ready")], YES, "kueue: it stays admitted"),
             "check Retry": ([cluster_queue(), local_queue(), *with_check("Retry")], NO, evicts),
             "check Rejected": ([cluster_queue(), local_queue(), *with_check("Rejected")], NO, evicts),
             "Evicted": ([cluster_queue(), local_queue(), *with_condition("Evicted")], NO, evicts)}
    gone = in_use()
    gone[0]["metadata"].update(deletionTimestamp=CREATED, finalizers=["kueue.x-k8s.io/resource-in-use"])
    cases["being deleted"] = ([cluster_queue(), local_queue(), *gone], NO, "kueue ReconcileGenericJob: StopReasonWorkloadDeleted")
    later = node("n3")
    later["metadata"]["creationTimestamp"] = "2026-05-04T09:00:00Z"  # an hour after the admission
    past = "kueue workload_controller reconcileMaxExecutionTime"
    for seconds, before, verdict in ((3601, 0, YES), (3600, 0, NO), (4000, 400, NO), (4001, 400, YES)):
        limited = with_workload(maximumExecutionTimeSeconds=seconds)
        limited[0]["status"]["accumulatedPastExexcutionTimeSeconds"] = before
        for condition in limited[0]["status"]["conditions"]:
            condition["lastTransitionTime"] = CREATED
        cases["%d s, %d before, one hour later" % (seconds, before)] = ([later, cluster_queue(), local_queue(), *limited], verdict, past)
    unadmitted = in_use()
    unadmitted[0]["status"] = {"conditions": [{"type": "QuotaReserved", "status": "False", "reason": "Pending"}]}
    cases["not admitted"] = ([cluster_queue(), local_queue(), *unadmitted], UNKNOWN, "kueue ReconcileGenericJob: a running job is stopped")
    for name, (objects, verdict, rule) in cases.items():
        for group in ("job/running", "pod/running-0"):
            yield Combination("explain of %s, %s" % (group, name), verdict, rule, nodes() + [flavor(), *json.loads(json.dumps(objects))],
                              group=group)


def of_requeues():
    """A file without a time of its capture: the newest time that has passed is now."""
    waits = waiting("work", 1, 0)
    waits["status"] = {"conditions": [{"type": "Evicted", "status": "True", "reason": "PodsReadyTimeout", "lastTransitionTime": CREATED}],
                       "requeueState": {"count": 1, "requeueAt": "2026-05-05T00:00:00Z"}}
    for flags in ((), ("--robust",)):  # the Job has no pods yet
        yield Combination("explain %s of a Job, its Workload is requeued tomorrow" % " ".join(flags), NO,
                          "kueue cluster_queue backoffWaitingTimeExpired",
                          nodes() + [flavor(), cluster_queue(), local_queue(), waits], group="job/work", flags=flags)


def of_moved_queues():
    """A LocalQueue that exists, in a manifest: its ClusterQueue does not change."""
    there = [flavor(), cluster_queue("full-cq", cpu=0), cluster_queue()]
    for name in ("Job", "JobSet"):
        for old, new, verdict in (("full-cq", CLUSTER, NO), (CLUSTER, CLUSTER, YES)):
            yield Combination("%s, its LocalQueue of %s in the manifest with %s" % (name, old, new), verdict,
                              "kueue LocalQueueSpec.clusterQueue: field is immutable", nodes() + there + [local_queue(cluster=old)],
                              as_manifest([local_queue(cluster=new)]) + queued(name))


def combinations():
    yield from of_evictions()
    yield from of_requeues()
    yield from of_moved_queues()
    for part in (of_kinds, of_special_queues, of_labels, of_quotas_on_workloads, of_topology, of_configuration, of_integrations,
                 of_pod_groups, of_pods_of_a_group, of_numbers_of_pod_sets, of_left_out_namespaces, of_components, of_existing_jobs, of_moves, of_manifest_queues, of_parts, of_flavors, of_pod_sets, of_preemption, of_priorities, of_newer_releases, of_later_pods,
                 of_shares, of_webhooks, of_existing_pods):
        yield from part()
