# SPDX-License-Identifier: Apache-2.0
"""bind, which takes a scheduler's place: it binds no pods to nodes on which they may not run. A binding cannot be undone."""
import copy

from trust_table.combination import NOT_YES, YES, Combination
from trust_table.objects import make, node, nodes, pod


def gang(**spec):
    """A gang of 2 that waits for bind; as bind needs it, its pods have a uid."""
    members = [pod("work-%d" % at, scheduler="kubectl-gang", labels={"scheduling.x-k8s.io/pod-group": "work"}, **copy.deepcopy(spec))
               for at in range(2)]
    for each in members:
        each["metadata"].update(uid="uid-" + each["metadata"]["name"], resourceVersion="5")
    return [make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2}), *members]


def with_condition(condition, status):
    both = nodes()
    for each in both:
        each["status"]["conditions"] = [{"type": "Ready", "status": "True"}]
        each["status"]["conditions"] = [row for row in each["status"]["conditions"] if row["type"] != condition]
        each["status"]["conditions"].append({"type": condition, "status": status})
    return both


def tainted():
    both = nodes()
    for each in both:
        each["spec"] = {"taints": [{"key": "example.com/drain", "effect": "NoExecute"}]}
    return both


def combinations():
    linux = [node(name, labels={"kubernetes.io/os": "linux"}) for name in ("n1", "n2")]
    briefly = [{"key": "example.com/drain", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 0}]
    ever = [{"key": "example.com/drain", "operator": "Exists", "effect": "NoExecute"}]
    leaving = make("v1", "Namespace", "default", None, status={"phase": "Terminating"})
    leaving["metadata"]["deletionTimestamp"] = "2026-05-04T08:00:00Z"
    broken = pod("broken", on="n1")
    broken["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "1 core"
    handler = make("node.k8s.io/v1", "RuntimeClass", "gvisor", None, handler="runsc")
    for name, cluster, spec, verdict, rule in (
            ("that fits", nodes(), {}, YES, "the nodes have room"),
            ("of Windows pods on Linux nodes", linux, {"os": {"name": "windows"}}, NOT_YES, "kubelet rejectPodAdmissionBasedOnOSField"),
            ("of Linux pods on Linux nodes", linux, {"os": {"name": "linux"}}, YES, "kubelet rejectPodAdmissionBasedOnOSField"),
            ("on nodes that are not Ready", with_condition("Ready", "False"), {}, NOT_YES, "whether the kubelets run pods is not known"),
            ("on nodes with DiskPressure", with_condition("DiskPressure", "True"), {}, NOT_YES, "kubelet eviction_manager.go: Admit"),
            ("on nodes without DiskPressure", with_condition("DiskPressure", "False"), {}, YES, "kubelet eviction_manager.go: Admit"),
            ("that tolerates a NoExecute taint for 0 seconds", tainted(), {"tolerations": briefly}, NOT_YES, "tainteviction"),
            ("that tolerates a NoExecute taint", tainted(), {"tolerations": ever}, YES, "tainteviction"),
            ("in a namespace that is being deleted", nodes() + [leaving], {}, NOT_YES, "the namespace controller deletes the pods"),
            ("beside a pod that could not be read", nodes() + [broken], {}, NOT_YES, "what it requests is not known"),
            ("of a RuntimeClass that does not exist", nodes() + [handler], {"runtimeClassName": "kata"}, NOT_YES,
             "kuberuntime_sandbox.go: LookupRuntimeHandler"),
            ("of a RuntimeClass that exists", nodes() + [handler], {"runtimeClassName": "gvisor"}, YES,
             "kuberuntime_sandbox.go: LookupRuntimeHandler")):
        yield Combination("bind of a gang %s" % name, verdict, rule, cluster + gang(**spec), group="work", command="bind")
