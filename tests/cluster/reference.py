# SPDX-License-Identifier: Apache-2.0
"""The reference control plane as a Python object: cases in, records out."""
import collections
import functools
import json
import pathlib
import queue
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class ReferenceFailed(Exception):
    """The control plane could not be built, or ended before all cases were recorded."""


class ReferenceMissing(ReferenceFailed):
    """There is no Go that is new enough to build it."""


@functools.lru_cache(maxsize=None)
def program(dialect="coscheduling"):
    """The path of the program that is a reference control plane; builds it if need be."""
    built = subprocess.run([str(ROOT / "tests/cluster/build.sh"), dialect], stdout=subprocess.PIPE, check=False)  # it tells on stderr
    if built.returncode == 3:
        raise ReferenceMissing("there is no Go that is new enough to build the reference control plane (%s)" % dialect)
    if built.returncode != 0:
        raise ReferenceFailed("the reference control plane (%s) could not be built" % dialect)
    return built.stdout.decode().strip()


class Reference:
    """A running `reference record` of a dialect with so many lanes; a context manager. `flags` are further ones of `record`. Its
    API servers stay up between calls."""

    def __init__(self, dialect, lanes, *flags):
        self.lanes = lanes
        self.process = subprocess.Popen(  # closed in __exit__
            [program(dialect), "record", "--lanes", str(lanes), *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            self.process.kill()  # it may wait for somebody who reads; what it started goes with it
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()

    def record(self, cases):
        """Yields (case, record) for each case as it is finished. Names need not be unique."""
        return self.record_again(cases, [])

    def record_again(self, cases, again):
        """The same, and records cases that the caller puts into the list `again` meanwhile. They go first, so that a case that
        needs many runs does not keep one lane busy after all the others are done."""
        waiting, asked, number = collections.deque(cases), {}, 0
        lines = queue.SimpleQueue()
        writer = threading.Thread(target=self._write, args=(lines,), daemon=True)
        writer.start()
        while waiting or asked:
            while waiting and len(asked) < 2 * self.lanes:
                case, number = waiting.popleft(), number + 1
                asked[str(number)] = case
                lines.put(json.dumps(dict(case, name=str(number))).encode() + b"\n")
            line = self.process.stdout.readline()
            if not line:
                raise ReferenceFailed("the reference control plane ended early")
            record = json.loads(line)
            case = asked.pop(record["name"])
            record["name"] = case["name"]
            yield case, record
            waiting.extendleft(again)
            again.clear()
        lines.put(None)
        writer.join()

    def _write(self, lines):
        """In a thread of its own, as the control plane may wait for somebody who reads before it takes more."""
        try:
            for line in iter(lines.get, None):
                self.process.stdin.write(line)
                self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the reader says so
