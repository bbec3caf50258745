# SPDX-License-Identifier: Apache-2.0
"""Objects that a pod names: their list is not in the input, is there without the object, or has it."""
import copy
import json

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import (CREATED, as_manifest, flags_of, make, manifest_pod, node, nodes, pod, pod_specs, snapshot, with_metadata,
                                 with_spec, workload)

TERMINATING = "2026-05-04T08:10:00Z"
MANIFESTS = ("Pod", "Job", "CoschedulingJob", "NativeGang", "Deployment")


def terminating(built):
    built["metadata"].update(deletionTimestamp=TERMINATING, deletionGracePeriodSeconds=0, finalizers=["example.com/kept"])
    return built


# ---- volumes
def claim(name="data", class_name="fast", volume="", phase=None, **spec):
    spec = {"accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Gi"}}, **spec}
    if class_name is not None:
        spec["storageClassName"] = class_name
    if volume:
        spec["volumeName"] = volume
    annotations = {"pv.kubernetes.io/bind-completed": "yes"} if volume else None
    return make("v1", "PersistentVolumeClaim", name, annotations=annotations, spec=spec,
                status={"phase": phase or ("Bound" if volume else "Pending")})


def volume(name="pv-data", node=None, claim_name="data", class_name="fast"):
    spec = {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteMany"], "storageClassName": class_name,
            "csi": {"driver": "csi.example.com", "volumeHandle": name}}
    if claim_name:
        spec["claimRef"] = {"kind": "PersistentVolumeClaim", "namespace": "default", "name": claim_name}
    if node:
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "In",
                                                                                          "values": [node]}]}]}}
    return make("v1", "PersistentVolume", name, None, spec=spec, status={"phase": "Bound" if claim_name else "Available"})


def storage_class(name="fast", mode="WaitForFirstConsumer", provisioner="csi.example.com"):
    return make("storage.k8s.io/v1", "StorageClass", name, None, provisioner=provisioner, volumeBindingMode=mode, reclaimPolicy="Delete")


NO_CLASS = "component-helpers IsDelayBindingMode: without its class a claim counts as Immediate"
OTHERS = [claim("other", volume="pv-other"), volume("pv-other", claim_name="other"), storage_class("other")]
USES_CLAIM = {"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]}
USES_EPHEMERAL = {"volumes": [{"name": "scratch", "ephemeral": {"volumeClaimTemplate": {"spec": {
    "accessModes": ["ReadWriteOnce"], "storageClassName": "fast", "resources": {"requests": {"storage": "1Gi"}}}}}}]}

DEFAULT_CLASS = storage_class("standard")
DEFAULT_CLASS["metadata"]["annotations"] = {"storageclass.kubernetes.io/is-default-class": "true"}
OTHER_DEFAULT = {**DEFAULT_CLASS, "metadata": {**DEFAULT_CLASS["metadata"], "name": "premium"}}

# name: (objects besides the nodes, verdict, rule)
CLAIMS = {
    "claim list not given": ([], UNKNOWN, "VolumeBinding PreFilter: the claim is not in the input"),
    "claim absent beside another": (OTHERS, NO, "VolumeBinding PreFilter: persistentvolumeclaim not found"),
    "claim terminating": ([*OTHERS, terminating(claim(volume="pv-data")), volume()], NO, "VolumeBinding podHasPVCs: is being deleted"),
    "claim lost": ([*OTHERS, claim(volume="pv-data", phase="Lost")], NO,
                   "VolumeBinding podHasPVCs: bound to non-existent persistentvolume"),
    "claim bound": ([*OTHERS, claim(volume="pv-data"), volume()], YES, "VolumeBinding Filter: the volume has no node affinity"),
    "claim bound on a node": ([*OTHERS, claim(volume="pv-data"), volume(node="n1")], YES, "VolumeBinding Filter: n1 has 8 cpu"),
    "claim bound on a node that does not exist": ([*OTHERS, claim(volume="pv-data"), volume(node="n9")], NO,
                                                  "VolumeBinding Filter: node(s) had volume node affinity conflict"),
    "volume absent beside another": ([*OTHERS, claim(volume="pv-data")], NO, "VolumeBinding Filter: bound to non-existent pv"),
    "volume list not given": ([claim(volume="pv-data"), storage_class()], UNKNOWN,
                              "VolumeBinding Filter: the volume's node affinity is not in the input"),
    "claim to be provisioned": ([*OTHERS, claim(), storage_class()], YES, "VolumeBinding Filter: the class provisions where the pod goes"),
    "claim to be made from a snapshot": (
        [*OTHERS, claim(dataSource={"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "old"}), storage_class()],
        UNKNOWN, "external-provisioner Provision: it needs the snapshot"),
    "claim to be made by a populator": (
        [*OTHERS, claim(dataSourceRef={"apiGroup": "example.com", "kind": "Data", "name": "old"}), storage_class()],
        UNKNOWN, "volume-data-source-validator: another controller fills it"),
    "claim with a selector to be provisioned": (
        [*OTHERS, claim(selector={"matchLabels": {"tier": "gold"}}), storage_class()], UNKNOWN,
        "external-provisioner Provision: claim Selector is not supported"),
    "claim made from a snapshot": (
        [*OTHERS, claim(volume="pv-data", dataSource={"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "old"}),
         volume()], YES, "VolumeBinding Filter: it is bound"),
    "claim of a VolumeAttributesClass": ([*OTHERS, claim(volumeAttributesClassName="gold"), storage_class()], UNKNOWN,
                                         "external-provisioner Provision: it needs the class"),
    "class absent beside another": ([*OTHERS, claim()], NO, NO_CLASS),
    "class list not given": ([claim(), claim("other", volume="pv-other"), volume("pv-other", claim_name="other")], UNKNOWN,
                             "VolumeBinding: the class of the claim is not in the input"),
    "class that binds at once": ([*OTHERS, claim(), storage_class(mode="Immediate")], NO,
                                 "VolumeBinding PreFilter: unbound immediate PersistentVolumeClaims"),
    "claim that names no class, a default class": ([*OTHERS, claim(class_name=None), DEFAULT_CLASS], YES,
                                                   "pv_controller.go assignDefaultStorageClass: it has the default class"),
    "claim that names no class, two default classes": ([*OTHERS, claim(class_name=None), DEFAULT_CLASS, OTHER_DEFAULT], UNKNOWN,
                                                       "storageclass.go GetDefaultClass: the newer one counts"),
    "claim that names no class, no default class": ([*OTHERS, claim(class_name=None)], NO,
                                                    "VolumeBinding PreFilter: unbound immediate PersistentVolumeClaims"),
    "claim of the class \"\", a default class": ([*OTHERS, claim(class_name=""), DEFAULT_CLASS], NO,
                                                 "assignDefaultStorageClass: only claims without storageClassName"),
    "claim without a class": ([*OTHERS, claim(class_name="")], NO, "VolumeBinding PreFilter: unbound immediate PersistentVolumeClaims"),
    "class without provisioner, no volume": ([*OTHERS, claim(), storage_class(provisioner="kubernetes.io/no-provisioner")], NO,
                                             "VolumeBinding Filter: no matching volume"),
    "claim without a class, an available volume": ([*OTHERS, claim(class_name=""), volume(claim_name=None, class_name="")], NOT_NO,
                                                   "pv_controller.go syncUnboundClaim: it binds them"),
    "class that binds at once, an available volume": ([*OTHERS, claim(), storage_class(mode="Immediate"), volume(claim_name=None)], NOT_NO,
                                                      "pv_controller.go syncUnboundClaim: it binds them"),
    "class that binds at once, a volume of another claim": (
        [*OTHERS, claim(), storage_class(mode="Immediate"), volume(claim_name="third")], NO,
        "VolumeBinding PreFilter: unbound immediate PersistentVolumeClaims"),
    "class without provisioner, a volume": ([*OTHERS, claim(), storage_class(provisioner="kubernetes.io/no-provisioner"),
                                             volume(claim_name=None)], YES,
                                            "VolumeBinding Filter: the available volume matches"),
}


def csi(kind, name, **spec):
    return make("storage.k8s.io/v1", kind, name, None, spec=spec)


STRICT_DRIVER = csi("CSIDriver", "csi.example.com", preventPodSchedulingIfMissing=True)
MISSING_DRIVER = "NodeVolumeLimits checkCSIDriverOnNode [VolumeLimitScaling]: "
CLAIMS.update({
    "claim of a driver that its node has": (
        [*OTHERS, claim(), storage_class(), STRICT_DRIVER, csi("CSINode", "n1", drivers=[{"name": "csi.example.com", "nodeID": "n1"}])], YES,
        MISSING_DRIVER + "n1 has it"),
    "claim of a driver that no node has": (
        [*OTHERS, claim(volume="pv-data"), volume(), STRICT_DRIVER, csi("CSINode", "n1", drivers=[{"name": "other.example.com", "nodeID": "n1"}])], NO,
        MISSING_DRIVER + "no node has it"),
    "claim of a driver, its nodes not given": ([*OTHERS, claim(), storage_class(), STRICT_DRIVER], UNKNOWN,
                                               MISSING_DRIVER + "the CSINodes are not in the input"),
})
IN_MANIFEST = {
    "claim in the manifest, class given": ([*OTHERS, storage_class()], NOT_NO,
                                           "VolumeBinding Filter: the class provisions where the pod goes"),
    "claim in the manifest, class absent beside another": (OTHERS, NO, NO_CLASS),
    "claim in the manifest, class list not given": ([], UNKNOWN, "VolumeBinding: the class of the claim is not in the input"),
    "claim in the manifest, class that binds at once": ([*OTHERS, storage_class(mode="Immediate")], UNKNOWN,
                                                        "external-provisioner makes the volume soon, and chooses its topology"),
    "claim in the manifest, class that binds at once, a volume": (
        [*OTHERS, storage_class(mode="Immediate"), volume(claim_name=None)], YES, "PV controller: it binds the available volume"),
    "claim in the manifest, class that binds at once, a volume of a full node": (
        [*OTHERS, storage_class(mode="Immediate"), volume(claim_name=None, node="n1"), pod("full", cpu=8, on="n1")], NO,
        "VolumeBinding Filter: node(s) had volume node affinity conflict"),
}
EPHEMERAL = {
    "ephemeral volume, class and other claims given": (
        [*OTHERS, storage_class()], YES, "ephemeral volume controller makes the claim, the class provisions it"),
    "ephemeral volume, class that binds at once": (
        [*OTHERS, storage_class(mode="Immediate")], UNKNOWN, "external-provisioner makes the volume soon, and chooses its topology"),
    "ephemeral volume, no volume of its class": (
        [*OTHERS, storage_class(provisioner="kubernetes.io/no-provisioner")], NO, "VolumeBinding Filter: no matching volume"),
    "ephemeral volume, class given": ([storage_class()], NOT_NO, "ephemeral volume controller makes the claim, the class provisions it"),
    "ephemeral volume, class absent beside another": ([storage_class("other")], NOT_YES, NO_CLASS),
    "ephemeral volume, class list not given": ([], UNKNOWN, "VolumeBinding: the class of the claim is not in the input"),
}

# ---- devices
DEVICES = "resource.k8s.io/v1"
USES_DEVICE = {"resourceClaims": [{"name": "gpu", "resourceClaimName": "gpus"}]}
USES_TEMPLATE = {"resourceClaims": [{"name": "gpu", "resourceClaimTemplateName": "gpus"}]}
REQUEST = {"devices": {"requests": [{"name": "gpu",
                                     "exactly": {"deviceClassName": "gpu.example.com", "allocationMode": "ExactCount", "count": 1}}]}}


def device_claim(name="gpus", **status):
    return make(DEVICES, "ResourceClaim", name, spec=REQUEST, status=status)


def allocated(name="gpus"):
    on_n1 = {"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}
    result = {"request": "gpu", "driver": "gpu.example.com", "pool": "n1", "device": "gpu-0"}
    return device_claim(name, allocation={"devices": {"results": [result]}, "nodeSelector": on_n1, "allocationTimestamp": CREATED})


def device_class(name="gpu.example.com"):
    return make(DEVICES, "DeviceClass", name, None, spec={"selectors": [{"cel": {"expression": 'device.driver == "gpu.example.com"'}}]})


def device_slice(node="n1", devices=1):
    return make(DEVICES, "ResourceSlice", "slice-" + node, None, spec={
        "driver": "gpu.example.com", "nodeName": node, "pool": {"name": node, "generation": 1, "resourceSliceCount": 1},
        "devices": [{"name": "gpu-%d" % i} for i in range(devices)]})


def claim_template(name="gpus"):
    return make(DEVICES, "ResourceClaimTemplate", name, spec={"spec": REQUEST})


def taint_rule(effect="NoSchedule", **selector):
    return make(DEVICES, "DeviceTaintRule", "broken", None, spec={"deviceSelector": selector, "taint": {"key": "broken", "effect": effect}})


OTHER_CLAIM = device_claim("other")
TO_BE_ALLOCATED = "device claim to be allocated"
DEVICE_CLAIMS = {
    "device claim list not given": ([], UNKNOWN, "DynamicResources PreEnqueue: the claim is not in the input"),
    "device claim absent beside another": ([OTHER_CLAIM, device_class(), device_slice()], NO,
                                           "DynamicResources PreEnqueue: resourceclaim not found"),
    "device claim terminating": ([OTHER_CLAIM, terminating(device_claim()), device_class(), device_slice()], NO,
                                 "DynamicResources PreEnqueue: is being deleted"),
    "device claim allocated": ([OTHER_CLAIM, allocated(), device_class(), device_slice()], YES,
                               "DynamicResources Filter: n1 matches the allocation"),
    TO_BE_ALLOCATED: ([OTHER_CLAIM, device_claim(), device_class(), device_slice(devices=2)], YES,
                      "DynamicResources allocator: gpu-0 is free"),
    "device that a rule taints": ([OTHER_CLAIM, device_claim(), device_class(), device_slice(), taint_rule(pool="n1")], NOT_YES,
                                  "DynamicResources allocator: the device has the taint of the DeviceTaintRule"),
    "device class absent beside another": ([OTHER_CLAIM, device_claim(), device_class("other.example.com"), device_slice()], NO,
                                           "DynamicResources PreFilter: device class does not exist"),
    "device class list not given": ([device_claim(), device_slice()], UNKNOWN, "DynamicResources PreFilter: the class is not in the input"),
    "slice list not given": ([device_claim(), device_class()], UNKNOWN,
                             "DynamicResources allocator: which devices there are is not in the input"),
    "devices all taken": ([allocated("other"), device_claim(), device_class(), device_slice()], NO,
                          "DynamicResources allocator: cannot allocate all claims"),
}


def changed_slice(count=1, name="", driver="", **device):
    made = device_slice()
    made["spec"]["pool"]["resourceSliceCount"] = count
    made["spec"]["devices"][0].update(device)
    if name:
        made["metadata"]["name"], made["spec"]["devices"] = name, []
    if driver:
        made["metadata"]["name"], made["spec"]["driver"] = driver, driver
    return made


def with_conditions(built):
    built["status"]["allocation"]["devices"]["results"][0]["bindingConditions"] = ["example.com/attached"]
    return built


INCOMPLETE = "dynamic-resource-allocation pools_stable.go GatherPools [>=1.36]: "
EVICTION = "device_taint_eviction.go: "
LOST = "kubelet dra/manager.go prepareResources: NodePrepareResources: "
DEVICE_CLAIMS.update({
    "device claim of a pool that lacks a slice": ([OTHER_CLAIM, device_claim(), device_class(), changed_slice(2)], NOT_YES,
                                                  INCOMPLETE + "no device of an incomplete pool"),
    TO_BE_ALLOCATED + " from a pool of two slices": (
        [OTHER_CLAIM, device_claim(), device_class(), changed_slice(2), changed_slice(2, "slice-n1-more")], YES, INCOMPLETE + "complete"),
    TO_BE_ALLOCATED + " beside another driver's pool that lacks a slice": (
        [OTHER_CLAIM, device_claim(), device_class(), changed_slice(), changed_slice(2, driver="nic.example.com")], YES,
        INCOMPLETE + "its class selects another driver"),
    "allocated device with a taint of NoExecute": (
        [OTHER_CLAIM, allocated(), device_class(), changed_slice(taints=[{"key": "broken", "effect": "NoExecute"}])], NOT_YES,
        EVICTION + "it deletes the pod"),
    "allocated device with a taint of NoSchedule": (
        [OTHER_CLAIM, allocated(), device_class(), changed_slice(taints=[{"key": "broken", "effect": "NoSchedule"}])], YES,
        EVICTION + "only NoExecute evicts"),
    "allocated device that a rule taints with NoExecute": (
        [OTHER_CLAIM, allocated(), device_class(), device_slice(), taint_rule("NoExecute", pool="n1")], NOT_YES, EVICTION + "it deletes the pod"),
    "allocated device that a rule taints with NoSchedule": (
        [OTHER_CLAIM, allocated(), device_class(), device_slice(), taint_rule("NoSchedule", pool="n1")], YES, EVICTION + "only NoExecute evicts"),
    "allocated device, a rule with NoExecute for another pool": (
        [OTHER_CLAIM, allocated(), device_class(), device_slice(), taint_rule("NoExecute", pool="n2")], YES, EVICTION + "it is not selected"),
    "allocated device that its pool no longer lists": ([OTHER_CLAIM, allocated(), device_class(), changed_slice(name="slice-n1")], NOT_YES,
                                                       LOST + "the driver has no such device"),
    "allocated device, its pool lacks a slice": ([OTHER_CLAIM, allocated(), device_class(), changed_slice(2, "slice-n1")], YES,
                                                 LOST + "the other slice may list it"),
    "device that takes resources of its node": (
        [OTHER_CLAIM, device_claim(), device_class(), changed_slice(nodeAllocatableResourceMappings={"cpu": {"allocationMultiplier": "100"}})],
        NOT_YES, "dynamicresources.go calculateAndCheckNodeAllocatableResources [DRANodeAllocatableResources]"),
    "allocated device with binding conditions": ([OTHER_CLAIM, with_conditions(allocated()), device_class(), device_slice()], NOT_YES,
                                                 "dynamicresources.go isClaimReadyForBinding [DRADeviceBindingConditions]"),
})
CLAIM_TEMPLATES = {
    "device claim template given": ([claim_template(), device_class(), device_slice(devices=8)], NOT_NO,
                                    "resourceclaim controller makes a claim for each pod"),
    "device claim template absent beside another": ([claim_template("other"), device_class(), device_slice(devices=8)], NOT_YES,
                                                    "resourceclaim controller: the template does not exist"),
    "device claim template list not given": ([device_class(), device_slice(devices=8)], UNKNOWN,
                                             "resourceclaim controller: the template is not in the input"),
    "device claim template given, too few devices": ([claim_template(), device_class(), device_slice("n9", 8)], NOT_YES,
                                                     "DynamicResources allocator: cannot allocate all claims"),
}


def with_device(objects, uses):
    for spec in pod_specs(with_spec(objects, **uses)):
        spec["containers"][0]["resources"]["claims"] = [{"name": "gpu"}]
    return objects


def for_gangs(combinations):
    """A gang of Coscheduling cannot share a claim that is not allocated yet. PreBind writes the allocation, after Permit, and until
    then DynamicResources PreFilter rejects the other members (`is in the process of being allocated`)."""
    for combination in combinations:
        if TO_BE_ALLOCATED in combination.name and "NativeGang" in combination.name:
            combination.expected = NOT_NO
            combination.rule = "DynamicResources PreFilter [>=1.36]: members of one group cycle reuse the pending allocation"
        elif TO_BE_ALLOCATED in combination.name and ("CoschedulingJob" in combination.name or "group" in combination.name):
            combination.expected, combination.rule = NO, "DynamicResources PreFilter: the claim is in the process of being allocated"
        yield combination


def gang_of_two(**spec):
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    return [group] + [pod("work-%d" % i, labels={"scheduling.x-k8s.io/pod-group": "work"}, **spec) for i in range(2)]


def asked_of(cases, words, uses, with_explain=True):
    """Each case, for every manifest and for existing pods."""
    for state, (objects, verdict, rule) in cases.items():
        first = words if verdict == UNKNOWN else ()
        for name in MANIFESTS:
            yield Combination("%s, %s" % (name, state), verdict, rule, nodes() + copy.deepcopy(objects), uses(workload(name)),
                              flags=flags_of(name), first_line=first)
        if with_explain:
            yield Combination("explain of a pod, %s" % state, verdict, rule, nodes() + copy.deepcopy(objects) + uses([pod("work")]),
                              group="work", first_line=first)
            yield Combination("explain of a group, %s" % state, verdict, rule, nodes() + copy.deepcopy(objects) + uses(gang_of_two()),
                              group="work", first_line=first)


def of_volumes():
    words = ("data", "pv-data", "fast", "persistentvolume", "storageclass", "volume")
    yield from asked_of(CLAIMS, words, lambda objects: with_spec(objects, **USES_CLAIM))
    for state, (objects, verdict, rule) in IN_MANIFEST.items():
        for name in MANIFESTS:
            own = claim()
            del own["status"], own["metadata"]["creationTimestamp"]
            yield Combination("%s, %s" % (name, state), verdict, rule, nodes() + copy.deepcopy(objects),
                              [own, *with_spec(workload(name), **USES_CLAIM)],
                              flags=flags_of(name), first_line=words if verdict == UNKNOWN else ())
    yield from asked_of(EPHEMERAL, ("scratch", *words), lambda objects: with_spec(objects, **USES_EPHEMERAL), with_explain=False)
    for name in MANIFESTS:
        yield Combination("%s, emptyDir" % name, YES, "VolumeBinding: no claim", nodes(),
                          with_spec(workload(name), volumes=[{"name": "scratch", "emptyDir": {}}]),
                          flags=flags_of(name))
        yield Combination("%s, claim that a complete snapshot does not hold" % name, NO,
                          "VolumeBinding PreFilter: persistentvolumeclaim not found",
                          snapshot(nodes()), with_spec(workload(name), **USES_CLAIM), flags=flags_of(name))
    yield from of_volumes_in_manifests()
    yield from of_claim_templates()
    once = {"accessModes": ["ReadWriteOncePod"]}
    users = [claim(volume="pv-data", **once), volume(), pod("user", on="n1", **USES_CLAIM)]
    for driver, modes, verdict in (("ebs.csi.aws.com", "ReadWriteMany", UNKNOWN), ("ebs.csi.aws.com", "ReadWriteOnce", YES),
                                   ("efs.csi.aws.com", "ReadWriteMany", YES)):
        yield Combination("Pod, claim that waits, %s of driver %s" % (modes, driver), verdict,
                          "aws-ebs-csi-driver CreateVolume: multi-attach is only for block devices",
                          nodes() + [claim(accessModes=[modes]), storage_class(provisioner=driver)],
                          with_spec(workload("Pod"), **USES_CLAIM))
    yield Combination("Pod, claim of one pod in use", NO, "VolumeRestrictions: ReadWriteOncePod is in use", nodes() + users,
                      with_spec(workload("Pod"), **USES_CLAIM))


def of_volumes_in_manifests():
    """The manifest has the class or the volume of its claim."""
    for name in ("Pod", "Job", "Deployment"):
        own = as_manifest([claim()])
        yield Combination("%s, class and claim in the manifest" % name, YES, "VolumeBinding: the class provisions where the pod goes",
                          nodes() + OTHERS, as_manifest([storage_class()]) + own + with_spec(workload(name), **USES_CLAIM))
        yield Combination("%s, volume and claim in the manifest" % name, YES, "PV controller: it binds the volume of the manifest",
                          nodes() + OTHERS, as_manifest([volume(claim_name=None)]) + own + with_spec(workload(name), **USES_CLAIM))
    for state, fields, verdict in (("a host's folder", {"hostPath": {"path": "/data"}}, YES), ("no type", {}, NO),
                                   ("a local disk without its node", {"local": {"path": "/data"}}, NO)):
        made = volume(claim_name=None)
        del made["spec"]["csi"]
        made["spec"].update(fields)
        yield Combination("Pod, volume in the manifest of %s" % state, verdict, "ValidatePersistentVolumeSpec", nodes() + OTHERS,
                          as_manifest([storage_class(), made, claim()]) + with_spec(workload("Pod"), **USES_CLAIM))
    waiting = claim(class_name="")
    free = volume(claim_name=None, class_name="")
    yield Combination("Pod, a claim that waits beside an available volume", NOT_NO, "PV controller: it binds them", nodes() + [waiting, free],
                      with_spec(workload("Pod"), **USES_CLAIM))
    default = storage_class()
    default["metadata"]["annotations"] = {"storageclass.kubernetes.io/is-default-class": "true"}
    for state, given, verdict in (("a default class", [default], YES), ("no default class", [storage_class("other")], NOT_YES)):
        yield Combination("Pod, claim without a class in the manifest, %s" % state, verdict, "admission DefaultStorageClass",
                          nodes() + OTHERS[:2] + given, as_manifest([claim(class_name=None)]) + with_spec(workload("Pod"), **USES_CLAIM))


def of_claim_templates():
    """A StatefulSet makes the claim data-work-<n> for each pod, and keeps that of an earlier pod."""
    def stateful(class_name="fast"):
        spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
        if class_name is not None:
            spec["storageClassName"] = class_name
        objects = workload("StatefulSet")
        objects[0]["spec"]["volumeClaimTemplates"] = [{"metadata": {"name": "data"}, "spec": spec}]
        return objects

    rule = "statefulset updateStorage, then VolumeBinding: "
    full = pod("full", cpu=8, on="n1")
    retained = [claim("data-work-0", volume="pv-data"), volume(node="n1", claim_name="data-work-0")]
    default = storage_class()
    default["metadata"]["annotations"] = {"storageclass.kubernetes.io/is-default-class": "true"}
    elsewhere = {**storage_class(), "allowedTopologies": [{"matchLabelExpressions": [{"key": "kubernetes.io/hostname", "values": ["n1"]}]}]}
    limits = [make("storage.k8s.io/v1", "CSINode", name, None,
                   spec={"drivers": [{"name": "csi.example.com", "nodeID": name, "allocatable": {"count": 1}}]}) for name in ("n1", "n2")]
    static = storage_class(provisioner="kubernetes.io/no-provisioner")
    cases = {
        "retained claim on a full node": ([*OTHERS, *retained, storage_class(), full], "fast", NO, "the volume's node affinity"),
        "retained claim on a free node": ([*OTHERS, *retained, storage_class()], "fast", YES, "the volume's node affinity"),
        "class provisions where the pod goes": ([*OTHERS, storage_class()], "fast", YES, "the class provisions"),
        "no class and no default class": ([*OTHERS], None, NO, "no volume without a class"),
        "no class, a default class": ([*OTHERS, default], None, YES, "admission DefaultStorageClass"),
        "the empty class, no volume": ([*OTHERS, default], "", NO, "no volume without a class"),
        "class without provisioner, no volume": ([*OTHERS, static], "fast", NO, "no matching volume"),
        "class in a topology that is full": ([*OTHERS, elsewhere, full], "fast", NO, "allowedTopologies"),
        "class that binds at once": ([*OTHERS, storage_class(mode="Immediate")], "fast", UNKNOWN, "the provisioner chooses the topology"),
        "too few attachable volumes": ([*OTHERS, *limits, storage_class()], "fast", NO, "NodeVolumeLimits counts claims to provision"),
    }
    for state, (objects, class_name, verdict, why) in cases.items():
        yield Combination("StatefulSet with claims, %s" % state, verdict, rule + why, nodes() + copy.deepcopy(objects), stateful(class_name))
    yield Combination("StatefulSet with claims, class in the manifest", YES, rule + "the class provisions", nodes() + OTHERS,
                      as_manifest([storage_class()]) + stateful())


def of_shared_volumes():
    """Pods on two nodes use one claim: each pod takes more than half of a node."""
    def large(name="Deployment"):
        objects = with_spec(workload(name), **USES_CLAIM)
        objects[0]["spec"]["replicas"] = 2
        for spec in pod_specs(objects):
            spec["containers"][0]["resources"]["requests"]["cpu"] = "5"
        return objects

    def driver(**spec):
        return make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec=spec)

    once = {"accessModes": ["ReadWriteOnce"]}
    one_node = volume()
    one_node["spec"]["accessModes"] = once["accessModes"]
    shared = volume()
    network = volume()
    network["spec"].update(once, nfs={"server": "files", "path": "/"})
    del network["spec"]["csi"]
    rule = "attach-detach reconciler, isMultiAttachForbidden: "
    cases = {
        "ReadWriteOnce, attached": ([claim(volume="pv-data", **once), one_node, driver(attachRequired=True)], NO, rule + "Multi-Attach error"),
        "ReadWriteOnce, nothing to attach": ([claim(volume="pv-data", **once), one_node, driver(attachRequired=False)], YES,
                                             rule + "CSIDriver.spec.attachRequired"),
        "ReadWriteOnce, driver not given": ([claim(volume="pv-data", **once), one_node], UNKNOWN, rule + "the CSIDriver is not in the input"),
        "ReadWriteOnce, of NFS": ([claim(volume="pv-data", **once), network], YES, rule + "NFS attaches nothing"),
        "ReadWriteMany": ([claim(volume="pv-data"), shared, driver(attachRequired=True)], YES, rule + "several nodes may use it"),
    }
    for state, (objects, verdict, why) in cases.items():
        yield Combination("Deployment on two nodes, claim %s" % state, verdict, why, nodes() + [*OTHERS, *copy.deepcopy(objects)], large())
    user = pod("user", cpu=1, on="n2", **USES_CLAIM)
    yield Combination("Pod, its ReadWriteOnce claim is in use on the other node", NO, rule + "Multi-Attach error",
                      nodes() + [*OTHERS, claim(volume="pv-data", **once), one_node, driver(attachRequired=True), user,
                                 pod("full", cpu=7, on="n2")],
                      with_spec(workload("Pod"), **USES_CLAIM))
    yield Combination("Deployment on two nodes, ReadWriteMany claim to be provisioned", NOT_NO,
                      "VolumeBinding: once it is bound, the volume's own topology counts", nodes() + [*OTHERS, claim(), storage_class()], large())


def of_devices():
    words = ("gpus", "gpu.example.com", "resourceclaim", "deviceclass", "resourceslice", "device")
    yield from for_gangs(asked_of(DEVICE_CLAIMS, words, lambda objects: with_device(objects, USES_DEVICE)))
    yield from asked_of(CLAIM_TEMPLATES, words, lambda objects: with_device(objects, USES_TEMPLATE), with_explain=False)


def of_extended_resources():
    """Devices provide an extended resource on nodes without it, by spec.extendedResourceName or by the class's own name."""
    rule = "NodeResourcesFit shouldDelegateResourceToDRA: "
    named = {**device_class(), "spec": {**device_class()["spec"], "extendedResourceName": "gpu.example.com/gpu"}}
    by_class = "deviceclass.resource.kubernetes.io/gpu.example.com"
    cases = {
        "devices": ("gpu.example.com/gpu", [named, device_slice("n1", 8), device_slice("n2", 8)], NOT_NO, rule + "the allocator finds a device"),
        "devices by the class's name": (by_class, [device_class(), device_slice("n1", 8)], NOT_NO, rule + "the allocator finds a device"),
        "slices not given": ("gpu.example.com/gpu", [named], UNKNOWN, rule + "which devices there are is not in the input"),
        "class not given": (by_class, [], NOT_YES, rule + "the class is not in the input"),
        "no device": ("gpu.example.com/gpu", [named, device_slice("n1", 0)], NO, rule + "cannot allocate all claims"),
        "a class without the name": ("gpu.example.com/gpu", [device_class(), device_slice("n1", 8)], NO, "NodeResourcesFit: no node has it"),
    }
    for state, (resource, objects, verdict, why) in cases.items():
        for name in ("Pod", "Job", "CoschedulingJob", "Deployment"):
            manifest = workload(name)
            for spec in pod_specs(manifest):
                spec["containers"][0]["resources"].setdefault("limits", {})[resource] = "1"
            yield Combination("%s, extended resource, %s" % (name, state), verdict, why, nodes() + copy.deepcopy(objects), manifest)


def of_devices_in_manifests():
    """The manifest has the claim or the template; the controller makes a claim for each pod of a template."""
    rule = "resourceclaim controller: a claim for each pod; DynamicResources allocator"
    own = as_manifest([claim_template()])
    for name in ("Pod", "Job", "Deployment", "StatefulSet"):
        for devices, verdict in ((8, YES), (0 if name == "Pod" else 3, NO)):
            yield Combination("%s with a claim template, %d devices" % (name, devices), verdict, rule,
                              nodes() + [device_class(), device_slice(devices=devices)],
                              copy.deepcopy(own) + with_device(workload(name), USES_TEMPLATE))
    for devices, copies, verdict in ((2, 3, YES), (1, 1, NO)):
        yield Combination("Deployment with a claim template, %d devices on n1, and %d more such nodes" % (devices, copies), verdict,
                          "dra driver: it publishes the devices of each node", nodes() + [device_class(), device_slice(devices=devices)],
                          copy.deepcopy(own) + with_device(workload("Deployment"), USES_TEMPLATE), flags=("--add-nodes", "n1=%d" % copies))
    request = REQUEST["devices"]["requests"][0]
    exactly = request["exactly"]
    for state, requests in (("two requests of a name", [request, request]), ("the form of v1beta1", [{"name": "gpu", **exactly}]),
                            ("all devices and a count", [{"name": "gpu", "exactly": {**exactly, "allocationMode": "All"}}]),
                            ("an unknown mode", [{"name": "gpu", "exactly": {**exactly, "allocationMode": "Some"}}]),
                            ("no class", [{"name": "gpu", "exactly": {}}]), ("neither exactly nor firstAvailable", [{"name": "gpu"}])):
        template = {**claim_template(), "spec": {"spec": {"devices": {"requests": requests}}}}
        yield Combination("Deployment with a claim template of %s" % state, NO, "resource/validation validateDeviceClaim",
                          nodes() + [device_class(), device_slice(devices=8)],
                          as_manifest([template]) + with_device(workload("Deployment"), USES_TEMPLATE))
    yield Combination("Pod with a claim of the manifest", YES, "DynamicResources allocator",
                      nodes() + [device_class(), device_slice(devices=1)],
                      as_manifest([device_claim()]) + with_device(workload("Pod"), USES_DEVICE))
    without_time = copy.deepcopy(allocated())
    del without_time["status"]["allocation"]["allocationTimestamp"]
    for version, of_old, verdict in (("1.35", without_time, YES), ("1.36", without_time, UNKNOWN), ("1.36", allocated(), YES)):
        yield Combination("Pod with a claim allocated %s time, %s" % ("without" if of_old is without_time else "with", version), verdict,
                          "dynamicresources bindClaim: it sets allocationTimestamp, which is immutable",
                          nodes() + [of_old, device_class(), device_slice(devices=1)], with_device(workload("Pod"), USES_DEVICE),
                          flags=("--scheduler-version", version))
    for pods, verdict in ((256, YES), (257, NO)):
        job = with_device(workload("Job"), USES_DEVICE)
        job[0]["spec"].update(parallelism=pods, completions=pods)
        yield Combination("Job of %d pods that share a claim" % pods, verdict, "ResourceClaimReservedForMaxSize: 256 pods",
                          [node("n1", cpu=999, pods="999", memory="999Gi"), device_class(), device_slice(devices=1)],
                          as_manifest([device_claim()]) + job)
    yield Combination("Pod with a claim of the manifest, no device", NOT_YES, "DynamicResources allocator",
                      nodes() + [device_class(), device_slice(devices=0)],
                      as_manifest([device_claim()]) + with_device(workload("Pod"), USES_DEVICE))


def of_nodes_that_are_not_ready():
    """kube-scheduler reads taints only; a kubelet that does not report starts no pods."""
    def reported(status, taint=None):
        made = nodes()
        for each in made:
            each["status"]["conditions"][0]["status"] = status
            if taint:
                each["spec"] = {"taints": [{"key": taint, "effect": "NoSchedule"}]}
        return made

    rule = "kubelet: nodes that are not Ready start no pods"
    for name in MANIFESTS:
        for status in ("False", "Unknown"):
            yield Combination("%s, Ready is %s, no taint" % (name, status), NOT_YES, rule, reported(status), workload(name),
                              flags=flags_of(name))
        yield Combination("%s, Ready is False, tainted" % name, NO, "TaintToleration", reported("False", "node.kubernetes.io/not-ready"),
                          workload(name), flags=flags_of(name))
        yield Combination("%s, Ready is False, tolerates all taints" % name, NOT_YES, rule,
                          reported("False", "node.kubernetes.io/not-ready"),
                          with_spec(workload(name), tolerations=[{"operator": "Exists"}]), flags=flags_of(name))
        for seconds, verdict in ((0, NO), (-1, NO), (300, YES)):
            dedicated = reported("True", "dedicated")
            for each in dedicated:
                each["spec"]["taints"][0]["effect"] = "NoExecute"
            yield Combination("%s, tolerates a NoExecute taint for %d s" % (name, seconds), verdict, "tainteviction: getMinTolerationTime",
                              dedicated, with_spec(workload(name), tolerations=[
                                  {"key": "dedicated", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": seconds}]),
                              flags=flags_of(name))
    yield Combination("explain of a group, Ready is False, no taint", NOT_YES, rule, reported("False") + gang_of_two(), group="work")
    yield Combination("Pod, one of two nodes is not ready", NOT_NO, rule, nodes()[:1] + reported("False")[1:], workload("Pod"))


def of_neighbours():
    """A pod that needs another one beside it, or spreads with it: whether that one gets and keeps a node decides too."""
    labels = {"app": "cache"}
    volcano = make("scheduling.volcano.sh/v1beta1", "PodGroup", "cache", spec={"minMember": 1, "queue": "default"}, status={"phase": "Inqueue"})
    marks = {"scheduling.k8s.io/group-name": "cache"}
    unknown = pod("cache", labels=labels, **USES_CLAIM)
    others = {
        "that runs": ([pod("cache", labels=labels, on="n1")], YES),
        "that waits": ([pod("cache", labels=labels)], YES),
        "whose claim is not in the input": ([unknown], UNKNOWN),
        "whose claim is not in the input, beside one that runs": (
            [pod("cache", labels=labels, nodeSelector={"kubernetes.io/hostname": "n1"}, **USES_CLAIM), pod("other", labels=labels, on="n1")], YES),
        "of a group of Volcano": ([volcano, pod("cache", labels=labels, annotations=marks, scheduler="volcano")], UNKNOWN),
        "that is being deleted": ([terminating(pod("cache", labels=labels, on="n1"))], UNKNOWN)}
    needs = {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": labels}}]}}
    for what, (objects, verdict) in others.items():
        where = {"nodeSelector": {"kubernetes.io/hostname": "n1"}} if "beside" in what else {}
        yield Combination("Pod with affinity to a pod %s" % what, verdict, "interpodaffinity satisfyPodAffinity",
                          nodes() + json.loads(json.dumps(objects)), with_spec(workload("Pod"), affinity=needs, **where))
    spread = [{"maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "DoNotSchedule", "nodeAffinityPolicy": "Ignore",
               "labelSelector": {"matchLabels": labels}}]
    for what, other, verdict in (("that waits", pod("cache", labels=labels, nodeSelector={"kubernetes.io/hostname": "n2"}), YES),
                                 ("whose claim is not in the input", {**unknown, "spec": {**unknown["spec"], "nodeSelector": {
                                     "kubernetes.io/hostname": "n2"}}}, UNKNOWN)):
        yield Combination("Pod spread with a pod %s" % what, verdict, "podtopologyspread: matchNum + selfMatchNum - minMatchNum > maxSkew",
                          nodes() + [pod("first", labels=labels, on="n1"), other],
                          with_metadata(with_spec(workload("Pod"), topologySpreadConstraints=spread,
                                                  nodeSelector={"kubernetes.io/hostname": "n1"}), "Pod", "labels", **labels))


    # The run gives the other pod n2, where more is free. Only its claim shows whether it has to go to n1.
    for cpu, verdict in ((5, UNKNOWN), (1, YES)):
        other = pod("cache", cpu=cpu, **USES_CLAIM)
        new = with_spec([manifest_pod("work", cpu=6)], nodeSelector={"kubernetes.io/hostname": "n1"})
        yield Combination("Pod of 6 cpu for n1, after a pod of %d cpu whose claim is not in the input" % cpu, verdict,
                          "volumebinding: the claim's volume decides about the node of the other pod",
                          nodes() + [pod("running", on="n1"), other], new)


    # Whatever its claim is, the other pod takes nothing on n1, which its selector does not admit.
    other = pod("cache", cpu=5, nodeSelector={"kubernetes.io/hostname": "n2"}, **USES_CLAIM)
    new = with_spec([manifest_pod("work", cpu=6)], nodeSelector={"kubernetes.io/hostname": "n1"})
    yield Combination("Pod of 6 cpu for n1, after a pod for n2 whose claim is not in the input", YES, "nodeaffinity: n1 does not admit the other pod",
                      nodes() + [pod("running", on="n1"), other], new)

    for what, uses, verdict in (("whose claim is not in the input", USES_CLAIM, UNKNOWN), ("that fits", {}, NO)):
        running = [pod("running-%d" % i, cpu=4, on="n%d" % (i + 1)) for i in range(2)]
        yield Combination("Pod behind a pod %s" % what, verdict, "volumebinding: the other may get no node",
                          nodes() + running + [pod("cache", cpu=4, nodeSelector={"kubernetes.io/hostname": "n1"}, **uses)],
                          with_spec([manifest_pod("work", cpu=4)], nodeSelector={"kubernetes.io/hostname": "n1"}))
    # Both nodes are full once these two have them. Without their claims they may wait for ever.
    for what, uses, verdict in (("whose claims are not in the input", USES_CLAIM, UNKNOWN), ("that fit", {}, NO)):
        first = [pod("cache-%d" % i, cpu=7, **uses) for i in range(2)]
        yield Combination("gang behind pods %s" % what, verdict, "volumebinding: the others may get no node", nodes() + first,
                          workload("CoschedulingJob"), flags=flags_of("CoschedulingJob"))


def of_admission_by_name():
    """Objects that admission looks up. An existing pod has passed it."""
    def runtime_class(name="sandbox", **fields):
        return make("node.k8s.io/v1", "RuntimeClass", name, None, handler=name, **fields)

    def priority_class(name="high"):
        return make("scheduling.k8s.io/v1", "PriorityClass", name, None, value=1000)

    def account(name):
        return make("v1", "ServiceAccount", name)

    lookups = {
        "ServiceAccount": ({"serviceAccountName": "trainer"}, ("trainer", "serviceaccount"), [account("default")],
                           [account("default"), account("trainer")],
                           "ServiceAccount admission: error looking up service account"),
        "PriorityClass": ({"priorityClassName": "high"}, ("high", "priorityclass"), [priority_class("other")],
                          [priority_class("other"), priority_class()],
                          "Priority admission: no PriorityClass with this name was found"),
        "RuntimeClass": ({"runtimeClassName": "sandbox"}, ("sandbox", "runtimeclass"), [runtime_class("other")],
                         [runtime_class("other"), runtime_class()],
                         "RuntimeClass admission: RuntimeClass not found"),
    }
    for kind, (spec, words, without, with_it, rule) in lookups.items():
        cases = {"%s list not given" % kind: ([], UNKNOWN, rule), "%s absent beside another" % kind: (without, NO, rule),
                 "%s given" % kind: (with_it, YES, rule)}
        yield from asked_of(cases, words, lambda objects, spec=spec: with_spec(objects, **spec), with_explain=False)
        for state, objects in (("list not given", []), ("absent beside another", without)):
            resolved = {**spec, **({"priority": 1000} if kind == "PriorityClass" else {})}
            for_kubelet = kind == "RuntimeClass" and state == "absent beside another"
            verdict, why = (UNKNOWN, "kubelet createPodSandbox: LookupRuntimeHandler") if for_kubelet else \
                (YES, "the pod exists: admission is over")
            yield Combination("explain of a pod, %s %s" % (kind, state), verdict, why,
                              nodes() + objects + [pod("work", **resolved)], group="work")
    for state, default, verdict in (("no default", False, YES), ("another default", True, NO)):
        yield Combination("Pod, PriorityClass in the manifest is the default, %s" % state, verdict,
                          "Priority validatePriorityClass: only one default can exist",
                          [*nodes(), make("scheduling.k8s.io/v1", "PriorityClass", "other", None, value=1, globalDefault=default)],
                          [*as_manifest([make("scheduling.k8s.io/v1", "PriorityClass", "high", None, value=100, globalDefault=True)]),
                           *with_spec(workload("Pod"), priorityClassName="high")])
    for limits, verdict in ({"minAvailable": 1}, YES), ({"minAvailable": 1, "maxUnavailable": 1}, NO):
        yield Combination("Pod, PodDisruptionBudget in the manifest with %s" % " and ".join(limits), verdict,
                          "ValidatePodDisruptionBudgetSpec", nodes(),
                          [*as_manifest([make("policy/v1", "PodDisruptionBudget", "work", spec={"selector": {}, **limits})]), *workload("Pod")])
    for handler, verdict in (("sandbox", YES), ("", NO), ("Sand_box", NO)):
        yield Combination("Pod, RuntimeClass in the manifest of handler '%s'" % handler, verdict, "ValidateRuntimeClass", nodes(),
                          [*as_manifest([make("node.k8s.io/v1", "RuntimeClass", "sandbox", None, handler=handler)]),
                           *with_spec(workload("Pod"), runtimeClassName="sandbox")])
    for name in MANIFESTS:
        yield Combination("%s, PriorityClass in the manifest" % name, YES, "Priority admission: kubectl applies it before the pods", nodes(),
                          [{k: v for k, v in priority_class().items() if k != "status"},
                           *with_spec(workload(name), priorityClassName="high")], flags=flags_of(name))
        yield Combination("%s, PriorityClass system-cluster-critical" % name, YES,
                          "the API server makes its own two classes (scheduling bootstrap)", nodes(),
                          with_spec(workload(name), priorityClassName="system-cluster-critical"), flags=flags_of(name))
        yield Combination("%s, a priority without its class" % name, NO,
                          "Priority admission: the integer value must not be provided in pod spec", nodes(),
                          with_spec(workload(name), priority=10), flags=flags_of(name))
        for state, fields, verdict, rule in (
                ("overhead of 8 cpu", {"overhead": {"podFixed": {"cpu": "8"}}}, NO,
                 "RuntimeClass admission sets the overhead; NodeResourcesFit counts it"),
                ("overhead of 100m", {"overhead": {"podFixed": {"cpu": "100m"}}}, YES, "NodeResourcesFit: 1.1 cpu a pod"),
                ("nodes that do not exist", {"scheduling": {"nodeSelector": {"pool": "gold"}}}, NO,
                 "RuntimeClass admission merges its nodeSelector")):
            yield Combination("%s, RuntimeClass of %s" % (name, state), verdict, rule, nodes() + [runtime_class(**fields)],
                              with_spec(workload(name), runtimeClassName="sandbox"), flags=flags_of(name))
        yield Combination("%s, no ServiceAccount default" % name, NOT_YES, "ServiceAccount admission: pods that name none get default",
                          nodes() + [account("builder")],
                          workload(name), flags=flags_of(name))


def of_namespaces():
    def namespace(name, phase="Active"):
        return make("v1", "Namespace", name, None, {"kubernetes.io/metadata.name": name}, status={"phase": phase})

    def in_team(objects):
        for each in objects:
            each["metadata"]["namespace"] = "team"
        return objects

    gone = terminating(namespace("team", "Terminating"))
    cases = {"namespace absent beside another": ([namespace("default")], NO, "NamespaceLifecycle: namespaces \"team\" not found"),
             "namespace terminating": ([namespace("default"), gone], NO, "NamespaceLifecycle: it is being terminated"),
             "namespace given": ([namespace("default"), namespace("team")], YES, "NamespaceLifecycle: it exists")}
    for state, (objects, verdict, rule) in cases.items():
        for name in MANIFESTS:
            yield Combination("%s, %s" % (name, state), verdict, rule, nodes() + objects, in_team(workload(name)), flags=flags_of(name))
            yield Combination("%s, %s, by -n" % (name, state), verdict, rule, nodes() + objects, workload(name),
                              flags=("-n", "team", *flags_of(name)))
    for name in MANIFESTS:
        yield Combination("%s, namespace in the manifest" % name, YES, "NamespaceLifecycle: kubectl applies it first",
                          nodes() + [namespace("default")],
                          [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}, *in_team(workload(name))],
                          flags=flags_of(name))


def of_config_objects():
    """ConfigMaps and Secrets: kubelets start no container without what it names."""
    rule = "kubelet makeEnvironmentVariables, volume plugins: "

    def kept(kind, name="settings", space="default", **data):
        return make("v1", kind, name, space, data=data or {"level": "x"})

    def from_key(kind, name="settings", key="level", **more):
        field = "configMapKeyRef" if kind == "ConfigMap" else "secretKeyRef"
        return {"env": [{"name": "LEVEL", "valueFrom": {field: {"name": name, "key": key, **more}}}]}

    def mounted(source):
        return {"volumes": [{"name": "settings", **source}]}

    def using(name, container=(), **spec):
        objects = with_spec(workload(name), **spec)
        for each in pod_specs(objects):
            each["containers"][0].update(dict(container))
        return objects

    for name in ("Pod", "Job", "Deployment", "PyTorchJob"):
        for kind in ("ConfigMap", "Secret"):
            field = kind[0].lower() + kind[1:]
            of_volume = {"name": "settings"} if kind == "ConfigMap" else {"secretName": "settings"}
            here, other = kept(kind), kept(kind, "other")
            cases = {
                "not given": ([], using(name, from_key(kind)), YES, "not read"),
                "given": ([here], using(name, from_key(kind)), YES, "it exists"),
                "absent beside another": ([other], using(name, from_key(kind)), NOT_YES, "not found"),
                "absent beside another namespace's": ([kept(kind, space="team")], using(name, from_key(kind)), YES, "not read in this namespace"),
                "without the key": ([here], using(name, from_key(kind, key="size")), NOT_YES, "couldn't find key"),
                "absent and optional": ([other], using(name, from_key(kind, optional=True)), YES, "optional"),
                "absent volume": ([other], using(name, **mounted({field: of_volume})), NOT_YES, "not found"),
                "absent projected volume": ([other], using(name, **mounted({"projected": {"sources": [{field: {"name": "settings"}}]}})), NOT_YES,
                                            "not found"),
                "volume without the key": ([here], using(name, **mounted({field: {**of_volume, "items": [{"key": "size", "path": "size"}]}})),
                                           NOT_YES, "references non-existent config key"),
            }
            for state, (objects, manifest, verdict, reason) in cases.items():
                yield Combination("%s, %s %s" % (name, kind, state), verdict, rule + reason, nodes() + objects, manifest)
            in_manifest = {"apiVersion": "v1", "kind": kind, "metadata": {"name": "settings"}, "data": {"level": "eA=="}}
            for immutable, verdict in ((False, YES), (True, NOT_YES)):
                before = {**kept(kind, size="eA=="), "immutable": immutable}
                yield Combination("%s, %s%s without the key, changed in the manifest" % (name, "immutable " if immutable else "", kind), verdict,
                                  "Validate%sUpdate: field is immutable" % kind, nodes() + [before], using(name, from_key(kind)) + [in_manifest])
            yield Combination("%s, %s later in the manifest" % (name, kind), YES, rule + "kubelets try again", nodes() + [other],
                              using(name, from_key(kind)) + [in_manifest])
        signer, path = {"signerName": "example.com/mesh"}, {"path": "ca.pem"}
        certificates = {
            "trust bundle": ({"clusterTrustBundle": {"name": "ca", **path}}, UNKNOWN),
            "optional trust bundle": ({"clusterTrustBundle": {"name": "ca", "optional": True, **path}}, YES),
            "trust bundles of a signer": ({"clusterTrustBundle": {**signer, "labelSelector": {}, **path}}, UNKNOWN),
            "certificate": ({"podCertificate": {**signer, "keyType": "ED25519", "credentialBundlePath": "pod.pem"}}, UNKNOWN)}
        for state, (source, verdict) in certificates.items():
            yield Combination("%s with a volume of a projected %s" % (name, state), verdict, "kubelet: nothing about certificates is read",
                              nodes(), using(name, **mounted({"projected": {"sources": [source]}})))


def of_priorities():
    """Files that no API server wrote lack spec.priority. Admission would set it by the class (plugin Priority, admitPod)."""
    rule = "plugin Priority: each pod of the API has spec.priority"

    def of_class(name, value, default=False):
        return make("scheduling.k8s.io/v1", "PriorityClass", name, None, value=value, globalDefault=default)

    high, other, default = of_class("high", 100), of_class("other", 7), of_class("usual", 100, True)
    named, first = {"priorityClassName": "high"}, pod("first", cpu=5)
    cases = {"its class is given": ([high], named, NO), "its class is not given": ([], named, UNKNOWN), "another class is given": ([other], named, UNKNOWN),
             "it has a priority": ([high], {**named, "priority": 0}, YES), "it has a system class": ([], {"priorityClassName": "system-node-critical"}, NO),
             "no class": ([high], {}, YES), "a default class": ([default], {}, NO)}
    for what, (classes, spec, verdict) in cases.items():
        later = pod("later", cpu=5, **spec)
        later["metadata"]["creationTimestamp"] = "2026-05-04T08:30:00Z"
        explicit = {**first, "spec": {**first["spec"], "priority": 0}}
        yield Combination("explain of a pod before a later one, %s" % what, verdict, rule, [node("n1"), *classes, explicit, later], group="pod/first")
        running = pod("running", cpu=5, on="n1", **spec)
        manifest = with_spec([manifest_pod("new", cpu=5)], priorityClassName="middle")
        for size, expected in ((8, verdict), (16, YES)):
            yield Combination("Pod of priority 50, %d cpu with a running pod, %s" % (size, what), expected, rule,
                              [node("n1", cpu=size), *classes, of_class("middle", 50), running], manifest)
    alone = pod("alone", **named)
    yield Combination("explain of the only pod, its class is not given", YES, "no other pod waits", nodes() + [alone], group="pod/alone")


def combinations():
    for part in (of_volumes, of_config_objects, of_shared_volumes, of_devices, of_devices_in_manifests, of_extended_resources,
                 of_nodes_that_are_not_ready, of_neighbours, of_admission_by_name, of_namespaces, of_priorities):
        yield from part()
