# SPDX-License-Identifier: Apache-2.0
"""The binder or the API server is killed at random points. Afterwards `bind --resume` and another run have to bind every
group, whatever happened in between."""
import collections
import itertools
import random
import signal
import threading
import time

from binding import invariants
from binding.invariants import members
from binding.stage import BINDING, names_all

CLUSTER = {"nodes": {"n%d" % i: {"cpu": 4} for i in range(6)},
           "groups": {"g%d" % i: {"minMember": 5} for i in range(4)},
           "pods": {"g%d" % i: {"count": 5, "group": "g%d" % i, "cpu": 1} for i in range(4)}}
ALL = 20


def half_bound(stage):
    """The groups with bound and unbound members."""
    pods = stage.server.items("Pod", "default")
    return [name for name, some in members(pods).items() if len({"nodeName" in pod["spec"] for pod in some}) == 2]


def recover(stage, what):
    """After the binder's sudden end: --resume finishes the begun groups, another run the rest."""
    begun, journals = half_bound(stage), stage.journals()
    stage.proxy.forget()
    status, report, told = stage.report("--resume", "--yes", through=True)
    stage.that(what + ": --resume ends well", status == 0, (status, told, report.get("status", {}).get("bindings")))
    stage.that(what + ": no group is left half bound", not half_bound(stage), (begun, half_bound(stage), told))
    stage.that(what + ": no journal is left", not stage.journals(), stage.journals())
    if journals:
        stage.that(what + ": nor a Lease", stage.free(), stage.lease())
    invariants.hold(stage, what + ", resumed", status, report, asked=[])
    if not stage.free():
        stage.clear_leases()  # killed before it had a journal; rivals.py tests the Lease's expiry
    status, report, told = stage.report("-A", "--yes")
    stage.that(what + ": another run binds the rest", status == 0 and len(stage.bound()) == ALL, (status, told, stage.placed()))
    invariants.hold(stage, what + ", run again", status, report)
    return begun


def points(stage, bindings, requests, seconds):
    """Yields random points of a run with so many bindings and requests in so many seconds, forever: a name, and a function that
    arranges the point, given the function that kills the run.

    At a binding the whole machine fails: requests in flight get lost, too. Elsewhere only the process dies, and its requests
    arrive.
    """
    chance, at = random.Random(stage.arguments.seed), stage.proxy.at
    while True:
        number, other = chance.randint(1, bindings), chance.randint(1, bindings)
        yield "before binding %d" % number, lambda kill: at(BINDING, number, before=lambda: kill() or stage.proxy.sever())
        yield "after binding %d" % other, lambda kill: at(BINDING, other, after=lambda: kill() or stage.proxy.sever())
        number, other = chance.randint(1, requests), chance.randint(1, requests)
        yield "before request %d" % number, lambda kill: at("", number, before=kill)
        yield "after request %d" % other, lambda kill: at("", other, after=kill)
        delay = chance.uniform(0, seconds)
        yield "after %.3f s" % delay, lambda kill: threading.Timer(delay, kill).start()


def run_and_kill(stage, arrange):
    """Starts the binder; `arrange` kills it. Returns its exit status."""
    started, running = threading.Event(), []

    def kill():
        started.wait()
        running[0].kill()
    arrange(kill)
    running.append(stage.start("-A", "--yes", through=True))
    started.set()
    return stage.tool.wait(running[0])[0]


def binder_killed(stage):
    """kill -9 at random points: before or after a binding or any request, or after some time."""
    stage.set(CLUSTER)
    start = time.monotonic()
    stage.report("-A", "--yes", through=True)
    chosen, seen = points(stage, ALL, len(stage.proxy.seen), time.monotonic() - start), collections.Counter()
    for what, arrange in itertools.islice(chosen, stage.arguments.points):
        stage.set(CLUSTER)
        status = run_and_kill(stage, arrange)
        seen["killed" if status == -signal.SIGKILL else "ended before"] += 1
        if recover(stage, "killed " + what):
            seen["half bound"] += 1
    print("%d points at which the binder was killed (%d times it had ended before), %d of them inside a group" % (
        seen["killed"], seen["ended before"], seen["half bound"]))
    stage.that("the binder was killed most of the time", seen["killed"] > stage.arguments.points / 2, dict(seen))


def server_killed(stage):
    """The API server is killed before some request of the run, and restarts after a while."""
    stage.set(CLUSTER)
    stage.report("-A", "--yes", through=True)
    requests, chance, seen = len(stage.proxy.seen), random.Random(stage.arguments.seed), collections.Counter()
    for point in range(max(2, stage.arguments.points // 5)):
        number = chance.randint(1, requests) if point % 2 else chance.randint(requests // 2, requests)
        what = "API server killed before request %d" % number
        stage.set(CLUSTER)
        gone = threading.Event()
        stage.proxy.at("", number, before=lambda: (stage.server.kill(), gone.set())[2:])
        process = stage.start("-A", "--yes", "-o", "json", through=True)
        while not gone.wait(0.05) and process.poll() is None:
            pass
        if gone.is_set():
            time.sleep(chance.uniform(0, 2))
            stage.server.restart()
            seen["killed"] += 1
        status, report, told = stage.finish(process)
        stage.that(what + ": it ends with 0, 1 or 2", status in (0, 1, 2), (status, told))
        stage.that(what + ": a failure has an error message", status == 0 or "error: " in told or report, (status, told))
        invariants.hold(stage, what, status, report)
        seen["went on" if status == 0 else "gave up"] += 1
        recover(stage, what)
    print("%d times the API server was killed; %d runs went on to the end, %d gave up" % (seen["killed"], seen["went on"], seen["gave up"]))


def server_gone(stage):
    """The API server does not restart: a second SIGINT ends the wait, or the binder gives up by itself (with many points)."""
    for patient in (False, True) if stage.arguments.points >= 100 else (False,):
        stage.set(CLUSTER)
        gone = threading.Event()
        stage.proxy.at(BINDING, 3, before=lambda: (stage.server.kill(), gone.set())[2:])
        process = stage.start("-A", "--yes", "-o", "json", through=True)
        gone.wait(30)
        for _ in range(0 if patient else 2):
            time.sleep(1)
            process.send_signal(signal.SIGINT)
        start = time.monotonic()
        status, report, told = stage.finish(process)
        took = time.monotonic() - start
        what = "the API server is gone, and the binder runs on" if patient else "the API server is gone, and the binder is stopped"
        stage.that(what + ": it ends", status == (2 if patient else 130) and took < (100 if patient else 3), (took, status, told))
        stage.that(what + ": a journal has the group", stage.journals() and names_all(stage.journals()[0].read_text(), "g0-0"),
                   [file.read_text() for file in stage.journals()])
        stage.that(what + ": the error names --resume", not patient or "--resume" in told, told)
        stage.server.restart()
        recover(stage, what)


CHECKS = [binder_killed, server_killed, server_gone]
