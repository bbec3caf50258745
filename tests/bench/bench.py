#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures speed and memory, as a table of figures with their goals.

    tests/bench/bench.py                                  # all rows; about half an hour and 8 GB of disk
    tests/bench/bench.py --nodes 1000 --pods 30000        # a smaller cluster, which takes minutes
    tests/bench/bench.py --rows reading,start             # some rows; --list names them
    tests/bench/bench.py --out figures.json               # keep the figures …
    tests/bench/bench.py --compare figures.json           # … and compare later ones with them
    tests/bench/bench.py --from cluster.json -- explain train -n ml        # your own files, your own question

Seconds depend on the machine and its other load, ratios much less. So the table gives the time for reading a file as a multiple
of a lower bound from the same run: the least work for that file (tests/bench/README.md). Times are medians of --runs, memory is
the largest resident set of any run. --compare ends with status 1 if a figure is more than a quarter worse than before.

It needs a release build of the program, and of the benchmarks: cmake -S . -B build/bench -G Ninja
-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" && ninja -C build/bench bench_programs
"""
import argparse
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import cluster  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TRACE = ROOT / "examples/15-real-cluster/cluster.json.gz"
WORSE = 1.25  # a figure is worse from this ratio on; machines are noisy
MEASURE = "measure"  # main() sets the path of the build
QUESTION = ["explain", "gang-0000", "-n", cluster.NAMESPACE]


# ---- measuring --------------------------------------------------------------------------------------------------


class Used:
    """Median wall time of some runs of a program in seconds, and the largest resident size of any run in MB."""

    def __init__(self, argv, runs):
        done = subprocess.run([MEASURE, str(runs)] + argv, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        measured = json.loads(done.stdout)
        if measured["status"] not in (0, 1):
            raise SystemExit("%s\nended with status %d\n%s" % (" ".join(argv), measured["status"], done.stderr[:2000]))
        self.seconds, self.megabytes = statistics.median(measured["seconds"]), measured["kilobytes"] / 1024


def from_files(files):
    return [word for file in files for word in ("--from", str(file))]


def machine():
    model = "?"
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return "%s, %d cores, Linux %s" % (model, os.cpu_count(), platform.release().split("-")[0])


class Table:
    """The figures so far. `better`: whether less or more of it is better."""

    def __init__(self):
        self.rows = []

    def add(self, name, figure, unit, goal=None, better="less"):
        self.rows.append({"name": name, "figure": figure, "unit": unit, "goal": goal, "better": better})
        row = self.rows[-1]
        print("%-62s %12s %-10s %s" % (name, shown(figure), unit, verdict(row)), flush=True)

    def skip(self, name, why):
        print("%-62s %12s %s" % (name, "skipped", why), flush=True)


def shown(figure):
    return "%.0f" % figure if figure >= 1000 else "%.3g" % figure


def meets(row):
    return row["goal"] is None or (row["figure"] <= row["goal"] if row["better"] == "less" else row["figure"] >= row["goal"])


def verdict(row):
    if row["goal"] is None:
        return ""
    sign = "<=" if row["better"] == "less" else ">="
    return "goal %s %s%s" % (sign, shown(row["goal"]), "" if meets(row) else ", missed")


# ---- the rows ---------------------------------------------------------------------------------------------------


class Bench:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.table = arguments, folder, Table()

    def program(self, name):
        path = pathlib.Path(self.arguments.programs) / name
        if not os.access(path, os.X_OK):
            raise SystemExit("%s does not exist; --help explains how to build it" % path)
        return str(path)

    def ask(self, files, question=None, runs=None):
        return Used([self.arguments.binary] + (question or QUESTION) + from_files(files), runs or self.arguments.runs)

    def bare(self, file):
        return Used([self.program("bare_pass"), str(file)], self.arguments.runs)

    def cluster(self, form="stripped", share=1):
        return cluster.make(self.folder, max(1, self.arguments.nodes // share), self.arguments.pods // share, form)

    def reading(self):
        """explain of one gang from compact JSON: compared with simdjson's bare pass and jq; memory."""
        files = self.cluster()
        size = sum(os.path.getsize(f) for f in files) / 1e6
        floor, ours = self.bare(files[0]), self.ask(files)
        self.table.add("explain, compact JSON of %.0f MB" % size, ours.seconds, "s")
        self.table.add("explain / bare pass over the pods", ours.seconds / floor.seconds, "x", 1.25)
        self.table.add("explain, peak memory", ours.megabytes, "MB", 280)
        if shutil.which("jq"):
            parse = Used(["jq", ".items|length"] + files, 1)
            self.table.add("jq '.items|length' / explain", parse.seconds / ours.seconds, "x", 40, "more")
        else:
            self.table.skip("jq '.items|length' / explain", "jq is not installed")

    def forms(self):
        """The same in kubectl's format, with managedFields, compressed, and as YAML: each compared with its own lower bound."""
        for form in ("indented", "managed"):
            files = self.cluster(form)
            self.table.add("explain / bare pass, %s" % form, self.ask(files).seconds / self.bare(files[0]).seconds, "x", 1.25)
            for file in files:
                os.remove(file)
        files = self.cluster()
        plain = self.bare(files[0]).seconds
        for tool, ending in (("gzip", "gz"), ("zstd", "zst")):
            if not shutil.which(tool):
                self.table.skip("explain / unpacking and bare pass, %s" % tool, "%s is not installed" % tool)
                continue
            packed = []
            for file in files:
                packed.append("%s.%s" % (file, ending))
                with open(packed[-1], "wb") as out:
                    subprocess.run([tool, "-c", file], stdout=out, check=True)
            unpack = sum(Used([tool, "-dc", file], self.arguments.runs).seconds for file in packed)
            self.table.add("explain / unpacking and bare pass, %s" % tool, self.ask(packed).seconds / (plain + unpack), "x", 1.25)
            for file in packed:
                os.remove(file)
        self.yaml()

    def yaml(self):
        files = self.cluster("yaml", share=20)
        floor = sum(Used([self.program("bare_yaml"), file], self.arguments.runs).seconds for file in files)
        self.table.add("explain / yaml-cpp alone, YAML of %.0f MB" % (sum(os.path.getsize(f) for f in files) / 1e6),
                       self.ask(files).seconds / floor, "x", 1.25)

    def large(self):
        """130,000 nodes and 1,000,000 pods, compared with the cluster of `reading`: time and memory must follow the bytes."""
        need = 8e9
        if shutil.disk_usage(self.folder).free < need:
            self.table.skip("130,000 nodes, 1,000,000 pods", "it needs %.0f GB of disk" % (need / 1e9))
            return
        small_files = self.cluster()
        small = self.ask(small_files)
        small_size = sum(os.path.getsize(f) for f in small_files)
        files = cluster.make(self.folder, 130_000, 1_000_000)
        size = sum(os.path.getsize(f) for f in files)
        os.sync() # pending writes to the disk would disturb the measurement
        large = self.ask(files)
        for file in files:
            os.remove(file)
        self.table.add("explain, 130,000 nodes, 1,000,000 pods, %.1f GB" % (size / 1e9), large.seconds, "s")
        self.table.add("its time / that of the smaller cluster, by bytes", large.seconds / small.seconds / (size / small_size), "x", 1.1)
        self.table.add("its peak memory", large.megabytes, "MB", 1000)

    def placements(self):
        """Placements per second; gangs with spread constraints and affinity; the order of a queue; growth with waiting gangs."""
        command = [self.program("placements_bench")] + ([str(TRACE)] if TRACE.exists() else [])
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            for line in child.stdout:
                row = json.loads(line)
                self.table.add(row["case"], row["figure"], row["unit"], row["goal"], row["better"])
        if child.returncode != 0:
            raise SystemExit("placements_bench ended with status %d" % child.returncode)

    def waiting(self):
        """300 gangs wait, more than the cluster holds: answers compared with reading the same files."""
        gangs = 300
        files = cluster.make_waiting(self.folder, self.arguments.nodes, self.arguments.pods, gangs)
        reading = self.ask(files, ["explain", "-n", "elsewhere"]).seconds
        self.table.add("reading %d waiting gangs" % gangs, reading, "s")
        self.table.add("queue / reading", self.ask(files, ["queue"]).seconds / reading, "x", 2)
        self.table.add("explain -A / reading", self.ask(files, ["explain", "-A"]).seconds / reading, "x", 2.5)
        blocked = self.blocked_gang(files)
        for options, goal in (([], 2), (["--max-fixes", "0"], None)):
            ours = self.ask(files, ["explain", blocked, "-n", cluster.NAMESPACE] + options, 1)
            self.table.add(" ".join(["explain %s" % blocked] + options + ["/ reading"]), ours.seconds / reading, "x", goal)
        self.table.add("its peak memory", ours.megabytes, "MB")
        for file in files:
            os.remove(file)

    def blocked_gang(self, files):
        """The first gang in the queue that the nodes cannot hold, although it is complete."""
        done = subprocess.run([self.arguments.binary, "queue", "-o", "json"] + from_files(files), check=True, stdout=subprocess.PIPE)
        queue = json.loads(done.stdout)["status"]["queue"]
        wanted = ("NotEnoughRoom", "Fragmented", "TakenByOthersAhead")
        return next(entry["name"] for code in wanted for entry in queue if entry.get("code") == code)

    def start(self):
        """The cost of a start."""
        files = cluster.make(self.folder, 10, 300)
        for name, argv in (("--help", [self.arguments.binary, "--help"]),
                           ("explain of 10 nodes", [self.arguments.binary] + QUESTION + from_files(files))):
            used = Used(argv, 20 * self.arguments.runs)
            self.table.add(name, used.seconds * 1000, "ms", 5)
            self.table.add(name + ", peak memory", used.megabytes, "MB", 8)


ROWS = ("start", "placements", "reading", "forms", "waiting", "large")


def own_question(arguments):
    files = arguments.files
    question = arguments.question or ["explain", "-A"]
    size = sum(os.path.getsize(f) for f in files if os.path.isfile(f)) / 1e6
    used = Used([arguments.binary] + question + from_files(files), arguments.runs)
    touch = Used(["wc", "-l"] + files, arguments.runs).seconds
    print("%s: %.3f s, %.0f MB/s, %.1f times `wc -l`, %.0f MB at its peak"
          % (" ".join(question), used.seconds, size / used.seconds, used.seconds / max(touch, 1e-4), used.megabytes))


def compare(rows, path):
    """Number of figures that are worse than those in the file."""
    before = {row["name"]: row for row in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["rows"]}
    worse = 0
    print("\n%-62s %12s %12s %8s" % ("against %s" % path, "before", "now", "now is"))
    for row in rows:
        old = before.get(row["name"])
        if old is None or not old["figure"]:
            continue
        ratio = row["figure"] / old["figure"]
        is_worse = (ratio if row["better"] == "less" else 1 / ratio) > WORSE
        worse += is_worse
        print("%-62s %12s %12s %7.2fx%s" % (row["name"], shown(old["figure"]), shown(row["figure"]), ratio, "  worse" if is_worse else ""))
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "build/release/src/kubectl-gang"))
    parser.add_argument("--programs", default=str(ROOT / "build/bench/tests/bench"), help="folder of the other programs")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--pods", type=int, default=150000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rows", default=",".join(ROWS), help="comma-separated")
    parser.add_argument("--list", action="store_true", help="name the rows")
    parser.add_argument("--out", metavar="PATH", help="write the figures as JSON")
    parser.add_argument("--compare", metavar="PATH", help="compare the figures with those in this file")
    parser.add_argument("--folder", help="folder for the clusters (default: a temporary one)")
    parser.add_argument("--from", dest="files", action="append", metavar="PATH", help="measure this file instead (repeatable)")
    parser.add_argument("question", nargs="*", help="with --from, after --: command and arguments")
    arguments = parser.parse_args()
    if arguments.list:
        for row in ROWS:
            print("%-12s %s" % (row, getattr(Bench, row).__doc__))
        return 0
    unknown = set(arguments.rows.split(",")) - set(ROWS)
    if unknown:
        parser.error("no such row: %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(ROWS)))
    if not os.access(arguments.binary, os.X_OK):
        raise SystemExit("%s does not exist; build first: cmake --preset release && cmake --build --preset release" % arguments.binary)
    global MEASURE
    MEASURE = str(pathlib.Path(arguments.programs) / "measure")
    if not os.access(MEASURE, os.X_OK):
        raise SystemExit("%s does not exist; --help explains how to build it" % MEASURE)
    if arguments.files:
        own_question(arguments)
        return 0
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        bench = Bench(arguments, folder)
        print("%s; %d nodes, %d pods" % (machine(), arguments.nodes, arguments.pods))
        for row in arguments.rows.split(","):
            getattr(bench, row)()
    rows = bench.table.rows
    if arguments.out:
        figures = {"machine": machine(), "nodes": arguments.nodes, "pods": arguments.pods, "rows": rows}
        pathlib.Path(arguments.out).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 1 if arguments.compare and compare(rows, arguments.compare) > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
