#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Applies every printed remedy in a real cluster, and checks that the group starts.

    tests/cluster/remedies.py --binary build/release/src/kubectl-gang [--cases 200] [--seed 1] [--lanes 2] [--wait-retry 10]

The real scheduler runs on a random cluster until it is at rest. `explain` computes the remedies of groups that do not fit, at
rest and also before the run if it predicts the same rest. Each remedy is tried twice on the same cluster at rest: with a
scheduler that starts after the change, and with one that keeps running.
"""
import argparse
import collections
import json
import pathlib
import queue
import signal
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import tour_remedies  # noqa: E402
from carry_out import as_new, carry_out  # noqa: E402
from compare import key_of  # noqa: E402
from generate import generate  # noqa: E402
from live_scheduler import with_short_backoff  # noqa: E402
from live_server import Refused, unbuilt  # noqa: E402
from live_stage import NeverRests, Stage, members_of, placement  # noqa: E402
from program import OursFailed, Program  # noqa: E402

AFTER_A_START = ["--order", "restart"]  # the scheduler lists the whole cluster when it starts
AT_ONCE = 20  # seconds
SLACK = 10  # in addition to retry.withinSeconds
FAILURES = {"not restarted": "", "not at once": "", "not after retry": " after retry.atOnceAfter"}
FURTHER_RUNS = 2  # of a failure
UNDECIDED = 3  # seconds for a fix with `retry` to start without it

Attempt = collections.namedtuple("Attempt", "name config before rest places group quorum fix source")


REMEDIES = ["explain", "-A", "--max-fixes", "20"]


def stuck_groups(explanation):
    """(namespace/name, the group's report) of groups that do not fit and have remedies."""
    return [("%s/%s" % (group["namespace"], group["name"]), group) for group in explanation["status"].get("groups", [])
            if group["verdict"] == "DoesNotFit" and group.get("fixes")]


def predicted(snapshot, explanation, attempts):
    """kubectl-gang's placement at rest, and its nominations."""
    terminating = {key_of(pod) for pod in snapshot if pod["kind"] == "Pod" and pod["metadata"].get("deletionTimestamp")}
    victims = {victim for attempt in attempts["status"]["attempts"] for victim in attempt.get("victims", [])} - terminating
    places = placement([pod for pod in snapshot if pod["kind"] == "Pod"])
    status, nominated = explanation["status"], {}
    rows = [(pod["namespace"], pod) for pod in status.get("pods", [])]
    rows += [(group["namespace"], pod) for group in status.get("groups", []) for pod in group["pods"]]
    for namespace, pod in rows:
        key = "%s/%s" % (namespace, pod["name"])
        places[key] = pod.get("node", "")
        nominated[key] = pod.get("nominatedNode", "")
    return {key: node for key, node in places.items() if key not in victims}, {k: n for k, n in nominated.items() if n and not places[k]}


def nominations(pods):
    found = {key_of(pod): pod.get("status", {}).get("nominatedNodeName", "") for pod in pods}
    return {key: node for key, node in found.items() if node and key in {key_of(p) for p in pods if not p["spec"].get("nodeName")}}


def needs_others(objects):
    """True if a cluster needs controllers that do not run: those of volumes, and of claims for devices."""
    return any(thing["kind"] == "ResourceSlice" or thing["kind"] == "PersistentVolumeClaim" and not thing["spec"].get("volumeName")
               for thing in objects)


def with_quorum(fix, quorum):
    return int(fix["changes"][0]["to"]) if fix["kind"] == "LowerMinMember" else quorum


def distinct(entry):
    """A text that differs for remedies with different steps or promises."""
    steps = [{key: value for key, value in step.items() if key != "pending"} for step in entry.fix["changes"]]
    return json.dumps([entry.group, sorted(steps, key=json.dumps), entry.fix.get("retry")])


class Remedies:
    """The check; `arguments` come from the command line."""

    def __init__(self, arguments):
        self.arguments, self.program = arguments, Program(arguments.binary)
        self.lock, self.table, self.left_out = threading.Lock(), collections.defaultdict(collections.Counter), collections.Counter()
        self.passed = self.failed = self.clusters = 0
        self.seed, self.stopped = arguments.seed - 1, False
        self.to_wait, self.names_to_wait = queue.SimpleQueue(), set()

    # --- which remedies

    def next_seed(self):
        with self.lock:
            if self.stopped or self.clusters >= self.arguments.cases or self.seed - self.arguments.seed > 20 * self.arguments.cases:
                return None
            self.seed += 1
            return self.seed

    def random_clusters(self, stage):
        while (seed := self.next_seed()) is not None:
            case = generate(seed)
            if needs_others(case["objects"]):
                self.leave_out("clusters that need other controllers")
                continue
            try:
                self.cluster(stage, case["name"], case["objects"], with_short_backoff(case.get("config")))
            except NeverRests:
                self.leave_out("clusters in which the scheduler goes on evicting")
            except (OursFailed, Refused, RuntimeError, OSError) as failure:
                self.fail(case["name"], "-", {"summary": "-"}, "%s: %s" % (type(failure).__name__, failure))

    def cluster(self, stage, name, objects, config):
        """Sets a cluster up, runs the scheduler until rest, tries every remedy and returns them."""
        is_tour = name == "tour"
        stage.set_up(objects, paced=is_tour)
        before, snapshot = stage.storage.save(), stage.snapshot()
        explained, attempts = self.program.answers(snapshot, config, REMEDIES + AFTER_A_START, ["queue", "-A"] + AFTER_A_START)
        if not stuck_groups(explained) and not is_tour:
            return []
        with stage.scheduler(config) as scheduler:
            stage.wait_for_rest(scheduler)
        stage.settle()
        rest, at_rest = stage.storage.save(), stage.snapshot()
        explained_at_rest, = self.program.answers(at_rest, config, REMEDIES)
        pods = [thing for thing in at_rest if thing["kind"] == "Pod"]
        cluster = (name, config, before, rest, placement(pods))
        tries = self.tries(cluster, explained_at_rest, "at rest")
        if predicted(snapshot, explained, attempts) == (placement(pods), nominations(pods)):
            known = {distinct(entry) for entry in tries}
            tries += [entry for entry in self.tries(cluster, explained, "before") if distinct(entry) not in known]
        else:
            self.leave_out("predictions of another rest")
        with self.lock:
            self.clusters += bool(tries) and not is_tour
        for entry in tries:
            self.attempt(stage, entry, at_rest)
        return tries

    @staticmethod
    def tries(cluster, explanation, source):
        return [Attempt(*cluster, group, with_quorum(fix, max(1, report["minMember"])), fix, source)
                for group, report in stuck_groups(explanation) for fix in report["fixes"]]

    # --- one remedy

    def attempt(self, stage, entry, rest):
        found, wrong, log = collections.Counter(tried=1), [], b""
        try:
            for what, way in (("restarted", self.restarted), ("running", self.running)):
                outcome = way(stage, entry)
                found[outcome] += 1
                if outcome not in FAILURES:
                    continue
                wrong.append("%s: it does not start%s; %s" % (what, FAILURES[outcome], self.changes(stage, entry)))
                log += b"".join(stage.last.log)
                if what == "running" and entry.fix["kind"] in ("Evict", "WaitFor") and len(entry.fix["changes"]) > 1:
                    wrong.append("where all pods go at the same moment: " + self.running(stage, entry, together=True))
                again = [way(stage, entry) for _ in range(FURTHER_RUNS)]
                if what == "restarted" and all(other in FAILURES for other in again):
                    # Coscheduling counts bound members only some 100 ms after its start (core.go, AddPodFactory reads the PodGroup
                    # from a cache that is still empty). With leader election no attempt comes so soon.
                    again = [self.restarted(stage, entry, takes_over=True)]
                if not all(other in FAILURES for other in again):
                    self.leave_out("failures that do not repeat: races of the scheduler")
                    print("race: %s %s: %s: %s" % (entry.name, entry.group, entry.fix["summary"], wrong.pop()), flush=True)
        except NeverRests:
            self.leave_out("clusters in which the scheduler goes on evicting")
            return
        except (Refused, RuntimeError, OSError) as failure:
            wrong.append("%s: %s" % (type(failure).__name__, failure))
        with self.lock:
            self.table[entry.fix["kind"]] += found
            self.passed += not wrong
        if wrong:
            self.fail(entry.name, entry.group, entry.fix, "; ".join(wrong), entry, rest, log)

    @staticmethod
    def changes(stage, entry):
        """The pods that were bound or deleted since the cluster was at rest."""
        now = placement(stage.pods())
        bound = ["%s on %s" % (key, node) for key, node in sorted(now.items()) if node and entry.places.get(key) != node]
        gone = sorted(set(entry.places) - set(now))
        return "bound since: %s; gone: %s" % (", ".join(bound) or "nothing", ", ".join(gone) or "nothing")

    def apply(self, stage, entry, together=False):
        if stage.last:
            stage.last.log.append(b'{"ts": %d, "msg": "CHANGE"}\n' % (time.time() * 1000))
        members = [pod for pod in members_of(stage.pods(), entry.group) if not pod["spec"].get("nodeName")
                   and not pod["spec"].get("schedulingGates")]
        carry_out(stage, entry.fix, members, together)

    def restarted(self, stage, entry, takes_over=False):
        """Tries a scheduler that starts after the change."""
        stage.restore(entry.rest)
        self.apply(stage, entry)
        stage.settle()
        with stage.scheduler(entry.config, takes_over) as scheduler:
            started = stage.wait_for_quorum(entry.group, entry.quorum, AT_ONCE, scheduler, ends_at_rest=True) is not None
        return "restarted" if started else "not restarted"

    def running(self, stage, entry, together=False):
        """Tries the scheduler that rejected the group and keeps running."""
        stage.restore(entry.before)
        with stage.scheduler(entry.config) as scheduler:
            stage.wait_for_rest(scheduler)
            if placement(stage.pods()) != entry.places:
                self.leave_out("remedies for a rest to which the scheduler does not always come")
                return "unstable"
            self.apply(stage, entry, together)
            retry = entry.fix.get("retry")
            if stage.wait_for_quorum(entry.group, entry.quorum, UNDECIDED if retry else AT_ONCE, scheduler, ends_at_rest=True) is not None:
                return "at once" if not retry else "sooner"
            if not retry:
                return "not at once"
            self.note_to_wait(entry)
            if "atOnceAfter" not in retry:
                return "not waited"
            time.sleep(retry.get("backoffSeconds", 0))
            self.wake(stage, entry, retry["atOnceAfter"])
            if stage.wait_for_quorum(entry.group, entry.quorum, AT_ONCE, scheduler, ends_at_rest=True) is not None:
                return "retry"
            return "not after retry"

    def wake(self, stage, entry, how):
        namespace, name = entry.group.split("/")
        if how == "PodGroupUpdate":
            stage.patch("PodGroup", namespace, name, {"metadata": {"annotations": {"retry": "1"}}})
            return
        member = next(pod for pod in members_of(stage.pods(), entry.group) if not pod["spec"].get("nodeName"))
        stage.delete_pod(namespace, member["metadata"]["name"])
        stage.create(as_new(member))

    # --- the five minutes

    def note_to_wait(self, entry):
        with self.lock:
            if entry.name in self.names_to_wait or len(self.names_to_wait) == self.arguments.wait_retry:
                return
            self.names_to_wait.add(entry.name)
        self.to_wait.put(entry)

    def wait_for_entries(self, stage):
        """Until None ends the queue."""
        while (entry := self.to_wait.get()) is not None:
            try:
                self.wait_out(stage, entry)
            except NeverRests:
                self.leave_out("clusters in which the scheduler goes on evicting")

    def wait_out(self, stage, entry):
        """Waits without an action that wakes the group: the scheduler tries it within the printed time."""
        stage.restore(entry.before)
        seconds = entry.fix["retry"]["withinSeconds"] + SLACK
        with stage.scheduler(entry.config) as scheduler:
            stage.wait_for_rest(scheduler)
            self.apply(stage, entry)
            took = stage.wait_for_quorum(entry.group, entry.quorum, seconds, scheduler)
        with self.lock:
            self.table[entry.fix["kind"]]["waited" if took is not None else "waited in vain"] += 1
        if took is None:
            self.fail(entry.name, entry.group, entry.fix, "running: it does not start within %d s" % seconds, entry)
        else:
            with self.lock:
                self.passed += 1
            print("%s %s: started after %.0f s: %s" % (entry.name, entry.group, took, entry.fix["summary"]), flush=True)

    # --- results

    def leave_out(self, why):
        with self.lock:
            self.left_out[why] += 1

    def fail(self, name, group, fix, what, entry=None, rest=None, log=b""):
        with self.lock:
            self.failed += 1
            number = self.failed
        print("FAIL %s %s (%s): %s: %s" % (name, group, entry.source if entry else "-", fix["summary"], what), flush=True)
        if entry and rest:
            folder = self.arguments.failures
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ("%s-%d.log" % (name, number))).write_bytes(log)
            (folder / ("%s-%d.json" % (name, number))).write_text(json.dumps({
                "apiVersion": "kubectl-gang/v1alpha1", "kind": "Snapshot", "items": rest,
                "remedy": {"group": group, "fix": fix, "config": entry.config, "asked": entry.source, "happened": what}}))

    def print_table(self):
        columns = ("tried", "restarted", "at once", "sooner", "retry", "not waited", "waited", "unstable")
        print("%-16s" % "kind" + "".join("%12s" % column for column in columns))
        for kind, row in sorted(self.table.items()):
            print("%-16s" % kind + "".join("%12d" % row[column] for column in columns))
        for why, count in sorted(self.left_out.items()):
            print("left out: %d %s" % (count, why))
        print("%d random clusters, seeds %d to %d" % (self.clusters, self.arguments.seed, self.seed))


class Lanes:
    """Runs `work(stage)` on `count` live clusters at a time."""

    def __init__(self, count, work):
        self.failures, self.work = queue.SimpleQueue(), work
        self.threads = [threading.Thread(target=self.lane) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def lane(self):
        try:
            with tempfile.TemporaryDirectory() as folder, Stage(folder) as stage:
                self.work(stage)
        except Exception as failure:  # pylint: disable=broad-except
            self.failures.put(failure)

    def join(self):
        """Raises the exception of a lane."""
        for thread in self.threads:
            thread.join()
        if not self.failures.empty():
            raise self.failures.get()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/src/kubectl-gang")
    parser.add_argument("--cases", type=int, default=200, help="random clusters with a group that has remedies")
    parser.add_argument("--seed", type=int, default=1, help="of the first; the others follow")
    parser.add_argument("--lanes", type=int, default=2)
    parser.add_argument("--wait-retry", type=int, default=0, metavar="N", help="remedies that nothing wakes: wait for the scheduler's retry")
    parser.add_argument("--failures", type=pathlib.Path, default=pathlib.Path("build/remedies"), help="folder for the clusters of failures")
    parser.add_argument("--tour", choices=("with", "without"), default="with", help="check the remedies of examples/00-tour, too")
    arguments = parser.parse_args()
    if (status := unbuilt()) is not None:
        return status
    check, start = Remedies(arguments), time.monotonic()

    def stop(*_):
        check.stopped = True  # each lane finishes its cluster
    signal.signal(signal.SIGTERM, stop)
    first = threading.Lock()

    def work(stage):
        if arguments.tour != "without" and first.acquire(blocking=False):
            tour_remedies.check(check, stage)
        check.random_clusters(stage)
    # Waiting takes minutes and no processor, so it goes on beside the random clusters.
    waiting = Lanes(min(5, arguments.wait_retry), check.wait_for_entries)
    try:
        Lanes(arguments.lanes, work).join()
    finally:
        for _ in waiting.threads:
            check.to_wait.put(None)
    waiting.join()
    check.print_table()
    print("%.0f s\n%d passed, %d failed" % (time.monotonic() - start, check.passed, check.failed))
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
