# SPDX-License-Identifier: Apache-2.0
"""The binder without faults."""
import json
import os
import pty
import select
import subprocess
import time

from binding import invariants
from binding.stage import EVENTS, LEASE, TWO_GROUPS, bindings_of, collection, names_all, pause_until, plan_of
import reference
from shapes import claim, storage_class

STUCK = """
nodes: {a: {cpu: 4}, b: {cpu: 4}}
groups: {fits: {minMember: 2}, big: {minMember: 3}, few: {minMember: 4}}
pods:
  run: {node: a, cpu: 1}
  fits: {count: 2, group: fits, cpu: 1}
  big: {count: 3, group: big, cpu: 3}
  few: {count: 2, group: few, cpu: 1}
  gated: {group: few, cpu: 1, gates: [example.com/wait]}
  loose: {cpu: 1}
  other: {cpu: 1, spec: {schedulerName: default-scheduler}}
"""


def bound_and_read_back(stage):
    """The preview writes nothing; the binder binds as planned; a second run has nothing to do."""
    stage.set(TWO_GROUPS)
    status, preview, told = stage.report("-A")
    stage.that("the preview says yes", status == 0 and preview["status"]["verdict"] == "Yes", (status, told))
    stage.that("every member is planned", sorted(plan_of(preview)) == ["one-0", "one-1", "one-2", "two-0", "two-1"]
               and {e["result"] for e in bindings_of(preview).values()} == {"WouldBind"}, preview)
    stage.that("the preview only gets and lists", stage.requests() and not stage.writes(), stage.writes()[:2])
    stage.that("and binds nothing", not stage.bound())
    stage.that("a preview has no journal", not stage.journals())
    stage.that("the preview is well formed", not stage.faults(preview), stage.faults(preview))
    status, report, told = stage.report("-A", "--yes")
    stage.that("bind says yes", status == 0 and report["kind"] == "BindReport" and report["status"]["verdict"] == "Yes", (status, told))
    stage.that("every pod has the node that the preview named", stage.bound() == plan_of(preview), (stage.bound(), plan_of(preview)))
    stage.that("the report says so", {n: (e["result"], e["node"]) for n, e in bindings_of(report).items()}
               == {n: ("Bound", node) for n, node in stage.bound().items()}, report["status"]["bindings"])
    stage.that("the report is well formed", not stage.faults(report), stage.faults(report))
    stage.that("the Lease is released", stage.free() and stage.server.ask("GET", LEASE), stage.lease())
    stage.that("the journal of a complete run is gone", not stage.journals(), stage.journals())
    invariants.hold(stage, "two groups", status, report)
    count = len(stage.writes())
    status, report, told = stage.report("-A", "--yes")
    stage.that("a second run has nothing to do", status == 0 and not bindings_of(report), (status, told))
    stage.that("and binds nothing", not [w for w in stage.writes()[count:] if w["objectRef"].get("subresource") == "binding"])


def events(stage):
    """One Event per bound pod, as a scheduler writes it."""
    stage.set(TWO_GROUPS)
    stage.run("-A", "--yes")
    written = [e for e in stage.server.get(EVENTS)["items"] if e.get("reason") == "Scheduled"]
    stage.that("each bound pod has its event", sorted(e["regarding"]["name"] for e in written) == sorted(stage.bound()), written[:1])
    stage.that("they are ours", {e.get("reportingController") for e in written} == {"kubectl-gang/bind"}, written[:1])
    uids = {pod["metadata"]["name"]: pod["metadata"]["uid"] for pod in stage.server.items("Pod", "default")}
    stage.that("they are about these very pods", all(e["regarding"].get("uid") == uids[e["regarding"]["name"]] for e in written))


def some_do_not_fit(stage):
    """Binds the groups that fit, rejects the others with the reason, and leaves pods of other schedulers alone."""
    stage.set(STUCK)
    status, report, told = stage.report("-A", "--yes")
    verdicts = {g["name"]: g["verdict"] for g in report["status"]["groups"]}
    stage.that("status 1 if some are not bound", status == 1 and report["status"]["verdict"] == "No", (status, told))
    stage.that("only the group that fits is bound", sorted(stage.bound()) == ["fits-0", "fits-1", "run"], stage.bound())
    stage.that("the others are refused", verdicts["big"] == "DoesNotFit" and verdicts["few"] == "DoesNotFit", verdicts)
    stage.that("with the reason", all(g["message"] for g in report["status"]["groups"] if g["name"] != "fits"), report["status"]["groups"])
    stage.that("the output has the pending pod of another scheduler", "1 " in told and "default-scheduler" in told or "other" in told, told)
    stage.that("the report is well formed", not stage.faults(report), stage.faults(report))
    invariants.hold(stage, "some do not fit", status, report)
    status, _, told = stage.report("fits")
    stage.that("a group with its quorum is a yes", status == 0, (status, told))
    status, _, told = stage.report("big")
    stage.that("a named group that does not fit is a no", status == 1, (status, told))
    status, _, told = stage.report("nonesuch")
    stage.that("a missing group is status 2", status == 2 and "nonesuch" in told, (status, told))
    stage.that("a single pod stays pending", not stage.placed()["loose"])
    status, _, told = stage.report("-A", "--yes", "--with-pods")
    stage.that("and bound with --with-pods", bool(stage.placed()["loose"]) and not stage.placed()["other"], (status, told))


def selected(stage):
    """A name selects one group; the others stay unchanged."""
    stage.set(TWO_GROUPS)
    status, report, told = stage.report("two", "--yes")
    stage.that("the named group is bound", status == 0 and sorted(stage.bound()) == ["two-0", "two-1"], (status, told, stage.bound()))
    invariants.hold(stage, "one of two", status, report, asked=["two"])
    status, _, told = stage.run("-A", "--yes", "--scheduler-name", "nobody")
    stage.that("another scheduler's name selects nothing", len(stage.bound()) == 2, (status, told))


def refused_claims(stage):
    """A member with a claim that waits for its first consumer is rejected with the reason."""
    stage.set("{nodes: {a: {cpu: 4}}, groups: {g: {minMember: 2}}, pods: {g: {count: 2, group: g, cpu: 1, claims: [data]}}}")
    wanted = claim("data", storage="later")
    stage.server.create([storage_class("later"), {key: wanted[key] for key in ("apiVersion", "kind", "metadata", "spec")}], threads=1)
    status, report, told = stage.report("-A", "--yes")
    stage.that("an unbound claim rejects its group", status == 1 and not stage.bound(), (status, told, stage.bound()))
    stage.that("and says why", names_all(json.dumps(report) + told, "data|claim|volume"), report)


def dry_runs(stage):
    """--dry-run=client sends nothing; --dry-run=server lets the API server check each binding without storing it."""
    stage.set(TWO_GROUPS)
    status, report, told = stage.report("-A", "--dry-run=client", "--yes")
    stage.that("a dry run of the client is a preview", status == 0 and not stage.writes(), (status, told, stage.writes()[:1]))
    status, report, told = stage.report("-A", "--dry-run=server", "--yes")
    sent = [w for w in stage.writes() if w["objectRef"].get("subresource") == "binding"]
    stage.that("a dry run of the server says yes", status == 0, (status, told))
    stage.that("it sends each binding", len(sent) == 5 and all("dryRun=All" in w["requestURI"] for w in stage.writes()),
               [w["requestURI"] for w in stage.writes()])
    stage.that("the API server accepts them all", all(w["responseStatus"]["code"] == 201 for w in sent), sent[:1])
    stage.that("and binds nothing", not stage.bound() and stage.free())
    stage.that("the report says so", {e["result"] for e in bindings_of(report).values()} == {"WouldBind"}, report)


def asks_on_a_terminal(stage):
    """Without --yes it asks on a terminal; any answer but yes changes nothing."""
    for answer, expected in ((b"n\n", 0), (b"\n", 0), (b"yes\n", 5)):
        stage.set(TWO_GROUPS)
        out = on_a_terminal(stage, answer, "-A")
        stage.that("the question shows where and what", names_all(out, r"127\.0\.0\.1", "context", "5"), out)
        stage.that("%r binds %d" % (answer, expected), len(stage.bound()) == expected, out)


def on_a_terminal(stage, answer, *words):
    """Returns the program's output on a terminal that answers its question with `answer`."""
    terminal, inside = pty.openpty()
    environment = {"KUBECONFIG": str(stage.direct), "HOME": str(stage.tool.folder), "TERM": "dumb"}
    process = subprocess.Popen([stage.tool.binary, "bind", *words], env=environment, stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    out, answered, deadline = b"", False, time.monotonic() + 30
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                part = os.read(terminal, 65536)
            except OSError:  # end of file on Linux
                break
            if not part:
                break
            out += part
        elif not answered and out.rstrip()[-1:] in (b"]", b":", b"?", b")"):
            os.write(terminal, answer)
            answered = True
    os.close(terminal)
    process.wait(30)
    return out.decode(errors="replace")


def status_of_groups(stage):
    """--update-status writes the PodGroup's status as the controller would; without it the status stays."""
    stage.set(TWO_GROUPS)
    phase = lambda name: stage.server.ask("GET", collection("PodGroup") + "/" + name).get("status", {})
    stage.run("one", "--yes")
    stage.that("no status without the flag", not phase("one").get("phase"), phase("one"))
    role = next(t for t in stage.rights if t["kind"] == "ClusterRole")
    more = role["rules"] + [{"apiGroups": ["scheduling.x-k8s.io"], "resources": ["podgroups/status"], "verbs": ["patch"]}]
    stage.allow(role, more)
    status, _, told = stage.run("two", "--yes", "--update-status")
    written = phase("two")
    stage.that("--update-status writes it", status == 0 and written.get("phase") == "Scheduling", (status, told, written))
    controller = subprocess.Popen([reference.program(), "controller", "--metricsAddr=0", "--probeAddr=0"],
                                  env={"KUBECONFIG": str(stage.server.kubeconfig)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        stage.that("the real controller runs", pause_until(lambda: phase("one").get("phase") == "Scheduling"), phase("one"))
        time.sleep(1)
        stage.that("the real controller changes nothing", phase("two") == written, (written, phase("two")))
        said = [{field: value for field, value in status.items() if value} for status in (phase("one"), written)]
        stage.that("it writes the same, except for zeros", said[0] == said[1], said)
    finally:
        controller.kill()
        controller.wait()
    stage.allow(role, role["rules"])


def a_thousand(stage):
    """Binds a thousand pods in a hundred groups on a hundred nodes, without the proxy, and prints the time."""
    stage.set({"nodes": {"n%02d" % i: {"cpu": 10, "pods": 20} for i in range(100)},
               "groups": {"g%02d" % i: {"minMember": 10} for i in range(100)},
               "pods": {"g%02d" % i: {"count": 10, "group": "g%02d" % i, "cpu": 1} for i in range(100)}})
    start = time.monotonic()
    status, report, told = stage.report("-A", "--yes")
    took = time.monotonic() - start
    stage.that("a thousand pods are bound", status == 0 and len(stage.bound()) == 1000, (status, told, len(stage.bound())))
    invariants.hold(stage, "a thousand pods", status, report)
    print("1000 pods in 100 groups bound in %.2f s" % took)


CHECKS = [bound_and_read_back, events, some_do_not_fit, selected, refused_claims, dry_runs, asks_on_a_terminal, status_of_groups,
          a_thousand]
