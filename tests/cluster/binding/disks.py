# SPDX-License-Identifier: Apache-2.0
"""Damaged journals and full disks. Whatever happens to the journal, the binder reports every half-bound group."""
import contextlib
import os
import subprocess

from binding import invariants
from binding.apart import not_in_silence
from binding.crashes import half_bound
from binding.resume import half_a_group, resume


def flipped(text, chance):
    """Flips one bit of one byte."""
    data = bytearray(text)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


DAMAGES = {
    "emptied": lambda text, chance: b"",
    "cut off": lambda text, chance: text[:chance.randrange(len(text))],
    "without its beginning": lambda text, chance: text[chance.randrange(1, len(text)):],
    "with zeros to its end": lambda text, chance: text[:(at := chance.randrange(len(text)))] + bytes(len(text) - at),
    "with a hole": lambda text, chance: text[:(at := chance.randrange(len(text)))] + text[at + chance.randint(1, 40):],
    "with a bit flipped": flipped,
    "of zeros": lambda text, chance: bytes(len(text)),
    "of something else": lambda text, chance: b"milk, bread\n"}


def broken_journals(stage):
    """A run is killed inside a group, and its journal damaged: --resume names the journal as an error, or finishes the group."""
    half_a_group(stage)
    chance = stage.chance()
    what = sorted(DAMAGES)[stage.round % len(DAMAGES)]
    journal, bound = stage.journals()[0], stage.bound()
    whole = journal.read_bytes()
    journal.write_bytes(DAMAGES[what](whole, chance))
    run = status, report, told = resume(stage)
    if status == 2:
        stage.that("a journal %s is named" % what, journal.name in told and stage.bound() == bound, (told, stage.bound()))
        journal.write_bytes(whole)
        stage.clear_leases()
        run = status, report, told = resume(stage)
    # Damage may change a name: then --resume finishes the group as one of the command line, or names the journal as another run's.
    ends = status in (0, 1) and len(stage.bound()) == 5
    stage.that("a journal %s: the group is finished, or the journal is named" % what, ends or journal.name in told, run)
    not_in_silence(stage, "journal " + what, run)


@contextlib.contextmanager
def small_disk(stage):
    """Mounts one page for all journals; False without the permission to mount it."""
    stage.state.mkdir(parents=True, exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "none", str(stage.state)], stderr=subprocess.DEVNULL, check=False)
    try:
        yield mounted.returncode == 0
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", "--lazy", str(stage.state)], check=True)


def some_groups(stage):
    """Up to eight groups of random sizes; all fit."""
    chance = stage.chance()
    sizes = {"g%d" % i: chance.randint(4, 20) for i in range(chance.randint(4, 8))}
    stage.set({"nodes": {"a": {"cpu": 100, "pods": 110}, "b": {"cpu": 100, "pods": 110}}, "groups": {name: {"minMember": size} for name, size in sizes.items()},
               "pods": {name: {"count": size, "group": name, "cpu": 1} for name, size in sizes.items()}})
    return sum(sizes.values())


def ends_well(stage, what, run, wanted):
    """The run has bound all, or reports that it cannot write the journal; then --resume or another run binds the rest."""
    status, report, told = run
    bound = len(stage.bound())
    stage.that(what + ": the status is right", (status == 0) == (bound == wanted) and status in (0, 2), (status, bound, wanted, told))
    stage.that(what + ": the journal is named", status == 0 or (": journal /" in told and ".jsonl cannot be written: " in told), told)
    stage.that(what + ": no group is half bound", not half_bound(stage), (half_bound(stage), told))
    stage.that(what + ": the Lease is released", stage.free(), stage.lease())
    not_in_silence(stage, what, run)
    resumed = stage.report("--resume", "--yes")
    stage.that(what + ": --resume goes on", resumed[0] == 0, resumed)
    again = stage.report("-A", "--yes")
    stage.that(what + ": in the end all are bound", again[0] == 0 and len(stage.bound()) == wanted, again)
    invariants.hold(stage, what, *again[:2])


def full_disk(stage):
    """The disk of the journals is full at some point of the run."""
    wanted = some_groups(stage)
    with small_disk(stage) as is_small:
        if not is_small:
            return print("full_disk: skipped, no permission to mount")
        run = stage.report("-A", "--yes")
        journals = {file.name: file.read_bytes() for file in stage.journals()}
    for name, text in journals.items():  # on a disk with free space
        file = os.open(stage.state / name, os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(file, text)
        os.close(file)
    ends_well(stage, "full disk", run, wanted)


def file_size_limit(stage):
    """The journal reaches `ulimit -f` at some point."""
    wanted = some_groups(stage)
    limit = stage.chance().choice([0, 100, *range(400, 6000, 100)])
    ends_well(stage, "file size limit of %d" % limit, stage.report("-A", "--yes", file_limit=limit), wanted)


REPEATED = [broken_journals, full_disk, file_size_limit]
CHECKS = REPEATED
