#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the simulation of native groups with the real scheduler of Kubernetes 1.36.

    tests/cluster/native_conformance.py --binary build/release/src/kubectl-gang [--cases 50] [--seed 1]
    tests/cluster/native_conformance.py --binary … --scenarios [NAME…]   the written cases: do both meet the expectations?
    tests/cluster/native_conformance.py --binary … --keep CASE [--as NAME]   keeps a case that disagreed, for replay.py
    tests/cluster/native_conformance.py --record [NAME…]                 writes native/recorded/ again, or only these

A case passes if our answer agrees with every fact on which all real runs agree. A random one that disagrees runs some more
times before it counts, and again if the real runs differ from each other.
"""
import argparse
import collections
import sys
import time

sys.dont_write_bytecode = True
import keep  # noqa: E402
import recorded  # noqa: E402
from minimise import minimise, print_smaller  # noqa: E402
from native import facts, random_clusters, written  # noqa: E402
from program import OursFailed, Program  # noqa: E402
from reference import Reference, ReferenceFailed, ReferenceMissing  # noqa: E402
from tally import CONFIRMING_RUNS, Tally, repeated, runs_to_confirm, say, seed_of  # noqa: E402

RECORDING_RUNS = 6
RECORDED_RANDOM = 40  # clusters besides the scenarios, less those whose real runs differ


def compare(case, record, binary):
    """(differences, compared, left out) of one record. Raises OursFailed."""
    real, left_out = facts.real_facts(record)
    found, compared, ours_left_out = facts.held_against(real, binary, record["snapshot"], case.get("config"))
    return found, compared, left_out + ours_left_out


def judge(name, real, left_out, arguments, snapshot, config, tally):
    """Compares facts of the real scheduler with ours. Returns the differences, None if we have no answer. Counts everything
    except whether the case passes."""
    try:
        found, compared, ours_left_out = facts.held_against(real, arguments.binary, snapshot, config)
    except OursFailed as failure:
        print("FAIL %s: %s" % (name, failure))
        return None
    tally.add(found, compared, left_out + ours_left_out)
    if found:
        say(name, found)
    return found


def count(tally, good):
    if good:
        tally.passed += 1
    else:
        tally.failed += 1


def with_runs(cases, runs):
    return [dict(case, runs=runs) for case in cases]


def recordings(reference, cases, tally, again=None):
    """Yields (case, record) of all cases that the reference can run, and of those that the caller adds to `again` meanwhile."""
    for case, record in reference.record_again(cases, [] if again is None else again):
        if record["error"]:
            tally.failed += 1
            print("FAIL %s: the reference could not run it: %s" % (case["name"], record["error"]))
        else:
            yield case, record


def unmet_by_real(scenario, record):
    """The unmet expectations of each run."""
    return [scenario.unmet(outcome, made) for outcome, made in runs_of(record)]


def unmet_by_ours(scenario, record, program):
    outcome, cluster, _ = facts.our_outcome(program, record["snapshot"], scenario.case.get("config"))
    return scenario.unmet(outcome, facts.facts_of(outcome, cluster))


def comparable(scenario, record):
    """The facts of the real runs to compare with ours, and the omitted ones."""
    real, left_out = facts.real_facts(record)
    return ({}, collections.Counter({"of scenarios that are luck": len(real)})) if scenario.luck else (real, left_out)


def check_scenario(reference, scenario, record, arguments, tally):
    """True if the real scheduler and our program meet the scenario's expectations. Raises OursFailed."""
    real, left_out = comparable(scenario, record)
    wrong = sum(unmet_by_real(scenario, record), [])
    mine = unmet_by_ours(scenario, record, arguments.binary)
    if wrong or facts.held_against(real, arguments.binary, record["snapshot"], scenario.case.get("config"))[0]:
        # Perhaps a race: only facts on which more runs agree count.
        for _, record in recordings(reference, with_runs([scenario.case], CONFIRMING_RUNS), tally):
            real, left_out = comparable(scenario, record)
            wrong = repeated(scenario.name, wrong, unmet_by_real(scenario, record))
    for whose, sentences in (("the real scheduler", wrong), ("ours", mine)):
        for sentence in sentences:
            print("FAIL %s: %s differs from the scenario: %s" % (scenario.name, whose, sentence))
    found = judge(scenario.name, real, left_out, arguments, record["snapshot"], scenario.case.get("config"), tally)
    if found:
        keep.say_how(KIND, scenario.name, arguments)
    return not wrong and not mine and found == []


def check_scenarios(reference, arguments, tally):
    """The written cases."""
    chosen = {s.name: s for s in written.load(arguments.names)}
    # Read all records before recording again: the reference answers in one stream.
    for case, record in list(recordings(reference, with_runs([s.case for s in chosen.values()], arguments.runs), tally)):
        try:
            count(tally, check_scenario(reference, chosen[case["name"]], record, arguments, tally))
        except OursFailed as failure:
            print("FAIL %s: %s" % (case["name"], failure))
            count(tally, False)


def judge_random(case, record, arguments, tally, doubtful, failures):
    """Compares one record with our answer. Puts a disagreement that may be a race into `doubtful`, with the number of further
    runs."""
    try:
        found, compared, left_out = compare(case, record, arguments.binary)
    except OursFailed as failure:
        tally.failed += 1
        print("FAIL %s: %s" % (case["name"], failure))
        return
    more = runs_to_confirm(case["runs"], left_out) if found else 0
    if more:
        doubtful.append(dict(case, runs=more))
        return
    tally.add(found, compared, left_out)
    count(tally, not found)
    if not found:
        return
    say(case["name"], found)
    failures.append((case, found))
    keep.note(KIND, case, record, arguments)


def check_random(reference, arguments, tally):
    """Random clusters: recorded once, and again if they disagree."""
    seeds = range(arguments.seed, arguments.seed + arguments.cases)
    failures, doubtful = [], []
    asked = with_runs([random_clusters.generate(seed) for seed in seeds], arguments.runs)
    for case, record in recordings(reference, asked, tally, doubtful):
        judge_random(case, record, arguments, tally, doubtful, failures)
    for case, found in failures[:arguments.minimise]:
        smaller, left = minimise(reference, case, found, arguments.binary, differences_of)
        keep.note_smaller(KIND, case, smaller)
        print_smaller(case, smaller, left)


def differences_of(case, record, binary):
    """The differences of one record; None if it has no record or no answer."""
    if record["error"]:
        return None
    try:
        return compare(case, record, binary)[0]
    except OursFailed:
        return None


def record_all(reference, arguments, tally):
    """Writes the facts on which the real runs of scenarios and of some random clusters agree; with names only these scenarios."""
    chosen = {s.name: s for s in written.load(arguments.names)}
    cases = [s.case for s in chosen.values()]
    if not arguments.names:
        cases += [random_clusters.generate(seed) for seed in range(arguments.seed, arguments.seed + RECORDED_RANDOM)]
        for path in recorded.paths(recorded.NATIVE):
            path.unlink()
    for case, record in recordings(reference, with_runs(cases, RECORDING_RUNS), tally):
        real, left_out = facts.real_facts(record)
        for reason, number in left_out.items():
            print("%s: %d facts left out: %s" % (case["name"], number, reason))
        scenario = chosen.get(case["name"])
        if scenario.luck if scenario else left_out:
            continue
        wrong = sum(unmet_by_real(scenario, record), []) if scenario else []
        for sentence in wrong:
            print("FAIL %s: the real scheduler differs from the scenario: %s" % (scenario.name, sentence))
        count(tally, not wrong)
        recorded.write(case["name"], case.get("config"), {"kube-scheduler": record["version"]},
                       recorded.stripped(record["snapshot"]), real, recorded.NATIVE)


def runs_of(record):
    """(outcome, facts) of each run."""
    cluster = facts.Cluster(record["snapshot"])
    outcomes = [facts.outcome_of_run(run, cluster) for run in record["runs"]]
    return [(outcome, facts.facts_of(outcome, cluster)) for outcome in outcomes]


KIND = keep.Kind(
    name="native", command="tests/cluster/native_conformance.py", scenarios=written.FOLDER, recordings=recorded.NATIVE, heading="question",
    load=written.Scenario, generate=lambda seed, _: random_clusters.generate(seed), compare=compare, differences=differences_of,
    real_facts=lambda _, record: facts.real_facts(record)[0],
    expectations=lambda record, found, _, __: written.expectations(runs_of(record), found),
    unmet=unmet_by_real, versions=lambda record: {"kube-scheduler": record["version"]})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/src/kubectl-gang")
    parser.add_argument("--cases", type=int, default=50, help="random clusters")
    parser.add_argument("--seed", type=seed_of, default=1, help="of the first; the others follow; fresh: a random one, which is printed")
    parser.add_argument("--scenarios", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--runs", type=int, default=1, help="real runs of each case at first")
    parser.add_argument("--lanes", type=int, default=3)
    parser.add_argument("--minimise", type=int, default=1, help="reduce at most this many disagreeing clusters")
    parser.add_argument("--tolerate", type=int, default=0, metavar="PERCENT", help="cases that may disagree")
    parser.add_argument("--keep", metavar="CASE", help="write a scenario and a recording of a case that disagreed: seed-N, a file, a scenario")
    parser.add_argument("--as", dest="name", metavar="NAME", help="what --keep calls it")
    parser.add_argument("names", nargs="*", help="of scenarios")
    arguments = parser.parse_args()
    arguments.binary = Program(arguments.binary, ["--scheduler-version", facts.VERSION])
    tally, start = Tally(), time.monotonic()
    if arguments.keep and keep.is_scenario(KIND, arguments.keep):
        arguments.record, arguments.names = True, [arguments.keep]
    work = record_all if arguments.record else check_scenarios if arguments.scenarios else check_random
    try:
        with Reference("native", arguments.lanes) as reference:
            if arguments.keep and not arguments.record:
                return keep.keep(KIND, reference, arguments)
            work(reference, arguments, tally)
    except ReferenceMissing as missing:
        print("%s\n0 passed, 0 failed, 1 skipped" % missing)
        return 0
    except ReferenceFailed as failure:
        print("FAIL %s\n%d passed, %d failed" % (failure, tally.passed, tally.failed + 1))
        return 1
    print("%.0f s" % (time.monotonic() - start))
    return tally.close(arguments.tolerate)


if __name__ == "__main__":
    sys.exit(main())
