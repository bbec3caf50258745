# SPDX-License-Identifier: Apache-2.0
"""The reference control plane as a Python object: cases in, records out."""
import functools
import json
import pathlib
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
    """A running `reference record`, or that of another dialect; a context manager. `flags` are those of `record`. Its API
    servers stay up between calls of `record`."""

    def __init__(self, dialect="coscheduling", *flags):
        self.process = subprocess.Popen(  # closed in __exit__
            [program(dialect), "record", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

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
        numbered = {}
        for number, case in enumerate(cases):
            numbered[str(number)] = case
        writer = threading.Thread(target=self._write, args=(numbered,), daemon=True)
        writer.start()
        for _ in range(len(numbered)):
            line = self.process.stdout.readline()
            if not line:
                raise ReferenceFailed("the reference control plane ended early")
            record = json.loads(line)
            case = numbered[record["name"]]
            record["name"] = case["name"]
            yield case, record
        writer.join()

    def _write(self, numbered):
        try:
            for number, case in numbered.items():
                self.process.stdin.write(json.dumps(dict(case, name=number)).encode() + b"\n")
                self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the reader says so
