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
    """The build of the control plane failed, or it ended before it had recorded all cases."""


class ReferenceMissing(ReferenceFailed):
    """No installed Go is new enough to build the control plane."""


@functools.lru_cache(maxsize=None)
def program(dialect="coscheduling"):
    """Returns the path of the reference control plane's program; builds it if necessary."""
    built = subprocess.run([str(ROOT / "tests/cluster/build.sh"), dialect], stdout=subprocess.PIPE, check=False)  # logs to stderr
    if built.returncode == 3:
        raise ReferenceMissing("there is no Go that is new enough to build the reference control plane (%s)" % dialect)
    if built.returncode != 0:
        raise ReferenceFailed("the reference control plane (%s) could not be built" % dialect)
    return built.stdout.decode().strip()


class Reference:
    """A context manager: a running `reference record` of a dialect with that many lanes, and further flags of `record` in `flags`.
    Its API servers stay up between calls."""

    def __init__(self, dialect, lanes, *flags):
        self.lanes = lanes
        self.process = subprocess.Popen(  # __exit__ closes it
            [program(dialect), "record", "--lanes", str(lanes), *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            self.process.kill()  # it may wait for a reader; its children die with it
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()

    def record(self, cases):
        """Yields (case, record) for each case as it finishes. Names need not be unique."""
        return self.record_again(cases, [])

    def record_again(self, cases, again):
        """Does the same, and also records cases that the caller adds to the list `again` meanwhile. They go first, so that a case
        with many runs does not keep one lane busy after all others are done."""
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
        """Runs in its own thread: the control plane may wait for a reader before it accepts more input."""
        try:
            for line in iter(lines.get, None):
                self.process.stdin.write(line)
                self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the reader reports it
