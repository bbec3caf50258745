# SPDX-License-Identifier: Apache-2.0
"""Changes by others between the plan and the bindings."""
from binding import invariants
from binding.stage import BINDING, plan_of
from shapes import GROUP_LABEL, node, pod

# The changes hit group two while group one is bound. Each member takes half of a node, and a host port of its group.
PODS = """
  one: {count: 3, group: one, cpu: 2, ports: [8081], spec: {nodeSelector: {pool: x}}}
  two: {count: %d, group: two, cpu: 2, ports: [8082], spec: {nodeSelector: {pool: x}}, labels: {app: two}}
"""
POOL = ", labels: {pool: x}}"
ROOMY = "nodes: {" + ", ".join("%s: {cpu: 4%s" % (name, POOL) for name in "abcde") + "}\n" + \
    "groups: {one: {minMember: 3}, two: {minMember: 2}}\npods:" + PODS % 2
# Group two needs the whole remaining capacity at its turn.
TIGHT = "nodes: {" + ", ".join("%s: {cpu: 4%s" % (name, POOL) for name in "abc") + "}\n" + \
    "groups: {one: {minMember: 3}, two: {minMember: 3}}\npods:" + PODS % 3
ENEMY = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
    {"labelSelector": {"matchLabels": {"app": "two"}}, "topologyKey": "kubernetes.io/hostname"}]}}
MARK = {"metadata": {"annotations": {"example.com/changed": "yes"}}}


class Disturbance:
    """A change to a group before bind looks at it again. `lost`: its planned node is no longer usable;
    `harmless`: with enough capacity bind still binds the group."""

    def __init__(self, act, lost=False, harmless=True):
        self.act, self.lost, self.harmless = act, lost, harmless


def disturbances(stage, name, place):
    """The possible changes to group `name`, whose member 0 is planned for the node `place`."""
    member, last = name + "-0", name + "-1"
    left = "4" if "e" in nodes(stage) else "2"  # of the cpu there, besides group one

    def change_node(spec):
        return lambda: stage.change("Node", place, {"spec": spec})

    def intruder(**words):
        return lambda: stage.create([pod("intruder", node=place, **words)])
    return {
        "a member is deleted": Disturbance(lambda: stage.delete("Pod", last), harmless=False),
        "a member is changed": Disturbance(lambda: stage.change("Pod", member, MARK)),
        "a member is bound by another": Disturbance(lambda: stage.bind_by_hand(last, "e" if "e" in nodes(stage) else place)),
        "a member is replaced": Disturbance(lambda: replace(stage, last)),
        "the group is deleted": Disturbance(lambda: stage.delete("PodGroup", name), harmless=False),
        "a node is added": Disturbance(lambda: stage.create([node("z", cpu="8", labels={"pool": "x"})])),
        "the node is deleted": Disturbance(lambda: stage.delete("Node", place), lost=True),
        "the node is cordoned": Disturbance(change_node({"unschedulable": True}), lost=True),
        "the node is tainted": Disturbance(change_node({"taints": [{"key": "example.com/x", "effect": "NoSchedule"}]}), lost=True),
        "the node loses its label": Disturbance(lambda: stage.change("Node", place, {"metadata": {"labels": {"pool": None}}}), lost=True),
        "the node is filled": Disturbance(intruder(cpu=left), lost=True),
        "the port is taken": Disturbance(intruder(ports=[8082]), lost=True),
        "an enemy is there": Disturbance(intruder(spec={"affinity": ENEMY}), lost=True)}


def nodes(stage):
    return [thing["metadata"]["name"] for thing in stage.server.items("Node")]


def replace(stage, name):
    """Replaces a pod by another one of the same name."""
    old = stage.server.ask("GET", "/api/v1/namespaces/default/pods/" + name)
    stage.delete("Pod", name)
    old["metadata"] = {key: old["metadata"][key] for key in ("name", "namespace", "labels")}
    stage.create([{key: old[key] for key in ("apiVersion", "kind", "metadata", "spec")}])


def between_plan_and_bind(stage):
    """A change hits the second group while the first is bound, so before bind looks at it again."""
    for layout, cluster in (("room left", ROOMY), ("no room left", TIGHT)):
        stage.set(cluster)
        plan = plan_of(stage.report("-A")[1])
        stage.that("group one is bound first", bound_first(stage, cluster) == "one")
        name, place = "two", plan["two-0"]
        for what in disturbances(stage, name, place):
            stage.set(cluster)
            disturbance = disturbances(stage, name, place)[what]
            stage.proxy.at(BINDING, 1, before=disturbance.act)
            status, report, told = stage.report("-A", "--yes", through=True)
            title, placed = "%s, %s" % (what, layout), stage.placed()
            stage.that(title + ": the status is 0 or 1", status in (0, 1), (status, told))
            stage.that(title + ": the Lease is released", stage.free(), stage.lease())
            if disturbance.lost:
                there = [member for member, where in placed.items() if member.startswith(name) and where == place]
                stage.that(title + ": no member of the group goes there", not there, (there, told))
            if disturbance.harmless and layout == "room left":
                stage.that(title + ": the group is still bound", status == 0 and all(placed.values()), (status, told, placed))
            invariants.hold(stage, title, status, report)


def bound_first(stage, cluster):
    """The name of the group with the first binding."""
    stage.set(cluster)
    stage.report("-A", "--yes", through=True)
    sent = [line for line in stage.proxy.seen if line.startswith("POST") and "/binding" in line]
    return sent[0].split("/pods/")[1].split("-")[0]


def inside_a_group(stage):
    """While the first binding of a group is in flight, another member is deleted, replaced or bound elsewhere."""
    for what, act in {
            "a member is deleted": lambda: stage.delete("Pod", "g-3"),
            "a member is replaced": lambda: replace(stage, "g-3"),
            "a member is changed": lambda: stage.change("Pod", "g-3", MARK),
            "a member is bound by another": lambda: stage.bind_by_hand("g-3", "spare")}.items():
        for needed in (3, 4):
            stage.set({"nodes": {"a": {"cpu": 4}, "spare": {"cpu": 1}}, "groups": {"g": {"minMember": needed}},
                       "pods": {"g": {"count": 4, "group": "g", "cpu": 1}}})
            stage.proxy.at(BINDING, 1, before=act)
            status, report, told = stage.report("-A", "--yes", through=True)
            title = "%s inside a group of %d" % (what, needed)
            complete = len(stage.bound()) == (3 if what == "a member is deleted" else 4)
            stage.that(title + ": the rest is bound", complete, (status, told, stage.placed()))
            stage.that(title + ": the status is right", status == (0 if len(stage.bound()) >= needed else 1), (status, told))
            invariants.hold(stage, title, status, report)


def no_longer_a_member(stage):
    """While the first binding of a group is in flight, a foreign pod takes a member's name, or a member leaves the group."""
    def stranger():
        stage.delete("Pod", "g-3")
        stage.create([pod("g-3", cpu="1", spec={"schedulerName": "of-others"})])
    for what, act in {"a foreign pod takes a name": stranger,
                      "a member leaves": lambda: stage.change("Pod", "g-3", {"metadata": {"labels": {GROUP_LABEL: None}}})}.items():
        stage.set("{nodes: {a: {cpu: 8}}, groups: {g: {minMember: 3}}, pods: {g: {count: 4, group: g, cpu: 1}}}")
        stage.proxy.at(BINDING, 1, before=act)
        status, report, told = stage.report("-A", "--yes", through=True)
        stage.that(what + ": it stays pending", not stage.placed()["g-3"], (status, told))
        stage.that(what + ": the others are bound", status == 0 and len(stage.bound()) == 3, (status, told, stage.placed()))
        invariants.hold(stage, what, status, report)


CHECKS = [between_plan_and_bind, inside_a_group, no_longer_a_member]
