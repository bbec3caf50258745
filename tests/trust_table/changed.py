# SPDX-License-Identifier: Apache-2.0
"""Objects beside a workload that exist already, and that the manifest changes. The nodes have capacity for everything."""
import copy

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import (USES_CLAIM, USES_DEVICE, USES_TEMPLATE, claim, claim_template, device_claim, device_class, device_slice,
    storage_class, volume, with_device)
from trust_table.objects import as_manifest, make, nodes, pod, put, with_spec, workload


def changed(built, **fields):
    """A copy with other fields; `a__b` is the field at a.b."""
    built = copy.deepcopy(built)
    for path, value in fields.items():
        put(built, path.replace("__", "."), copy.deepcopy(value))
    return built


def with_requests(built, where, **fields):
    """A copy whose first request of devices has other fields; None removes one."""
    built = copy.deepcopy(built)
    spec = built["spec"]["spec"] if where == "template" else built["spec"]
    exactly = spec["devices"]["requests"][0]["exactly"]
    for field, value in fields.items():
        if value is None:
            del exactly[field]
        else:
            exactly[field] = value
    return built


def of_device_claims():
    """Their spec is immutable as a whole."""
    there = [device_class(), device_slice(devices=8)]
    rule = "ValidateResourceClaimUpdate, ValidateResourceClaimTemplateUpdate: spec is immutable"
    selector = [{"cel": {"expression": "true"}}]
    cases = {
        "of more devices": ({"count": 2}, NO),
        "of more devices than exist": ({"count": 9}, NO),
        "of another class": ({"deviceClassName": "other.example.com"}, NO),
        "of all devices": ({"allocationMode": "All", "count": None}, NO),
        "with a selector": ({"selectors": selector}, NO),
        "with a capacity": ({"capacity": {"requests": {"memory": "1Gi"}}}, NO),
        "the same": ({}, YES),
        "the same without defaults": ({"allocationMode": None, "count": None}, YES),
    }
    for where, built, uses in (("claim", device_claim(), USES_DEVICE), ("template", claim_template(), USES_TEMPLATE)):
        for name in ("Pod", "Job"):
            for what, (fields, verdict) in cases.items():
                wanted = as_manifest([with_requests(built, where, **fields)])
                verdict = NOT_NO if verdict == YES and where == "template" else verdict
                yield Combination("%s, its device %s exists, %s in the file" % (name, where, what), verdict, rule,
                                  nodes() + there + [copy.deepcopy(built)], wanted + with_device(workload(name), uses))
        tolerating = with_requests(built, where, tolerations=[{"key": "broken", "operator": "Exists"}])
        if where == "template":
            yield Combination("Pod, its device template exists, with a toleration in the file", NOT_YES, rule,
                              nodes() + there + [copy.deepcopy(built)], as_manifest([tolerating]) + with_device(workload("Pod"), uses))
            yield Combination("Pod, its device template exists, its toleration left out", NOT_NO, "kubectl apply keeps what others have set",
                              nodes() + there + [tolerating], as_manifest([copy.deepcopy(built)]) + with_device(workload("Pod"), uses))
            yield Combination("Pod, its device template is twice in the file, with other counts", NO, rule, nodes() + there,
                              as_manifest([copy.deepcopy(built), with_requests(built, where, count=2)]) + with_device(workload("Pod"), uses))
        constrained = copy.deepcopy(built)
        spec = constrained["spec"]["spec"] if where == "template" else constrained["spec"]
        spec["devices"]["constraints"] = [{"matchAttribute": "gpu.example.com/model"}]
        yield Combination("Pod, its device %s exists, with a constraint in the file" % where, NO, rule,
                          nodes() + there + [copy.deepcopy(built)], as_manifest([copy.deepcopy(constrained)]) + with_device(workload("Pod"), uses))
        yield Combination("Pod, its device %s exists, its constraint left out" % where, NOT_YES, "kubectl apply removes what it had set",
                          nodes() + there + [constrained], as_manifest([copy.deepcopy(built)]) + with_device(workload("Pod"), uses))


def of_device_classes():
    """Their spec may change, and allocations read it when they are made."""
    def of_driver(driver):
        return changed(device_class(), spec__selectors=[{"cel": {"expression": 'device.driver == "%s"' % driver}}])

    there = [device_slice(devices=8)]
    rule = "ValidateDeviceClassUpdate: spec may change; DynamicResources allocator: the selectors of the class"
    ours, other, any_driver = of_driver("gpu.example.com"), of_driver("other.example.com"), changed(device_class(), spec={})
    cases = {
        "narrowed to no device": (ours, other, NO),
        "widened from no device": (other, ours, YES),
        "the same": (ours, ours, YES),
        "its selectors left out": (other, any_driver, UNKNOWN),  # kubectl apply keeps them if it had not set them
        "a selector added": (any_driver, other, NO),
    }
    for name in ("Pod", "Job"):
        for what, (old, new, verdict) in cases.items():
            for where, built, uses in (("claim", device_claim(), USES_DEVICE), ("template", claim_template(), USES_TEMPLATE)):
                expected = NOT_NO if verdict == YES and where == "template" else verdict
                yield Combination("%s with a device %s, its class exists, %s" % (name, where, what), expected, rule,
                                  nodes() + copy.deepcopy(there) + [built, copy.deepcopy(old)],
                                  as_manifest([copy.deepcopy(new)]) + with_device(workload(name), uses))
        yield Combination("%s with a device claim, its class exists, narrowed after the workload" % name, NOT_YES,
                          rule, nodes() + copy.deepcopy(there) + [device_claim(), copy.deepcopy(ours)],
                          with_device(workload(name), USES_DEVICE) + as_manifest([copy.deepcopy(other)]))


def of_namespaces():
    """kubectl apply sets the labels and annotations of the file, and keeps the others."""
    rule = "kubectl apply: the labels of a Namespace merge; InterPodAffinity: namespaceSelector"
    def space(name, labels=None, annotations=None):
        return make("v1", "Namespace", name, None, {"kubernetes.io/metadata.name": name, **(labels or {})}, annotations,
                    status={"phase": "Active"})

    busy = [pod("dns-%d" % at, on="n%d" % at, labels={"k": "dns"}) for at in (1, 2)]
    for each in busy:
        each["metadata"]["namespace"] = "team"
    away = {"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": "kubernetes.io/hostname", "namespaceSelector": {"matchLabels": {"team": "x"}},
         "labelSelector": {"matchLabels": {"k": "dns"}}}]}}}
    cases = {
        "a label that the pods avoid": ({}, {"team": "x"}, NO), "another label": ({}, {"team": "y"}, YES),
        "a label beside one that the pods avoid": ({"team": "x"}, {"more": "y"}, NO),
        "another value than the one that the pods avoid": ({"team": "x"}, {"team": "y"}, YES),
    }
    for name in ("Pod", "Job"):
        for what, (old, new, verdict) in cases.items():
            yield Combination("%s, a Namespace exists, with %s in the file" % (name, what), verdict, rule,
                              nodes() + copy.deepcopy(busy) + [space("default"), space("team", old)],
                              as_manifest([space("team", new)]) + with_spec(workload(name), **away))
    labelled = nodes()
    labelled[1]["metadata"]["labels"]["pool"] = "gpu"
    openshift, upstream = "openshift.io/node-selector", "scheduler.alpha.kubernetes.io/node-selector"
    whitelist = "scheduler.alpha.kubernetes.io/tolerationsWhitelist"
    cases = {
        "no node's selector": ({}, {openshift: "pool=none"}, NO), "a node's selector": ({openshift: "pool=none"}, {openshift: "pool=gpu"}, YES),
        "a text beside no node's selector": ({openshift: "pool=none"}, {"example.com/text": "a"}, NO),
        "a selector of PodNodeSelector": ({}, {upstream: "pool=none"}, NOT_YES),
        "a whitelist of tolerations": ({}, {whitelist: '[{"key": "team", "operator": "Exists"}]'}, NOT_YES),
        "a text": ({}, {"example.com/text": "a"}, YES),
    }
    rule = "kubectl apply: the annotations of a Namespace merge; OriginPodNodeEnvironment, PodNodeSelector, PodTolerationRestriction"
    for name in ("Pod", "Job"):
        for what, (old, new, verdict) in cases.items():
            yield Combination("%s, its Namespace exists, annotated with %s in the file" % (name, what), verdict, rule,
                              copy.deepcopy(labelled) + [space("default", annotations=old)],
                              as_manifest([space("default", annotations=new)]) + workload(name))
    rule = "admission judges a Pod by its Namespace as it is then"
    restricted = {"pod-security.kubernetes.io/enforce": "restricted"}
    for what, old, new, verdict in (("restricted after the Pod", {}, restricted, YES),
                                    ("privileged after the Pod", restricted, {"pod-security.kubernetes.io/enforce": "privileged"}, NO)):
        yield Combination("Pod, its Namespace exists, %s" % what, verdict, rule, nodes() + [space("default", old)],
                          workload("Pod") + as_manifest([space("default", new)]))


def of_storage():
    """The nodes are in zone a."""
    zone, beta = "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"
    in_zones = nodes(labels={zone: "a"})
    def in_zone(value, key=zone):
        return [{"matchLabelExpressions": [{"key": key, "values": [value]}]}]

    def on(value, key=zone):
        return {"required": {"nodeSelectorTerms": [{"matchExpressions": [{"key": key, "operator": "In", "values": [value]}]}]}}

    rule = "ValidateStorageClassUpdate; VolumeBinding checkVolumeProvisions: allowedTopologies"
    old = storage_class()
    csi = make("storage.k8s.io/v1", "CSIDriver", "csi.example.com", None, spec={"storageCapacity": False})
    allowed_a, allowed_c = (changed(old, allowedTopologies=in_zone(value)) for value in ("a", "c"))
    cases = {
        "with a zone without nodes": (old, allowed_c, NO), "with the zone of the nodes": (allowed_c, allowed_a, YES),
        "with its zones left out": (allowed_c, old, UNKNOWN),  # kubectl apply keeps them if it had not set them
        "with the same zone": (allowed_a, allowed_a, YES), "with another provisioner": (old, storage_class(provisioner="other.example.com"), NO),
    }
    for name in ("Pod", "Job"):
        for what, (stored, new, verdict) in cases.items():
            yield Combination("%s, the class of its claim exists, %s" % (name, what), verdict, rule,
                              copy.deepcopy([*in_zones, csi, stored, claim()]),
                              as_manifest([copy.deepcopy(new)]) + with_spec(workload(name), **USES_CLAIM))
    rule = "ValidatePersistentVolumeUpdate: nodeAffinity may be set where none was; the source and volumeMode are immutable"
    there = [storage_class(), claim(volume="pv-data")]
    cases = {
        "a node affinity of no node": ({}, {"nodeAffinity": on("c")}, NO), "a node affinity of the nodes": ({}, {"nodeAffinity": on("a")}, YES),
        "another node affinity": ({"nodeAffinity": on("c")}, {"nodeAffinity": on("a")}, NO),
        "the same node affinity": ({"nodeAffinity": on("a")}, {"nodeAffinity": on("a")}, YES),
        "the stable label": ({"nodeAffinity": on("a", beta)}, {"nodeAffinity": on("a")}, YES),
        "its node affinity left out": ({"nodeAffinity": on("a")}, {}, UNKNOWN),  # kubectl apply keeps it if it had not set it
        "another disk": ({}, {"csi": {"driver": "csi.example.com", "volumeHandle": "other"}}, NO),
        "another driver": ({}, {"csi": {"driver": "other.example.com", "volumeHandle": "pv-data"}}, NO),
        "another mode": ({}, {"volumeMode": "Block"}, NO), "more capacity": ({}, {"capacity": {"storage": "9Gi"}}, YES),
        "another claim": ({}, {"claimRef": {"kind": "PersistentVolumeClaim", "namespace": "default", "name": "other"}}, NOT_YES),
        "the same": ({}, {}, YES),
    }
    for name in ("Pod", "Job"):
        for what, (stored, new, verdict) in cases.items():
            was, wanted = volume(), volume()
            was["spec"].update(copy.deepcopy(stored))
            wanted["spec"].update(copy.deepcopy(new))
            yield Combination("%s, the volume of its claim exists, with %s in the file" % (name, what), verdict, rule,
                              copy.deepcopy([*in_zones, was, *there]), as_manifest([wanted]) + with_spec(workload(name), **USES_CLAIM))
        small = changed(volume(claim_name=None), spec__capacity__storage="1Mi")
        larger = as_manifest([volume(claim_name=None)])
        unbound = [storage_class(provisioner="kubernetes.io/no-provisioner"), claim()]
        yield Combination("%s, its claim has no volume, one becomes large enough in the file" % name, NOT_NO,
                          "ValidatePersistentVolumeUpdate: capacity may change", copy.deepcopy([*in_zones, small, *unbound]),
                          larger + with_spec(workload(name), **USES_CLAIM))


def combinations():
    for part in (of_device_claims, of_device_classes, of_namespaces, of_storage):
        yield from part()
