# SPDX-License-Identifier: Apache-2.0
"""Journals, and how `bind --resume` and a repeated run continue a run that was killed inside a group."""
import stat

from binding import invariants
from binding.crashes import CLUSTER, run_and_kill
from binding.invariants import said_of
from binding.stage import BINDING, bindings_of, names_all, pause_until
from shapes import pod

CUT_OFF_AFTER = 2  # bindings of the group


def half_a_group(stage):
    """A group of five with minMember 5; the binder and its machine fail after two bindings."""
    stage.set({"nodes": {"a": {"cpu": 3}, "b": {"cpu": 3}}, "groups": {"g": {"minMember": 5}},
               "pods": {"g": {"count": 5, "group": "g", "cpu": 1}}})
    run_and_kill(stage, lambda kill: stage.proxy.at(BINDING, CUT_OFF_AFTER + 1, before=lambda: kill() or stage.proxy.sever()))
    stage.proxy.forget()
    return stage.that("the run is killed inside the group", len(stage.bound()) == CUT_OFF_AFTER and not stage.free() and stage.journals(),
                      (stage.bound(), stage.journals()))


def resume(stage):
    return stage.report("--resume", "--yes", through=True)


def without_room(stage):
    """Members that no longer fit are reported one by one, and the next --resume tries again."""
    half_a_group(stage)
    first = stage.bound()
    free = {node: 3 - list(first.values()).count(node) for node in "ab"}
    stage.create([pod("intruder-" + node, node=node, cpu=str(free[node])) for node in "ab" if free[node]])
    status, report, told = resume(stage)
    stage.that("a group that does not fit any more is a no", status == 1, (status, told))
    stage.that("every member is reported", said_of(report) == {"g-%d" % i: "g-%d" % i in first for i in range(5)}, (said_of(report), first))
    stage.that("the journal stays, the Lease does not", stage.journals() and stage.free(), stage.journals())
    invariants.hold(stage, "without room", status, report)
    status, report, told = stage.report("-A", "--yes", through=True)
    stage.that("another run answers no, too, and names the journal", status == 1 and "--resume" in told, (status, told))
    invariants.hold(stage, "without room, run again", status, report)
    for node in "ab":
        if free[node]:
            stage.delete("Pod", "intruder-" + node)
    status, report, told = resume(stage)
    stage.that("with free capacity it finishes the group", status == 0 and len(stage.bound()) == 5 and not stage.journals(), (status, told))
    invariants.hold(stage, "with room again", status, report)


def repeated_run(stage):
    """A plain run finishes the group, too, and --resume then has nothing left to do."""
    half_a_group(stage)
    first = stage.bound()
    stage.clear_leases()  # as if its 30 s were over
    status, report, told = stage.report("-A", "--yes", through=True)
    stage.that("a repeated run finishes the group", status == 0 and len(stage.bound()) == 5, (status, told))
    stage.that("it binds no pod again", all(stage.bound()[name] == node for name, node in first.items()), (first, stage.bound()))
    invariants.hold(stage, "a repeated run", status, report)

    def bindings():  # of these pods: the log may get the last request of an earlier check late
        pods = stage.placed()
        targets = [write["objectRef"] for write in stage.writes()]
        return [target["name"] for target in targets if target.get("subresource") == "binding" and target["name"] in pods]
    pause_until(lambda: len(bindings()) >= 5)  # the audit log follows a little later
    before = bindings()
    status, _, told = resume(stage)
    stage.that("then there is nothing to resume", status == 0 and not stage.journals(), (status, told, stage.journals()))
    stage.that("and nothing is bound", bindings() == before, (before, bindings()))


def members_gone(stage):
    """The pods of the killed run were deleted: --resume reports it and ends."""
    half_a_group(stage)
    for name in stage.placed():
        stage.delete("Pod", name)
    status, report, told = resume(stage)
    stage.that("a group without pods ends the resumption", status in (0, 1) and stage.free(), (status, told))
    status, _, told = resume(stage)
    stage.that("the next one has nothing to do", status == 0 and not stage.journals(), (status, told, stage.journals()))


def journal(stage):
    """The journal is private, locked by its run, and stays if --journal names it."""
    seen = {}

    def look():
        file = stage.journals()[0]
        seen["modes"] = [stat.S_IMODE(thing.stat().st_mode) for thing in (file, file.parent)]
        seen["text"] = file.read_text()
        seen["resume"] = resume(stage)
        seen["named"] = stage.report("--resume", "--yes", "--journal", str(file), through=True)

    def look_beside_others():
        with stage.proxy.opened():
            look()
    stage.set(CLUSTER)
    stage.proxy.at(BINDING, 1, before=look_beside_others)
    status, _, told = stage.report("-A", "--yes", through=True)
    stage.that("the run is not disturbed", status == 0, (status, told))
    stage.that("the journal is private", seen["modes"] == [0o600, 0o700], seen["modes"])
    stage.that("before the first binding it names the whole group", names_all(seen["text"], *("g0-%d" % i for i in range(5))), seen["text"])
    stage.that("a live run is not resumed", seen["resume"][0] == 0 and not bindings_of(seen["resume"][1]), seen["resume"])
    stage.that("not even by its name", seen["named"][0] == 2, seen["named"])
    file = stage.tool.folder / "my.jsonl"
    stage.set(CLUSTER)
    status, _, told = stage.report("-A", "--yes", "--journal", str(file))
    stage.that("a journal that --journal names stays", status == 0 and stat.S_IMODE(file.stat().st_mode) == 0o600, (status, told))
    stage.that("it holds no credentials", stage.token not in file.read_text())
    status, _, told = stage.report("--resume", "--yes", "--journal", str(file))
    stage.that("a complete journal has nothing to resume", status == 0, (status, told))
    file.write_text("no journal\n")
    status, _, told = stage.report("--resume", "--yes", "--journal", str(file))
    stage.that("another file is an error that names it", status == 2 and "my.jsonl" in told, (status, told))


CHECKS = [without_room, repeated_run, members_gone, journal]
