# SPDX-License-Identifier: Apache-2.0
"""Snapshots of users without permission for some lists. The program never assumes that a denied list is empty."""
from trust_table.combination import NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import make, nodes, pod, snapshot, with_cpu, with_metadata, with_spec, workload

WORKLOADS = ("Pod", "Job", "CoschedulingJob", "Deployment")
# Lists that every workload's answer depends on (kube-scheduler reads nodes and pods; admission the others).
ALWAYS = {"pods": "capacity in use and the queue are unknown", "nodes": "free capacity is unknown",
          "resourcequotas": "resourcequota admission", "limitranges": "LimitRanger admission",
          "elasticquotas.scheduling.x-k8s.io": "scheduler-plugins CapacityScheduling", "elasticquotas.scheduling.sigs.k8s.io": "Koordinator's webhook",
          "clusterresourcequotas.quota.openshift.io": "OpenShift's ClusterResourceQuota admission",
          "hierarchicalresourcequotas.hnc.x-k8s.io": "the webhook of hierarchical namespaces", "tenants.capsule.clastix.io": "Capsule's webhook",
          "namespaces": "NamespaceLifecycle and Pod Security admission",
          **{"%s.admissionregistration.k8s.io" % resource: "its webhooks or policies decide" for resource in (
              "validatingwebhookconfigurations", "mutatingwebhookconfigurations", "validatingadmissionpolicies",
              "validatingadmissionpolicybindings", "mutatingadmissionpolicies", "mutatingadmissionpolicybindings")}}
# Lists that matter only to names in a manifest: (fields of each pod spec, words)
NAMED = {
    "persistentvolumeclaims": {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]},
    "priorityclasses.scheduling.k8s.io": {"priorityClassName": "high"},
    "runtimeclasses.node.k8s.io": {"runtimeClassName": "sandbox"},
    "resourceclaims.resource.k8s.io": {"resourceClaims": [{"name": "gpu", "resourceClaimName": "gpus"}]},
    "serviceaccounts": {"serviceAccountName": "trainer"},
}
# Lists that no answer here depends on: no claim, no device, no preemption.
NEVER = ("persistentvolumes", "storageclasses.storage.k8s.io", "resourceclaims.resource.k8s.io", "poddisruptionbudgets.policy",
         "csinodes.storage.k8s.io",
         "queues.scheduling.volcano.sh", "runtimeclasses.node.k8s.io")


def short(list_name):
    return list_name.split(".")[0]


def of_manifests():
    for name in WORKLOADS:
        yield Combination("%s, nothing denied" % name, YES, "5 cpu of 16", snapshot(nodes()), workload(name))
        for denied, rule in ALWAYS.items():
            objects = [] if denied == "nodes" else nodes()
            yield Combination("%s, %s denied" % (name, denied), UNKNOWN, rule, snapshot(objects, [denied]), workload(name),
                              first_line=(denied,))
        for denied, spec in NAMED.items():
            yield Combination("%s that names one, %s denied" % (name, short(denied)), UNKNOWN,
                              "the snapshot lacks the object that the pods name", snapshot(nodes(), [denied]),
                              with_spec(workload(name), **spec),
                              first_line=(short(denied), *(str(value) for value in spec.values() if isinstance(value, str)), "data",
                                          "gpus"))
        for denied in NEVER:
            yield Combination("%s, %s denied" % (name, short(denied)), YES, "the pods name none", snapshot(nodes(), [denied]),
                              workload(name))
        yield Combination("%s of 9 cpu, pods denied" % name, NOT_YES, "NodeResourcesFit: no node has 9 cpu even when empty",
                          snapshot(nodes(), ["pods"]),
                          with_cpu(workload(name), 9))
    labelled = with_metadata(workload("Job"), "Job", "labels", **{"kueue.x-k8s.io/queue-name": "team-queue"})
    for denied in ("localqueues.kueue.x-k8s.io", "clusterqueues.kueue.x-k8s.io", "workloads.kueue.x-k8s.io"):
        yield Combination("Job with a queue of Kueue, %s denied" % short(denied), UNKNOWN, "the snapshot lacks the queue's content",
                          snapshot(nodes(), [denied]), labelled,
                          first_line=(short(denied), "team-queue"))


def of_groups():
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    members = [pod("work-%d" % i, labels={"scheduling.x-k8s.io/pod-group": "work"}) for i in range(2)]
    everything = [group, *members]
    yield Combination("explain of a group, nothing denied", YES, "2 cpu of 16", snapshot(nodes() + everything), group="work")
    yield Combination("explain of a group, pods denied", UNKNOWN, "the snapshot lacks its members",
                      snapshot(nodes() + [group], ["pods"]), group="work", first_line=("pods",))
    yield Combination("explain of a group, nodes denied", UNKNOWN, "the snapshot lacks the free capacity", snapshot(everything, ["nodes"]),
                      group="work", first_line=("nodes",))
    yield Combination("explain of a group, its PodGroups denied", UNKNOWN, "the snapshot lacks its minimum",
                      snapshot(nodes() + members, ["podgroups.scheduling.x-k8s.io"]), group="work",
                      first_line=("podgroups", "PodGroup"))
    yield Combination("explain of a pod, nodes denied", UNKNOWN, "the snapshot lacks the free capacity", snapshot([pod("work")], ["nodes"]),
                      group="work", first_line=("nodes",))
    for denied in ("resourcequotas", "limitranges", "serviceaccounts", "priorityclasses.scheduling.k8s.io"):
        yield Combination("explain of a group, %s denied" % short(denied), YES, "the pods exist: admission is over",
                          snapshot(nodes() + everything, [denied]), group="work")
    yield Combination("explain of everything, pods denied", UNKNOWN, "the snapshot lacks the pending pods", snapshot(nodes() + [group], ["pods"]),
                      flags=("-A",), first_line=("pods",))
    yield Combination("explain of everything, pods and nodes denied", UNKNOWN, "the snapshot lacks the pending pods",
                      snapshot([group], ["pods", "nodes"]), flags=("-A",),
                      first_line=("pods", "nodes"))
    for denied in ("pods", "nodes"):
        objects = ([] if denied == "nodes" else nodes()) + ([group] if denied == "pods" else everything)
        yield Combination("lint, %s denied" % denied, UNKNOWN, "the snapshot lacks the objects to check", snapshot(objects, [denied]),
                          command="lint")


def combinations():
    for part in (of_manifests, of_groups):
        yield from part()
