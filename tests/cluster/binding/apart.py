# SPDX-License-Identifier: Apache-2.0
"""Two runs that must not bind at the same time: one was stopped for long, its Lease was deleted, they have different
schedulerNames, one is of 0.1.0. If a node is over-committed, a run must report it."""
import datetime
import os
import signal
import threading
import time

from binding import invariants
from binding.stage import BINDING, LEASE, LEASES, AT_ONCE, names_all
from shapes import expand

OTHER = "batch"  # another schedulerName


def group(name, count, scheduler=None, **words):
    """A description of one group whose quorum is all its members."""
    spec = dict(words, **({"schedulerName": scheduler} if scheduler else {}))
    return {"groups": {name: {"minMember": count}}, "pods": {name: dict(count=count, group=name, cpu=1, spec=spec)}}


def waiting(stage, description):
    """Creates the described objects; pods without a schedulerName get the binder's."""
    objects = expand(description)
    for thing in objects:
        if thing["kind"] == "Pod":
            thing["spec"].setdefault("schedulerName", "kubectl-gang")
    stage.create(objects)


def not_in_silence(stage, what, *runs):
    """Checks that no node is over-committed, or that a run (exit status, report, standard error) ended with 1 and names it."""
    nodes, pods = stage.server.items("Node"), stage.server.items("Pod")
    told = [text for status, report, _ in runs if status == 1 for text in report.get("status", {}).get("refusals", [])]
    over = invariants.overfull(nodes, pods)
    named = all(any(names_all(text, "node %s is over-committed" % sentence.split()[2].rstrip(":")) for text in told) for sentence in over)
    print("%s, round %d: %s" % (what, stage.round, ("over-committed and named: " if named else "OVER-COMMITTED: ") + "; ".join(over)
                                if over else "no node is over-committed"), flush=True)
    return stage.that("%s, round %d: no unreported over-committed node" % (what, stage.round), named, (over, [(s, t) for s, _, t in runs]))


def pause(stage):
    """A run is stopped at some binding, another one takes over its Lease and binds, and the first continues."""
    stage.set(dict(group("g", 40), nodes={"a": {"cpu": 40, "pods": 110}}))
    at, running, started, stopped = stage.chance().randint(1, 20), {}, threading.Event(), threading.Event()

    def stop():
        started.wait()
        running["process"].send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, running["process"].pid, os.WSTOPPED | os.WNOWAIT)
        stopped.set()
    stage.proxy.at(BINDING, at, before=stop)
    running["process"] = stage.start("-A", "--yes", "-o", "json", through=True)
    started.set()
    stopped.wait(60)
    time.sleep(2)  # the requests in flight arrive
    waiting(stage, group("h", 4, priorityClassName="system-cluster-critical"))
    before = stage.proxy.count(BINDING)
    second = stage.report("h", "--yes", "--wait", "60s")
    bound = len(stage.bound())
    running["process"].send_signal(signal.SIGCONT)
    first = stage.finish(running["process"])
    what = "stopped at binding %d" % at
    stage.that(what + ": the second run binds", second[0] == 0 and "h-3" in stage.bound(), second)
    # One request may follow: the run looks at the clock, is stopped, and then sends that one. No client can exclude this.
    late = stage.proxy.count(BINDING) - before
    stage.that(what + ": the first sends nothing more", late <= 1 and len(stage.bound()) <= bound + late, first)
    stage.that(what + ": the report has the reason and the next step", first[0] == 1 and names_all(str(first[1]), "the Lease .* was lost") and
               names_all(first[2], "half bound", "--resume"), first)
    not_in_silence(stage, "pause", first, second)


def deleted_lease(stage):
    """The Lease is deleted at some binding, and another run creates it again and binds: the first begins no other group."""
    names = ["g%d" % i for i in range(5)]
    is_roomy = stage.round % 2 == 0
    stage.set({"nodes": {"a": {"cpu": 40 if is_roomy else 24, "pods": 110}}, "groups": {name: {"minMember": 4} for name in names},
               "pods": {name: {"count": 4, "group": name, "cpu": 1} for name in names}})
    waiting(stage, group("h", 12, OTHER))
    at, others = stage.chance().randint(1, 16), {}

    def delete():
        stage.server.ask("DELETE", LEASE, AT_ONCE)
        others["second"] = stage.report("h", "--yes", "--scheduler-name", OTHER)
    stage.proxy.at(BINDING, at, before=delete)
    first = stage.report("-A", "--yes", through=True)
    what, first_bound = "the Lease is deleted at binding %d" % at, len(stage.bound()) - 12
    stage.that(what + ": the first ends with 1, and begins no other group", first[0] == 1 and first_bound == (at + 3) // 4 * 4 or not is_roomy, first)
    # If the others do not fit any more, the first run does not check the Lease again.
    stage.that(what + ": the report has the lost Lease", not is_roomy or names_all(str(first[1]), "the Lease .* was lost"), first)
    not_in_silence(stage, "deleted Lease", first, others["second"])


def deleted_lease_renewal(stage):
    """A renewal finds the Lease deleted: the Lease is lost at once, and the run does not create it again."""
    stage.set(dict(group("g", 4), nodes={"a": {"cpu": 8}}))

    def delete():
        stage.server.ask("DELETE", LEASE, AT_ONCE)
        with stage.proxy.opened():
            time.sleep(12)  # a renewal comes every 10 s
    stage.proxy.at(BINDING, 1, before=delete)
    status, report, told = stage.report("-A", "--yes", through=True)
    stage.that("the run does not create a deleted Lease again", not stage.lease(), stage.lease())
    stage.that("the report has the begun group", status == 1 and 0 < len(stage.bound()) < 4, (status, stage.bound(), told))
    invariants.hold(stage, "a deleted Lease", status, report)


def two_names(stage):
    """Two runs for two schedulerNames, started at the same moment, on nodes that fit one and a half times the pods of one."""
    names = ["g%d" % i for i in range(6)]
    stage.set({"nodes": {"a": {"cpu": 20, "pods": 110}, "b": {"cpu": 16, "pods": 110}}, "groups": {name: {"minMember": 4} for name in names},
               "pods": {name: {"count": 4, "group": name, "cpu": 1} for name in names}})
    for i in range(6):
        waiting(stage, group("h%d" % i, 4, OTHER))
    processes = [stage.start("-A", "--yes", "--wait", "60s", "-o", "json", "--scheduler-name", name) for name in ("kubectl-gang", OTHER)]
    runs = [stage.finish(process) for process in processes]
    stage.that("two names: nine of twelve groups are bound", len(stage.bound()) == 36, (runs, stage.bound()))
    stage.that("two names: one run binds all, the other reports those that do not fit", sorted(run[0] for run in runs) == [0, 1], runs)
    not_in_silence(stage, "two names", *runs)


def lease_of_an_old_version(stage):
    """0.1.0 took a Lease for each schedulerName: while one is held, bind binds nothing."""
    stage.set(dict(group("g", 4), nodes={"a": {"cpu": 8}}))
    stamp = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    stage.server.create([{"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                          "metadata": {"name": "kubectl-gang-batch", "namespace": "kube-system"}, "spec": {
                              "holderIdentity": "ada@laptop_1", "leaseDurationSeconds": 30, "acquireTime": stamp, "renewTime": stamp}}])
    status, report, told = stage.report("-A", "--yes")
    stage.that("a Lease of 0.1.0 is respected", status == 1 and not stage.bound() and names_all(str(report), "ada@laptop_1"), (status, report, told))
    stage.server.ask("DELETE", LEASES + "/kubectl-gang-batch", AT_ONCE)
    status, _, told = stage.report("-A", "--yes")
    stage.that("once it is gone the group is bound", status == 0 and len(stage.bound()) == 4, (status, told))


REPEATED = [pause, deleted_lease, two_names]
CHECKS = [*REPEATED, deleted_lease_renewal, lease_of_an_old_version]
