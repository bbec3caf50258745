# SPDX-License-Identifier: Apache-2.0
"""The basis of every check of bind.py: the reference control plane, a proxy before it, the binder, and the audit log.

The binder is the service account of examples/bind-cronjob/rbac.yaml, applied without changes, so that every check also
shows that these permissions suffice.
"""
import json
import random
import re
import shutil
import subprocess
import sys
import time

import yaml

from reference import ROOT
from live_server import MERGE, Refused, collection
from shapes import expand

sys.path.append(str(ROOT / "tests"))
import validate_schema  # noqa: E402 (its folder had to be named first)

MANIFESTS = ROOT / "examples/bind-cronjob"
SCHEDULER = "kubectl-gang"
LEASES = collection("Lease", "kube-system")
LEASE = LEASES + "/kubectl-gang-bind"
PODS = collection("Pod")
BINDING = "POST /api/v1/namespaces/[^/]+/pods/[^/]+/binding"
EVENTS = "/apis/events.k8s.io/v1/namespaces/default/events"
AT_ONCE = {"apiVersion": "v1", "kind": "DeleteOptions", "gracePeriodSeconds": 0}

TWO_GROUPS = """
nodes: {a: {cpu: 4}, b: {cpu: 4}, c: {cpu: 4}}
groups: {one: {minMember: 3}, two: {minMember: 2}}
pods: {one: {count: 3, group: one, cpu: 2}, two: {count: 2, group: two, cpu: 2}}
"""


def documents(name):
    return list(yaml.safe_load_all((MANIFESTS / name).read_text()))


class Stage:
    def __init__(self, server, proxy, tool, checks, audit, arguments):
        self.server, self.proxy, self.tool, self.checks, self.audit, self.arguments = server, proxy, tool, checks, audit, arguments
        self.state = tool.folder / ".local/state/kubectl-gang"
        self.rights = documents("rbac.yaml")
        for thing in self.rights:
            server.create([thing], threads=1)
        account = next(thing["metadata"] for thing in self.rights if thing["kind"] == "ServiceAccount")
        request = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
        tokens = "%s/%s/token" % (collection("ServiceAccount", account["namespace"]), account["name"])
        self.token = server.ask("POST", tokens, request)["status"]["token"]
        self.account = "system:serviceaccount:%s:%s" % (account["namespace"], account["name"])
        server.tokens[self.account] = self.token
        self.direct = server.kubeconfig_with("direct", {"token": self.token})
        self.through = proxy.kubeconfig(self.token)
        self.audited = 0
        self.round = 0  # number of the round of a repeated check (--rounds)

    def chance(self):
        """The random numbers of this round."""
        return random.Random("%d %d" % (self.arguments.seed, self.round))

    def that(self, what, holds, told=""):
        return self.checks.that(what, holds, told)

    # ---- the cluster

    def set(self, description, scheduler=SCHEDULER):
        """Replaces the cluster's objects by the description (shapes.py); pending pods without a schedulerName get `scheduler`."""
        self.clear()
        objects = expand(yaml.safe_load(description) if isinstance(description, str) else description)
        for thing in objects:
            if thing["kind"] == "Pod" and "nodeName" not in thing["spec"]:
                thing["spec"].setdefault("schedulerName", scheduler)
        self.create(objects)

    def create(self, objects):
        """Creates groups one by one, so that they queue in the order of the description; the rest many at a time."""
        kinds = ("PodGroup", "Pod")
        self.server.create([thing for thing in objects if thing["kind"] not in kinds])
        for kind, threads in zip(kinds, (1, 8)):
            self.server.create([thing for thing in objects if thing["kind"] == kind], threads)

    def clear(self):
        self.proxy.forget()
        for path in (PODS, collection("PodGroup"), collection("Node"), collection("Event")):
            self.server.ask("DELETE", path, AT_ONCE)
        self.clear_leases()
        shutil.rmtree(self.state, ignore_errors=True)
        self.audited = self.audit.stat().st_size if self.audit.exists() else 0

    def clear_leases(self):
        for lease in self.server.items("Lease", "kube-system"):
            if SCHEDULER in lease["metadata"]["name"]:
                self.server.ask("DELETE", LEASES + "/" + lease["metadata"]["name"], AT_ONCE)

    def placed(self):
        """Pod name → node, for every existing pod; None: pending."""
        return {pod["metadata"]["name"]: pod["spec"].get("nodeName") for pod in self.server.items("Pod", "default")}

    def bound(self):
        return {name: node for name, node in self.placed().items() if node}

    def delete(self, kind, name):
        self.server.ask("DELETE", collection(kind) + "/" + name, AT_ONCE)

    def change(self, kind, name, change, namespace="default"):
        self.server.ask("PATCH", collection(kind, namespace) + "/" + name, change, MERGE)

    def bind_by_hand(self, pod, node):
        """Binds the pod as another scheduler would."""
        self.server.ask("POST", "%s/%s/binding" % (PODS, pod), {
            "apiVersion": "v1", "kind": "Binding", "metadata": {"name": pod}, "target": {"apiVersion": "v1", "kind": "Node", "name": node}})

    def lease(self):
        """The spec of the binder's Lease, {} if there is none."""
        try:
            return self.server.ask("GET", LEASE)["spec"]
        except Refused:
            return {}

    def free(self):
        """True if the Lease has no holder."""
        return not self.lease().get("holderIdentity")

    # ---- the binder's permissions

    def allow(self, role, rules):
        """Gives a ClusterRole or Role these rules, and waits until the API server applies them."""
        namespace = role["metadata"].get("namespace")
        path = collection(role["kind"], namespace) + "/" + role["metadata"]["name"]
        self.server.ask("PATCH", path, {"rules": rules}, MERGE)
        review = {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectRulesReview", "spec": {"namespace": namespace or "default"}}

        def known():
            told = self.server.ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", review, user=self.account)
            return all(triple in triples(told["status"]["resourceRules"]) for triple in triples(rules)) and not \
                (triples(role["rules"]) - triples(rules)) & triples(told["status"]["resourceRules"])
        if not pause_until(known):
            raise RuntimeError("the API server does not apply the change of %s" % path)

    # ---- the binder

    def start(self, *words, through=False, kubeconfig=None, **how):
        file = kubeconfig or (self.through if through else self.direct)
        return self.tool.start(self.server, "bind", *words, kubeconfig=file, stdin=subprocess.DEVNULL, **how)

    def run(self, *words, **how):
        return self.tool.wait(self.start(*words, **how))

    def report(self, *words, **how):
        """Exit status, the report as an object ({} if there is none), standard error."""
        return self.finish(self.start(*words, "-o", "json", **how))

    def finish(self, process):
        status, out, told = self.tool.wait(process)
        if self.proxy.failures:
            raise RuntimeError("what was to happen in between failed") from self.proxy.failures.pop()
        return status, json.loads(out) if out.strip() else {}, told

    def journals(self):
        return sorted(self.state.glob("*.jsonl"))

    def faults(self, report):
        """The errors of a report by its JSON Schema; "" if there are none."""
        schema = validate_schema.load_schemas().get("BindReport")
        if not schema:
            return "there is no schema of BindReport"
        return "; ".join(str(fault.message) for fault in validate_schema.jsonschema.Draft202012Validator(schema).iter_errors(report))

    # ---- requests to the API server

    def requests(self, since=None, may_be_none=False):
        """The binder's requests for objects in the audit log, since `set`. `may_be_none`: the run may have been killed before its
        first request."""
        deadline = time.monotonic() + (2 if may_be_none else 20)
        while time.monotonic() < deadline:
            with open(self.audit, encoding="utf-8") as log:
                log.seek(self.audited if since is None else since)
                lines = [json.loads(line) for line in log if line.startswith("{") and line.endswith("}\n")]
            ours = [line for line in lines if line["user"]["username"] == self.account and "objectRef" in line]
            if ours:
                return ours
            time.sleep(0.05)
        if may_be_none:
            return []
        raise RuntimeError("the audit log has no request")

    def writes(self):
        return [line for line in self.requests() if line["verb"] not in ("get", "list")]


def triples(rules):
    """(API group, resource, name or "", verb) of each single permission in these rules."""
    return {(group, resource, name, verb) for rule in rules for group in rule["apiGroups"] for resource in rule["resources"]
            for name in rule.get("resourceNames") or [""] for verb in rule["verbs"]}


def bindings_of(report):
    """Pod name → its entry in the report."""
    return {entry["pod"]: entry for entry in report.get("status", {}).get("bindings", [])}


def plan_of(report):
    return {name: entry.get("node") for name, entry in bindings_of(report).items()}


def names_all(text, *words):
    return all(re.search(word, text) for word in words)


def pause_until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True

