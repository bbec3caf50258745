#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that the fast tests catch faults: puts ten of them into a copy of the tree, one after the other, and runs tests/run.sh.

    tests/faults.py [--only AREA] [--stop-on-failure]
    tests/faults.py --check          builds nothing: does every fault still fit the code?

The copy is build/faults; it contains git's current files and reuses earlier builds. The copy must pass without a fault. Then each
fault must compile, and a test that runs code must fail (one not named `source: `). A fault that no test notices fails here.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "build/faults"
PATIENCE = 3600  # seconds for tests/run.sh; the first one builds everything
SHOWN_TESTS = 8

# `before` occurs once in the file.
Fault = collections.namedtuple("Fault", "area file before after broken")

FAULTS = (
    Fault("filter", "src/engine/filters/pod_topology_spread.cpp",
          "< constraint.rule.constraint->min_domains", "<= constraint.rule.constraint->min_domains",
          "PodTopologySpread uses 0 as the lowest count if there are exactly minDomains domains."),
    Fault("score", "src/engine/scores/image_locality.cpp",
          "/ (most - k_least)", "/ most",
          "ImageLocality scales the sizes of images by the wrong range, which lowers every score by some percent."),
    Fault("gang rule", "src/engine/kube_scheduler/gang_rules.cpp",
          "<= percentage * min_member", "< percentage * min_member",
          "PostFilter rejects a group that lacks exactly the tolerated percentage of its quorum."),
    Fault("queue", "src/engine/kube_scheduler/queue_places.cpp",
          "? end_a < end_b :", "? end_a > end_b :",
          "backoffQ returns the pod whose back-off ends last."),
    Fault("decoder", "src/snapshot/pods/decode_containers.cpp",
          "{ port.ip = ip; }", '{ port.ip = "0.0.0.0"; }',
          "The decoder of containers drops hostIP, so that ports of different addresses conflict."),
    Fault("writer", "src/report/ci/junit.cpp",
          'failures="{}" errors="{}"', 'errors="{}" failures="{}"',
          "-o junit counts failures as errors and errors as failures."),
    Fault("flag", "src/commands/flags/sizing_flags.cpp",
          "static_cast<std::int32_t>(options.limit));", "static_cast<std::int32_t>(options.limit)) - 1;",
          "--count-up-to=N stops counting at N - 1."),
    Fault("solver", "src/engine/solver/spread.cpp",
          "lowest + max_skew - domain.matching", "lowest + max_skew - 1 - domain.matching",
          "The bound by topology spread counts one pod too few in each domain, and so proves a possible placement impossible."),
    Fault("bind", "src/commands/bind/journal.cpp",
          "if (told.size < text.size())", "if (told.size > text.size())",
          "A journal that bind resumes keeps an incomplete last line, which swallows the next entry."),
    Fault("YAML reading", "src/document/yaml/yaml_members.cpp",
          "std::for_each(objects.rbegin(), objects.rend(),", "std::for_each(objects.begin(), objects.end(),",
          "The last of several objects behind the merge key << wins instead of the first."),
)


class Failure(Exception):
    """Reason why a proof is impossible, as text for a person."""


# ---- the copy -------------------------------------------------------------------------------------------------

def known_files():
    """Relative paths of the files that git tracks or does not ignore."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE).stdout.decode()
    return {name for name in listed.split("\0") if (ROOT / name).is_file() or (ROOT / name).is_symlink()} - {""}


def update_copy():
    """Writes only files that differ, so that the next build compiles only these."""
    wanted = known_files()
    for name in wanted:
        source, target = ROOT / name, COPY / name
        if target.is_file() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    for path in list(COPY.rglob("*")):
        name = path.relative_to(COPY)
        if name.parts[0] != "build" and path.is_file() and str(name) not in wanted:
            path.unlink()


def broken_text(fault, tree):
    """Content of the fault's file with the fault. Raises Failure."""
    path = tree / fault.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text.count(fault.before) != 1:
        raise Failure("%s: the text %r occurs %d times in %s instead of once: adapt the table" %
                      (fault.area, fault.before, text.count(fault.before), fault.file))
    return text.replace(fault.before, fault.after)


def demand_places(faults):
    """Checks that each fault fits the code. Raises Failure."""
    if ROOT.parts[-2:] == COPY.parts[-2:]:
        return  # the test of --check also runs in the copy, which contains a fault
    problems = []
    for fault in faults:
        try:
            broken_text(fault, ROOT)
        except Failure as failure:
            problems.append(str(failure))
    if problems:
        raise Failure("\n".join(problems))


# ---- testing --------------------------------------------------------------------------------------------------

# `names`: failed tests; `problem`: the reason why the outcome means nothing, else None.
Outcome = collections.namedtuple("Outcome", "passed names problem")

LAST_LINE = re.compile(r"(\d+) passed, (\d+) failed(?:, \d+ skipped)?")
FAILED = re.compile(r"^FAIL (.+) \[\w+\]$", re.MULTILINE)  # summary.py
NO_TESTS = {"build", "CTest itself"}  # tests/run.sh prints these in the same way


def test(may_stop):
    """Builds the copy and runs its tests."""
    command = ["tests/run.sh"]
    if may_stop and "--stop-on-failure" in (COPY / "tests/run.sh").read_text(encoding="utf-8"):
        command.append("--stop-on-failure")
    process = subprocess.Popen(command, cwd=COPY, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    try:
        out = process.communicate(timeout=PATIENCE)[0].decode("utf-8", "replace")
    except BaseException as reason:
        os.killpg(process.pid, signal.SIGKILL)  # including the tests
        process.communicate()
        if not isinstance(reason, subprocess.TimeoutExpired):
            raise
        return Outcome(0, [], "tests/run.sh did not end within %d s" % PATIENCE)
    names = list(dict.fromkeys(FAILED.findall(out)))
    last = LAST_LINE.fullmatch(out.rstrip().rpartition("\n")[2])
    passed, failed = (int(last.group(1)), int(last.group(2))) if last else (0, 0)
    end = "\n".join(out.rstrip().splitlines()[-40:])
    problem = None
    if not last or NO_TESTS.intersection(names):
        problem = "the tests did not run:\n" + end
    elif (process.returncode == 0) != (failed == 0) or failed != len(names):
        problem = "status %d, %d failed, and these names: %s\n%s" % (process.returncode, failed, names, end)
    return Outcome(passed, names, problem)


# ---- the faults -----------------------------------------------------------------------------------------------

def demand_that_copy_passes(may_stop):
    outcome = test(may_stop)
    if outcome.problem or outcome.names or not outcome.passed:
        raise Failure("without a fault, %s" % (outcome.problem or "%d passed, these failed: %s" % (outcome.passed, outcome.names)))
    print("without a fault: %d passed" % outcome.passed, flush=True)


def problem_with(fault, may_stop):
    """Runs the tests with the fault in the copy, and removes it again. Returns None if a test caught it."""
    path, start = COPY / fault.file, time.monotonic()
    whole = path.read_text(encoding="utf-8")
    path.write_text(broken_text(fault, COPY), encoding="utf-8")
    try:
        outcome = test(may_stop)
    finally:
        path.write_text(whole, encoding="utf-8")
    caught = [name for name in outcome.names if not name.startswith("source: ")]
    if outcome.problem or not caught:
        return outcome.problem or "no test fails"
    more = " and %d more" % (len(caught) - SHOWN_TESTS) if len(caught) > SHOWN_TESTS else ""
    print("%s: %s (%d s)\n    caught by %s%s" % (fault.area, fault.broken, time.monotonic() - start, "; ".join(caught[:SHOWN_TESTS]), more),
          flush=True)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="AREA", choices=[f.area for f in FAULTS], help="one fault: " + ", ".join(f.area for f in FAULTS))
    parser.add_argument("--check", action="store_true", help="only look whether the text of each fault occurs once")
    parser.add_argument("--stop-on-failure", action="store_true", help="let tests/run.sh end with the first test that fails")
    arguments = parser.parse_args()
    chosen, failed = [f for f in FAULTS if arguments.only in (None, f.area)], 0
    try:
        demand_places(chosen)
        if not arguments.check:
            update_copy()
            demand_that_copy_passes(arguments.stop_on_failure)
    except Failure as failure:
        print("FAIL %s\n0 passed, 1 failed" % failure)
        return 1
    for fault in [] if arguments.check else chosen:
        problem = problem_with(fault, arguments.stop_on_failure)
        if problem is not None:
            failed += 1
            print("FAIL %s: %s\n    %s" % (fault.area, fault.broken, problem.replace("\n", "\n    ")), flush=True)
    print("%d passed, %d failed" % (len(chosen) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
