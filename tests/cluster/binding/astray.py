# SPDX-License-Identifier: Apache-2.0
"""Lost answers, a lost Lease, and signals to the binder."""
import signal
import time

from binding import invariants
from binding.proxy import CUT, Answer
from binding.races import ROOMY
from binding.stage import BINDING, LEASE, bindings_of, pause_until


def answers_astray(stage):
    """The binder detects and finishes a binding whose request or answer is lost, or whose answer is an error."""
    tried = {
        "the request is lost": {"before": lambda: CUT}, "the answer is lost": {"after": lambda: CUT},
        "500": {"before": lambda: Answer(500)}, "503": {"before": lambda: Answer(503, reason="ServiceUnavailable")},
        "429": {"before": lambda: Answer(429, reason="TooManyRequests")},
        "409": {"before": lambda: Answer(409, "Operation cannot be fulfilled", "Conflict")}}
    for what, moment in tried.items():
        for nth in (1, 3):
            stage.set(ROOMY)
            stage.proxy.at(BINDING, nth, **moment)
            status, report, told = stage.report("-A", "--yes", through=True)
            title = "of binding %d, %s" % (nth, what)
            stage.that(title + ": all are bound", status == 0 and len(stage.bound()) == 5, (status, told, stage.placed()))
            stage.that(title + ": and reported so", {e["result"] for e in bindings_of(report).values()} == {"Bound"}, report)
            invariants.hold(stage, title, status, report)


def nothing_gets_through(stage):
    """All bindings of a group are rejected or lost: nothing is bound, and the report has it."""
    for what, moment in {"lost": {"before": lambda: CUT}, "forbidden": {"before": lambda: Answer(403, "no", "Forbidden")},
                         "refused": {"before": lambda: Answer(500)}}.items():
        stage.set(ROOMY)
        stage.proxy.at(BINDING, 0, **moment)
        status, report, told = stage.report("-A", "--yes", through=True)
        stage.that("all bindings %s: no pod is bound, and the status is not 0" % what, status in (1, 2) and not stage.bound(),
                   (status, told))
        stage.that("all bindings %s: the Lease is released" % what, stage.free(), stage.lease())
        invariants.hold(stage, "all bindings " + what, status, report)


def a_long_binding(stage):
    """While a binding takes longer than the binder waits, the Lease is renewed."""
    stage.set(ROOMY)
    seen = {}

    def hold_up():
        seen["first"] = stage.lease()
        with stage.proxy.opened():
            seen["renewed"] = pause_until(lambda: stage.lease()["renewTime"] != seen["first"]["renewTime"])
            seen["then"] = stage.lease()
            time.sleep(2)
    stage.proxy.at(BINDING, 2, before=hold_up)
    status, report, told = stage.report("-A", "--yes", through=True)
    stage.that("the Lease is renewed", seen["renewed"] and seen["then"]["holderIdentity"] == seen["first"]["holderIdentity"], seen)
    stage.that("all are bound in the end", status == 0 and len(stage.bound()) == 5, (status, told, stage.placed()))
    invariants.hold(stage, "a long binding", status, report)


def lease_lost(stage):
    """Another holder takes the Lease while a group is bound: the run begins no other group, and leaves the Lease alone."""
    stage.set(ROOMY)
    thief = {"holderIdentity": "thief", "renewTime": "2100-01-01T00:00:00.000000Z"}

    def steal():
        stage.change("Lease", LEASE.rpartition("/")[2], {"spec": thief}, "kube-system")
        with stage.proxy.opened():
            time.sleep(12)  # a renewal comes every 10 s
    stage.proxy.at(BINDING, 1, before=steal)
    status, report, told = stage.report("-A", "--yes", through=True)
    stage.that("a lost Lease ends the run", status in (1, 2) and len(stage.bound()) < 5, (status, told, stage.bound()))
    stage.that("the run leaves the lost Lease alone", stage.lease().get("holderIdentity") == "thief", stage.lease())
    invariants.hold(stage, "a lost Lease", status, report)


def interrupted(stage):
    """A signal in the middle of a group: the binder finishes the group and begins no other."""
    for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        stage.set(ROOMY)
        running = {}
        stage.proxy.at(BINDING, 1, before=lambda: running["process"].send_signal(number))
        running["process"] = stage.start("-A", "--yes", "-o", "json", through=True)
        status, report, told = stage.finish(running["process"])
        stage.that("%s: one whole group is bound" % number.name, sorted(stage.bound()) in (["one-0", "one-1", "one-2"], ["two-0", "two-1"]),
                   stage.bound())
        stage.that("%s: the status is right" % number.name, status in (1, expected), (status, told))
        stage.that("%s: the Lease is released" % number.name, stage.free(), stage.lease())
        invariants.hold(stage, number.name, status, report)


def interrupted_twice(stage):
    """A second signal ends the binder at once; --resume can finish the rest."""
    stage.set(ROOMY)
    running = {}

    def insist():
        running["asked"] = time.monotonic()
        for _ in range(2):
            running["process"].send_signal(signal.SIGINT)
            time.sleep(0.5)
        with stage.proxy.opened():
            time.sleep(5)
    stage.proxy.at(BINDING, 2, before=insist)
    running["process"] = stage.start("-A", "--yes", "-o", "json", through=True)
    status, _, told = stage.finish(running["process"])
    took = time.monotonic() - running["asked"]
    stage.that("the second SIGINT ends it at once", took < 4 and status == 130, (took, status, told))
    stage.proxy.forget()
    status, report, told = stage.report("--resume", "--yes", through=True)
    stage.that("--resume finishes the rest", status == 0 and not stage.journals() and stage.free(), (status, told))
    invariants.hold(stage, "interrupted twice", status, report, asked=[])


CHECKS = [answers_astray, nothing_gets_through, a_long_binding, lease_lost, interrupted, interrupted_twice]
