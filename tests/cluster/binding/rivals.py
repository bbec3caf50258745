# SPDX-License-Identifier: Apache-2.0
"""Other programs that bind pods: a real scheduler with Coscheduling, and a second binder."""
import contextlib
import datetime
import signal
import subprocess

import yaml

from binding import invariants
from binding.stage import BINDING, EVENTS, LEASE, PODS, SCHEDULER, TWO_GROUPS, bindings_of, names_all, pause_until
import reference
from live_server import MERGE
from shapes import expand

COSCHEDULING = {"multiPoint": {"enabled": [{"name": "Coscheduling"}]},
                "queueSort": {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]}}


@contextlib.contextmanager
def real_scheduler(stage, *names):
    """Runs kube-scheduler with Coscheduling for these scheduler names."""
    file = stage.tool.folder / "scheduler.yaml"
    file.write_text(yaml.safe_dump({
        "apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
        "clientConnection": {"kubeconfig": str(stage.server.kubeconfig), "qps": 5000, "burst": 5000},
        "leaderElection": {"leaderElect": False}, "profiles": [{"schedulerName": name, "plugins": COSCHEDULING} for name in names]}))
    process = subprocess.Popen([reference.program(), "scheduler", "--config", str(file), "--secure-port=0"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def gangs(name, **words):
    """A description of five groups of four."""
    names = ["%s-%d" % (name, i) for i in range(5)]
    return {"groups": {one: {"minMember": 4} for one in names}, "pods": {one: dict(words, count=4, group=one, cpu=1) for one in names}}


def scheduler_beside(stage):
    """A real scheduler for other names and the binder bind their own pods, and only those."""
    ours, theirs = gangs("ours"), gangs("theirs", spec={"schedulerName": "default-scheduler"})
    stage.set(dict(ours, nodes={"n%d" % i: {"cpu": 8, "pods": 110} for i in range(10)}))
    with real_scheduler(stage, "default-scheduler"):
        process = stage.start("-A", "--yes", "-o", "json")
        stage.create(expand(theirs))
        status, report, told = stage.finish(process)
        ours = [node for name, node in stage.placed().items() if name.startswith("ours")]
        stage.that("ours are bound", status == 0 and len(ours) == 20 and all(ours), (status, told))
        stage.that("the scheduler binds its own", pause_until(lambda: all(stage.placed().values())), stage.placed())
    stage.that("the binder binds none of them", all(name.startswith("ours") for name in bindings_of(report)), list(bindings_of(report)))
    targets = {w["objectRef"]["name"] for w in stage.writes() if w["objectRef"].get("subresource") == "binding"}
    stage.that("the audit log agrees", targets and all(name.startswith("ours") for name in targets), targets)
    invariants.hold(stage, "a scheduler beside", status, report)


def name_of_a_scheduler(stage):
    """A name that a real scheduler serves is an error that shows the signs; --force-scheduler binds anyway."""
    stage.set("{nodes: {a: {cpu: 2}}, groups: {g: {minMember: 2}}, pods: {g: {count: 2, group: g, cpu: 1}, big: {cpu: 9}}}",
              "default-scheduler")
    stage.delete("Pod", "g-1")  # so that the scheduler does not bind the group
    condition = lambda: stage.server.ask("GET", PODS + "/g-0").get("status", {}).get("conditions")
    with real_scheduler(stage, "default-scheduler"):
        stage.that("the scheduler has tried the pod", pause_until(condition))
        pause_until(lambda: stage.server.items("Event", "default"))
    second = stage.server.ask("GET", PODS + "/g-0")
    admin = {"kubeconfig": stage.server.kubeconfig}
    stage.create([{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "g-1", "labels": second["metadata"]["labels"]}, "spec": {
        "schedulerName": "default-scheduler", "containers": [{"name": "main", "image": "x", "resources": {"requests": {"cpu": "1"}}}]}}])
    status, _, told = stage.run("-A", "--yes", "--scheduler-name", "default-scheduler", **admin)
    stage.that("a served name is an error", status == 2 and not stage.bound(), (status, told, stage.bound()))
    stage.that("the error has the signs", names_all(told, "default-scheduler", "event", "judged"), told)
    stage.that("the error names the flag", "--force-scheduler" in told, told)
    status, _, told = stage.run("g", "--yes", "--scheduler-name", "default-scheduler", "--force-scheduler", **admin)
    stage.that("--force-scheduler binds anyway", status == 0 and sorted(stage.bound()) == ["g-0", "g-1"], (status, told))


def signs_of_life(stage):
    """Each sign alone suffices: an event of the last hour, a condition by the scheduler, a held Lease. Old ones do not count."""
    def event(age):
        stamp = (datetime.datetime.now(datetime.timezone.utc) - age).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        stage.server.ask("POST", EVENTS, {
            "apiVersion": "events.k8s.io/v1", "kind": "Event", "metadata": {"name": "sign", "namespace": "default"},
            "eventTime": stamp, "reportingController": SCHEDULER, "reportingInstance": "x", "action": "Scheduling",
            "reason": "FailedScheduling", "type": "Warning", "note": "0/3 nodes are available",
            "regarding": {"apiVersion": "v1", "kind": "Pod", "namespace": "default", "name": "one-0"}})

    def condition():
        stage.server.ask("PATCH", PODS + "/one-0/status?fieldManager=" + SCHEDULER, {"status": {"conditions": [
            {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "0/3 nodes are available"}]}}, MERGE)

    def lease(age):
        stamp = (datetime.datetime.now(datetime.timezone.utc) - age).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        stage.server.create([{"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                              "metadata": {"name": SCHEDULER, "namespace": "kube-system"}, "spec": {
                                  "holderIdentity": "host_1", "leaseDurationSeconds": 15, "acquireTime": stamp, "renewTime": stamp}}])
    now, long_ago = datetime.timedelta(0), datetime.timedelta(hours=2)
    for name, sign, words, holds in [
            ("an event", lambda: event(now), ["[Ee]vent"], True), ("an event of two hours ago", lambda: event(long_ago), [], False),
            ("a condition", condition, ["one-0|condition|status"], True), ("a held Lease", lambda: lease(now), ["Lease", "host_1"], True),
            ("a Lease that ended", lambda: lease(long_ago), [], False)]:
        stage.set(TWO_GROUPS)
        sign()
        status, _, told = stage.run("-A", "--yes")
        if holds:
            stage.that(name + " is a sign", status == 2 and not stage.bound() and names_all(told, *words), (status, told))
        else:
            stage.that(name + " is none", status == 0 and len(stage.bound()) == 5, (status, told))


def two_binders(stage):
    """While one binds, a second ends and names the holder, or waits and then has nothing to do."""
    others = {}

    def meanwhile():
        others["left"] = stage.run("-A", "--yes")
        others["bound"] = stage.bound()
        others["waits"] = stage.start("-A", "--yes", "--wait", "60s", "-o", "json")
        others["holder"] = stage.lease().get("holderIdentity")
    stage.set(TWO_GROUPS)
    stage.proxy.at(BINDING, 1, before=meanwhile)
    first = stage.report("-A", "--yes", through=True)
    status, _, told = others["left"]
    stage.that("the second ends with status 2", status == 2 and not others["bound"], (status, told))
    stage.that("and names the holder", others["holder"] and others["holder"] in told, (others["holder"], told))
    second = stage.finish(others["waits"])
    stage.that("the first is not disturbed", first[0] == 0 and len(stage.bound()) == 5, first)
    stage.that("the one that waits has nothing to do", second[0] == 0 and not bindings_of(second[1]), second)
    stage.that("the Lease is released", stage.free(), stage.lease())
    invariants.hold(stage, "two binders", *first[:2])


def lease_left_behind(stage):
    """The Lease of a killed binder blocks others until it expires; --resume of its own run takes it at once."""
    stage.set(TWO_GROUPS)
    killed = {}
    stage.proxy.at(BINDING, 2, before=lambda: killed["process"].send_signal(signal.SIGKILL))
    killed["process"] = stage.start("-A", "--yes", through=True)
    stage.tool.wait(killed["process"])
    stage.that("a killed binder leaves its Lease", not stage.free())
    status, _, told = stage.run("-A", "--yes")
    stage.that("which holds another off", status == 2 and stage.lease()["holderIdentity"] in told, (status, told))
    status, report, told = stage.report("--resume", "--yes", through=True)
    stage.that("--resume takes it at once and finishes the group", status == 0 and stage.free(), (status, told, stage.lease()))
    invariants.hold(stage, "a Lease left behind", status, report)
    stage.change("Lease", LEASE.rpartition("/")[2], {"spec": {
        "holderIdentity": "gone", "leaseDurationSeconds": 2, "renewTime": "2026-01-01T00:00:00.000000Z"}}, "kube-system")
    status, report, told = stage.report("-A", "--yes", "--wait", "40s")
    stage.that("another run takes over an expired Lease", status == 0 and len(stage.bound()) == 5, (status, told))
    stage.that("the Lease counts its transitions", stage.lease().get("leaseTransitions", 0) >= 1, stage.lease())


CHECKS = [scheduler_beside, name_of_a_scheduler, signs_of_life, two_binders, lease_left_behind]
