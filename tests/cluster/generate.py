#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random small clusters from a seed, as cases for the reference control plane.

    tests/cluster/generate.py [--seed 1] [--cases 1] [--features taints,spread]

Each feature is a switch with a probability, so that most clusters are simple and some combine many. --features limits the
features. Nodes differ in size, so that scores seldom tie; the cases set `ties: first` for the rest.
"""
import argparse
import json
import random
import sys

sys.dont_write_bytecode = True
import shapes  # noqa: E402
from shapes import HOSTNAME, ZONE  # noqa: E402

GPU = "nvidia.com/gpu"
DRIVER = "disk.example.com"

# Feature → probability that a cluster has it.
FEATURES = {
    "taints": 0.25, "selectors": 0.25, "nodeaffinity": 0.2, "ports": 0.15, "spread": 0.25, "podaffinity": 0.2,
    "preferences": 0.2, "gates": 0.12, "minresources": 0.2, "priorities": 0.35, "budgets": 0.15, "images": 0.15,
    "volumes": 0.12, "csilimits": 0.07, "extended": 0.35, "podlevel": 0.1, "init": 0.15, "cordons": 0.15,
    "terminating": 0.07, "namespaces": 0.12, "fullnodes": 0.15, "never": 0.1, "services": 0.08,
    "missinggroup": 0.06, "finished": 0.08, "controller": 0.15, "config": 0.2, "bestEffort": 0.1, "dra": 0.1,
    "large": 0.03, "profiles": 0.1, "resize": 0.08, "nominated": 0.06, "boundmembers": 0.08, "neverall": 0.08, "allocated": 0.4,
    "selecting namespaces": 0.3, "device kinds": 0.6,
}

TOLERATIONS = [{"key": "dedicated", "operator": "Exists"},
               {"key": "dedicated", "operator": "Equal", "value": "ml", "effect": "NoSchedule"},
               {"operator": "Exists"},
               {"key": "slow", "operator": "Exists", "effect": "PreferNoSchedule"}]

CONFIGS = {
    "reject percentage": ("pluginConfig", {"name": "Coscheduling", "args": {"podGroupRejectPercentage": 40}}),
    "group back-off": ("pluginConfig", {"name": "Coscheduling", "args": {"podGroupBackoffSeconds": 20}}),
    "reject never": ("pluginConfig", {"name": "Coscheduling", "args": {"podGroupRejectPercentage": 100}}),
    "most allocated": ("pluginConfig", {"name": "NodeResourcesFit", "args": {"scoringStrategy": {
        "type": "MostAllocated", "resources": [{"name": "cpu", "weight": 2}, {"name": "memory", "weight": 1}]}}}),
    "ratio": ("pluginConfig", {"name": "NodeResourcesFit", "args": {"scoringStrategy": {
        "type": "RequestedToCapacityRatio", "resources": [{"name": "cpu", "weight": 1}, {"name": GPU, "weight": 3}],
        "requestedToCapacityRatio": {"shape": [{"utilization": 0, "score": 0}, {"utilization": 70, "score": 10},
                                               {"utilization": 100, "score": 5}]}}}}),
    "gpu scores": ("pluginConfig", {"name": "NodeResourcesFit", "args": {"scoringStrategy": {
        "type": "LeastAllocated", "resources": [{"name": "cpu", "weight": 1}, {"name": GPU, "weight": 5}]}}}),
    "balanced gpu": ("pluginConfig", {"name": "NodeResourcesBalancedAllocation", "args": {
        "resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 1}, {"name": GPU, "weight": 1}]}}),
    "ignored resources": ("pluginConfig", {"name": "NodeResourcesFit", "args": {"ignoredResources": [GPU]}}),
    "spread defaults": ("pluginConfig", {"name": "PodTopologySpread", "args": {"defaultingType": "List", "defaultConstraints": [
        {"maxSkew": 1, "topologyKey": ZONE, "whenUnsatisfiable": "ScheduleAnyway"}]}}),
    "hard spread defaults": ("pluginConfig", {"name": "PodTopologySpread", "args": {"defaultingType": "List", "defaultConstraints": [
        {"maxSkew": 1, "topologyKey": ZONE, "whenUnsatisfiable": "DoNotSchedule"},
        {"maxSkew": 2, "topologyKey": HOSTNAME, "whenUnsatisfiable": "ScheduleAnyway"}]}}),
    "added affinity": ("pluginConfig", {"name": "NodeAffinity", "args": {"addedAffinity": {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
            {"matchExpressions": [{"key": "tier", "operator": "Exists"}]}]}}}}),
    "hard affinity weight": ("pluginConfig", {"name": "InterPodAffinity", "args": {"hardPodAffinityWeight": 50}}),
    "no preemption": ("plugins", {"postFilter": {"disabled": [{"name": "DefaultPreemption"}]}}),
    "weights": ("plugins", {"score": {"disabled": [{"name": "TaintToleration"}, {"name": "NodeResourcesFit"}],
                                      "enabled": [{"name": "NodeResourcesFit", "weight": 5}]}}),
    "no scores": ("plugins", {"score": {"disabled": [{"name": "*"}]}}),
}
NO_SCORES = "no scores"
# The arguments of Coscheduling must be the same in all profiles.
OF_ONE_PROFILE = {NO_SCORES, "reject percentage", "group back-off", "reject never"}


def profile(name, what=None):
    """A profile with Coscheduling and one further setting of CONFIGS."""
    made = {"schedulerName": name, "pluginConfig": [],
            "plugins": {"multiPoint": {"enabled": [{"name": "Coscheduling"}]},
                        "queueSort": {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]}}}
    if what is not None:
        place, content = CONFIGS[what]
        if place == "plugins":
            made["plugins"].update(content)
        else:
            made["pluginConfig"].append(content)
    return made


def configuration(profiles, percentage):
    """A KubeSchedulerConfiguration (JSON, which is YAML). A parallel search would find other nodes in each run."""
    return json.dumps({"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
                       "parallelism": 1, "percentageOfNodesToScore": percentage, "profiles": profiles})


class Generator:
    """One cluster. The methods add objects in the order of their creation."""

    def __init__(self, seed, features=None):
        self.random = random.Random(seed)
        self.on = {}
        for name, probability in FEATURES.items():
            draw = self.random.random()
            self.on[name] = draw < probability if features is None else name in features and draw < 0.7
        self.nodes, self.objects, self.early = [], [], []
        self.claims = 0
        self.has_no_scores = False
        self.spaces = ["default", "team-a"] if self.on["namespaces"] else ["default"]

    def chance(self, probability):
        return self.random.random() < probability

    def has(self, feature, probability=0.5):
        return self.on[feature] and self.chance(probability)

    def case(self, name):
        self.add_nodes()
        if "team-a" in self.spaces:
            self.early.append({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team-a", "labels": {"team": "a"}}})
        self.add_running()
        self.add_pending()
        if self.on["budgets"]:
            self.early.append(shapes.budget("budget", {"app": self.random.choice("abc")}, self.random.choice((0, 0, 1))))
        if self.on["services"]:
            self.add_selecting()
        made = {"name": name, "objects": shapes.complete(self.early + self.objects), "ties": "first"}
        if self.on["config"] or self.on["profiles"] or self.on["large"]:
            made["config"] = self.configuration()
            if self.has_no_scores:
                made["ties"] = "random"  # an attempt takes the first node found, and needs no tie-break, which is a score
        if self.on["controller"]:
            made["controller"] = True
        return made

    def configuration(self):
        what = self.random.choice(sorted(CONFIGS)) if self.on["config"] else None
        if what in OF_ONE_PROFILE and self.on["profiles"]:
            what = None
        self.has_no_scores = what == NO_SCORES
        profiles = [profile("default-scheduler", what)]
        if self.on["profiles"]:
            profiles.append(profile("second", self.random.choice([None] + sorted(set(CONFIGS) - OF_ONE_PROFILE))))
            self.random.shuffle(profiles)
        if not self.on["large"]:
            return configuration(profiles, 100)
        if self.chance(0.3):
            self.random.choice(profiles)["percentageOfNodesToScore"] = self.random.choice((5, 50, 70, 95, 100))
        return configuration(profiles, self.random.choice((0, 0, 1, 40, 60, 80, 90)))

    # --- nodes

    def node_count(self):
        return self.random.randint(100, 260) if self.on["large"] else self.random.randint(2, 8)

    def add_nodes(self):
        count = self.node_count()
        zones = self.random.choice((["z1", "z2"], ["z1", "z2", "z3"]))
        for number in range(count):
            name = "n%d" % number
            resources = {}
            if self.on["extended"] and self.chance(0.7):
                resources[GPU] = self.random.choice((1, 2, 4, 8))
            taints = []
            if self.has("taints", 0.4):
                taints.append(self.random.choice(("dedicated=ml:NoSchedule", "dedicated=web:NoSchedule", "dedicated:NoExecute",
                                                  "slow:PreferNoSchedule", "odd=1:PreferNoSchedule")))
            images = None
            if self.has("images", 0.6):
                images = {"registry.example/%s:v1" % self.random.choice("ab"): self.random.choice((40, 200, 900, 2500)) * 1000000}
            labels = {}
            if self.chance(0.7):
                labels["disk"] = self.random.choice(("ssd", "hdd"))
            if self.chance(0.5):
                labels["tier"] = str(self.random.randint(1, 4))
            self.nodes.append(name)
            self.early.append(shapes.node(
                name, cpu="%dm" % (1000 * self.random.randint(2, 12) + 100 * number),
                memory="%dMi" % (1024 * self.random.randint(4, 24) + 128 * number),
                pods=self.random.choice((2, 3, 4)) if self.has("fullnodes") else 30,
                zone=None if self.chance(0.08) else self.random.choice(zones), labels=labels, taints=taints,
                unschedulable=self.has("cordons", 0.3), images=images, resources=resources))
            if self.on["csilimits"]:
                self.early.append(shapes.csi_node(name, DRIVER, self.random.randint(1, 3)))

    # --- pods

    def amounts(self):
        if self.has("bestEffort", 0.4):
            return {}
        requests = {"cpu": "%dm" % (250 * self.random.randint(1, 14))}
        if self.chance(0.8):
            requests["memory"] = "%dMi" % (256 * self.random.randint(1, 20))
        if self.has("extended"):
            requests[GPU] = self.random.choice((1, 1, 2, 4))
        return requests

    def small(self):
        return {"cpu": "%dm" % (100 * self.random.randint(1, 25)), "memory": "%dMi" % (128 * self.random.randint(1, 24))}

    def shape(self, app, running=False):
        """The arguments of shapes.pod for one kind of pod."""
        words = {"labels": {"app": app}, "requests": self.small() if running else self.amounts()}
        spec = {}
        if self.has("podlevel"):
            words["whole"] = {"cpu": "%dm" % (500 * self.random.randint(7, 12)), "memory": "6Gi"}
            words["requests"] = {k: v for k, v in words["requests"].items() if k != "memory"}
        if self.has("init"):
            words["init"] = [{"requests": {"cpu": "%dm" % (500 * self.random.randint(1, 6))}, "always": self.chance(0.5)}
                             for _ in range(self.random.randint(1, 2))]
            if "whole" in words:
                del words["init"]
        if self.has("ports"):
            words["ports"] = [self.random.choice((8080, 8080, 9090, "UDP:8080", "10.0.0.1:TCP:8080"))]
        if self.has("images"):
            words["image"] = "registry.example/%s:v1" % self.random.choice("ab")
        if self.has("taints"):
            words["tolerations"] = [self.random.choice(TOLERATIONS)]
        affinity = {}
        if not running:
            if self.has("selectors", 0.6):
                spec["nodeSelector"] = self.random.choice(({"disk": "ssd"}, {"disk": "hdd"}, {ZONE: "z1"}))
            if self.has("nodeaffinity", 0.6):
                affinity["nodeAffinity"] = self.node_affinity()
            if self.has("spread", 0.6):
                spec["topologySpreadConstraints"] = [self.constraint(app) for _ in range(self.random.choice((1, 1, 2)))]
                if len({(c["topologyKey"], c["whenUnsatisfiable"]) for c in spec["topologySpreadConstraints"]}) == 1:
                    spec["topologySpreadConstraints"] = spec["topologySpreadConstraints"][:1]
        if self.on["podaffinity"] and self.chance(0.2 if running else 0.6):
            affinity.update(self.pod_affinity(required=True))
        if self.has("preferences"):
            for side, content in self.pod_affinity(required=False).items():
                affinity.setdefault(side, {}).update(content)
            if not running:
                affinity.setdefault("nodeAffinity", {})["preferredDuringSchedulingIgnoredDuringExecution"] = [
                    {"weight": self.random.choice((1, 10, 100)), "preference": {"matchExpressions": [
                        {"key": "disk", "operator": "In", "values": [self.random.choice(("ssd", "hdd"))]}]}}]
        if affinity:
            spec["affinity"] = affinity
        if not running and self.has("profiles"):
            spec["schedulerName"] = "second"
        if running and self.has("resize") and "whole" not in words and "init" not in words:
            words["status"] = self.resized(words["requests"])
        if spec:
            words["spec"] = spec
        return words

    def resized(self, requests):
        """The status of a running pod whose requests changed in place: its container still has what it had before."""
        before = {"cpu": "%dm" % (100 * self.random.randint(1, 30)), "memory": requests.get("memory", "128Mi")}
        made = {"containerStatuses": [{"name": "main", "ready": True, "restartCount": 0, "image": "i", "imageID": "i",
                                       "allocatedResources": before, "resources": {"requests": before}}]}
        if self.chance(0.4):
            made["conditions"] = [{"type": "PodResizePending", "status": "True", "reason": self.random.choice(("Infeasible", "Deferred"))}]
        return made

    def node_affinity(self):
        expression = self.random.choice((
            {"key": "disk", "operator": "In", "values": ["ssd"]}, {"key": "disk", "operator": "NotIn", "values": ["hdd"]},
            {"key": "tier", "operator": "Exists"}, {"key": "tier", "operator": "DoesNotExist"},
            {"key": "tier", "operator": "Gt", "values": ["2"]}, {"key": "tier", "operator": "Lt", "values": ["3"]},
            {"key": ZONE, "operator": "In", "values": ["z1", "z3"]}))
        terms = [{"matchExpressions": [expression]}]
        if self.chance(0.3):
            fields = [{"key": "metadata.name", "operator": self.random.choice(("In", "NotIn")), "values": [self.random.choice(self.nodes)]}]
            if self.chance(0.5):
                terms[0]["matchFields"] = fields
            else:
                terms.append({"matchFields": fields})
        return {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}

    def constraint(self, app):
        hard = self.chance(0.6)
        made = {"maxSkew": self.random.choice((1, 1, 2)), "topologyKey": self.random.choice((ZONE, HOSTNAME, "disk")),
                "whenUnsatisfiable": "DoNotSchedule" if hard else "ScheduleAnyway",
                "labelSelector": {"matchLabels": {"app": self.random.choice((app, app, "a"))}}}
        if hard and self.chance(0.25):
            made["minDomains"] = self.random.randint(1, 4)
        if self.chance(0.2):
            made["matchLabelKeys"] = ["revision"]
        if self.chance(0.2):
            made["nodeTaintsPolicy"] = self.random.choice(("Honor", "Ignore"))
        if self.chance(0.2):
            made["nodeAffinityPolicy"] = self.random.choice(("Honor", "Ignore"))
        return made

    def term(self):
        made = {"topologyKey": self.random.choice((ZONE, HOSTNAME, HOSTNAME)),
                "labelSelector": {"matchLabels": {"app": self.random.choice("abc")}}}
        if self.on["namespaces"] and self.chance(0.4):
            made.update(self.random.choice(({"namespaces": ["team-a"]}, {"namespaceSelector": {}},
                                            {"namespaceSelector": {"matchLabels": {"team": "a"}}})))
            if self.has("selecting namespaces"):
                made["namespaceSelector"] = {"matchExpressions": [self.random.choice((
                    {"key": "team", "operator": "DoesNotExist"}, {"key": "team", "operator": "NotIn", "values": ["a"]},
                    {"key": "team", "operator": "Exists"}, {"key": "team", "operator": "In", "values": ["a", "b"]}))]}
        if self.chance(0.12):
            made[self.random.choice(("matchLabelKeys", "mismatchLabelKeys"))] = ["revision"]
        return made

    def pod_affinity(self, required):
        side = self.random.choice(("podAffinity", "podAntiAffinity", "podAntiAffinity"))
        if required:
            return {side: {"requiredDuringSchedulingIgnoredDuringExecution": [self.term()]}}
        return {side: {"preferredDuringSchedulingIgnoredDuringExecution": [
            {"weight": self.random.choice((1, 20, 100)), "podAffinityTerm": self.term()}]}}

    def priority_words(self, running=False):
        if self.on["neverall"] and not running:
            return {"policy": "Never", "priority": self.random.choice((0, 10, 100))}
        if not self.on["priorities"]:
            return {"policy": "Never"} if not running and self.has("never") else {}
        words = {"priority": self.random.choice((-10, 0, 0, 10) if running else (0, 0, 10, 100, 1000))}
        if not running and self.has("never", 0.4):
            words["policy"] = "Never"
        return words

    def add_running(self):
        for number in range(self.random.choice((0, 2, 4, 8, 14, 25))):
            words = self.shape(self.random.choice("abc"), running=True)
            words.update(self.priority_words(running=True))
            if self.on["priorities"]:
                words["started"] = "2026-01-01T%02d:00:00Z" % self.random.randint(0, 23)
            if self.has("terminating", 0.2):
                words["terminating"] = True
            elif self.has("finished", 0.2):
                words["phase"] = self.random.choice(("Succeeded", "Failed"))
            self.objects.append(shapes.pod("run-%d" % number, namespace=self.random.choice(self.spaces),
                                           node=self.random.choice(self.nodes), **words))

    def gang_count(self):
        return self.random.choice((1, 1, 2, 2, 3, 4))

    def add_pending(self):
        blocks = [self.gang(number) for number in range(self.gang_count())]
        blocks += [[self.lone(number)] for number in range(self.random.choice((0, 0, 1, 3, 5)))]
        self.random.shuffle(blocks)
        for block in blocks:
            self.objects += block
        if any(pod["spec"].get("nodeName") for block in blocks for pod in block if pod["kind"] == "Pod"):
            # The plugin learns about bound members from its own informer's handler, and the scheduler does not wait for that.
            # So some attempts have to come first.
            self.objects += [shapes.pod("decoy-%d" % n, cpu="99", priority=2000) for n in range(10)]

    def lone(self, number):
        words = self.shape(self.random.choice("abc"))
        words.update(self.priority_words())
        self.extras(words, self.spaces[0])
        if self.has("nominated"):
            words["status"] = {"nominatedNodeName": self.random.choice(self.nodes)}
        return shapes.pod("%s-%d" % (self.random.choice(("lone", "a", "z")), number), **words)

    def extras(self, words, namespace):
        """Adds the objects of a single pod: claims, devices, gates."""
        if self.has("volumes"):
            words["claims"] = [self.claim(namespace)]
        if self.has("csilimits"):
            words["claims"] = [self.limited_claim(namespace)]
        if self.has("dra"):
            words.setdefault("spec", {})["resourceClaims"] = [{"name": "device", "resourceClaimName": self.device_claim(namespace)}]
        if self.has("gates", 0.4):
            words["gates"] = ["example.com/gate"]

    def gang(self, number):
        space, name = self.random.choice(self.spaces), "gang-%d" % number
        size = self.random.randint(1, 6)
        minimum = self.random.randint(1, size + (1 if self.chance(0.1) else 0)) if self.chance(0.5) else size
        shared = self.shape(self.random.choice("abc"))
        rank = self.priority_words()
        resources = None
        if self.has("minresources", 0.7):
            resources = {"cpu": self.random.choice((1, 4, 12, "2500m", 40)), "memory": self.random.choice(("1Gi", "20Gi", "64Gi"))}
            if self.on["extended"]:
                resources[GPU] = self.random.choice((1, 4, 16))
        made = []
        if not self.has("missinggroup", 0.4):
            made.append(shapes.group(name, minimum, space, resources, self.random.choice((1, 2, 3))))
        uniform, prefix = self.chance(0.7), self.random.choice((name, "m", "w%d" % number))
        for member in range(size):
            words = dict(shared if uniform else self.shape(self.random.choice("abc")))
            words["spec"] = json.loads(json.dumps(words.get("spec", {})))
            words["labels"] = dict(words["labels"], revision=str(member % 2))
            words.update(rank)
            self.extras(words, space)
            if (member == 0 and self.chance(0.05)) or self.has("boundmembers", 0.4):
                words["node"] = self.random.choice(self.nodes)
                words.pop("gates", None)
            made.append(shapes.pod("%s-%d-%d" % (prefix, number, member) if prefix == "m" else "%s-%d" % (prefix, member),
                                   namespace=space, group=name, **words))
        return made

    def add_selecting(self):
        """Adds objects that select pods, so that the scheduler spreads these by default: Services, and an owner of pending pods."""
        self.early.append(shapes.service("service", {"app": self.random.choice("abc")}))
        if self.chance(0.3):
            self.early.append(shapes.service("revision", {"revision": "0"}))
        if self.chance(0.5):
            return
        kind, app = self.random.choice(("ReplicaSet", "StatefulSet", "ReplicationController")), self.random.choice("abc")
        owner = shapes.controller(kind, "owner", {"app": app})
        self.early.append(owner)
        for pod in self.objects:
            about = pod["metadata"]
            if (pod["kind"] == "Pod" and "nodeName" not in pod["spec"] and about["namespace"] == "default"
                    and about.get("labels", {}).get("app") in (app, "b") and self.chance(0.7)):
                about["ownerReferences"] = [shapes.owned_by(owner, controls=self.chance(0.9))]
                owner["spec"]["replicas"] += 1  # a controller that wants fewer would delete the pod

    # --- what pods need

    def claim(self, namespace):
        self.claims += 1
        number, zone = self.claims, self.random.choice(("z1", "z2"))
        name = "claim-%d" % number
        kind = self.random.choice(("bound", "bound-here", "wait", "wait", "dynamic", "immediate", "missing", "once", "zoned"))
        if kind == "missing":
            return name
        classes = {o["metadata"]["name"] for o in self.early if o["kind"] == "StorageClass"}
        for made in (shapes.storage_class("local"), shapes.storage_class("dynamic", provisioner="example.com/disk"),
                     shapes.storage_class("immediate", wait=False)):
            if made["metadata"]["name"] not in classes:
                self.early.append(made)
        modes = ["ReadWriteOncePod"] if kind == "once" else None
        if kind in ("bound", "bound-here", "once", "zoned"):
            on, labels = ({ZONE: [zone]}, None) if kind != "bound-here" else ({HOSTNAME: [self.random.choice(self.nodes)]}, None)
            if kind == "zoned":
                on, labels = None, {ZONE: zone}
            self.early += [shapes.volume("volume-%d" % number, claim=name, namespace=namespace, on=on, labels=labels, modes=modes),
                           shapes.claim(name, bound="volume-%d" % number, namespace=namespace, modes=modes)]
            if kind == "once" and self.chance(0.5):
                self.early.append(shapes.pod("holder-%d" % number, namespace=namespace, node=self.random.choice(self.nodes),
                                             claims=[name], cpu="100m"))
        elif kind == "wait":
            if self.chance(0.7):
                self.early.append(shapes.volume("volume-%d" % number, on={HOSTNAME: [self.random.choice(self.nodes)]},
                                                size=self.random.choice(("5Gi", "10Gi", "2Gi"))))
            self.early.append(shapes.claim(name, namespace=namespace))
        else:
            self.early.append(shapes.claim(name, storage=kind, namespace=namespace))
        return name

    def limited_claim(self, namespace):
        self.claims += 1
        number = self.claims
        self.early += [shapes.volume("disk-%d" % number, claim="disk-%d" % number, namespace=namespace, driver=DRIVER),
                       shapes.claim("disk-%d" % number, bound="disk-%d" % number, namespace=namespace)]
        return "disk-%d" % number

    def device_claim(self, namespace):
        self.claims += 1
        name = "device-%d" % self.claims
        if not any(o["kind"] == "DeviceClass" for o in self.early):
            self.add_devices()
        if self.chance(0.85):
            asked = {"requests": [self.device_request("gpu")]}
            if self.has("device kinds"):
                asked = self.odd_devices()
            self.early.append({"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": name, "namespace": namespace},
                               "spec": {"devices": asked}})
            if self.has("allocated"):
                self.allocate(self.early[-1])
        return name

    def add_devices(self):
        selectors = {"gpu": [], "small": ['device.attributes["gpu.example.com"].model == "small"'],
                     "large": ['device.driver == "gpu.example.com"',
                               'device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) >= 0']}
        for name, expressions in selectors.items():
            self.early.append({"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": name},
                               "spec": {"selectors": [{"cel": {"expression": text}} for text in expressions]} if expressions else {}})
        most = 4 if self.on["device kinds"] else 2
        for node in self.nodes:
            if self.chance(0.6):
                self.early.append({"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "slice-" + node},
                                   "spec": {"driver": "gpu.example.com", "nodeName": node,
                                            "pool": {"name": node, "generation": 1, "resourceSliceCount": 1},
                                            "devices": [self.device(i) for i in range(self.random.randint(1, most))]}})

    def device(self, number):
        model = self.random.choice(("small", "small", "large"))
        return {"name": "gpu-%d" % number,
                "attributes": {"model": {"string": model}, "numa": {"int": self.random.randint(0, 1)}, "gpu.example.com/ecc": {"bool": self.chance(0.5)},
                               "driverVersion": {"version": self.random.choice(("1.9.0", "1.10.0"))}},
                "capacity": {"memory": {"value": "80Gi" if model == "large" else "16Gi"}}}

    def exactly(self):
        made = {"deviceClassName": self.random.choice(("gpu", "gpu", "small", "large")), "allocationMode": "ExactCount",
                "count": self.random.choice((1, 1, 2, 3))}
        if self.chance(0.3):
            made["selectors"] = [{"cel": {"expression": self.random.choice((
                'device.attributes["gpu.example.com"].ecc', 'device.attributes["gpu.example.com"].numa == 0',
                'device.attributes["gpu.example.com"].driverVersion.isGreaterThan(semver("1.9.5"))',
                '!has(device.attributes["other.example.com"].x) && device.attributes["gpu.example.com"].model in ["large", "huge"]'))}}]
        return made

    def device_request(self, name):
        return {"name": name, "exactly": {"deviceClassName": "gpu", "allocationMode": "ExactCount", "count": self.random.choice((1, 1, 2))}}

    def odd_devices(self):
        requests = [{"name": "gpu", "exactly": self.exactly()}]
        if self.chance(0.4):
            requests[0] = {"name": "gpu", "firstAvailable": [dict(self.exactly(), name="a%d" % i) for i in range(self.random.randint(1, 3))]}
        if self.chance(0.4):
            requests.append({"name": "other", "exactly": self.exactly()})
        constrained = self.chance(0.4)
        if not constrained and self.chance(0.4):
            requests[-1] = {"name": requests[-1]["name"], "exactly": {"deviceClassName": self.random.choice(("small", "large")), "allocationMode": "All"}}
        made = {"requests": requests}
        if constrained:
            made["constraints"] = [{"matchAttribute": "gpu.example.com/" + self.random.choice(("numa", "model", "driverVersion"))}]
            if len(requests) > 1 and self.chance(0.3):
                made["constraints"][0]["requests"] = ["other"]
        return made

    def allocate(self, claim):
        """Allocates a claim of one device on a node, for nobody or for another pod."""
        slices = [o for o in self.early if o["kind"] == "ResourceSlice"]
        taken = {(d["pool"], d["device"]) for o in self.early if o["kind"] == "ResourceClaim" and "status" in o
                 for d in o["status"]["allocation"]["devices"]["results"]}
        free = [(o["spec"]["nodeName"], d["name"]) for o in slices for d in o["spec"]["devices"]
                if (o["spec"]["nodeName"], d["name"]) not in taken]
        requests = claim["spec"]["devices"]["requests"]
        if not free or len(requests) > 1 or requests[0].get("exactly", {}).get("count") != 1:
            return
        node, device = self.random.choice(free)
        # With the time that kube-scheduler since 1.36 writes: it can reserve no claim for another pod that lacks it.
        claim["status"] = {"allocation": {
            "allocationTimestamp": "2026-01-01T00:00:00Z",
            "devices": {"results": [{"request": "gpu", "driver": "gpu.example.com", "pool": node, "device": device}]},
            "nodeSelector": {"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node]}]}]}}}
        if self.chance(0.3):
            claim["status"]["reservedFor"] = [{"resource": "pods", "name": "another", "uid": "another"}]


def generate(seed, features=None):
    return Generator(seed, features).case("seed-%d" % seed if features is None else "seed-%d-%s" % (seed, "-".join(sorted(features))))


def parse_features(text):
    """The features of `a,b`; None for all. Raises SystemExit for an unknown one."""
    if text is None:
        return None
    features = frozenset(word for word in text.split(",") if word)
    unknown = features - set(FEATURES)
    if unknown:
        raise SystemExit("error: no feature is called %s; known: %s" % (", ".join(sorted(unknown)), ", ".join(FEATURES)))
    return features


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=1)
    parser.add_argument("--features", help="comma-separated; of " + ", ".join(FEATURES))
    arguments = parser.parse_args()
    features = parse_features(arguments.features)
    for seed in range(arguments.seed, arguments.seed + arguments.cases):
        print(json.dumps(generate(seed, features)))


if __name__ == "__main__":
    main()
