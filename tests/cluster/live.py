#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a live cluster, the reference control plane, and checks the answers.

    tests/cluster/live.py --binary build/release/src/kubectl-gang [--pods 1200] [NAME…]

Each check is a function below; the last line is `N passed, N failed`. The clusters are small except for `--pods` single pods
that have finished, so that the list of pods has several pages.
"""
import argparse
import base64
import calendar
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import yaml

from live_objects import CLUSTER, FURTHER, JOB, JOB_SETS
from live_server import Checks, Refused, Server, Tool, unbuilt
from reference import program
from shapes import expand


def without_the_moment(report):
    """A report without the fields that may differ between a live cluster and its snapshot: time and source."""
    report = json.loads(report)
    report["metadata"].pop("capturedAt", None)
    report["spec"].pop("source", None)
    report["spec"].pop("sources", None)
    return report


QUESTIONS = {"explain": ["explain", "-A"], "explain one": ["explain", "stuck"], "queue": ["queue"], "dry-run": ["dry-run", "-f", "job.yaml"]}


def same_from_snapshot(checks, server, tool):
    """explain, queue and dry-run give the same answer live and from a snapshot, for every kind of credentials."""
    snapshot = tool.folder / "cluster.json.gz"
    job = tool.folder / "job.yaml"
    job.write_text(JOB)
    status, _, told = tool.run(server, "snapshot", "-o", str(snapshot))
    checks.that("a snapshot is written", status == 0 and snapshot.stat().st_mode & 0o777 == 0o600, told)
    head = json.loads(gzip.decompress(snapshot.read_bytes()))["metadata"]
    moment = ["--now", head["capturedAt"]]  # simulated times begin there
    plugin = tool.folder / "plugin.sh"
    plugin.write_text("#!/bin/sh\necho '%s'\n" % json.dumps({
        "apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {"token": server.tokens["admin"]}}))
    plugin.chmod(0o700)
    by_plugin = server.kubeconfig_with("by-plugin", {"exec": {
        "apiVersion": "client.authentication.k8s.io/v1", "command": str(plugin), "interactiveMode": "Never"}})
    ways = {"token": {}, "client certificate": {"context": "reference-certificate"}, "exec plugin": {"kubeconfig": by_plugin}}
    for name, words in QUESTIONS.items():
        words = [str(job) if word == "job.yaml" else word for word in words] + moment
        saved = tool.run(None, *words, "-o", "json", "--from", str(snapshot))
        checks.that("%s answers from the snapshot" % name, saved[0] in (0, 1), saved[2])
        for way, how in ways.items():
            live = tool.run(server, *words, "-o", "json", **how)
            checks.that("%s by %s ends as from the snapshot" % (name, way), live[0] == saved[0], live)
            checks.that("%s by %s answers as from the snapshot" % (name, way),
                        live[0] in (0, 1) and without_the_moment(live[1]) == without_the_moment(saved[1]), live[2])
    verdicts = {g["name"]: g["verdict"] for g in json.loads(tool.run(server, "explain", "-A", "-o", "json")[1])["status"]["groups"]}
    checks.that("the verdicts follow the rules", verdicts == {"fits": "Fits", "stuck": "DoesNotFit", "late": "Fits"}, verdicts)


def holds_what_is_there(checks, server, tool):
    """Decoders read the same from the server's objects and from the snapshot's. The snapshot's head has its time and server."""
    before = int(time.time())
    snapshot, folder = tool.folder / "now.json", tool.folder / "lists"
    status, _, told = tool.run(server, "snapshot", "-o", str(snapshot))
    head = json.loads(snapshot.read_text())["metadata"]
    captured = calendar.timegm(time.strptime(head["capturedAt"].split(".")[0].rstrip("Z"), "%Y-%m-%dT%H:%M:%S"))
    checks.that("it was captured just now", before <= captured <= time.time(), head["capturedAt"])
    checks.that("its server version is the server's", head.get("serverVersion") == server.get("/version")["gitVersion"], head)
    versions = head.get("resourceVersions", {})
    checks.that("each list has its revision", all(versions.get(name, "").isdigit() for name in ("pods", "nodes", "leases.coordination.k8s.io")), versions)
    checks.that("the Leases of kubelets are not read", status == 0 and "Left out" not in told, told)
    folder.mkdir()
    role, there, served = yaml.safe_load(tool.run(server, "options", "--cluster-role")[1]), set(), server.served()
    for rule in role["rules"]:
        group = rule["apiGroups"][0]
        for resource in [resource for resource in rule["resources"] if (group, resource) in served]:
            found = server.get(served[group, resource])
            # The API server renews its Leases all the time, and controllers write events.
            is_ours = {"leases": lambda item: item["metadata"]["name"] == "some-scheduler", "events": lambda item: item["reason"] == "FailedScheduling"}
            found["items"] = [item for item in found["items"] if is_ours.get(resource, bool)(item)]
            kind = found["kind"].removesuffix("List")
            there |= {(kind, item["metadata"].get("namespace"), item["metadata"]["name"]) for item in found["items"]}
            (folder / ("%s.%s.json" % (resource, group))).write_text(json.dumps(found))
    kinds = {kind for kind, _, _ in there}
    checks.that("there are objects of many kinds", len(kinds) >= 9, kinds)
    status, _, told = tool.run(None, "explain", "-A", "--from", str(folder), "--from", str(snapshot))
    checks.that("the server's lists and the snapshot have the same objects", status in (0, 1) and "stands twice" not in told, told)
    items = json.loads(snapshot.read_text())["items"]
    names = {(i["kind"], i["metadata"].get("namespace"), i["metadata"]["name"]) for i in items}
    checks.that("no object is missing", there <= names, sorted(there - names, key=str)[:10])
    for wanted in (("ResourceQuota", "default", "room"), ("Lease", "kube-system", "some-scheduler"), ("Event", "default", "stuck-0.1"),
                   ("Pod", "elsewhere", "far")):
        checks.that("%s %s/%s is in it" % wanted, wanted in names)


def owners(checks, server, tool):
    """Owners lead from a pod up to the user's object, through an object of a custom kind that is served and listed."""
    server.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", yaml.safe_load(JOB_SETS))
    where = "/apis/jobset.x-k8s.io/v1alpha2/namespaces/default/jobsets"
    made = eventually(lambda: server.ask("POST", where, owned("jobset.x-k8s.io/v1alpha2", "JobSet", "run-0", "trainer.kubeflow.org/v1alpha1", "TrainJob", "run")))
    checks.that("JobSets are served", made is not None)
    job = owned("batch/v1", "Job", "run-0-node-0", "jobset.x-k8s.io/v1alpha2", "JobSet", "run-0")
    job["spec"] = {"suspend": True, "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "example.com/app"}]}}}
    pod = owned("v1", "Pod", "run-0-node-0-0", "batch/v1", "Job", "run-0-node-0")
    pod["spec"] = {"containers": [{"name": "main", "image": "example.com/app", "resources": {"requests": {"cpu": "100"}}}]}
    server.create([job, pod], threads=1)
    for name in ("trainjob/run", "jobset/run-0", "job/run-0-node-0"):
        status, out, told = tool.run(server, "explain", name)
        checks.that("%s leads to its pod" % name, status == 1 and "run-0-node-0-0" in out, (status, out, told))
    snapshot = tool.folder / "owners.json"
    tool.run(server, "snapshot", "-o", str(snapshot))
    status, out, told = tool.run(None, "explain", "trainjob/run", "--from", str(snapshot))
    checks.that("a snapshot gives the same answer", status == 1 and "run-0-node-0-0" in out, (status, out, told))


def owned(version, kind, name, owner_version, owner_kind, owner):
    reference = {"apiVersion": owner_version, "kind": owner_kind, "name": owner, "uid": "of-" + owner, "controller": True}
    return {"apiVersion": version, "kind": kind, "metadata": {"name": name, "namespace": "default", "ownerReferences": [reference]}}


def eventually(attempt, seconds=20):
    """Returns the result of `attempt` once the server no longer rejects it; None if that takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            return attempt()
        except Refused:
            time.sleep(0.2)
    return None


def paged(checks, server, tool):
    """Every pod arrives, in several pages."""
    status, out, told = tool.run(server, "snapshot", "-o", "-", "-v", "6")
    pods = [item for item in json.loads(out)["items"] if item["kind"] == "Pod"]
    api = server.get("/api/v1/pods?limit=1")
    expected = len(api["items"]) + api["metadata"].get("remainingItemCount", 0)
    checks.that("all pods are in the snapshot", status == 0 and len(pods) == expected > 500, (len(pods), expected))
    checks.that("the list of pods came in pages", len(re.findall(r"/api/v1/pods\?\S*continue=", told)) >= expected // 500, told[-800:])


def some_lists_only(checks, server, tool):
    """A user with permission for some kinds gets an answer, and warnings about the missing lists."""
    status, out, told = tool.run(server, "explain", "fits", context="viewer", )
    checks.that("explain answers a user with few permissions", status == 0 and "fits" in out, told)
    first = next((line for line in told.splitlines() if line.startswith("Warning: ")), "")
    checks.that("a warning names the lists", " lists are missing (Forbidden): " in first and " poddisruptionbudgets.policy," in first, told)
    checks.that("a warning names their effect", "preemption takes no heed of budgets" in told, told)
    checks.that("Leases with permission in kube-system only are read there", "leases" not in told, told)
    told = tool.run(server, "explain", "fits", "-v", "1", context="viewer")[2]
    checks.that("-v 1 names each with its effect", "Warning: poddisruptionbudgets.policy (Forbidden): preemption " in told, told)
    checks.that("no warning about a list that is not served", "scheduling.sigs.k8s.io" not in told, told)
    unknown = "Unknown: the pods of the cluster may not be listed (Forbidden)"
    status, out, told = tool.run(server, "explain", "-A", "--as", "nobody")
    checks.that("impersonation adds no permission", status == 2 and out.startswith(unknown), (status, out, told))
    status, out, told = tool.run(server, "explain", "-A", context="nobody")
    checks.that("without any permission there is no verdict", status == 2 and out.startswith(unknown), (status, out, told))
    # The program reads pods and groups of the user's own namespace there; the usage of other pods stays unknown.
    status, out, told = tool.run(server, "explain", "fits", "-n", "default", context="member")
    checks.that("a user of one namespace gets its group and no verdict",
                status == 2 and out.startswith(unknown) and "fits-0" in out, (status, out, told))
    status, told = tool.run(server, "lint", "-A", context="member")[::2]
    checks.that("lint does not approve objects without permission to read them", status == 2, (status, told))
    snapshot = tool.folder / "member.json"
    tool.run(server, "snapshot", "-o", str(snapshot), "--force", "-n", "default", context="member")
    status, out, told = tool.run(None, "explain", "fits", "-n", "default", "--from", str(snapshot))
    checks.that("a snapshot of such a user gives the same answer", status == 2 and out.startswith(unknown), (status, out, told))
    role = yaml.safe_load(tool.run(server, "options", "--cluster-role")[1])
    server.create([role, binding(role["metadata"]["name"], "reader")])
    status, _, told = tool.run(server, "explain", "-A", context="reader")
    checks.that("the role that `options` prints is enough", status in (0, 1) and "Forbidden" not in told, told)
    status, _, told = tool.run(server, "explain", "-A", kubeconfig=server.kubeconfig_with("wrong", {"token": "no-such-token"}))
    checks.that("wrong credentials are an error in kubectl's words", status == 2 and "You must be logged in to the server" in told, told)


def binding(role, user):
    return {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "%s-%s" % (role, user)},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
            "subjects": [{"kind": "User", "name": user, "apiGroup": "rbac.authorization.k8s.io"}]}


def nothing_secret(checks, server, tool):
    """No output and no saved file has a credential, at any verbosity."""
    secrets = [token for token in server.tokens.values() if token]
    for user in server.config["users"]:
        secrets += [user["user"][field] for field in ("client-key-data",) if field in user["user"]]
    snapshot = tool.folder / "loud.json"
    tool.run(server, "explain", "-A", "-v", "10")
    tool.run(server, "snapshot", "-o", str(snapshot), "-v", "10", context="reference-certificate")
    tool.run(server, "explain", "-A", "-v", "10", context="nobody")
    tool.run(server, "explain", "-A", "-v", "10", "--as", "viewer", "--as-user-extra", "key=canary-claim")
    basic = server.kubeconfig_with("basic", {"username": "canary-name", "password": "canary-password"})
    tool.run(server, "explain", "-A", "-v", "10", kubeconfig=basic)
    secrets += ["canary-claim", "canary-password", base64.b64encode(b"canary-name:canary-password").decode()]
    everything = b"\n".join(tool.said + [snapshot.read_bytes()])
    checks.that("-v 10 logs requests", b"/api/v1/nodes" in everything)
    for secret in secrets:
        checks.that("no output has the secret", secret.encode() not in everything, "it is")
        inside = base64.b64decode(secret) if len(secret) > 100 else b""
        checks.that("no output has its decoded form", not inside or inside.strip() not in everything, "it is")


def as_plugin(checks, server, tool):
    """The real kubectl finds the plugin, passes arguments and exit statuses on, and completes through it."""
    bin_folder = tool.folder / "bin"
    bin_folder.mkdir()
    (bin_folder / "kubectl-gang").symlink_to(pathlib.Path(tool.binary).resolve())
    (bin_folder / "kubectl_complete-gang").symlink_to(pathlib.Path(tool.binary).resolve())
    environment = {"PATH": "%s:%s" % (bin_folder, os.environ["PATH"]), "HOME": str(tool.folder), "KUBECONFIG": str(server.kubeconfig)}

    def kubectl(*words):
        done = subprocess.run([program(), "kubectl", *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    listed = kubectl("plugin", "list")
    checks.that("kubectl plugin list names it without a warning", listed[0] == 0 and "kubectl-gang" in listed[1] and "warning" not in listed[2].lower(), listed)
    status, out, told = kubectl("gang", "explain", "stuck")
    checks.that("kubectl gang explain runs", status == 1 and "stuck" in out, (status, told))
    checks.that("-n is the plugin's", kubectl("gang", "explain", "-n", "nowhere", "-A")[0] == 1)
    status, out, told = kubectl("__complete", "gang", "expl")
    checks.that("kubectl completes through it", status == 0 and "explain" in out, (status, out, told))


def only_reads(checks, server, tool, audit):
    """The audit log has only get and list requests of the program."""
    deadline = time.monotonic() + 10
    ours = []
    while not ours and time.monotonic() < deadline:
        lines = [json.loads(line) for line in audit.read_text().splitlines() if line.endswith("}")]
        ours = [line for line in lines if line.get("userAgent", "").startswith("kubectl-gang")]
    checks.that("the audit log has our requests", len(ours) > 100, len(ours))
    checks.that("they are get and list only", {line["verb"] for line in ours} == {"get", "list"}, {line["verb"] for line in ours})


def no_crds(checks, folder, tool):
    """A cluster without the PodGroup CRD has no groups, which is no error."""
    with Server(folder, "--without-crds") as server:
        server.create(expand(yaml.safe_load("{nodes: {a: {cpu: 4}}, pods: {p: {cpu: 8}, q: {cpu: 1, group: labelled}}}")))
        status, out, told = tool.run(server, "explain", "-A", "-o", "json")
        report = json.loads(out or "{}")
        codes = {g["name"]: g.get("code") for g in report.get("status", {}).get("groups", [])}
        checks.that("a group that a label names does not exist", codes.get("labelled") == "GroupNotFound", (codes, told))
        checks.that("nothing is missed", "podgroups" not in told, told)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/src/kubectl-gang")
    parser.add_argument("--pods", type=int, default=1200, help="finished pods besides the cluster")
    arguments = parser.parse_args()
    status = unbuilt()
    if status is not None:
        return status
    folder, checks = pathlib.Path(tempfile.mkdtemp(prefix="kubectl-gang-live-")), Checks()
    try:
        tool = Tool(str(pathlib.Path(arguments.binary).resolve()), folder)
        audit = folder / "audit.log"
        with Server(folder, "--rbac", "--audit-log", str(audit), "--user", "viewer", "--user", "reader", "--user", "member", "--user", "nobody") as server:
            few = {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "few"}, "rules": [
                {"apiGroups": ["", "scheduling.x-k8s.io"], "resources": ["nodes", "pods", "podgroups"], "verbs": ["list"]}]}
            server.create(expand(yaml.safe_load(CLUSTER)) + [few, binding("few", "viewer")] + yaml.safe_load(FURTHER), threads=1)
            done = [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "done-%05d" % i, "namespace": "default"}, "spec": {
                "nodeName": "b", "containers": [{"name": "main", "image": "example.com/app"}]}, "status": {"phase": "Succeeded"}}
                for i in range(arguments.pods)]
            server.create(done)
            same_from_snapshot(checks, server, tool)
            holds_what_is_there(checks, server, tool)
            paged(checks, server, tool)
            some_lists_only(checks, server, tool)
            nothing_secret(checks, server, tool)
            as_plugin(checks, server, tool)
            owners(checks, server, tool)
            only_reads(checks, server, tool, audit)
        no_crds(checks, folder, tool)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(checks.last_line())
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
