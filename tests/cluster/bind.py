#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `kubectl gang bind` in a live cluster, the reference control plane, while faults happen.

    tests/cluster/bind.py --binary build/release/src/kubectl-gang [--points 100] [--rounds 20] [--seed 1] [--list] [NAME…]

The checks are the functions in the tables CHECKS of binding/*.py; NAME chooses some of them. The last line is
`N passed, N failed`.
"""
import argparse
import concurrent.futures
import pathlib
import queue
import shutil
import signal
import sys
import tempfile
import time
import traceback

from binding import anything, apart, astray, crashes, disks, invariants, plain, races, resume, rights, rivals
from binding.proxy import Proxy
from binding.stage import Stage
from live_server import Checks, Server, Tool, unbuilt

TABLE = [check for room in (invariants, plain, rivals, apart, races, astray, resume, disks, rights, crashes, anything)
         for check in room.CHECKS]
REPEATED = [*apart.REPEATED, *disks.REPEATED]


def main():
    # A shell that starts this in the background makes it and its children ignore SIGINT; the binder must not ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/src/kubectl-gang")
    parser.add_argument("--points", type=int, default=6, help="number of random points at which to kill the binder")
    parser.add_argument("--rounds", type=int, default=2, help="number of runs of each check with a random moment")
    parser.add_argument("--lanes", type=int, default=3, help="number of control planes at the same time")
    parser.add_argument("--seed", type=int, default=1, help="chooses these points")
    parser.add_argument("--list", action="store_true", help="print the names of the checks, and a sentence about each")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these checks")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - {check.__name__ for check in TABLE}
    if unknown:
        parser.error("no such check: " + ", ".join(sorted(unknown)))
    if arguments.list:
        for check in TABLE:
            print("%-24s %s" % (check.__name__, check.__doc__.splitlines()[0]))
        return 0
    status = unbuilt()
    if status is not None:
        return status
    waiting = queue.SimpleQueue()
    for check in TABLE:
        if not arguments.names or check.__name__ in arguments.names:
            for number in range(arguments.rounds if check in REPEATED else 1):
                waiting.put((check, number))
    lanes = min(arguments.lanes, waiting.qsize())
    with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
        counts = list(pool.map(lambda _: lane(arguments, waiting), range(lanes)))
    passed, failed = sum(done.passed for done in counts), sum(done.failed for done in counts)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


def lane(arguments, waiting):
    """Starts its own control plane, and runs one waiting check after the other on it."""
    folder, checks = pathlib.Path(tempfile.mkdtemp(prefix="kubectl-gang-bind-")), Checks()
    try:
        tool, audit = Tool(str(pathlib.Path(arguments.binary).resolve()), folder), folder / "audit.log"
        with Server(folder, "--rbac", "--audit-log", str(audit)) as server, Proxy(server) as proxy:
            stage = Stage(server, proxy, tool, checks, audit, arguments)
            while True:
                check, stage.round = waiting.get_nowait()
                run(check, stage)
    except queue.Empty:
        return checks
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(check, stage):
    """Runs one check. An exception counts as a failure, and the next check begins."""
    start = time.monotonic()
    try:
        check(stage)
    except Exception:  # the other checks still count
        stage.that(check.__name__ + " comes to its end", False, traceback.format_exc())
    print("%6.1f s  %s" % (time.monotonic() - start, check.__name__), flush=True)


if __name__ == "__main__":
    sys.exit(main())
