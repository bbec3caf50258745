# SPDX-License-Identifier: Apache-2.0
"""What the platform below a cluster decides about the start of pods: drivers that nobody has installed, nodes that are virtual or end soon."""
import copy

from trust_table.combination import NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import OTHERS, USES_CLAIM, claim, storage_class
from trust_table.objects import make, node, nodes, pod, with_spec, workload

ONCE = {"accessModes": ["ReadWriteOnce"]}


def node_drivers(*names):
    return [make("storage.k8s.io/v1", "CSINode", on, None, spec={"drivers": [{"name": each, "nodeID": on} for each in names]})
            for on in ("n1", "n2")]


def of_missing_drivers():
    """A class may name a driver, or a plugin that a driver has replaced, and no node has that driver."""
    rule = "external-provisioner makes the volume; csi-translation-lib GetCSINameFromInTreeName, csi_client.go newCsiDriverClient"
    elsewhere = make("storage.k8s.io/v1", "CSIDriver", "efs.csi.aws.com", None, spec={"attachRequired": False})
    cases = {"kubernetes.io/aws-ebs": ("ebs.csi.aws.com", NOT_YES), "kubernetes.io/gce-pd": ("pd.csi.storage.gke.io", NOT_YES),
             "ebs.csi.aws.com": ("ebs.csi.aws.com", NOT_YES), "csi.vsphere.vmware.com": ("csi.vsphere.vmware.com", NOT_YES),
             "example.com/nfs": ("nfs.csi.k8s.io", YES)}
    for provisioner, (driver, verdict) in cases.items():
        objects = [*OTHERS, claim(**ONCE), storage_class(provisioner=provisioner), elsewhere]
        for what, drivers, expected in (("no node has its driver", ["efs.csi.aws.com"], verdict), ("the nodes have its driver", [driver], YES)):
            cluster = nodes() + objects + node_drivers(*drivers)
            for name in ("Pod", "Job"):
                yield Combination("%s, claim of a class of %s, %s" % (name, provisioner, what), expected, rule, copy.deepcopy(cluster),
                                  with_spec(workload(name), **USES_CLAIM))
            yield Combination("explain of a pod, claim of a class of %s, %s" % (provisioner, what), expected, rule,
                              cluster + [pod("work", **USES_CLAIM)], group="work")
        yield Combination("Pod, claim of a class of %s, the CSINodes are not given" % provisioner, YES, "that the nodes have the driver is assumed",
                          nodes() + objects, with_spec(workload("Pod"), **USES_CLAIM))


def of_folders_of_nodes():
    """Provisioners of folders and disks of one node make no volumes for several nodes."""
    rule = "local-path-provisioner Provision: NodePath only supports ReadWriteOnce and ReadWriteOncePod"
    for provisioner in ("rancher.io/local-path", "openebs.io/local", "local.csi.openebs.io"):
        for mode, verdict in (("ReadWriteMany", UNKNOWN), ("ReadWriteOnce", YES)):
            cluster = nodes() + [*OTHERS, claim(accessModes=[mode]), storage_class(provisioner=provisioner)]
            for name in ("Pod", "Job"):
                yield Combination("%s, claim of %s that waits, %s" % (name, mode, provisioner), verdict, rule, copy.deepcopy(cluster),
                                  with_spec(workload(name), **USES_CLAIM))


def of_substitutes():
    """Nodes without a kubelet of their own: another system decides whether a pod starts."""
    cases = {"virtual-kubelet": ({"type": "virtual-kubelet"}, UNKNOWN, "virtual-kubelet: its provider starts the pod"),
             "vcluster": ({"vcluster.loft.sh/fake-node": "true"}, UNKNOWN, "vcluster: the host's scheduler places the pod"),
             "a kubelet": ({"type": "gpu"}, YES, "a label of its own")}
    for what, (labels, verdict, rule) in cases.items():
        made = nodes(labels=labels)
        for each in made:
            each["spec"] = {"taints": [{"key": "virtual-kubelet.io/provider", "value": "remote", "effect": "NoSchedule"}]}
        tolerant = {"tolerations": [{"key": "virtual-kubelet.io/provider", "operator": "Exists"}]}
        for name in ("Pod", "Job", "CoschedulingJob"):
            yield Combination("%s, nodes of %s" % (name, what), verdict, rule, copy.deepcopy(made), with_spec(workload(name), **tolerant))
            yield Combination("%s, nodes of %s beside a node with a kubelet" % (name, what), YES, "TaintToleration: the other node takes it",
                              copy.deepcopy(made) + [node("n3")], workload(name))
        yield Combination("explain of a pod, nodes of %s" % what, verdict, rule, made + [pod("work", **tolerant)], group="work")


def of_interrupted_nodes():
    """A cloud ends such a node within minutes. Only pods that tolerate every taint get there."""
    tolerant = {"tolerations": [{"operator": "Exists"}]}
    for key, verdict in (("aws-node-termination-handler/spot-itn", UNKNOWN), ("aws-node-termination-handler/scheduled-maintenance", UNKNOWN),
                         ("cloud.google.com/impending-node-termination", UNKNOWN), ("cloud.google.com/gke-spot", YES)):
        made = nodes()
        for each in made:
            each["spec"] = {"taints": [{"key": key, "value": "true", "effect": "NoSchedule"}]}
        for name in ("Pod", "Job"):
            yield Combination("%s that tolerates all, nodes with the taint %s" % (name, key), verdict, "pod garbage collector gcOrphaned",
                              copy.deepcopy(made), with_spec(workload(name), **tolerant))
            yield Combination("%s, nodes with the taint %s" % (name, key), NO, "TaintToleration", copy.deepcopy(made), workload(name))


def combinations():
    for part in (of_missing_drivers, of_folders_of_nodes, of_substitutes, of_interrupted_nodes):
        yield from part()
