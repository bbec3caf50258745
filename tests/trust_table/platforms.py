# SPDX-License-Identifier: Apache-2.0
"""The platform below a cluster decides about the start of pods, too: drivers that are not installed, nodes that are virtual or
end soon, profiles and networks of nodes, OpenShift's admission."""
import copy
import json

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import (OTHERS, USES_CLAIM, USES_TEMPLATE, claim, device_claim, device_class, device_slice, storage_class, volume,
                                with_device)
from trust_table.objects import make, node, nodes, pod, pod_specs, pod_templates, snapshot, with_spec, workload

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


def of_replaced_volumes():
    """Volumes of plugins that CSI drivers have replaced, and inline volumes: the node needs the driver."""
    rule = "kube_features.go CSIMigration, csi_client.go newCsiDriverClient: not found in the list of registered CSI drivers"
    sources = {"awsElasticBlockStore": ({"volumeID": "vol-1"}, "ebs.csi.aws.com"), "nfs": ({"server": "files", "path": "/"}, "nfs.csi.k8s.io"),
               "gcePersistentDisk": ({"pdName": "disk"}, "pd.csi.storage.gke.io")}
    for source, (fields, driver) in sources.items():
        made = volume()
        del made["spec"]["csi"]
        made["spec"].update({source: fields, "accessModes": ["ReadWriteOnce"]})
        objects = [*OTHERS, claim(volume="pv-data", **ONCE), made, storage_class()]
        for release, drivers, verdict in (("", ["efs.csi.aws.com"], UNKNOWN), ("v1.34.1", ["efs.csi.aws.com"], UNKNOWN),
                                          ("v1.22.1", ["efs.csi.aws.com"], YES), ("v1.34.1", [driver], YES)):
            cluster = nodes()
            for each in cluster:
                each["status"]["nodeInfo"] = {"kubeletVersion": release} if release else {}
            cluster += objects + node_drivers(*drivers)
            what = "claim of a volume of %s, kubelets %s, their drivers: %s" % (source, release or "unknown", drivers[0])
            expected = YES if source == "nfs" else verdict
            yield Combination("Pod, " + what, expected, rule, cluster, with_spec(workload("Pod"), **USES_CLAIM))
            yield Combination("explain of a pod, " + what, expected, rule, cluster + [pod("work", **USES_CLAIM)], group="pod/work")
    inline = {"volumes": [{"name": "secrets", "csi": {"driver": "secrets-store.csi.k8s.io"}}]}
    driver = make("storage.k8s.io/v1", "CSIDriver", "secrets-store.csi.k8s.io", None, spec={"volumeLifecycleModes": ["Ephemeral"]})
    for there, verdict in (("secrets-store.csi.k8s.io", YES), ("efs.csi.aws.com", UNKNOWN)):
        for name in ("Pod", "Job"):
            yield Combination("%s, inline volume, the nodes have %s" % (name, there), verdict, rule, nodes() + [driver] + node_drivers(there),
                              with_spec(workload(name), **inline))
        yield Combination("Pod that names its node, inline volume, the nodes have %s" % there, verdict, rule,
                          nodes() + [driver] + node_drivers(there), with_spec(workload("Pod"), nodeName="n1", **inline))


def of_denied_lists():
    """Lists by which filters judge claims of CSI drivers: denied, or not in a file."""
    driver = make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"attachRequired": True})
    objects = [*OTHERS, storage_class(), volume(), driver]
    for denied in ("csinodes", "csidrivers", "volumeattachments"):
        cluster = nodes() + [each for each in objects if each["kind"].lower() + "s" != denied]
        for what, used in (("bound", claim(volume="pv-data")), ("to be provisioned", claim())):
            for name in ("Pod", "Job", "CoschedulingJob"):
                yield Combination("%s, claim %s, %s denied" % (name, what, denied), UNKNOWN,
                                  "nodevolumelimits csi.go Filter, volumebinding hasEnoughCapacity: they read the list",
                                  snapshot(copy.deepcopy(cluster) + [used], [denied + ".storage.k8s.io"]), with_spec(workload(name), **USES_CLAIM))
            yield Combination("Job without the claim %s, %s denied" % (what, denied), YES, "no filter reads the list for it",
                              snapshot(copy.deepcopy(cluster) + [used], [denied + ".storage.k8s.io"]), workload("Job"))
    devices = [device_claim("other"), device_class(), device_slice(devices=8)]
    for what, cluster, verdict in (("denied", snapshot(nodes() + devices, ["resourceclaimtemplates.resource.k8s.io"]), UNKNOWN),
                                   ("not in a file", nodes() + devices, UNKNOWN), ("complete", snapshot(nodes() + devices), NO)):
        yield Combination("Pod with a ResourceClaimTemplate, their list is %s" % what, verdict, "resourceclaim controller reads the template", cluster,
                          with_device(workload("Pod"), USES_TEMPLATE))
    counting = [*OTHERS, storage_class(), claim(), make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"storageCapacity": True})]
    cases = {"not in a file": (nodes() + counting, UNKNOWN), "not in a complete snapshot": (snapshot(nodes() + counting), NO),
             "denied": (snapshot(nodes() + counting, ["csistoragecapacities.storage.k8s.io"]), UNKNOWN)}
    for what, (cluster, verdict) in cases.items():
        for name in ("Pod", "Job"):
            yield Combination("%s, the capacity of its driver is %s" % (name, what), verdict, "volumebinding hasEnoughCapacity", cluster,
                              with_spec(workload(name), **USES_CLAIM))


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
             "liqo": ({"liqo.io/type": "virtual-node"}, UNKNOWN, "liqo: the remote cluster starts the pod"),
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


def of_lost_nodes():
    """A pod that cannot end keeps its volume attached to the lost node."""
    rule = "attach-detach isMultiAttachForbidden, desired_state_of_world_populator findAndRemoveDeletedPods"
    driver = make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"attachRequired": True})
    away = node("n2")
    away["status"]["conditions"] = [{"type": "Ready", "status": "Unknown"}]
    away["spec"] = {"taints": [{"key": "node.kubernetes.io/unreachable", "effect": effect} for effect in ("NoSchedule", "NoExecute")]}
    cordoned = {**node("n2"), "spec": {"unschedulable": True}}
    for mode in ("ReadWriteOnce", "ReadWriteMany"):
        attached = volume()
        attached["spec"]["accessModes"] = [mode]
        objects = [*OTHERS, claim(volume="pv-data", accessModes=[mode]), attached, storage_class(), driver]
        ending = pod("user", on="n2", **USES_CLAIM)
        ending["metadata"].update(deletionTimestamp="2026-05-04T08:10:00Z", deletionGracePeriodSeconds=30)
        for what, second, verdict in (("a lost node", away, UNKNOWN), ("a node that is Ready", cordoned, YES)):
            expected = YES if mode == "ReadWriteMany" else verdict
            cluster = [node("n1"), second, *objects, ending]
            for name in ("Pod", "Job"):
                yield Combination("%s with a claim of %s that a terminating pod has on %s" % (name, mode, what), expected, rule,
                                  copy.deepcopy(cluster), with_spec(workload(name), **USES_CLAIM))
            yield Combination("explain of a pod with a claim of %s that a terminating pod has on %s" % (mode, what), expected, rule,
                              cluster + [pod("work", **USES_CLAIM)], group="pod/work")


def of_processors():
    """No filter asks for which processors an image is. Where nodes differ, the answer names the assumption."""
    rule, arch = "image-spec platform: no match for platform in manifest", "kubernetes.io/arch"
    one, two = (["arm64", "arm64"], ["arm64", "amd64"])
    for what, kinds, spec, strict in (("of one kind", one, {}, YES), ("of two kinds", two, {}, UNKNOWN),
                                      ("of two kinds, one selected", two, {"nodeSelector": {arch: "arm64"}}, YES)):
        cluster = [node("n%d" % at, labels={arch: kind}) for at, kind in enumerate(kinds, 1)]
        running = pod("running", on="n1")
        for flags, verdict in (((), YES), (("--strict",), strict)):
            yield Combination("explain of a pod, processors %s %s" % (what, " ".join(flags)), verdict, rule,
                              copy.deepcopy(cluster) + [running, pod("work", **spec)], group="pod/work", flags=flags)


def annotated(name, **annotations):
    """The workload, its pods with annotations."""
    made = workload(name)
    for template in made if name == "Pod" else pod_templates(made):
        template.setdefault("metadata", {}).setdefault("annotations", {}).update(annotations)
    return made


def of_annotations():
    """Annotations that kubelets and their runtimes read."""
    armor, rule = "container.apparmor.security.beta.kubernetes.io/main", "pod strategy applyAppArmorVersionSkew; kubelet appArmorAdmitHandler"
    networks = "k8s.v1.cni.cncf.io/networks"
    cases = {"an AppArmor profile of its node": ({armor: "localhost/strict"}, UNKNOWN, rule),
             "the runtime's AppArmor profile": ({armor: "runtime/default"}, YES, rule + ": that the nodes have AppArmor is assumed"),
             "no AppArmor profile": ({armor: "unconfined"}, YES, rule),
             "an AppArmor profile of another container": ({armor[:-4] + "other": "localhost/strict"}, NO, "ValidateAppArmorPodAnnotations: container not found"),
             "a second network": ({networks: "rdma"}, YES, "multus-cni: that the NetworkAttachmentDefinition exists is assumed")}
    for what, (annotations, verdict, source) in cases.items():
        for name in ("Pod", "Job"):
            yield Combination("%s with the annotation of %s" % (name, what), verdict, source, nodes(), annotated(name, **annotations))
    for what, annotations in (("an AppArmor profile", {armor: "runtime/default"}), ("a second network", {networks: "rdma"})):
        yield Combination("Pod with the annotation of %s, strict" % what, UNKNOWN, "nothing is assumed", nodes(), annotated("Pod", **annotations),
                          flags=("--strict",))


def of_image_volumes():
    """Kubelets before 1.35 mount no images by default."""
    spec = {"volumes": [{"name": "model", "image": {"reference": "registry.example/model:v1"}}]}

    def of(*versions):
        return [{**each, "status": {**each["status"], "nodeInfo": {"kubeletVersion": version}}} for each, version in zip(nodes(), versions)]

    cordoned = of("v1.34.2", "v1.35.0")
    cordoned[0]["spec"] = {"unschedulable": True}
    for what, cluster, verdict in (("1.33", of("v1.33.5", "v1.33.5"), UNKNOWN), ("1.35", of("v1.35.0", "v1.36.1"), YES),
                                   ("1.34, cordoned, and 1.35", cordoned, YES), ("unknown releases", nodes(), YES)):
        for name in ("Pod", "Job", "Deployment"):
            yield Combination("%s with a volume of an image, kubelets of %s" % (name, what), verdict,
                              "cmd/kubelet plugins.go, feature gate ImageVolume", copy.deepcopy(cluster), with_spec(workload(name), **spec))
            yield Combination("%s without such a volume, kubelets of %s" % (name, what), YES, "no plugin is needed", copy.deepcopy(cluster),
                              workload(name))


def of_kubewarden():
    """Its policies have the rules of their webhooks. Snapshots and files may lack the webhooks."""
    def policy(kind="ClusterAdmissionPolicy", space=None, resource="pods", **spec):
        rules = [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": [resource]}]
        return make("policies.kubewarden.io/v1", kind, "keep", space, spec={"module": "registry.example/p:v1", "rules": rules, **spec})

    cases = {"a policy": (policy(), UNKNOWN), "a group of policies": (policy("ClusterAdmissionPolicyGroup"), UNKNOWN),
             "a policy for Services": (policy(resource="services"), YES), "a policy that only reports": (policy(mode="monitor"), YES),
             "a policy of its namespace": (policy("AdmissionPolicy", "default"), UNKNOWN),
             "a policy of another namespace": (policy("AdmissionPolicy", "team"), YES)}
    for what, (each, verdict) in cases.items():
        for name in ("Pod", "Job"):
            yield Combination("%s, %s of Kubewarden" % (name, what), verdict, "kubewarden-controller makes a webhook of the policy", nodes() + [each],
                              workload(name))


def of_openshift():
    """SecurityContextConstraints decide about pods in projects of users."""
    rule = "apiserver-library-go sccadmission: unable to validate against any security context constraint"
    openshift = nodes(labels={"node.openshift.io/os_id": "rhel"})
    level = {"openshift.io/run-level": "1"}
    cases = {"nothing special": ({}, {}, YES), "hostNetwork": ({"hostNetwork": True}, {}, UNKNOWN),
             "a folder of the host": ({"volumes": [{"name": "d", "hostPath": {"path": "/d"}}]}, {}, UNKNOWN),
             "a claim of NFS": ({"volumes": [{"name": "d", "nfs": {"server": "files", "path": "/"}}]}, {}, UNKNOWN),
             "an emptyDir": ({"volumes": [{"name": "d", "emptyDir": {}}]}, {}, YES),
             "a user": ({"securityContext": {"runAsUser": 1000}}, {}, UNKNOWN),
             "runAsNonRoot": ({"securityContext": {"runAsNonRoot": True}}, {}, YES),
             "a privileged container": ({}, {"privileged": True}, UNKNOWN),
             "IPC_LOCK": ({}, {"capabilities": {"add": ["IPC_LOCK"]}}, UNKNOWN),
             "NET_BIND_SERVICE": ({}, {"capabilities": {"add": ["NET_BIND_SERVICE"], "drop": ["ALL"]}}, YES)}

    def wanting(name, spec, context):
        made = with_spec(workload(name), **spec)
        for each in pod_specs(made):
            if context:
                each["containers"][0]["securityContext"] = copy.deepcopy(context)
        return made

    for what, (spec, context, verdict) in cases.items():
        for name in ("Pod", "Job", "CoschedulingJob"):
            for where, cluster, labels, expected in (("a project of OpenShift", openshift, {}, verdict), ("another cluster", nodes(), {}, YES),
                                                     ("a project of run level 1", openshift, level, YES)):
                spaces = [make("v1", "Namespace", "team", None, labels)]
                yield Combination("%s with %s, in %s" % (name, what, where), expected, rule, copy.deepcopy(cluster) + spaces,
                                  wanting(name, spec, context), flags=("-n", "team"))
        yield Combination("Pod with %s, in the project default of OpenShift" % what, YES, "sccadmission does not apply to highly privileged projects",
                          copy.deepcopy(openshift), wanting("Pod", spec, context))


def of_default_node_selector():
    """OpenShift's Scheduler gives new pods a node selector, unless their namespace has one."""
    rule = "openshift/kubernetes nodeenv/admission.go: getNodeSelectorMap"
    plain, users = nodes(), nodes(labels={"pool": "users"})
    own, users_own = {"openshift.io/node-selector": "zone=a"}, {"nodeSelector": {"pool": "users"}}

    def scheduler(text):
        return make("config.openshift.io/v1", "Scheduler", "cluster", None, spec={"defaultNodeSelector": text} if text else {})

    cases = {"no node has its label": (plain, "pool=users", {}, {}, NO), "the nodes have its label": (users, "pool=users", {}, {}, YES),
             "the namespace has an empty one": (plain, "pool=users", {"openshift.io/node-selector": ""}, {}, YES),
             "the namespace has another": (nodes(labels={"zone": "a"}), "pool=users", own, {}, YES),
             "the namespace has another of no node": (users, "pool=users", own, {}, NO),
             "the pods have the same": (users, "pool=users", {}, users_own, YES),
             "the pods have another value": (plain, "pool=users", {}, {"nodeSelector": {"pool": "gpu"}}, NO),
             "no default": (plain, "", {}, {}, YES), "not pairs": (plain, "pool in (users)", {}, {}, UNKNOWN),
             "the namespace is not given": (plain, "pool=users", None, {}, UNKNOWN),
             "the namespace is not given, the pods have the same": (users, "pool=users", None, users_own, YES)}
    for what, (cluster, text, annotations, spec, verdict) in cases.items():
        spaces = [] if annotations is None else [make("v1", "Namespace", "team", None, annotations=annotations)]
        for name in ("Pod", "Job", "CoschedulingJob"):
            yield Combination("%s, OpenShift's default node selector, %s" % (name, what), verdict, rule,
                              copy.deepcopy(cluster) + spaces + [scheduler(text)], with_spec(workload(name), **spec), flags=("-n", "team"))


def of_paths_and_variables():
    """Paths and references in a pod that only a kubelet or a runtime resolves."""
    def using(name, volume=None, **container):
        objects = with_spec(workload(name), volumes=[{"name": "data", **(volume or {"emptyDir": {}})}])
        for spec in pod_specs(objects):
            spec["containers"][0].update(copy.deepcopy(container))
        return objects

    def mount(path, **more):
        return {"volumeMounts": [{"name": "data", "mountPath": "/data", "subPathExpr": path}], **more}

    def shown(container):
        items = [{"path": "cpu", "resourceFieldRef": {"containerName": container, "resource": "limits.cpu"}}]
        return {"downwardAPI": {"items": items}}, {"projected": {"sources": [{"downwardAPI": {"items": items}}]}}

    name_of_pod = [{"name": "POD", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}]
    expand, cwd, collect = "kubelet ExpandContainerVolumeMounts: missing value", "runc: Cwd must be an absolute path", "downwardapi collectData"
    cases = {
        "a path of a variable": (None, mount("$(POD)/x", env=name_of_pod), YES, expand),
        "a path of a variable that is not set": (None, mount("$(PDO)/x", env=name_of_pod), NO, expand),
        "a path of an empty variable": (None, mount("$(POD)", env=[{"name": "POD", "value": ""}]), NO, expand),
        "a path of a variable that a ConfigMap may have": (None, mount("$(POD)", envFrom=[{"configMapRef": {"name": "c"}}]), NOT_NO, expand),
        "a path of a variable for a Service": (None, mount("$(KUBERNETES_SERVICE_HOST)"), YES, expand),
        "a path without a variable": (None, mount("$$(PDO)/x"), YES, expand),
        "an absolute working directory": (None, {"workingDir": "/app"}, YES, cwd), "a relative working directory": (None, {"workingDir": "app"}, NO, cwd),
        **{"resources of a container%s%s" % (" that it has not" if other else "", ", projected" if at else ""): (
            shown("other" if other else "{main}")[at], {}, NO if other else YES, collect) for other in (False, True) for at in (0, 1)}}
    for name in ("Pod", "Job", "Deployment"):
        own = next(pod_specs(workload(name)))["containers"][0]["name"]
        for what, (volume_source, container, verdict, rule) in cases.items():
            source = json.loads(json.dumps(volume_source).replace("{main}", own))
            yield Combination("%s with %s" % (name, what), verdict, rule, nodes(), using(name, source, **container))


def combinations():
    for part in (of_missing_drivers, of_replaced_volumes, of_denied_lists, of_folders_of_nodes, of_substitutes, of_interrupted_nodes, of_lost_nodes, of_processors,
                 of_annotations, of_image_volumes, of_kubewarden, of_openshift, of_default_node_selector, of_paths_and_variables):
        yield from part()
