#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the simulation with recorded results of the real scheduler. Needs no Go.

    tests/cluster/replay.py --binary build/release/src/kubectl-gang KIND [NAME…] [--shard I/N]

KIND is coscheduling, native or plain. NAME is the name of a recording, or a part of names; the default is all. A case passes
if our answer agrees with every recorded fact. The fast test run starts this once per recording, so it imports little.
"""
import argparse
import collections
import sys

sys.dont_write_bytecode = True
import compare  # noqa: E402
import recorded  # noqa: E402
from native import facts  # noqa: E402
from program import OursFailed, Program  # noqa: E402
from tally import Tally  # noqa: E402

# Facts that depend on a race although all recorded runs agree on them.
KNOWN_RACES = {
    # The pod is bound before its eviction or not, depending on how long concurrent status updates take.
    "seed-6": [("pod default/lone-0", "deleted")],
}


class Shard:
    """One part of N of a list. `text` is I/N; the first part is 1."""

    def __init__(self, text):
        part, parts = (int(number) for number in text.split("/"))
        if not 1 <= part <= parts:
            raise ValueError(text)
        self.part, self.parts = part, parts

    def of(self, items):
        return items[self.part - 1::self.parts]


def chosen(folder, names, shard):
    """The files in `names`, else those with one of `names` in their name; all if `names` is empty. Only the shard's part."""
    files = recorded.paths(folder)
    found = [path for path in files if path.stem in names] or \
        [path for path in files if not names or any(name in path.stem for name in names)]
    return shard.of(found) if shard else found


def judge_native(name, config, snapshot, real, binary):
    races = [key for key in KNOWN_RACES.get(name, ()) if real.pop(key, None) is not None]
    found, compared, left_out = facts.held_against(real, binary, snapshot, config)
    return found, compared, left_out + collections.Counter({"known races of recorded cases": len(races)})


def judge_pods(_, config, snapshot, real, binary):
    return compare.held_against(real, binary, snapshot, config)


# By kind: the folder of recordings, the extra arguments for our program, and the function that compares.
KINDS = {
    "coscheduling": (recorded.FOLDER, [], judge_pods),
    "native": (recorded.NATIVE, ["--scheduler-version", facts.VERSION], judge_native),
    "plain": (recorded.PLAIN, ["--scheduler-version", facts.VERSION], judge_pods),
}


def replay(arguments):
    """Checks the chosen recordings, several at a time, in the order of their names. Returns the exit status."""
    folder, words, judge = KINDS[arguments.kind]
    binary, tally = Program(arguments.binary, words), Tally()
    files = chosen(folder, arguments.names, arguments.shard)
    if not files and not (arguments.shard and recorded.paths(folder)):
        tally.failed += 1
        print("FAIL no recorded case has %s in its name" % " or ".join(arguments.names))

    def answer(path):
        name, config, snapshot, real = recorded.read(path)
        try:
            return judge(name, config, snapshot, real, binary)
        except OursFailed as failure:
            return failure

    for path, answered in zip(files, in_parallel(answer, files)):
        tally.judge(path.stem, answered)
    return tally.close()


def in_parallel(work, items):
    if len(items) < 2:
        return map(work, items)
    import concurrent.futures  # a single recording does not need it

    return concurrent.futures.ThreadPoolExecutor(4).map(work, items)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/src/kubectl-gang")
    parser.add_argument("--shard", type=Shard, metavar="I/N", help="part I of N")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("names", nargs="*", metavar="NAME")
    return replay(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
