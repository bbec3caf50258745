# SPDX-License-Identifier: Apache-2.0
"""What kubelets refuse: pods that name their node, and pods on nodes that are short of something."""
import copy

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.given import gang_of
from trust_table.inputs import USES_CLAIM, USES_DEVICE, USES_EPHEMERAL, USES_TEMPLATE, allocated, claim, device_claim, device_class, device_slice, \
    storage_class, volume, with_device
from trust_table.objects import make, node, nodes, pod, pod_specs, snapshot, with_cpu, with_spec, workload

FILTER = "kubelet generalFilter: "

FOR_NO_TIME = {"operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 0}


def port(number):
    return [{"containerPort": number, "hostPort": number}]


def with_ports(objects):
    for spec in pod_specs(objects):
        spec["containers"][0]["ports"] = port(80)
    return objects


def tainted(effect):
    made = nodes()
    made[0]["spec"] = {"taints": [{"key": "dedicated", "value": "infra", "effect": effect}]}
    return made


def reporting(condition, taint=None):
    made = nodes()
    for each in made:
        each["status"]["conditions"].append({"type": condition, "status": "True"})
        if taint:
            each["spec"] = {"taints": [{"key": taint, "effect": "NoSchedule"}]}
    return made


def of_named_nodes():
    """The pods name n1; no scheduler sees them."""
    def on_n1(name="Pod", **spec):
        return with_spec(workload(name), nodeName="n1", **spec)

    neighbour = pod("other", on="n1")
    neighbour["spec"]["containers"][0]["ports"] = port(80)
    other_terms = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
        {"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "In", "values": ["n2"]}]}]}}}
    cases = {
        "free": (nodes(), on_n1(), YES, FILTER + "it fits"),
        "a NoExecute taint": (tainted("NoExecute"), on_n1(), NO, FILTER + "taints with NoExecute"),
        "a NoExecute taint, tolerated": (tainted("NoExecute"), on_n1(tolerations=[{"operator": "Exists"}]), YES, FILTER + "tolerated"),
        "a NoExecute taint, tolerated for 0 s": (tainted("NoExecute"), on_n1(tolerations=[FOR_NO_TIME]), NO, "tainteviction: evicted at once"),
        "a NoSchedule taint": (tainted("NoSchedule"), on_n1(), YES, FILTER + "only NoExecute counts"),
        "another selector": (nodes(), on_n1(nodeSelector={"pool": "gold"}), NO, FILTER + "NodeAffinity"),
        "another affinity": (nodes(), on_n1(affinity=other_terms), NO, FILTER + "NodeAffinity"),
        "a port in use": (nodes() + [neighbour], with_ports(on_n1()), NO, FILTER + "NodePorts"),
        "another system": ([node("n1", labels={"kubernetes.io/os": "linux"})], on_n1(os={"name": "windows"}), NO,
                           "kubelet rejectPodAdmissionBasedOnOSField"),
        "a claim that waits for its first consumer": (nodes() + [claim(), storage_class()], on_n1(**USES_CLAIM), NOT_YES,
                                                      "volume binding: only a scheduler selects the node"),
        "an ephemeral claim": (nodes() + [storage_class(), claim("other")], on_n1(**USES_EPHEMERAL), NOT_YES,
                               "volume binding: only a scheduler selects the node"),
        "a volume of another node": (nodes() + [claim(volume="pv-data"), volume(node="n2"), storage_class()], on_n1(**USES_CLAIM), NO,
                                     "kubelet CheckNodeAffinity of the volume"),
        "a bound claim": (nodes() + [claim(volume="pv-data"), volume(), storage_class()], on_n1(**USES_CLAIM), YES, "kubelet mounts it"),
        "devices": (nodes() + [device_claim(), device_class(), device_slice()], with_device(on_n1(), USES_DEVICE), NOT_YES,
                    "resourceclaim: only a scheduler allocates"),
        "DiskPressure": (reporting("DiskPressure"), on_n1(), NOT_YES, "kubelet eviction manager Admit"),
    }
    for state, (cluster, manifest, verdict, rule) in cases.items():
        yield Combination("Pod that names its node, %s" % state, verdict, rule, copy.deepcopy(cluster), manifest)
    yield Combination("Deployment that names its node, one host port", NO, FILTER + "NodePorts", nodes(),
                      with_ports(on_n1("Deployment")))
    small = nodes()
    small[0]["status"]["allocatable"]["pods"] = "1"
    yield Combination("Pod that names its node, too many pods", NO, FILTER + "number of pods", small + [pod("other", on="n1")], on_n1())
    quota = make("v1", "ResourceQuota", "quota", spec={"hard": {"pods": "0"}}, status={"hard": {"pods": "0"}, "used": {"pods": "0"}})
    yield Combination("Pod that names its node, ResourceQuota of none", NO, "ResourceQuota admission", nodes() + [quota], on_n1())
    away = nodes()
    away[0]["status"]["conditions"][0]["status"] = "Unknown"
    yield Combination("Pod that names its node, which is not Ready", UNKNOWN, "the kubelet may be gone", away, on_n1())


def of_pressure():
    """The eviction manager of the kubelet rejects pods whatever the scheduler decided."""
    rule = "kubelet eviction_manager.go Admit"
    tolerant = {"tolerations": [{"operator": "Exists"}]}
    for name in ("Pod", "Job", "Deployment"):
        yield Combination("%s, DiskPressure without a taint" % name, NOT_YES, rule, reporting("DiskPressure"), workload(name))
        yield Combination("%s, PIDPressure without a taint" % name, NOT_YES, rule, reporting("PIDPressure"), workload(name))
        yield Combination("%s, MemoryPressure, with requests" % name, YES, rule + ": not BestEffort", reporting("MemoryPressure"), workload(name))
        yield Combination("%s, DiskPressure, tolerated" % name, NOT_YES, rule, reporting("DiskPressure", "node.kubernetes.io/disk-pressure"),
                          with_spec(workload(name), **tolerant))
    best_effort = workload("Pod")
    for spec in pod_specs(best_effort):
        spec["containers"][0]["resources"] = {}
    yield Combination("Pod, MemoryPressure, BestEffort", NOT_YES, rule, reporting("MemoryPressure"), copy.deepcopy(best_effort))
    yield Combination("Pod, MemoryPressure, BestEffort, tolerant", YES, rule + ": it tolerates the taint", reporting("MemoryPressure"),
                      with_spec(best_effort, **tolerant))
    linux = [node("n1", labels={"kubernetes.io/os": "linux"})]
    yield Combination("Pod of windows, node of linux", NOT_YES, "kubelet PodOSNotSupported", linux, with_spec(workload("Pod"), os={"name": "windows"}))
    yield Combination("Pod of linux, node of linux", YES, "kubelet: the same system", linux, with_spec(workload("Pod"), os={"name": "linux"}))


def of_nodes_that_leave():
    """No filter of the scheduler reads that a node is being deleted, or that it has no network."""
    def tainted_with(key, value=""):
        made = nodes()
        for each in made:
            each["spec"] = {"taints": [{"key": key, "value": value, "effect": "NoSchedule"}]}
        return made

    leaving = nodes()
    for each in leaving:
        each["metadata"]["deletionTimestamp"] = "2026-05-04T08:10:00Z"
    tolerant = {"tolerations": [{"operator": "Exists"}]}
    gone, network = "pod garbage collector gcOrphaned: pods of a node that is gone", "nodelifecycle doNoScheduleTaintingPass"
    of_network = {"tolerations": [{"key": "node.kubernetes.io/network-unavailable", "operator": "Exists"}]}
    cases = {
        "nodes being deleted": (leaving, {}, UNKNOWN, gone),
        "one of two nodes being deleted, cordoned": ([{**leaving[0], "spec": {"unschedulable": True}}, node("n2")], {}, YES, "n2 stays"),
        "nodes that cluster-autoscaler removes": (tainted_with("ToBeDeletedByClusterAutoscaler", "1700000000"), {}, NO, "TaintToleration"),
        "nodes that cluster-autoscaler removes, tolerated": (tainted_with("ToBeDeletedByClusterAutoscaler", "1700000000"), tolerant, UNKNOWN,
                                                             gone),
        "nodes that Karpenter removes, tolerated": (tainted_with("karpenter.sh/disrupted"), tolerant, UNKNOWN, gone),
        "nodes with a taint, tolerated": (tainted_with("dedicated"), tolerant, YES, "TaintToleration"),
        "NetworkUnavailable without a taint": (reporting("NetworkUnavailable"), {}, UNKNOWN, network),
        "NetworkUnavailable, tolerated": (reporting("NetworkUnavailable"), of_network, YES, network),
    }
    for state, (cluster, spec, verdict, rule) in cases.items():
        for name in ("Pod", "Job", "CoschedulingJob"):
            yield Combination("%s, %s" % (name, state), verdict, rule, copy.deepcopy(cluster), with_spec(workload(name), **spec))
    yield Combination("Pod that names its node, nodes being deleted", UNKNOWN, gone, copy.deepcopy(leaving),
                      with_spec(workload("Pod"), nodeName="n1"))
    yield Combination("explain of a pod, nodes being deleted", UNKNOWN, gone, copy.deepcopy(leaving) + [pod("work")], group="work")


def reporting_features(handlers=(), strict=False):
    """`handlers`: names, with True for those that have user namespaces."""
    made = nodes()
    for each in made:
        each["status"]["features"] = {"supplementalGroupsPolicy": strict}
        each["status"]["runtimeHandlers"] = [{"name": name, "features": {"userNamespaces": has}} for name, has in handlers]
    return made


def of_features():
    """What a pod needs of its node's kubelet and runtime; no filter of the scheduler asks."""
    strict = {"securityContext": {"supplementalGroupsPolicy": "Strict"}}
    kata = [make("node.k8s.io/v1", "RuntimeClass", "kata", None, handler="kata-qemu")]
    cases = {
        "strict groups": (reporting_features(), strict, NOT_YES, "kubelet rejectPodAdmissionBasedOnSupplementalGroupsPolicy"),
        "strict groups, reported": (reporting_features(strict=True), strict, YES, "kubelet: the node has the feature"),
        "no such handler": (reporting_features([("", False)]) + kata, {"runtimeClassName": "kata"}, NOT_YES,
                            "CRI RunPodSandbox: no runtime for the handler"),
        "handler": (reporting_features([("", False), ("kata-qemu", False)]) + kata, {"runtimeClassName": "kata"}, YES, "CRI: it has the handler"),
        "user namespaces": (reporting_features([("", False)]), {"hostUsers": False}, NOT_YES,
                            "kubelet userns_manager.go GetOrCreateUserNamespaceMappings"),
        "user namespaces, reported": (reporting_features([("", True)]), {"hostUsers": False}, YES, "kubelet: the handler has them"),
    }
    for state, (cluster, spec, verdict, rule) in cases.items():
        for name in ("Pod", "Job"):
            yield Combination("%s, %s" % (name, state), verdict, rule, copy.deepcopy(cluster), with_spec(workload(name), **spec))
        yield Combination("Pod that names its node, %s" % state, verdict, rule, copy.deepcopy(cluster),
                          with_spec(workload("Pod"), nodeName="n1", **spec))
    lookup = "kubelet createPodSandbox: LookupRuntimeHandler"
    waits = pod("work", on="n1", runtimeClassName="gvisor")
    waits["status"]["phase"] = "Pending"
    for state, one, of_snapshot in (("a pod", pod("work", runtimeClassName="gvisor"), UNKNOWN), ("a pod that has its node", waits, UNKNOWN),
                                    ("a pod that runs", pod("work", on="n1", runtimeClassName="gvisor"), YES)):
        yield Combination("explain of %s, no RuntimeClass in a complete snapshot" % state, of_snapshot, lookup, snapshot(nodes() + [one]),
                          group="work")
        yield Combination("explain of %s, RuntimeClasses denied" % state, NOT_NO, lookup + ": whether it exists is not in the input",
                          snapshot(nodes() + [one], ["runtimeclasses.node.k8s.io"]), group="work")
        yield Combination("explain of %s, no RuntimeClass in the input" % state, YES, lookup + ": assumed, because admission found it",
                          nodes() + [copy.deepcopy(one)], group="work")
    yield Combination("explain of a pod that has its node, RuntimeClass gvisor beside kata", UNKNOWN, lookup,
                      nodes() + copy.deepcopy(kata) + [copy.deepcopy(waits)], group="work")
    yield Combination("explain of a pod that has its node, RuntimeClass without a handler there", UNKNOWN, "CRI RunPodSandbox",
                      reporting_features([("", False)]) + [make("node.k8s.io/v1", "RuntimeClass", "gvisor", None, handler="runsc"),
                                                           copy.deepcopy(waits)], group="work")
    yield Combination("explain of a pod, no RuntimeClass in the input, strict", UNKNOWN, lookup + ": nothing is assumed",
                      nodes() + [pod("work", runtimeClassName="gvisor")], group="work", flags=("--strict",))
    for wanted, verdict in (("gvisor", NOT_YES), ("kata", YES)):
        yield Combination("explain of a pod, RuntimeClass %s beside kata" % wanted, verdict,
                          "kubelet createPodSandbox: LookupRuntimeHandler", nodes() + copy.deepcopy(kata) + [pod("work", runtimeClassName=wanted)],
                          group="work")


def of_releases():
    """A field whose feature gate is off by default in the release of the kubelet."""
    def of(version):
        made = nodes()
        for each in made:
            each["status"]["nodeInfo"] = {"kubeletVersion": version}
        return made

    sidecar = {"initContainers": [{"name": "side", "image": "registry.example/side:v1", "restartPolicy": "Always"}]}
    whole = {"resources": {"requests": {"cpu": "1"}, "limits": {"cpu": "1"}}}
    cases = {
        "a sidecar, kubelet 1.28": ("v1.28.2", sidecar, UNKNOWN, "SidecarContainers: off by default before 1.29"),
        "a sidecar, kubelet 1.29": ("v1.29.0+k3s1", sidecar, YES, "SidecarContainers: on by default since 1.29"),
        "resources of the pod, kubelet 1.33": ("v1.33.5-gke.1080000", whole, UNKNOWN, "PodLevelResources: off by default before 1.34"),
        "resources of the pod, kubelet 1.34": ("v1.34.0", whole, YES, "PodLevelResources: on by default since 1.34"),
        "neither, kubelet 1.20": ("v1.20.1", {}, YES, "no such field"),
    }
    for state, (version, spec, verdict, rule) in cases.items():
        for name in ("Pod", "Job", "Deployment"):
            yield Combination("%s, %s" % (name, state), verdict, rule, of(version), with_spec(workload(name), **spec))
        yield Combination("Pod that names its node, %s" % state, verdict, rule, of(version), with_spec(workload("Pod"), nodeName="n1", **spec))
        yield Combination("explain of a pod, %s" % state, verdict, rule, of(version) + [pod("work", **spec)], group="work")
    yield Combination("Pod, a sidecar, one of two kubelets 1.28 and cordoned", YES, "n2 has 1.34",
                      [{**of("v1.28.2")[0], "spec": {"unschedulable": True}}, of("v1.34.2")[1]], with_spec(workload("Pod"), **sidecar))


def of_mounts_and_names():
    """What kubelets and runtimes refuse in a container, though the API server takes it."""
    mount, domain = "kubelet resolveRecursiveReadOnly", "kubelet GetNodenameForKernel: 64 characters"
    long = {"hostname": "worker", "subdomain": "a" * 50, "setHostnameAsFQDN": True}
    for name in ("Pod", "Job", "Deployment"):
        for mode, verdict in (("Enabled", UNKNOWN), ("IfPossible", YES), ("Disabled", YES)):
            mounted = with_spec(workload(name), volumes=[{"name": "data", "emptyDir": {}}])
            for spec in pod_specs(mounted):
                spec["containers"][0]["volumeMounts"] = [{"name": "data", "mountPath": "/data", "readOnly": True, "recursiveReadOnly": mode}]
            yield Combination("%s, recursiveReadOnly %s" % (name, mode), verdict, mount, nodes(), mounted)
        for state, fields, verdict in (("long", long, NO), ("long, not the host name", {**long, "setHostnameAsFQDN": False}, YES),
                                       ("short", {**long, "subdomain": "work"}, YES)):
            yield Combination("%s, FQDN %s" % (name, state), verdict, domain, nodes(), with_spec(workload(name), **fields))


def of_inline_volumes():
    """Inline volumes of CSI drivers: no filter of the scheduler looks at them."""
    rule = "kubelet csi_mounter.go supportsVolumeLifecycleMode"
    spec = {"volumes": [{"name": "secrets", "csi": {"driver": "csi.example.com"}}]}

    def driver(*modes):
        return [make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"volumeLifecycleModes": list(modes)})]

    cases = {"Ephemeral": (driver("Persistent", "Ephemeral"), YES), "only Persistent": (driver("Persistent"), NOT_YES),
             "driver not given": ([], UNKNOWN)}
    for state, (objects, verdict) in cases.items():
        for name in ("Pod", "Job", "CoschedulingJob", "Deployment"):
            yield Combination("%s with an inline volume, %s" % (name, state), verdict, rule, nodes() + objects, with_spec(workload(name), **spec))
        yield Combination("Pod that names its node, inline volume, %s" % state, verdict, rule, nodes() + objects,
                          with_spec(workload("Pod"), nodeName="n1", **spec))


def of_static_pods():
    """Preemption deletes the mirror of a static pod, and the pod itself runs on."""
    rule = "kubelet tryReconcileMirrorPods: it makes the mirror again"
    high = make("scheduling.k8s.io/v1", "PriorityClass", "high", None, value=100)

    def low(name, cpu, owner=None, annotations=None):
        owner = owner and {"apiVersion": "v1", "kind": owner, "name": "n1", "uid": "u-n1", "controller": True}
        return pod(name, cpu=cpu, on="n1", owner=owner, annotations=annotations)

    def of_high_priority(name, cpu):
        return with_spec(with_cpu(workload(name), cpu), priorityClassName="high")

    mirror = {"kubernetes.io/config.mirror": "0123abcd", "kubernetes.io/config.source": "file"}
    cases = {
        "a static pod": ([low("static-n1", 6, "Node", mirror)], 4, NOT_YES, rule),
        "a static pod, by its annotation alone": ([low("static-n1", 6, None, mirror)], 4, NOT_YES, rule),
        "a static pod, by its owner alone": ([low("static-n1", 6, "Node")], 4, NOT_YES, rule),
        "another pod": ([low("other", 6)], 4, YES, "DefaultPreemption: its capacity is free"),
        "a pod of a DaemonSet": ([low("other", 6, "DaemonSet")], 4, YES, "DefaultPreemption: the new pod of the DaemonSet has to wait"),
        "another pod beside a static pod": ([low("static-n1", 3, "Node", mirror), low("other", 4)], 5, YES, "the other pod's capacity is free"),
        "a static pod and another pod": ([low("static-n1", 3, "Node", mirror), low("other", 4)], 6, NOT_YES, rule),
    }
    for victims, (pods, cpu, verdict, source) in cases.items():
        yield Combination("Pod in place of %s" % victims, verdict, source, [node("n1"), high, *copy.deepcopy(pods)], of_high_priority("Pod", cpu))
    yield Combination("Job in place of a static pod", NOT_YES, rule,
                      [node("n1"), high, low("static-n1", 6, "Node", mirror)], of_high_priority("Job", 2))


def of_containers():
    """Containers that a kubelet does not start, and neighbours that it starts."""
    rule = "kubelet verifyRunAsNonRoot"
    cases = {
        "runAsNonRoot, user 0": ({"runAsNonRoot": True, "runAsUser": 0}, {}, NO),
        "runAsNonRoot, user 0 of the pod": ({"runAsNonRoot": True}, {"runAsUser": 0}, NO),
        "runAsNonRoot of the pod, user 0": ({"runAsUser": 0}, {"runAsNonRoot": True}, NO),
        "runAsNonRoot of the pod, user 1000 instead of 0": ({"runAsUser": 1000}, {"runAsNonRoot": True, "runAsUser": 0}, YES),
        "user 0": ({"runAsUser": 0}, {}, YES),
        "runAsNonRoot, user 1000": ({"runAsNonRoot": True, "runAsUser": 1000}, {}, YES),
    }
    for name in ("Pod", "Job", "Deployment"):
        for state, (own, of_pod, verdict) in cases.items():
            objects = with_spec(workload(name), securityContext=of_pod)
            for spec in pod_specs(objects):
                spec["containers"][0]["securityContext"] = own
            yield Combination("%s, %s" % (name, state), verdict, rule, nodes(), objects)
        for image, verdict in (({}, NO), ({"reference": "registry.example/data:v1"}, NOT_NO)):
            yield Combination("%s, image volume %s" % (name, "with a reference" if image else "without a reference"), verdict,
                              "validateImageVolumeSource", nodes(),
                              with_spec(workload(name), volumes=[{"name": "data", "image": image}]))


def of_names_and_options():
    """What the API server accepts and a kubelet does not."""
    digest = "sha256:" + "0123456789abcdef" * 4
    images = {"registry.example/work:v1": YES, "work": YES, "Team/work": YES, "localhost:5000/a__b/c-d.e:1": YES,
              "registry.example/work@" + digest: YES, "https://registry.example/work": NO, "registry.example/Work:v1": NO,
              "registry.example/work:": NO, "registry.example/work:${TAG}": NO, "registry.example/work@sha256:12": NO}
    for name in ("Pod", "Job", "Deployment"):
        for image, verdict in images.items():
            objects = workload(name)
            for spec in pod_specs(objects):
                spec["containers"][0]["image"] = image
            yield Combination("%s, image %s" % (name, image), verdict, "kubelet image_manager.go applyDefaultImageTag", nodes(), objects)
        for sysctl, spec, verdict in (("net.ipv4.tcp_syncookies", {}, YES), ("net.core.somaxconn", {}, UNKNOWN),
                                      ("net.ipv4.tcp_syncookies", {"hostNetwork": True}, NO), ("kernel.msgmax", {}, UNKNOWN)):
            context = {"sysctls": [{"name": sysctl, "value": "1"}]}
            yield Combination("%s, sysctl %s%s" % (name, sysctl, ", ".join(["", *spec])), verdict, "kubelet sysctl allowlist.go", nodes(),
                              with_spec(workload(name), securityContext=context, **spec))
    local = {"type": "Localhost", "localhostProfile": "profiles/strict.json"}
    rule = "kubelet appArmorAdmitHandler, getSeccompProfile: the profile is a file of the node"
    for field in ("appArmorProfile", "seccompProfile"):
        for name in ("Pod", "Job", "CoschedulingJob"):
            for profile, verdict in ((local, UNKNOWN), ({"type": "RuntimeDefault"}, YES)):
                state = "%s, %s %s" % (name, field, profile["type"])
                yield Combination(state, verdict, rule, nodes(), with_spec(workload(name), securityContext={field: profile}))
                of_container = workload(name)
                for spec in pod_specs(of_container):
                    spec["containers"][0]["securityContext"] = {field: profile}
                yield Combination(state + " of a container", verdict, rule, nodes(), of_container)
    rule = "kubelet image_manager.go: ErrImageNeverPull"
    for policy, image, listed, verdict in (("Never", "registry.example/work:v1", "registry.example/work:v1", YES),
                                           ("Never", "registry.example/work:v1", "registry.example/work:v2", UNKNOWN),
                                           ("Never", "work", "docker.io/library/work:latest", YES),
                                           ("Never", "work", "docker.io/library/work:v1", UNKNOWN),
                                           ("Never", "work", "", UNKNOWN), ("IfNotPresent", "work", "", YES)):
        for name in ("Pod", "Deployment"):
            objects, cluster = workload(name), nodes()
            for spec in pod_specs(objects):
                spec["containers"][0].update(image=image, imagePullPolicy=policy)
            for each in cluster:
                each["status"]["images"] = [{"names": [listed], "sizeBytes": 1000}] if listed else []
            yield Combination("%s, image %s, %s, the nodes have %s" % (name, image, policy, listed or "none"), verdict, rule, cluster, objects)
    for kind in ("Directory", "CharDevice", "DirectoryOrCreate"):
        yield Combination("Pod, hostPath of type %s" % kind, YES, "pkg/volume/hostpath checkType", nodes(),
                          with_spec(workload("Pod"), volumes=[{"name": "data", "hostPath": {"path": "/data", "type": kind}}]))
    for mode, uses, verdict in (("Block", "volumeDevices", YES), ("Block", "volumeMounts", NO), ("Filesystem", "volumeMounts", YES),
                                ("Filesystem", "volumeDevices", NO)):
        for name in ("Pod", "Deployment"):
            made = {**volume(), "spec": {**volume()["spec"], "volumeMode": mode}}
            objects = with_spec(workload(name), **USES_CLAIM)
            for spec in pod_specs(objects):
                spec["containers"][0][uses] = [{"name": "data", "devicePath" if uses == "volumeDevices" else "mountPath": "/data"}]
            yield Combination("%s, claim of mode %s in %s" % (name, mode, uses), verdict, "kubelet volumemanager createVolumeSpec",
                              nodes() + [claim(volume="pv-data", volumeMode=mode), made, storage_class()], objects)
    for system, context, verdict in (("windows", {}, YES), ("windows", {"runAsUser": 5}, NO), ("linux", {"runAsUser": 5}, YES),
                                     ("linux", {"windowsOptions": {"runAsUserName": "me"}}, NO)):
        yield Combination("Pod of %s, securityContext with %s" % (system, ", ".join(context) or "nothing"), verdict,
                          "validateWindows, validateLinux", nodes(labels={"kubernetes.io/os": system}),
                          with_spec(workload("Pod"), os={"name": system}, securityContext=context))
    pages = nodes(**{"hugepages-2Mi": "1Gi"})
    for medium, asked, verdict in (("HugePages", True, YES), ("HugePages", False, NO), ("HugePages-2Mi", True, YES), ("HugePages-1Gi", True, NO)):
        objects = with_spec(workload("Pod"), volumes=[{"name": "pages", "emptyDir": {"medium": medium}}])
        if asked:
            for spec in pod_specs(objects):
                spec["containers"][0]["resources"]["limits"] = {"hugepages-2Mi": "4Mi"}
        yield Combination("Pod, emptyDir of %s, %s" % (medium, "pages asked for" if asked else "none asked for"), verdict,
                          "emptydir getPageSizeMountOption", copy.deepcopy(pages), objects)


def of_shared_gpus():
    """Device plugins that share GPUs refuse containers that request more than one share."""
    rule = "NVIDIA k8s-device-plugin failRequestsGreaterThanOne: UnexpectedAdmissionError"
    gpu, label, of_gke = "nvidia.com/gpu", "nvidia.com/gpu.sharing-strategy", "cloud.google.com/gke-gpu-sharing-strategy"
    cases = {"MPS": ({label: "mps"}, gpu, NOT_YES), "time-slicing": ({label: "time-slicing"}, gpu, NOT_YES), "none": ({label: "none"}, gpu, YES),
             "no label": ({}, gpu, YES), "no label, by the resource": ({}, gpu + ".shared", NOT_YES),
             "a label of GKE": ({of_gke: "time-sharing"}, gpu, NOT_YES),
             "MIG with time-slicing": ({"nvidia.com/mig-1g.5gb.sharing-strategy": "time-slicing"}, "nvidia.com/mig-1g.5gb", NOT_YES)}
    for strategy, (labels, resource, verdict) in cases.items():
        for name in ("Pod", "Job"):
            for amount in ("1", "2"):
                shared = with_spec(workload(name))
                for spec in pod_specs(shared):
                    spec["containers"][0]["resources"]["limits"] = {resource: amount}
                made = [node("n1", labels=labels, **{resource: "8"}), node("n2", labels=labels, **{resource: "8"})]
                yield Combination("%s of %s %s, shared by %s" % (name, amount, resource, strategy), verdict if amount == "2" else YES, rule,
                                  made, shared)


def of_gpu_operator():
    """States of nodes in which NVIDIA's GPU operator takes GPUs or their pods away."""
    gpu, partition, upgrade = "nvidia.com/gpu", "nvidia.com/mig.config.state", "nvidia.com/gpu-driver-upgrade-state"
    mig, driver = "nvidia-mig-manager stops the device plugin until the state is success", "k8s-operator-libs pkg/upgrade: it deletes the pods"
    for label, state, verdict, rule in ((partition, "success", YES, mig), (partition, "pending", UNKNOWN, mig), (partition, "rebooting", UNKNOWN, mig),
                                        (partition, "failed", UNKNOWN, mig), (upgrade, "upgrade-done", YES, driver),
                                        (upgrade, "upgrade-required", YES, driver + " once it has cordoned the node"),
                                        (upgrade, "cordon-required", UNKNOWN, driver), (upgrade, "pod-deletion-required", UNKNOWN, driver)):
        made = [node("n%d" % at, labels={label: state}, **{gpu: "8"}) for at in (1, 2)]
        for name in ("Pod", "Job"):
            large = workload(name)
            for spec in pod_specs(large):
                spec["containers"][0]["resources"]["limits"] = {gpu: "1"}
            yield Combination("%s of a GPU, label %s %s" % (name, label, state), verdict, rule, made, large)
            yield Combination("%s without a GPU, label %s %s" % (name, label, state), YES, rule + ": of pods with GPUs", made, workload(name))
    cordoned = [{**node("n1", labels={upgrade: "drain-required"}, **{gpu: "8"}), "spec": {"unschedulable": True}}]
    waits = pod("work")
    waits["spec"]["containers"][0]["resources"]["limits"] = {gpu: "1"}
    yield Combination("explain of a pod with a GPU, the driver of its node is being upgraded, uncordoned", UNKNOWN, driver, cordoned + [waits], group="work",
                      flags=("--uncordon", "n1"))


def of_windows_nodes():
    """No filter compares the system of a node with that of the pod's images."""
    rule = "kubelet on Windows: no image of Linux for its platform"
    windows = [node("n1", labels={"kubernetes.io/os": "windows"})]
    for state, spec, cluster, verdict in (("nothing", {}, windows, UNKNOWN), ("its os", {"os": {"name": "windows"}}, windows, YES),
                                          ("its selector", {"nodeSelector": {"kubernetes.io/os": "windows"}}, windows, YES),
                                          ("a selector of linux", {"nodeSelector": {"kubernetes.io/os": "linux"}},
                                           windows + [node("n2", labels={"kubernetes.io/os": "linux"})], YES)):
        yield Combination("Pod on windows, %s asks for it" % state, verdict, rule, cluster, with_spec(workload("Pod"), **spec))


def of_ports_of_nodes():
    """On the network of its node, each port of a pod is a port of the node."""
    rule = "SetDefaults_Pod defaultHostNetworkPorts, then checkHostPortConflicts: Duplicate value"

    def of(ports, other=(), network=True):
        containers = [{"name": "main", "image": "registry.example/work:v1", "ports": list(ports)},
                      {"name": "helper", "image": "registry.example/work:v1", "ports": list(other)}]
        return {"hostNetwork": network, "containers": containers}

    tcp, udp = {"containerPort": 8080}, {"containerPort": 8080, "protocol": "UDP"}
    cases = {"two containers, one port": (of([tcp], [tcp]), NO), "one container, the port twice": (of([tcp, tcp]), NO),
             "its host port again": (of([tcp], [{**tcp, "hostPort": 8080}]), NO), "two protocols": (of([tcp], [udp]), YES),
             "two ports": (of([tcp], [{"containerPort": 8081}]), YES), "networks of their own": (of([tcp], [tcp], False), YES)}
    one = {"Pod": {}, "Job": {"parallelism": 1, "completions": 1}, "Deployment": {"replicas": 1}}
    for state, (fields, verdict) in cases.items():
        for name, size in one.items():
            objects = with_spec(workload(name), **fields)
            objects[0]["spec"].update(size)
            yield Combination("%s of one pod, ports: %s" % (name, state), verdict, rule, nodes(), objects)
    for what, priority, verdict in (("one of two pods with it", 100, NOT_YES), ("both pods with it", 0, YES)):
        holders = [pod("first", on="n1", priority=0), pod("second", on="n1", priority=priority), pod("work", priority=10)]
        for each in holders:
            each["spec"]["containers"][0]["ports"] = port(8080)
        yield Combination("explain of a pod with a host port that preempts %s" % what, verdict,
                          "HostPortInfo.Remove forgets the port; generalFilter NodePorts counts", [node("n1"), *holders], group="pod/work")


def of_memory_limits():
    """A limit of 128m is less than 1 byte: the API server warns, and takes it."""
    rule = "runtimes: container init was OOM-killed (memory limit too low?)"
    for name in ("Pod", "Job", "Deployment"):
        for limit, verdict in (("128m", NO), ("0.5", NO), ("512", NO), ("60Ki", NO), ("128Mi", YES), ("0", YES)):
            limited = workload(name)
            for spec in pod_specs(limited):
                spec["containers"][0]["resources"]["limits"] = {"memory": limit}
            yield Combination("%s, memory limit %s" % (name, limit), verdict, rule, nodes(), limited)


def of_volumes_to_mount():
    """No filter of the scheduler asks whether a kubelet can mount a volume that the node reaches."""
    def node_drivers(*names):
        return [make("storage.k8s.io/v1", "CSINode", on, None, spec={"drivers": [{"name": each, "nodeID": on} for each in names]})
                for on in ("n1", "n2")]

    def with_uid(made, uid):
        return {**made, "metadata": {**made["metadata"], "uid": uid}}

    def owned_by(uid, name="data"):
        made = volume(claim_name=name)
        made["spec"]["claimRef"]["uid"] = uid
        return made

    driver = [make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"attachRequired": True})]
    local = storage_class(provisioner="local.example.com/path")
    network = volume()
    del network["spec"]["csi"]
    network["spec"]["nfs"] = {"server": "files", "path": "/"}
    registered, misbound = "csi_client.go newCsiDriverClient: ", "pv_controller.go syncBoundClaim: "
    own = [claim(volume="pv-data"), volume(), storage_class()]
    cases = {
        "CSI, no node has the driver": (own + node_drivers("other.example.com"), NOT_YES, registered + "not found in the list of drivers"),
        "CSI, the nodes have the driver": (own + node_drivers("csi.example.com"), YES, registered + "it is registered"),
        "CSI, the CSINodes are not given": (own, YES, registered + "assumed"),
        "NFS, no node has a driver": ([claim(volume="pv-data"), network, storage_class()] + node_drivers(), YES, "kubelet: no CSI driver"),
        "CSI to be made, no node has the driver": ([claim(), storage_class()] + driver + node_drivers(), NOT_YES, registered + "not found"),
        "CSI to be made, the nodes have the driver": ([claim(), storage_class()] + driver + node_drivers("csi.example.com"), YES,
                                                      registered + "it is registered"),
        "to be made by another provisioner": ([claim(), local] + driver + node_drivers(), YES, "the provisioner makes it of no CSI driver"),
        "of an earlier claim of the name": ([with_uid(claim(volume="pv-data"), "new"), owned_by("old"), storage_class()], NOT_YES,
                                            misbound + "ClaimMisbound"),
        "of this claim": ([with_uid(claim(volume="pv-data"), "new"), owned_by("new"), storage_class()], YES, misbound + "all is well"),
        "of another claim": ([claim(volume="pv-data"), owned_by("", "third"), storage_class()], NOT_YES, misbound + "ClaimMisbound"),
        "that is being deleted": ([claim(volume="pv-data"), {**volume(), "metadata": {**volume()["metadata"],
                                                                                      "deletionTimestamp": "2026-05-04T08:10:00Z"}},
                                   storage_class()], YES, "pv_protection_controller.go: it stays while it is bound"),
    }
    for state, (objects, verdict, rule) in cases.items():
        cluster = nodes() + copy.deepcopy(objects)
        for name in ("Pod", "Job"):
            yield Combination("%s with a volume %s" % (name, state), verdict, rule, cluster, with_spec(workload(name), **USES_CLAIM))
        if "to be made" not in state:  # else nobody selects its node
            yield Combination("Pod that names its node, with a volume %s" % state, verdict, rule, cluster,
                              with_spec(workload("Pod"), nodeName="n1", **USES_CLAIM))
        yield Combination("explain of a pod with a volume %s" % state, verdict, rule, cluster + [pod("work", **USES_CLAIM)], group="work")


def of_capacity():
    """The scheduler compares each claim by itself with the capacity; the driver makes all of the volumes."""
    def capacity(size, on="n1", **fields):
        return make("storage.k8s.io/v1", "CSIStorageCapacity", "of-" + on, "kube-system", storageClassName="fast", capacity=size,
                    nodeTopology={"matchLabels": {"kubernetes.io/hostname": on}}, **fields)

    driver = make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"storageCapacity": True})
    two = {"volumes": [{"name": each, "persistentVolumeClaim": {"claimName": each}} for each in ("data", "logs")]}
    own = [claim(), claim("logs"), storage_class(), driver]
    rule = "external-provisioner Provision: "
    cases = {
        "for both volumes": ([capacity("2Gi")], YES, rule + "the driver has room"),
        "for one of the volumes": ([capacity("1500Mi")], NOT_YES, rule + "ResourceExhausted"),
        "for one of the volumes at a time": ([capacity("10Gi", maximumVolumeSize="1500Mi")], YES, rule + "the driver has room"),
        "for no volume": ([capacity("500Mi")], NO, "VolumeBinding hasEnoughCapacity"),
        "for one of the volumes on each node": ([capacity("1500Mi"), capacity("1500Mi", on="n2")], NOT_YES, rule + "ResourceExhausted"),
    }
    for state, (objects, verdict, why) in cases.items():
        cluster = nodes() + own + objects
        yield Combination("Pod, capacity %s" % state, verdict, why, cluster, with_spec(workload("Pod"), **two))
        yield Combination("explain of a pod, capacity %s" % state, verdict, why, cluster + [pod("work", **two)], group="work")


def of_pods_that_cannot_start():
    """Pods that have their node and wait for volumes or devices. A scheduler binds and allocates these before."""
    def waiting(**spec):
        made = pod("work", on="n1", **spec)
        made["status"]["phase"] = "Pending"
        return made

    driver = make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"attachRequired": True})
    populator = "desired_state_of_world_populator.go getPVCExtractPV: "
    others = [claim("other", volume="pv-other"), volume("pv-other", claim_name="other"), storage_class("other")]
    bound = [claim(volume="pv-data"), volume(), storage_class()]
    once = {"accessModes": ["ReadWriteOnce"]}
    shared = volume()
    shared["spec"].update(once)
    one_node = [claim(volume="pv-data", **once), shared, storage_class(), driver]
    one_pod = [claim(volume="pv-data", accessModes=["ReadWriteOncePod"]), volume(), storage_class()]
    inline = {"volumes": [{"name": "secrets", "csi": {"driver": "csi.example.com"}}]}
    persistent = make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"volumeLifecycleModes": ["Persistent"]})
    both = make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"volumeLifecycleModes": ["Persistent", "Ephemeral"]})
    prepared = "kubelet dra/manager.go prepareResources: "
    devices = [device_class(), device_slice()]
    newer = device_slice(devices=0)
    newer["metadata"]["name"], newer["spec"]["pool"]["generation"] = "slice-n1-new", 2
    cases = {
        "a bound claim": (bound, USES_CLAIM, YES, populator + "it mounts the volume"),
        "a claim that waits for its first consumer": ([claim(), storage_class()], USES_CLAIM, NOT_YES, populator + "PVC is not bound"),
        "an absent claim": (others, USES_CLAIM, NOT_YES, populator + "not found"),
        "an absent claim, none given": ([], USES_CLAIM, NOT_NO, populator + "the input does not show it"),
        "an absent ephemeral claim": (others, USES_EPHEMERAL, NOT_YES, populator + "not found"),
        "a lost claim": (others + [claim(volume="pv-data", phase="Lost")], USES_CLAIM, NOT_YES, populator + "PVC is not bound"),
        "an absent volume": (others + [claim(volume="pv-data")], USES_CLAIM, NOT_YES, populator + "getPVSpec"),
        "a volume of another node": ([claim(volume="pv-data"), volume(node="n2"), storage_class()], USES_CLAIM, NOT_YES,
                                     "operation_generator.go GenerateMountVolumeFunc: CheckNodeAffinity"),
        "a volume of its node": ([claim(volume="pv-data"), volume(node="n1"), storage_class()], USES_CLAIM, YES, "CheckNodeAffinity"),
        "a volume that another node has": (one_node + [pod("user", on="n2", **USES_CLAIM)], USES_CLAIM, NOT_YES,
                                           "attach-detach reconciler, isMultiAttachForbidden: Multi-Attach error"),
        "a volume that its node has": (one_node + [pod("user", on="n1", **USES_CLAIM)], USES_CLAIM, YES, "it is attached there"),
        "a volume of one pod, in use": (one_pod + [pod("user", on="n1", **USES_CLAIM)], USES_CLAIM, NOT_YES,
                                        "CSI NodePublishVolume: SINGLE_NODE_SINGLE_WRITER, FAILED_PRECONDITION"),
        "a volume of one pod": (one_pod, USES_CLAIM, YES, "nobody else has it"),
        "an inline volume of a driver without Ephemeral": ([persistent], inline, NOT_YES, "csi_mounter.go supportsVolumeLifecycleMode"),
        "an inline volume": ([both], inline, YES, "csi_mounter.go supportsVolumeLifecycleMode"),
        "devices that nobody allocates": ([device_claim(), *devices], USES_DEVICE, NOT_YES, prepared + "is not allocated"),
        "allocated devices": ([allocated(), *devices], USES_DEVICE, YES, prepared + "the controller reserves the claim for it"),
        "an absent device claim": ([allocated("other"), *devices], USES_DEVICE, NOT_YES, prepared + "failed to fetch ResourceClaim"),
        "an absent device claim, none given": (devices, USES_DEVICE, NOT_NO, prepared + "the input does not show it"),
        "devices that nobody allocates, after a claim of a template": (
            [device_claim(), *devices], {"resourceClaims": [*USES_TEMPLATE["resourceClaims"], {"name": "other", "resourceClaimName": "gpus"}]},
            NOT_YES, prepared + "is not allocated"),
        "an allocated device that its pool no longer lists": ([allocated(), device_class(), device_slice(devices=0)], USES_DEVICE, NOT_YES,
                                                              "the driver's NodePrepareResources has no such device"),
        "an allocated device of an older generation": ([allocated(), device_class(), device_slice(), newer], USES_DEVICE, NOT_YES,
                                                       "pools_stable.go GatherPools: only slices of the newest generation count"),
    }
    def event(reason, when="2026-05-04T08:30:00Z", name="work"):
        return [make("v1", "Event", name + ".1", reason=reason, type="Warning", message="no", lastTimestamp=when, count=9,
                     involvedObject={"kind": "Pod", "name": name, "namespace": "default"}, source={"component": "kubelet"})]

    repeats = "kubelet events.go, attach-detach reconciler: it repeats until the pod starts"
    cases.update({
        "an event FailedMount": (event("FailedMount"), {}, UNKNOWN, repeats),
        "an event FailedMapVolume": (event("FailedMapVolume"), {}, UNKNOWN, repeats),
        "an event FailedAttachVolume": (event("FailedAttachVolume"), {}, UNKNOWN, repeats),
        "an event FailedCreatePodSandBox": (event("FailedCreatePodSandBox"), {}, UNKNOWN, repeats),
        "an event SuccessfulAttachVolume": (event("SuccessfulAttachVolume"), {}, YES, repeats),
        "an event FailedMount of an earlier pod of its name": (event("FailedMount", "2026-05-04T07:00:00Z"), {}, YES, repeats),
        "an event FailedMount of another pod": (event("FailedMount", name="other"), {}, YES, repeats),
    })
    for state, (objects, spec, verdict, rule) in cases.items():
        yield Combination("explain of a pod that has its node, %s" % state, verdict, rule,
                          nodes() + copy.deepcopy(objects) + [waiting(**copy.deepcopy(spec))], group="work")
    yield Combination("explain of a pod that runs, an event FailedMount", YES, "it has started since",
                      nodes() + event("FailedMount") + [pod("work", on="n1")], group="work")
    runs = pod("work", on="n1", **USES_CLAIM)
    yield Combination("explain of a pod that runs, a lost claim", YES, "it has its volume",
                      nodes() + others + [claim(volume="pv-data", phase="Lost"), runs], group="work")


def topology_of(name, policy=None, attribute=None, zones=2):
    """The report of a node's exporter. `policy`: the older field."""
    return make("topology.node.k8s.io/v1alpha2", "NodeResourceTopology", name, None, **({"topologyPolicies": [policy]} if policy else {}),
                **({"attributes": [{"name": "topologyManagerPolicy", "value": attribute}]} if attribute else {}),
                zones=[{"name": "node-%d" % at, "type": "Node", "resources": [{"name": "cpu", "capacity": "4", "available": "4"}]}
                       for at in range(zones)])


def of_topology_policies():
    """A kubelet aligns the resources of a pod on NUMA nodes when it admits the pod; no default filter asks."""
    rule = "kubelet topologymanager: restricted and single-numa-node reject with TopologyAffinityError"
    policies = {"none": ({"policy": "None"}, YES), "best-effort": ({"policy": "BestEffortContainerLevel"}, YES),
                "a single NUMA node by the old field": ({"policy": "SingleNUMANodePodLevel"}, UNKNOWN),
                "restricted by the old field": ({"policy": "RestrictedContainerLevel"}, UNKNOWN),
                "a single NUMA node": ({"attribute": "single-numa-node"}, UNKNOWN), "restricted": ({"attribute": "restricted"}, UNKNOWN),
                "best-effort in place of restricted": ({"policy": "Restricted", "attribute": "best-effort"}, YES),
                "a single NUMA node of one": ({"attribute": "single-numa-node", "zones": 1}, YES)}
    for what, (options, verdict) in policies.items():
        cluster = [*nodes(), pod("other", on="n1"), *(topology_of(name, **options) for name in ("n1", "n2"))]
        for name in ("Pod", "Job", "CoschedulingJob"):
            yield Combination("%s, topology policy %s" % (name, what), verdict, rule, copy.deepcopy(cluster), workload(name))
        yield Combination("Pod that names its node, topology policy %s" % what, verdict, rule, copy.deepcopy(cluster),
                          with_spec(workload("Pod"), nodeName="n1"))
    bare = workload("Pod")
    for spec in pod_specs(bare):
        spec["containers"][0]["resources"] = {}
    single = {"attribute": "single-numa-node"}
    yield Combination("Pod, topology policy a single NUMA node, BestEffort", YES, "topologymanager: no provider has a hint",
                      [*nodes(), pod("other", on="n1"), topology_of("n1", **single), topology_of("n2", **single)], bare)
    yield Combination("copy of a full node, topology policy a single NUMA node", UNKNOWN, rule,
                      [node("n1"), pod("filler", cpu=8, on="n1"), topology_of("n1", **single), *gang_of(2)], group="gang",
                      flags=("--add-nodes", "n1=1"))
    taken = pod("work", on="n1")
    taken["status"]["phase"] = "Pending"
    yield Combination("explain of a pod that its kubelet has not taken yet, topology policy restricted", UNKNOWN, rule,
                      [*nodes(), topology_of("n1", attribute="restricted"), copy.deepcopy(taken)], group="work")
    yield Combination("explain of a pod that runs, topology policy restricted", YES, rule,
                      [*nodes(), topology_of("n1", attribute="restricted"), pod("work", on="n1")], group="work")
    small = node("n2", cpu="500m")
    for what, cluster, verdict in (("on the node", [node("n1"), small], UNKNOWN),
                                   ("on a smaller node", [{**small, "metadata": node("n1")["metadata"]}, node("n2")], YES),
                                   ("on a node like its node", [{**node("n1"), "spec": {"unschedulable": True}}, node("n2")], UNKNOWN)):
        for reason, expected in (("TopologyAffinityError", verdict), ("SMTAlignmentError", verdict), ("Evicted", YES)):
            failed = pod("failed", on="n1")
            failed["status"].update(phase="Failed", reason=reason)
            yield Combination("explain of a pod beside one that failed %s, %s" % (what, reason), expected, rule,
                              [*copy.deepcopy(cluster), pod("other", cpu=0, on="n1"), failed, pod("work")], group="work")


def combinations():
    yield from of_topology_policies()
    yield from of_memory_limits()
    yield from of_ports_of_nodes()
    yield from of_shared_gpus()
    yield from of_gpu_operator()
    yield from of_windows_nodes()
    yield from of_containers()
    yield from of_names_and_options()
    yield from of_named_nodes()
    yield from of_static_pods()
    yield from of_pressure()
    yield from of_nodes_that_leave()
    yield from of_features()
    yield from of_releases()
    yield from of_mounts_and_names()
    yield from of_inline_volumes()
    yield from of_volumes_to_mount()
    yield from of_capacity()
    yield from of_pods_that_cannot_start()
