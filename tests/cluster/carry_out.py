# SPDX-License-Identifier: Apache-2.0
"""Applies a remedy of kubectl-gang, step by step, through the API of a live server."""
import copy
import re

import shapes

MEMBERS_ANEW = ("LowerRequest", "RelaxConstraint", "AvoidNodes", "ChangeOrder")  # these replace pending members
UNSCHEDULABLE = "node.kubernetes.io/unschedulable"
OF_THE_SERVER = ("uid", "resourceVersion", "creationTimestamp", "managedFields", "generation", "selfLink", "deletionTimestamp",
                 "deletionGracePeriodSeconds")


def affinity_terms(spec):
    """The terms of pod affinity and anti-affinity, required and preferred."""
    terms = []
    for kind in ("podAffinity", "podAntiAffinity"):
        rules = spec.get("affinity", {}).get(kind, {})
        terms += rules.get("requiredDuringSchedulingIgnoredDuringExecution", [])
        terms += [rule["podAffinityTerm"] for rule in rules.get("preferredDuringSchedulingIgnoredDuringExecution", [])]
    return terms


def take_back_label_keys(term):
    """Removes the expressions of matchLabelKeys and mismatchLabelKeys: the API server adds them and rejects them in a new pod."""
    of_keys = term.get("matchLabelKeys", []) + term.get("mismatchLabelKeys", [])
    expressions = term.get("labelSelector", {}).get("matchExpressions", [])
    left = [expression for expression in expressions if expression["key"] not in of_keys]
    if of_keys and left != expressions:
        term["labelSelector"]["matchExpressions"] = left


def as_new(thing):
    """The object as in a manifest, to create it again."""
    made = copy.deepcopy(thing)
    for field in OF_THE_SERVER:
        made["metadata"].pop(field, None)
    if made["kind"] == "Pod":
        made.pop("status", None)
        for term in made["spec"].get("topologySpreadConstraints", []) + affinity_terms(made["spec"]):
            take_back_label_keys(term)
        # Admission sets them from the class.
        made["spec"].pop("priority", None)
        made["spec"].pop("preemptionPolicy", None)
    return made


def number(text):
    """The value of a quantity as the program counts it: CPU in milli, written with m."""
    units = {"": 1, "m": 0.001, "k": 1e3, "M": 1e6, "G": 1e9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
    found = re.fullmatch(r"([0-9.]+)([a-zA-Z]*)", str(text))
    return float(found[1]) * units[found[2]]


def request_of(container, resource):
    return number(container.get("resources", {}).get("requests", {}).get(resource, 0))


def requests_of(pod, resource):
    """A pod's request: init containers run one after the other, sidecars keep running."""
    spec = pod["spec"]
    if resource in spec.get("resources", {}).get("requests", {}):
        return request_of(spec, resource)
    sidecars, most = 0, 0
    for container in spec.get("initContainers", []):
        amount = request_of(container, resource)
        if container.get("restartPolicy") == "Always":
            sidecars += amount
            most = max(most, sidecars)
        else:
            most = max(most, sidecars + amount)
    return max(most, sidecars + sum(request_of(c, resource) for c in spec["containers"]))


def cap(container, resource, amount):
    """Lowers one request to at most `amount`. Returns the new request."""
    resources = container.get("resources", {})
    left = max(0, amount)
    if request_of(container, resource) > left:
        text = "%dm" % round(left * 1000) if resource == "cpu" else str(int(left))
        resources["requests"][resource] = text
        if resource in resources.get("limits", {}):
            resources["limits"][resource] = text
        return left
    return request_of(container, resource)


def lower_request(pod, resource, amount):
    """Lowers the pod's total request to `amount`; containers that start first keep their requests."""
    spec, left = pod["spec"], amount
    if resource in spec.get("resources", {}).get("requests", {}):
        cap(spec, resource, amount)
    for container in spec.get("initContainers", []):
        taken = cap(container, resource, left)
        if container.get("restartPolicy") == "Always":
            left -= taken
    for container in spec["containers"]:
        left -= cap(container, resource, left)


def without(entries, is_dropped):
    return [entry for entry in entries or [] if not is_dropped(entry)]


def relax(pod, step):
    spec, field, dropped = pod["spec"], step["field"], step.get("from", "")
    affinity, required = spec.get("affinity", {}), "requiredDuringSchedulingIgnoredDuringExecution"
    key = dropped.removeprefix("over ")
    if field == "spec.nodeSelector":
        label, _, value = dropped.partition("=")
        if spec.get("nodeSelector", {}).get(label) == value:
            del spec["nodeSelector"][label]
    elif field == "spec.affinity.nodeAffinity":
        affinity.get("nodeAffinity", {}).pop(required, None)
    elif field == "spec.topologySpreadConstraints":
        spec["topologySpreadConstraints"] = without(
            spec.get("topologySpreadConstraints"), lambda c: c["topologyKey"] == key and c["whenUnsatisfiable"] == "DoNotSchedule")
    elif field in ("spec.affinity.podAntiAffinity", "spec.affinity.podAffinity"):
        side = affinity.get(field.rpartition(".")[2], {})
        if required in side:
            side[required] = without(side[required], lambda term: term["topologyKey"] == key)
    elif field == "spec.containers[*].ports[*].hostPort":
        for container in spec["containers"]:
            container["ports"] = without(container.get("ports"), lambda port: str(port.get("hostPort")) == dropped)
    elif field == "spec.tolerations":
        taint = shapes.taint(step["to"])
        spec.setdefault("tolerations", []).append({"key": taint["key"], "operator": "Equal", "value": taint.get("value", ""),
                                                   "effect": taint["effect"]})
    else:
        raise RuntimeError("no way is known to relax %s" % field)


def avoid(pod, nodes):
    affinity = pod["spec"].setdefault("affinity", {}).setdefault("nodeAffinity", {})
    required = affinity.setdefault("requiredDuringSchedulingIgnoredDuringExecution", {"nodeSelectorTerms": [{}]})
    for term in required["nodeSelectorTerms"]:
        term.setdefault("matchFields", []).extend({"key": "metadata.name", "operator": "NotIn", "values": [node]} for node in nodes)


def changed_member(fix, pod):
    """Returns a pending member as the fix changes it, without the server's fields; None if it stays. The second value is the
    PriorityClass that it needs, or None."""
    made, changed, class_needed = as_new(pod), False, None
    for step in fix["changes"]:
        if step["object"]["kind"] == "Pod" and step["object"]["name"] != pod["metadata"]["name"]:
            continue
        if fix["kind"] == "LowerRequest":
            resource = re.search(r"\[([^\[\]*]+)\]$", step["field"])[1]
            if abs(requests_of(pod, resource) - number(step["from"])) < 1e-6 * max(1, number(step["from"])):
                lower_request(made, resource, number(step["to"]))
                changed = True
        elif fix["kind"] == "RelaxConstraint":
            relax(made, step)
            changed = made != as_new(pod)
        elif fix["kind"] == "AvoidNodes":
            avoid(made, re.search(r"\((.*)\)", step["to"])[1].split(", "))
            changed = True
        elif fix["kind"] == "ChangeOrder":
            policy, value = pod["spec"].get("preemptionPolicy", "PreemptLowerPriority"), int(step["to"])
            name = ("remedy-%d-%s" % (value, policy.lower())).replace("--", "-m")
            class_needed = {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name}, "value": value,
                            "preemptionPolicy": policy}
            made["spec"]["priorityClassName"] = name
            changed = True
    return (made, class_needed) if changed else (None, None)


def copy_of_node(node, name):
    """A new node like an existing one, neither cordoned nor unhealthy."""
    made = as_new(node)
    made["metadata"]["name"] = name
    if shapes.HOSTNAME in made["metadata"].get("labels", {}):
        made["metadata"]["labels"][shapes.HOSTNAME] = name
    made["spec"] = {"taints": without(node["spec"].get("taints"), lambda taint: taint["key"].startswith("node.kubernetes.io/"))}
    return made


def is_daemon(pod):
    return any(owner["kind"] == "DaemonSet" for owner in pod["metadata"].get("ownerReferences", []))


def add_nodes(cluster, step):
    name = step["object"]["name"]
    original, daemons = cluster.get("Node", None, name), [p for p in cluster.pods() if p["spec"].get("nodeName") == name and is_daemon(p)]
    for count in range(1, step["count"] + 1):
        made = copy_of_node(original, "%s-add-%d" % (name, count))
        cluster.create(made)
        for daemon in daemons:
            move(cluster, daemon, made["metadata"]["name"], "%s-add-%d" % (daemon["metadata"]["name"], count))


def move(cluster, pod, node, name):
    """Creates a copy of a bound pod, bound to another node."""
    made = as_new(pod)
    made["metadata"]["name"] = name
    made["spec"]["nodeName"] = node
    made["status"] = {"phase": "Running"}
    cluster.create(made)


def members_anew(cluster, fix, members):
    """`members`: the pending ones. Deletes all of them before it creates the first."""
    changed = [(pod, *changed_member(fix, pod)) for pod in members]
    changed = [entry for entry in changed if entry[1]]
    if not changed:
        raise RuntimeError("the fix changes no pending member")
    for class_needed in {entry[2]["metadata"]["name"]: entry[2] for entry in changed if entry[2]}.values():
        if not cluster.has("PriorityClass", class_needed["metadata"]["name"]):
            cluster.create(class_needed)
    for pod, _, _ in changed:
        cluster.delete_pod(pod["metadata"]["namespace"], pod["metadata"]["name"])
    for _, made, _ in changed:
        cluster.create(made)


def carry_out(cluster, fix, members, together=False):
    """`cluster`: a live_stage.Stage; `members`: the pending members of the fix's group, in the order of creation. `together`:
    deletes the pods at the same moment."""
    if together and fix["kind"] in ("Evict", "WaitFor"):
        cluster.delete_pods_together([(step["object"]["namespace"], step["object"]["name"]) for step in fix["changes"]])
        return
    if fix["kind"] in MEMBERS_ANEW:
        members_anew(cluster, fix, members)
        return
    for step in fix["changes"]:
        thing = step["object"]
        name, namespace = thing["name"], thing.get("namespace")
        if fix["kind"] in ("Evict", "WaitFor"):
            cluster.delete_pod(namespace, name)
        elif fix["kind"] == "Move":
            pod = cluster.get("Pod", namespace, name)
            # Bind the copy before the pod is deleted: then no other pod can use the free capacity.
            move(cluster, pod, step["toNode"], name + "-moved")
            cluster.delete_pod(namespace, name)
        elif fix["kind"] in ("Uncordon", "RemoveTaint"):
            spec = cluster.get("Node", None, name)["spec"]
            gone = UNSCHEDULABLE if fix["kind"] == "Uncordon" else step["from"]
            left = without(spec.get("taints"), lambda taint: gone in (taint["key"], text_of(taint)))
            change = {"taints": left or None}
            if gone == UNSCHEDULABLE:
                change["unschedulable"] = None
            cluster.patch("Node", None, name, {"spec": change})
        elif fix["kind"] == "AddNodes":
            add_nodes(cluster, step)
        elif fix["kind"] == "LowerMinMember":
            cluster.patch("PodGroup", namespace, name, {"spec": {"minMember": int(step["to"])}})
        else:
            raise RuntimeError("no way is known to carry out %s" % fix["kind"])


def text_of(taint):
    """`key[=value]:Effect`, as shapes.taint reads it."""
    return taint["key"] + ("=" + taint["value"] if taint.get("value") else "") + ":" + taint["effect"]
