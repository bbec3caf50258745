# SPDX-License-Identifier: Apache-2.0
"""The lists in the input: empty lists, lists that the server does not serve, lists of several files."""
import json

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.dialects import DIALECTS
from trust_table.inputs import DEVICES, USES_CLAIM, USES_DEVICE, claim, storage_class, volume, with_device
from trust_table.kueue import API as KUEUE
from trust_table.kueue import LOCAL, NAMES, QUEUE_LABEL, cluster_queue, flavor, local_queue
from trust_table.objects import flags_of, make, node, nodes, pod, put, snapshot, typed_list, with_metadata, with_spec, workload

WORKLOADS = ("Pod", "Job", "CoschedulingJob", "NativeGang", "Deployment")


def queued(name="Job"):
    return with_metadata(workload(name), workload(name)[-1]["kind"], "labels", **QUEUE_LABEL)


def of_empty_lists():
    """An empty list: the named object does not exist. kubectl prints an empty list without its kind (`kubectl get` of nothing is a
    List), so Unknown is correct, too."""
    cases = {
        "claims": (typed_list("v1", "PersistentVolumeClaim"), lambda objects: with_spec(objects, **USES_CLAIM), NOT_YES),
        "device claims": (typed_list(DEVICES, "ResourceClaim"), lambda objects: with_device(objects, USES_DEVICE), NOT_YES),
        "priority classes": (typed_list("scheduling.k8s.io/v1", "PriorityClass"),
                             lambda objects: with_spec(objects, priorityClassName="high"), NOT_YES),
        "runtime classes": (typed_list("node.k8s.io/v1", "RuntimeClass"), lambda objects: with_spec(objects, runtimeClassName="sandbox"),
                            NOT_YES),
        "service accounts": (typed_list("v1", "ServiceAccount"), lambda objects: with_spec(objects, serviceAccountName="trainer"), NOT_YES),
    }
    for what, (empty, change, verdict) in cases.items():
        for name in WORKLOADS:
            yield Combination("%s, empty list of %s" % (name, what), verdict, "the list lacks the named object",
                              nodes() + [empty],
                              change(workload(name)), flags=flags_of(name))
    for name in ("Job", "PyTorchJob", "JobSet"):
        yield Combination("%s, empty list of LocalQueues" % name, NOT_YES, "kueue: LocalQueue does not exist",
                          nodes() + [flavor(), cluster_queue(), typed_list(KUEUE, "LocalQueue")], queued(name), first_line=(LOCAL,))
        yield Combination("%s, empty list of ClusterQueues" % name, NOT_YES, "kueue: ClusterQueue does not exist",
                          nodes() + [local_queue(), typed_list(KUEUE, "ClusterQueue")], queued(name), first_line=NAMES)
        yield Combination("%s, typed lists of queues with quota" % name, YES, "kueue flavorassigner: 4 of 100",
                          nodes() + [typed_list(KUEUE, "ResourceFlavor", [flavor()]), typed_list(KUEUE, "ClusterQueue", [cluster_queue()]),
                                     typed_list(KUEUE, "LocalQueue", [local_queue()])], queued(name))
    for name in WORKLOADS:
        lists = [typed_list("v1", "Node", nodes()), typed_list("v1", "Pod"), typed_list("v1", "ResourceQuota"),
                 typed_list("v1", "LimitRange")]
        yield Combination("%s, typed lists without anything in the way" % name, YES, "5 cpu of 16", lists, workload(name),
                          flags=flags_of(name))
        bound = typed_list("v1", "PersistentVolumeClaim", [claim(volume="pv-data")])
        yield Combination("%s, typed lists of claims and volumes" % name, YES, "VolumeBinding Filter: the volume has no node affinity",
                          nodes() + [bound, typed_list("v1", "PersistentVolume", [volume()])], with_spec(workload(name), **USES_CLAIM),
                          flags=flags_of(name))
    vcjob = workload("VolcanoJob")
    put(vcjob[0], "spec.queue", "team-queue")
    yield Combination("vcjob, empty list of Queues", NOT_YES, "volcano session skips jobs of a missing queue",
                      nodes() + [typed_list("scheduling.volcano.sh/v1beta1", "Queue")], vcjob, first_line=("team-queue",))
    mark = "scheduling.x-k8s.io/pod-group"
    waiting = [pod("p-%d" % number, labels={mark: "g-%d" % (number % 2)}) for number in range(4)]
    objects = [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "g-%d" % number, spec={"minMember": 2}) for number in range(2)]
    for name in ("Job", "CoschedulingJob"):
        yield Combination("%s, pods of two groups wait, no PodGroup in the input" % name, NOT_YES, "the list of PodGroups may be missing",
                          nodes() + waiting, workload(name))
        yield Combination("%s, PodGroups and no pods in the input" % name, NOT_YES, "the list of pods may be missing",
                          nodes() + objects, workload(name))
        yield Combination("%s, pods of two groups and their PodGroups" % name, YES, "9 cpu of 16", nodes() + waiting + objects,
                          workload(name))
    of_server = nodes()
    for each in of_server:
        each["metadata"]["uid"] = "uid-of-" + each["metadata"]["name"]
    of_system = pod("proxy", on="n2")
    waits = pod("proxy")
    for each in (of_system, waits):
        each["metadata"]["namespace"] = "kube-system"
    for name in WORKLOADS:
        yield Combination("%s, nodes of an API server and no pods in the input" % name, UNKNOWN, "a running cluster has pods", of_server,
                          workload(name), flags=flags_of(name), first_line=("pods",))
        yield Combination("%s, nodes of an API server and pods of one namespace" % name, UNKNOWN, "a running cluster has pods of its own",
                          of_server + [pod("other", on="n1")], workload(name), flags=flags_of(name))
        yield Combination("%s, nodes of an API server and pods that wait" % name, UNKNOWN, "a running cluster has pods with a node",
                          of_server + [pod("other"), waits], workload(name), flags=flags_of(name))
        yield Combination("%s, nodes of an API server and pods" % name, YES, "7 cpu of 16",
                          of_server + [pod("other", on="n1"), of_system], workload(name), flags=flags_of(name))
    elsewhere = pod("far", on="n1")
    elsewhere["metadata"]["namespace"] = "team"
    default, system, team = ([pod("other", on="n1")], [of_system], [elsewhere])
    for name in ("Pod", "Job", "Deployment"):
        for what, lists, verdict in (("of the current namespace and kube-system", (default, system), UNKNOWN),
                                     ("of all namespaces", (default, system, team), YES),
                                     ("of all namespaces in one list", (default + system,), YES)):
            yield Combination("%s, nodes of an API server and PodLists %s" % (name, what), verdict,
                              "kubectl cluster-info dump: one PodList for each namespace; all of them with --all-namespaces",
                              of_server + [typed_list("v1", "Pod", pods) for pods in lists], workload(name), flags=flags_of(name),
                              first_line=("--all-namespaces",) if verdict == UNKNOWN else ())
    huge = pod("huge", cpu="99")
    yield Combination("a pod larger than every node of an API server, no pods in the input", NO, "no node has as much when empty", of_server,
                      [huge])
    gang = [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})]
    gang += [pod("work-%d" % number, labels={mark: "work"}) for number in range(2)]
    yield Combination("explain, nodes of an API server and pods of one namespace", UNKNOWN, "a running cluster has pods of its own",
                      of_server + gang, group="work")
    yield Combination("explain, nodes of an API server and pods", YES, "3 cpu of 16", of_server + gang + [of_system], group="work")
    yield Combination("Pod, no nodes at all", UNKNOWN, "the list of nodes may be missing", [typed_list("v1", "Node")], workload("Pod"))


def of_complete_snapshots():
    """A snapshot that omits nothing has all lists that the program requests from a server."""
    named = {"claim": USES_CLAIM, "PriorityClass": {"priorityClassName": "high"}, "RuntimeClass": {"runtimeClassName": "sandbox"}}
    for name in WORKLOADS:
        for what, spec in named.items():
            yield Combination("%s, its %s is not in a complete snapshot" % (name, what), NO,
                              "the list lacks the named object",
                              snapshot(nodes()), with_spec(workload(name), **spec), flags=flags_of(name))
        yield Combination("%s, its device claim is not in a complete snapshot" % name, NO,
                          "DynamicResources PreEnqueue: resourceclaim not found",
                          snapshot(nodes()), with_device(workload(name), USES_DEVICE), flags=flags_of(name))
        yield Combination("%s, its ServiceAccount is not in a complete snapshot" % name, NOT_YES,
                          "an older snapshot does not hold service accounts", snapshot(nodes()),
                          with_spec(workload(name), serviceAccountName="trainer"), flags=flags_of(name))
    for name in ("Job", "PyTorchJob", "JobSet"):
        yield Combination("%s, its LocalQueue is not in a complete snapshot" % name, NOT_YES, "kueue: LocalQueue does not exist",
                          snapshot(nodes()),
                          queued(name))
        yield Combination("%s, its queues are in a complete snapshot" % name, YES, "kueue flavorassigner: 4 of 100",
                          snapshot(nodes() + [flavor(), cluster_queue(), local_queue()]), queued(name))
    vcjob = workload("VolcanoJob")
    put(vcjob[0], "spec.queue", "team-queue")
    yield Combination("vcjob, its Queue is not in a complete snapshot", NOT_YES, "volcano session skips jobs of a missing queue",
                      snapshot(nodes()),
                      vcjob, first_line=("team-queue",))


def of_what_is_not_served():
    """The snapshot declares that the API server does not serve the list: the operator is not installed."""
    yield Combination("Job with a queue of Kueue, Kueue not served", YES, "no controller reads the label", snapshot(
        nodes(), ["localqueues.kueue.x-k8s.io", "clusterqueues.kueue.x-k8s.io", "workloads.kueue.x-k8s.io"], "NotServed"), queued())
    suspended = queued()
    put(suspended[0], "spec.suspend", True)
    yield Combination("suspended Job with a queue of Kueue, Kueue not served", NOT_YES, "no controller starts it", snapshot(
        nodes(), ["localqueues.kueue.x-k8s.io", "clusterqueues.kueue.x-k8s.io", "workloads.kueue.x-k8s.io"], "NotServed"), suspended)
    for name, unserved in (("CoschedulingJob", "podgroups.scheduling.x-k8s.io"), ("JobSet", "jobsets.jobset.x-k8s.io"),
                           ("RayCluster", "rayclusters.ray.io"), ("RayJob", "rayclusters.ray.io"), ("RayService", "rayclusters.ray.io")):
        yield Combination("%s, %s not served" % (name, unserved), NOT_YES, "the API server has no such kind",
                          snapshot(nodes(), [unserved], "NotServed"), workload(name))
        yield Combination("%s, %s served" % (name, unserved), YES, "5 cpu of 16", snapshot(nodes()), workload(name))
    api = "trainer.kubeflow.org/v1alpha1"
    job = {"template": {"spec": {"template": {"spec": {"containers": [{"name": "node", "image": "registry.example/work:v1"}]}}},
                        "metadata": {"labels": {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}}}, "name": "node"}
    train_job = [{"apiVersion": api, "kind": "ClusterTrainingRuntime", "metadata": {"name": "plain"},
                  "spec": {"mlPolicy": {"numNodes": 2}, "template": {"spec": {"replicatedJobs": [job]}}}},
                 {"apiVersion": api, "kind": "TrainJob", "metadata": {"name": "work"}, "spec": {"runtimeRef": {"name": "plain"}}}]
    for unserved, verdict in ((["jobsets.jobset.x-k8s.io"], NO), ([], NOT_NO), (["rayclusters.ray.io"], NOT_NO)):
        yield Combination("TrainJob, %s not served" % (unserved or ["nothing"])[0], verdict, "trainer makes a JobSet",
                          snapshot(nodes(), unserved, "NotServed"), json.loads(json.dumps(train_job)))
    for name in WORKLOADS[:3]:
        yield Combination("%s, device claims not served" % name, NOT_YES, "DynamicResources: the claim cannot exist",
                          snapshot(nodes(), ["resourceclaims.resource.k8s.io"], "NotServed"), with_device(workload(name), USES_DEVICE))


def of_reasons():
    """The reason for a missing list does not matter, except NotServed."""
    for reason in ("InternalError", "Timeout", ""):
        for name in WORKLOADS:
            yield Combination("%s, pods missing for reason %s" % (name, reason or "none"), UNKNOWN, "the snapshot lacks the capacity in use",
                              snapshot(nodes(), ["pods"], reason),
                              workload(name), flags=flags_of(name), first_line=("pods",))
    for name in WORKLOADS:
        yield Combination("%s, claims not in the source" % name, UNKNOWN, "VolumeBinding PreFilter: the claim is not in the input",
                          snapshot(nodes(), ["persistentvolumeclaims"], "NotInSource"), with_spec(workload(name), **USES_CLAIM),
                          flags=flags_of(name))


def of_several_sources():
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    members = [pod("work-%d" % i, labels={"scheduling.x-k8s.io/pod-group": "work"}) for i in range(2)]
    yield Combination("explain, pods denied in one snapshot and held by another", YES, "the other snapshot holds the list",
                      snapshot(nodes() + [group], ["pods"]) + snapshot(members, ["nodes"]), group="work")
    yield Combination("explain, pods denied in both snapshots", UNKNOWN, "no snapshot holds the list",
                      snapshot(nodes(), ["pods"]) + snapshot([group], ["pods"]),
                      group="work", first_line=("pods",))
    full = [pod("filler-%d" % i, cpu=8, on="n%d" % (i + 1)) for i in range(2)]
    yield Combination("Pod, nodes and pods in files of their own", NO, "NodeResourcesFit: 0 cpu are free",
                      nodes() + [typed_list("v1", "Pod", full)], workload("Pod"))
    yield Combination("Pod, LocalQueue in a namespace that is not its own", NO, "kueue: LocalQueue does not exist in the namespace",
                      nodes() + [flavor(), cluster_queue(), make(KUEUE, "LocalQueue", LOCAL, "team", spec={"clusterQueue": "team-cq"})],
                      queued("Job"), first_line=(LOCAL,))


def of_several_groups():
    """The verdict over several groups: No before Unknown before Yes."""
    by_name = {dialect.name: dialect for dialect in DIALECTS}
    fits, large = by_name["coscheduling"].gang("good"), by_name["coscheduling"].gang("large", (9, 9))
    open_question = by_name["kai"].gang("open")
    yield Combination("explain of a group that fits and one that KAI decides", UNKNOWN, "design 3: any Unknown gives 2",
                      nodes() + fits + open_question)
    yield Combination("explain of a group that fits and one that does not", NO, "design 3: any DoesNotFit gives 1", nodes() + fits + large)
    yield Combination("explain of groups that do not fit and that KAI decides", NO, "design 3: any DoesNotFit gives 1",
                      nodes() + large + open_question)
    good, other = workload("Job"), workload("Deployment")
    good[0]["metadata"]["name"] = "good"
    odd = {"suspended": (put_in(workload("Job"), "spec.suspend", True), NOT_YES),
           "of an unknown scheduler": (with_spec(workload("Job"), schedulerName="nightly-placer"), UNKNOWN),
           "of KAI": (with_spec(workload("Job"), schedulerName="kai-scheduler"), UNKNOWN), "of a queue not given": (queued(), UNKNOWN),
           "of a claim not given": (with_spec(workload("Job"), **USES_CLAIM), UNKNOWN),
           "too large": (with_spec(workload("Job"), nodeSelector={"pool": "gold"}), NO)}
    for what, (objects, verdict) in odd.items():
        cluster = nodes() + [pod("other", on="n1")]
        yield Combination("a good Job and one %s" % what, verdict, "design 3: over several groups", cluster, good + objects)
        yield Combination("a Deployment and a Job %s" % what, verdict, "design 3: over several groups", cluster, other + objects)
    yield Combination("a good Job and a good Deployment", YES, "8 cpu of 15", nodes() + [pod("other", on="n1")], good + other)


def put_in(objects, path, value):
    put(objects[0], path, value)
    return objects


def of_flags():
    """No what-if flag and no output format changes the answer to a Yes."""
    volcano = next(dialect for dialect in DIALECTS if dialect.name == "volcano").gang()
    vcjob = workload("VolcanoJob")
    for flags in (("--add-nodes", "n1=2"), ("--policy", "coscheduling"), ("--policy", "none"), ("--robust",), ("--how-many",),
                  ("-o", "wide"), ("-o", "name"), ("-o", "junit"),
                  ("-o", "github"), ("-o", "yaml"), ("-o", "html")):
        yield Combination("vcjob, %s" % " ".join(flags), UNKNOWN, "volcano's rules are not simulated", nodes(), vcjob, flags=flags)
        yield Combination("Job of a queue not given, %s" % " ".join(flags), UNKNOWN, "the LocalQueue is not in the input", nodes(),
                          queued(), flags=flags)
        yield Combination("Job as it is, %s" % " ".join(flags), YES, "4 cpu of 16", nodes(), workload("Job"), flags=flags)
        if flags[0] != "--how-many":
            yield Combination("explain of a Volcano group, %s" % " ".join(flags), UNKNOWN, "volcano's rules are not simulated",
                              nodes() + volcano, group="work", flags=flags)
    agent = pod("agent", on="n1", owner={"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "agent", "controller": True})
    agent["spec"]["containers"][0]["ports"] = [{"containerPort": 80, "hostPort": 80, "protocol": "TCP"}]
    for port, verdict in ((80, NO), (81, YES)):
        manifest = workload("Pod")
        manifest[0]["spec"]["containers"][0]["ports"] = [{"containerPort": 80, "hostPort": port, "protocol": "TCP"}]
        manifest[0]["spec"]["nodeSelector"] = {"kubernetes.io/os": "linux"}
        yield Combination("Pod with host port %d, copies of a node whose DaemonSet has 80" % port, verdict, "NodePorts", [
            node("n1", labels={"kubernetes.io/os": "linux"}), node("n2"), agent], manifest, flags=("--add-nodes", "n1=2"))
    for name in WORKLOADS:
        filler = [pod("filler-%d" % i, cpu=8, on="n%d" % (i + 1)) for i in range(2)]
        yield Combination("%s, full nodes" % name, NO, "NodeResourcesFit: 0 cpu are free", nodes() + filler, workload(name),
                          flags=flags_of(name))
        without = tuple(part for i in range(2) for part in ("--without", "pod/filler-%d" % i))
        yield Combination("%s, full nodes without their pods" % name, YES, "5 cpu of 16", nodes() + filler, workload(name),
                          flags=(*without, *flags_of(name)))
        cordoned = ("--cordon", "n1", "--cordon", "n2", *flags_of(name))
        yield Combination("%s, cordoned nodes" % name, NO, "NodeUnschedulable: no node takes pods", nodes(), workload(name), flags=cordoned)


def gang_of(count, **options):
    """A gang of Coscheduling with its pods, which wait."""
    mark = {"scheduling.x-k8s.io/pod-group": "gang"}
    return [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "gang", spec={"minMember": count}),
            *(pod("gang-%d" % number, labels=mark, **options) for number in range(count))]


def owned_by(kind, name, api="apps/v1"):
    return {"apiVersion": api, "kind": kind, "name": name, "uid": name, "controller": True}


def of_nodes_changed_by_flags():
    """A node that --uncordon opens keeps its other taints. A copy of --add-nodes has its own name and pods of DaemonSets."""
    for effect, verdict in (("NoSchedule", YES), ("NoExecute", NO)):
        cordoned = node("n1")
        cordoned["spec"] = {"unschedulable": True, "taints": [{"key": "node.kubernetes.io/unschedulable", "effect": effect}]}
        yield Combination("uncordoned node, its taint unschedulable has the effect %s" % effect, verdict,
                          "node lifecycle controller doNoScheduleTaintingPass: only taints with NoSchedule are removed",
                          [cordoned, *gang_of(2)], group="gang", flags=("--uncordon", "n1"))
    for key in ("topology.hostpath.csi/node", "example.com/host"):
        for value, verdict in (("n1", NO), ("rack-7", YES)):
            yield Combination("copy of a full node, its label %s is %s and the pods select it" % (key, value), verdict,
                              "NodeAffinity: a label with the name of a node is that node's own (CSI NodeGetInfo accessible_topology)",
                              [node("n1", labels={key: value}), pod("filler", cpu=8, on="n1"), *gang_of(2, nodeSelector={key: value})],
                              group="gang", flags=("--add-nodes", "n1=1"))
    fixed = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
        {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}}}
    for what, changes in (("runs", {}), ("terminates", {"deletionTimestamp": "2026-05-04T08:00:00Z", "deletionGracePeriodSeconds": 30}),
                          ("waits", {"phase": "Pending"})):
        for cpu, verdict in ((5, NO), (4, YES)):
            agent = pod("agent", cpu=4, on=None if what == "waits" else "n1", owner=owned_by("DaemonSet", "agent"), affinity=fixed)
            agent["status"]["phase"] = changes.get("phase", "Running")
            agent["metadata"].update({key: value for key, value in changes.items() if key != "phase"})
            yield Combination("a pod of %d cpu, copy of a node whose pod of a DaemonSet %s" % (cpu, what), verdict,
                              "daemon_controller podsShouldBeOnNode: each node gets a pod; 8 - 4 cpu are left",
                              [node("n1"), agent, pod("filler", cpu=8 if what == "waits" else 4, on="n1"),
                               *gang_of(1, cpu=cpu)], group="gang", flags=("--add-nodes", "n1=1"))
    startup = ("node.cilium.io/agent-not-ready", "ebs.csi.aws.com/agent-not-ready", "karpenter.sh/unregistered", "cni.istio.io/not-ready",
               "startup-taint.cluster-autoscaler.kubernetes.io/x", "readiness.k8s.io/network")
    taints = {"karpenter.sh/disrupted": (YES, "karpenter taints a node to remove it, and no new one"),
              "karpenter.sh/startup": (NO, "TaintToleration"), "example.com/agent-not-ready-yet": (NO, "TaintToleration"),
              **{key: (YES, "an agent removes the startup taint from each new node") for key in startup}}
    for key, (verdict, rule) in taints.items():
        tainted = node("n1")
        tainted["spec"] = {"taints": [{"key": key, "effect": "NoSchedule"}]}
        yield Combination("copy of a node with the taint %s" % key, verdict, rule,
                          [tainted, *gang_of(2)], group="gang", flags=("--add-nodes", "n1=1"))
    for value, verdict in (("n1.example.com", NO), ("rack-7", YES)):
        named = node("n1", labels={"topology.hostpath.csi/node": value})
        named["metadata"]["name"] = "n1.example.com"
        yield Combination("copy of a full node with another hostname, its label is %s and the pods select it" % value, verdict,
                          "NodeAffinity: a label with the name of a node is that node's own",
                          [named, pod("filler", cpu=8, on="n1.example.com"),
                           *gang_of(2, nodeSelector={"topology.hostpath.csi/node": value})],
                          group="gang", flags=("--add-nodes", "n1.example.com=1"))
    yield from of_daemons_that_the_original_lacks()


def of_daemons_that_the_original_lacks():
    """A copy of --add-nodes gets the pods of all DaemonSets that its labels and taints admit."""
    rule = "daemon_controller nodesShouldRunDaemonPod: each node that the template admits gets a pod"
    add = ("--add-nodes", "n1=1")
    full = [node("n1"), node("n2", labels={"disk": "fast"}), pod("filler", cpu=8, on="n1"), pod("other", cpu=4, on="n2")]
    for what, spec, refused in (("of all nodes", {}, True), ("of the other node's label", {"nodeSelector": {"disk": "fast"}}, False)):
        for cpu in (5, 4):
            agent = pod("agent", cpu=4, on="n2", owner=owned_by("DaemonSet", "agent"), **spec)
            yield Combination("a pod of %d cpu, copy of a node without a pod of the DaemonSet %s" % (cpu, what),
                              NO if cpu == 5 and refused else YES, rule, full + [agent, *gang_of(1, cpu=cpu)], group="gang", flags=add)
    daemon = make("apps/v1", "DaemonSet", "agent", spec={"selector": {}},
                  status={"desiredNumberScheduled": 1, "currentNumberScheduled": 1})
    daemon["metadata"]["uid"] = "agent"
    failed = pod("agent", cpu=4, on="n1", owner=owned_by("DaemonSet", "agent"))
    failed["status"]["phase"] = "Failed"
    lone = [node("n1"), pod("filler", cpu=8, on="n1")]
    yield Combination("copy of a node whose DaemonSet has only a pod that failed", NOT_YES, rule, lone + [daemon, failed, *gang_of(1)],
                      group="gang", flags=add)
    yield Combination("copy of a node without DaemonSets", YES, "1 cpu of 8", lone + gang_of(1), group="gang", flags=add)


def of_successors():
    """A controller replaces the pod that --without or --remove-node takes away, and the new pod is tried before lower priorities."""
    job = make("batch/v1", "Job", "train-workers", spec={"parallelism": 1, "completions": 1})
    job["metadata"].update(uid="train-workers", ownerReferences=[owned_by("JobSet", "train", "jobset.x-k8s.io/v1alpha2")])
    suspended = json.loads(json.dumps(job))
    suspended["spec"]["suspend"] = True
    replica_set = make("apps/v1", "ReplicaSet", "filler", spec={"replicas": 1, "selector": {}})
    replica_set["metadata"]["uid"] = "filler"
    of_set = lambda **options: [replica_set, pod("filler", owner=owned_by("ReplicaSet", "filler"), **options)]  # noqa: E731
    of_job = lambda **options: pod("filler", owner=owned_by("Job", "train-workers", "batch/v1"), **options)  # noqa: E731
    flags = {"a pod of a ReplicaSet": (of_set, "pod/filler"),
             "a Job of a JobSet": (lambda **options: [job, of_job(**options)], "job/train-workers")}
    for what, (objects, removed) in flags.items():
        for priority, verdict in ((1000, UNKNOWN), (0, YES)):
            yield Combination("explain without %s of priority %d" % (what, priority), verdict,
                              "replicaset and jobset controllers replace it; QueueSort: higher priorities come first",
                              [node("n1"), *objects(cpu=8, on="n1", priority=priority), *gang_of(2)], group="gang",
                              flags=("--without", removed))
    yield Combination("explain without a pod of a suspended Job, of priority 1000", YES, "job controller: a suspended Job has no pods",
                      [node("n1"), suspended, of_job(cpu=8, on="n1", priority=1000), *gang_of(2)], group="gang",
                      flags=("--without", "pod/filler"))
    yield Combination("explain without a ReplicaSet of priority 1000", YES, "nothing replaces its pods",
                      [node("n1"), *of_set(cpu=8, on="n1", priority=1000), *gang_of(2)], group="gang",
                      flags=("--without", "replicaset/filler"))
    for owner, verdict in (("ReplicaSet", UNKNOWN), ("DaemonSet", YES)):
        lost = pod("filler", cpu=8, on="n1", priority=1000, owner=owned_by(owner, "filler"))
        yield Combination("explain without a node, its pod is of a %s and of priority 1000" % owner, verdict,
                          "replicaset controller: the new pod is tried on the other node first; a DaemonSet has one there",
                          [*nodes(), lost, *gang_of(2)], group="gang", flags=("--remove-node", "n1"))
    yield Combination("dry-run without a pod of a ReplicaSet of priority 1000", UNKNOWN, "QueueSort: higher priorities come first",
                      [node("n1"), *of_set(cpu=8, on="n1", priority=1000)], workload("Job"), flags=("--without", "pod/filler"))


def of_assumptions_of_flags():
    """--strict: no Yes that needs a controller to leave a place free."""
    watched = pod("seen", cpu=0, on="n1")
    watched["status"]["conditions"][0]["lastTransitionTime"] = "2026-05-04T08:59:00Z"
    watched["metadata"]["managedFields"] = [{"manager": "kube-scheduler", "operation": "Update", "apiVersion": "v1", "subresource": "status",
                                             "fieldsType": "FieldsV1", "fieldsV1": {"f:status": {}}}]
    event = make("v1", "Event", "seen", reason="Scheduled", type="Normal", reportingComponent="default-scheduler",
                 involvedObject={"kind": "Pod", "name": "seen", "namespace": "default"}, lastTimestamp="2026-05-04T08:59:00Z",
                 message="Successfully assigned default/seen to n1")
    job = make("batch/v1", "Job", "train-workers", spec={"parallelism": 1, "completions": 1})
    job["metadata"].update(uid="train-workers", ownerReferences=[owned_by("JobSet", "train", "jobset.x-k8s.io/v1alpha2")])
    of_job_set = [job, pod("filler", cpu=8, on="n1", owner=owned_by("Job", "train-workers", "batch/v1"))]
    for what, objects, removed, strict in (
            ("of no owner", [pod("filler", cpu=8, on="n1")], "pod/filler", YES),
            ("of a ReplicaSet", [pod("filler", cpu=8, on="n1", owner=owned_by("ReplicaSet", "filler"))], "pod/filler", UNKNOWN),
            ("of a Job of a JobSet, without the Job", of_job_set, "job/train-workers", UNKNOWN)):
        for flags, verdict in (((), YES), (("--strict",), strict)):
            yield Combination("explain without a pod %s%s" % (what, "".join(", " + flag for flag in flags)), verdict,
                              "replicaset and jobset controllers make removed pods and Jobs again",
                              snapshot([node("n1"), watched, event, *objects, *gang_of(2)]), group="gang",
                              flags=("--without", removed, *flags))


def of_numbers_of_roles():
    """--replicas and --set-min-member: the same answer as for a manifest with these numbers."""
    rules = {"PyTorchJob": "training-operator v1.9 pytorch_webhook: Master must have 1 replica",
             "MPIJob": "mpi-operator v0.6 validateMPIReplicaSpecs: Launcher 1, Worker at least 1"}
    for name, path, role, right, wrong in (("PyTorchJob", "spec.pytorchReplicaSpecs.Master.replicas", "master", 1, (0, 2)),
                                           ("MPIJob", "spec.mpiReplicaSpecs.Launcher.replicas", "launcher", 1, (0, 2)),
                                           ("MPIJob", "spec.mpiReplicaSpecs.Worker.replicas", "worker", 2, (0,))):
        for count in (right, *wrong):
            verdict = YES if count == right else NO
            yield Combination("%s, --replicas %s=%d" % (name, role, count), verdict, rules[name], nodes(), workload(name),
                              flags=("--replicas", "%s=%d" % (role, count)))
            yield Combination("%s with %d of %s" % (name, count, role), verdict, rules[name], nodes(), put_in(workload(name), path, count))
    for name in ("CoschedulingJob", "NativeGang"):
        for count, verdict in ((0, NOT_YES), (1, YES)):
            yield Combination("%s, --set-min-member work=%d" % (name, count), verdict, "minMember and minCount are at least 1 (CRD, k8s:minimum)",
                              nodes(), workload(name), flags=("--set-min-member", "work=%d" % count, *flags_of(name)))


def of_groups_without_minimum():
    """--set-min-member of a group that consists of all its pods is an error."""
    lws, job_set = "leaderworkerset.sigs.k8s.io/", "jobset.sigs.k8s.io/"
    workers = [pod("work-0-%d" % index if index else "work-0", annotations={lws + "size": "2"},
                   labels={lws + "name": "work", lws + "group-index": "0", lws + "worker-index": str(index)}) for index in range(2)]
    of_jobs = [pod("work-%d" % index, labels={job_set + "jobset-name": "work"}) for index in range(2)]
    for project, name, pods in (("LeaderWorkerSet", "work-0", workers), ("JobSet", "work", of_jobs)):
        yield Combination("explain of a group of %s, --set-min-member %s=1" % (project, name), UNKNOWN,
                          "its API has no field for a minimum", [node("n1", cpu=1), *pods], group=name,
                          flags=("--set-min-member", name + "=1"), first_line=("no minimum",))


def of_webhooks_left_out():
    """A snapshot does not hold webhooks and policies; its head names the list if some of them may see pods."""
    left_out = {"omitted": ["webhooks and admission policies"], "reason": "NotSaved"}
    for name in ("Pod", "Job", "CoschedulingJob"):
        for what, fields, verdict in (("left out webhooks", left_out, UNKNOWN), ("found no webhooks", {}, YES)):
            yield Combination("%s, the snapshot %s" % (name, what), verdict, "a webhook may refuse the pods", snapshot(nodes(), **fields),
                              workload(name))
    of_kind = {"omitted": ["webhooks and admission policies for pytorchjobs.kubeflow.org"], "reason": "NotSaved"}
    for name, verdict in (("PyTorchJob", UNKNOWN), ("Job", YES), ("TFJob", YES)):
        yield Combination("%s, the snapshot left out webhooks for PyTorchJobs" % name, verdict, "a webhook may refuse the PyTorchJob",
                          snapshot(nodes(), **of_kind), workload(name))
    yield Combination("Pod, one of two snapshots left out webhooks", UNKNOWN, "no snapshot holds webhooks",
                      snapshot(nodes(), **left_out) + snapshot([node("n3")]), workload("Pod"))
    full = [node("n1"), pod("low", cpu=8, on="n1"), pod("high", cpu=8, priority=1000)]
    for what, fields, verdict in (("left out webhooks", left_out, UNKNOWN), ("found no webhooks", {}, YES)):
        yield Combination("explain of a pod that preempts, the snapshot %s" % what, verdict, "a webhook may refuse the deletion of the victim",
                          snapshot(full, **fields), group="pod/high")
    yield from of_requests_left_out()


def of_requests_left_out():
    """The head names the requests that webhooks see, as far as they concern pods that exist."""
    def names(*requests):
        return {"omitted": ["webhooks and admission policies for " + each for each in requests], "reason": "NotSaved"}

    general = ["webhooks and admission policies"]
    group, *members = gang_of(2)
    waits = [claim(), storage_class(), pod("work", **USES_CLAIM)]
    cases = {"left out webhooks for pods/binding": (names("pods/binding"), UNKNOWN, "kube-scheduler DefaultBinder creates pods/binding"),
             "left out webhooks for pods": ({"omitted": general, "reason": "NotSaved"}, YES, "it names those for pods/binding apart"),
             "left out webhooks for configmaps": (names("configmaps"), YES, "the pods exist"),
             "left out webhooks for updates of claims": (names("updates of persistentvolumeclaims"), YES, "the pods have none"),
             "may not list webhooks": ({"omitted": general, "reason": "Forbidden"}, UNKNOWN, "a denied list may hold one for pods/binding")}
    for what, (fields, verdict, rule) in cases.items():
        for asked, pods in (("work", [pod("work")]), ("gang", [group, *members])):
            yield Combination("explain of %s, the snapshot %s" % (asked, what), verdict, rule,
                              snapshot(nodes() + json.loads(json.dumps(pods)), **fields), group=asked)
        yield Combination("explain of a pod that runs, the snapshot %s" % what, YES, "it has its node",
                          snapshot(nodes() + [pod("work", on="n1")], **fields), group="work")
    for requests, verdict in (("updates of persistentvolumeclaims", UNKNOWN), ("persistentvolumeclaims", YES), ("updates of configmaps", YES),
                              ("persistentvolumes", UNKNOWN)):
        yield Combination("explain of a pod with a claim, the snapshot left out webhooks for %s" % requests, verdict,
                          "volumebinding BindPodVolumes updates the claim and waits for its volume", snapshot(nodes() + waits, **names(requests)),
                          group="work")
    extra = [make("v1", "ConfigMap", "settings", data={})]
    for each in extra:
        del each["metadata"]["creationTimestamp"]
    for requests, verdict in (("configmaps", UNKNOWN), ("updates of configmaps", UNKNOWN), ("secrets", YES)):
        yield Combination("Job with a ConfigMap, the snapshot left out webhooks for %s" % requests, verdict, "a webhook may refuse the ConfigMap",
                          snapshot(nodes(), **names(requests)), extra + workload("Job"))
    full = [node("n1"), pod("low", cpu=8, on="n1"), pod("high", cpu=8, priority=1000)]
    yield Combination("explain of a pod that preempts, the snapshot left out webhooks for updates of pods/status", UNKNOWN,
                      "kube-scheduler prepareCandidate patches the status of the victim", snapshot(full, **names("updates of pods/status")),
                      group="pod/high")


def of_unread_groups():
    """A PodGroup that cannot be decoded exists, so its absence refuses nothing."""
    other = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "other", spec={"minMember": 1})
    for what, count, verdict in (("that cannot be read", "two", UNKNOWN), ("of 2", 2, YES)):
        group, *members = gang_of(2)
        group["spec"]["minMember"] = count
        for where, cluster in (("file", nodes() + [group, *members]), ("snapshot", snapshot(nodes() + [group, *members])),
                               ("file with another PodGroup", nodes() + [group, other, *members])):
            yield Combination("explain of pods of a PodGroup %s, in a %s" % (what, where), verdict,
                              "Coscheduling PreFilter reads minMember of the PodGroup", cluster, group="gang")
        yield Combination("lint of pods of a PodGroup %s" % what, verdict, "the quorum is not known, or is 2 of 2 pods",
                          nodes() + [group, *members], flags=("gang",), command="lint", first_line=("quorum",) if verdict == UNKNOWN else ())
    yield Combination("explain of pods without a PodGroup, in a snapshot", NO, "Coscheduling PreFilter: no PodGroup",
                      snapshot(nodes() + gang_of(2)[1:]), group="gang")


def of_unread_pods():
    """A pod that cannot be decoded may wait, so an answer about everything is open. Pods of other namespaces do not count."""
    running = [pod("run-%d" % number, on="n1") for number in range(2)]
    for what, cpu, verdict in (("that cannot be read", "one", UNKNOWN), ("that runs", "1", YES)):
        other = pod("other", cpu=cpu, on=None if verdict == UNKNOWN else "n2")
        for others, cluster in (("no other pods", nodes() + [other]), ("running pods", nodes() + running + [other])):
            rule = "PodRequests of the pod are not known, nor whether it waits"
            yield Combination("explain of everything, %s and a pod %s" % (others, what), verdict, rule, cluster, flags=("-A",),
                              first_line=("other",) if verdict == UNKNOWN else ())
            if verdict == UNKNOWN:
                yield Combination("lint of everything, %s and a pod %s" % (others, what), verdict, rule, cluster, flags=("-A",),
                                  command="lint", first_line=("other",))
        yield Combination("explain of another namespace, a pod %s" % what, YES, "the pod is not asked for",
                          nodes() + [other, make("v1", "Namespace", "free")], flags=("-n", "free"))
        group, *members = gang_of(2, on="n1")
        yield Combination("explain of a running group, a pod %s" % what, YES, "the group has its quorum",
                          nodes() + [group, *members, other], group="gang")


def of_replaced_names():
    """Snapshots with new names: the numbers of pods are no part of these."""
    for index, verdict in ((None, NOT_YES), ("1", YES), ("3", NOT_YES)):
        stateful = make("apps/v1", "StatefulSet", "xaj", spec={"replicas": 2, "selector": {"matchLabels": {"xab": "xaj"}}})
        stateful["metadata"]["uid"] = "xaj"
        labels = {"xab": "xaj", **({"apps.kubernetes.io/pod-index": index} if index else {})}
        [file] = snapshot(nodes() + [stateful, pod("xaj-xaa", labels=labels, owner=owned_by("StatefulSet", "xaj"))])
        file["redactions"] = ["names, labels, images and messages"]
        yield Combination("a pod of a StatefulSet, new names, its number is %s" % index, verdict,
                          "stateful_set_control updateStatefulSet: pods beyond the replicas are condemned", [file], group="pod/xaj-xaa")


def combinations():
    for part in (of_empty_lists, of_complete_snapshots, of_what_is_not_served, of_reasons, of_several_sources, of_several_groups, of_flags,
                 of_nodes_changed_by_flags, of_successors, of_assumptions_of_flags, of_numbers_of_roles, of_groups_without_minimum, of_webhooks_left_out,
                 of_unread_groups, of_unread_pods, of_replaced_names):
        yield from part()
