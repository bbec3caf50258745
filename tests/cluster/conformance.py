#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the simulation with the real scheduler.

    tests/cluster/conformance.py --binary build/release/src/kubectl-gang [--cases 200] [--seed 1] [--features a,b]
    tests/cluster/conformance.py --binary … --scenarios [NAME…]   the written cases: do both meet the expectations?
    tests/cluster/conformance.py --binary … --record [NAME…]      writes recorded/ again, or only these scenarios
    tests/cluster/conformance.py --binary … --keep CASE [--as NAME]   keeps a case that disagreed, for replay.py
    tests/cluster/conformance.py --binary … --plain [--cases 200 | --record]   single pods, by Kubernetes 1.36

A case passes if our answer agrees with every fact on which all real runs agree. One that disagrees runs some more times
before it counts, and again if the real runs differ. Facts of only some runs do not count; the output has their number.
"""
import argparse
import sys
import time

sys.dont_write_bytecode = True
import keep  # noqa: E402
import recorded  # noqa: E402
import scenarios  # noqa: E402
from compare import held_against, real_facts  # noqa: E402
from generate import generate, parse_features  # noqa: E402
from minimise import differences_of, minimise, print_smaller  # noqa: E402
from native import facts, plain_pods  # noqa: E402
from program import OursFailed, Program  # noqa: E402
from reference import Reference, ReferenceFailed, ReferenceMissing  # noqa: E402
from tally import CONFIRMING_RUNS, Tally, repeated, runs_to_confirm, say, seed_of  # noqa: E402


def compare(case, record, binary):
    """(differences, compared, left out) of one record. Raises OursFailed."""
    real, real_left_out = real_facts(record, case.get("controller", False))
    found, compared, left_out = held_against(real, binary, record["snapshot"], case.get("config"))
    return found, compared, left_out + real_left_out


def differential(reference, cases, arguments, tally):
    """Random cases: recorded once, and again if they disagree."""
    kind, failures, doubtful = kind_of(arguments), [], []
    for case, record in reference.record_again([dict(case, runs=arguments.runs) for case in cases], doubtful):
        judge(kind, case, record, arguments, tally, doubtful, failures)
    for case, found in failures[:arguments.minimise]:
        smaller, left = minimise(reference, case, found, arguments.binary)
        keep.note_smaller(kind, case, smaller)
        print_smaller(case, smaller, left)


def judge(kind, case, record, arguments, tally, doubtful, failures):
    """Compares one record. Puts a disagreement that may be a race into `doubtful`, with the number of further runs."""
    if record["error"]:
        tally.failed += 1
        print("FAIL %s: the reference could not run it: %s" % (record["name"], record["error"]))
        return
    try:
        found, compared, left_out = compare(case, record, arguments.binary)
    except OursFailed as failure:
        tally.failed += 1
        print("FAIL %s: %s" % (record["name"], failure))
        return
    more = runs_to_confirm(case["runs"], left_out) if found else 0
    if more:
        doubtful.append(dict(case, runs=more))
        return
    tally.add(found, compared, left_out)
    if not found:
        tally.passed += 1
        return
    tally.failed += 1
    say(record["name"], found)
    failures.append((case, found))
    keep.note(kind, case, record, arguments)


def check_scenarios(reference, arguments, tally):
    """Checks the written cases: the real scheduler and our program have to meet the expectations."""
    kind = kind_of(arguments)
    chosen = [s for s in scenarios.load(kind.scenarios) if not arguments.names or s.name in arguments.names]
    by_name = {s.name: s for s in chosen}
    # Read all records before recording again: the reference answers in one stream.
    for case, record in list(reference.record([dict(s.case, runs=arguments.runs) for s in chosen])):
        scenario = by_name[case["name"]]
        if record["error"]:
            tally.failed += 1
            print("FAIL %s: the reference could not run it: %s" % (case["name"], record["error"]))
            continue
        wrong = scenario.unmet(scenarios.outcomes_of_record(record)[0])
        try:
            found, compared, left_out = compare(case, record, arguments.binary)
            mine = scenario.unmet(scenarios.outcome_of_ours(arguments.binary, record["snapshot"], case.get("config")))
            if wrong or found:
                # Perhaps a race: only facts on which more runs agree count.
                _, again = next(iter(reference.record([dict(case, runs=CONFIRMING_RUNS)])))
                if not again["error"]:
                    found, compared, left_out = compare(case, again, arguments.binary)
                    wrong = repeated(case["name"], wrong, [scenario.unmet(o) for o in scenarios.outcomes_of_record(again)])
        except OursFailed as failure:
            tally.failed += 1
            print("FAIL %s: %s" % (case["name"], failure))
            continue
        for sentence in wrong:
            print("FAIL %s: the real scheduler differs from the scenario: %s" % (case["name"], sentence))
        for sentence in mine:
            print("FAIL %s: ours differs from the scenario: %s" % (case["name"], sentence))
        tally.add(found, compared, left_out)
        if found:
            say(case["name"], found)
            keep.say_how(kind, case["name"], arguments)
        if wrong or mine or found:
            tally.failed += 1
        else:
            tally.passed += 1


def kind_of(arguments):
    """The `Kind` of this comparison, for keep.py."""
    plain = arguments.plain
    return keep.Kind(
        name="plain" if plain else "coscheduling", command="tests/cluster/conformance.py" + (" --plain" if plain else ""),
        scenarios=scenarios.PLAIN if plain else scenarios.FOLDER, recordings=recorded.PLAIN if plain else recorded.FOLDER,
        heading="rule", load=scenarios.Scenario, generate=plain_pods.generate if plain else generate, compare=compare,
        differences=differences_of, real_facts=lambda case, record: real_facts(record, case.get("controller", False))[0],
        expectations=lambda record, found, case, binary: scenarios.expectations(record, found, binary, case.get("config")),
        unmet=lambda scenario, record: [scenario.unmet(outcome) for outcome in scenarios.outcomes_of_record(record)],
        versions=(lambda record: {"kube-scheduler": record["version"]}) if plain else recorded.versions)


def reference_words(arguments):
    """Which control plane records, and how. With scores both logs show moves between queues, so a second of silence is rest."""
    return ["native" if arguments.plain else "coscheduling", arguments.lanes, "--rest-seconds", "1", "--scores", "--max-attempts", "300"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/release/src/kubectl-gang")
    parser.add_argument("--cases", type=int, default=200, help="random clusters")
    parser.add_argument("--seed", type=seed_of, default=1, help="of the first; the others follow; fresh: a random one, which is printed")
    parser.add_argument("--features", help="throw only these switches of generate.py, comma-separated")
    parser.add_argument("--scenarios", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--runs", type=int, default=1, help="real runs of each case at first")
    parser.add_argument("--lanes", type=int, default=4)
    parser.add_argument("--minimise", type=int, default=2, help="reduce at most this many disagreeing cases")
    parser.add_argument("--tolerate", type=int, default=0, metavar="PERCENT", help="cases that may disagree")
    parser.add_argument("--keep", metavar="CASE", help="write a scenario and a recording of a case that disagreed: seed-N, a file, a scenario")
    parser.add_argument("--as", dest="name", metavar="NAME", help="what --keep calls it")
    parser.add_argument("names", nargs="*", help="of scenarios")
    arguments = parser.parse_args()
    arguments.binary = Program(arguments.binary, ["--scheduler-version", facts.VERSION] if arguments.plain else [])
    features, tally, start = parse_features(arguments.features), Tally(), time.monotonic()
    try:
        with Reference(*reference_words(arguments)) as reference:
            kind = kind_of(arguments)
            if arguments.keep and keep.is_scenario(kind, arguments.keep):
                arguments.record, arguments.names = True, [arguments.keep]
            elif arguments.keep:
                return keep.keep(kind, reference, arguments)
            if arguments.record and not arguments.plain:
                recorded.write_all(reference, arguments)
                return 0
            if arguments.scenarios or arguments.plain and not arguments.record:
                check_scenarios(reference, arguments, tally)
            if not arguments.scenarios:
                cases = [kind.generate(seed, features) for seed in range(arguments.seed, arguments.seed + arguments.cases)]
                if arguments.record:
                    recorded.write_plain(reference, cases, arguments.names)
                    return 0
                differential(reference, cases, arguments, tally)
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
