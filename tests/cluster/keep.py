# SPDX-License-Identifier: Apache-2.0
"""Keeps a case on which the real scheduler and ours disagree: a scenario for the live runs and a recording for the fast one.

A live run notes each such case in a file (`note`) and prints the command that keeps it. `keep` runs the case through the
real scheduler again, reduces it while the disagreement stays, and writes the two files.
"""
import collections
import json
import pathlib
import re

import yaml

import recorded
from compare import describe
from minimise import minimise, yaml_of
from program import OursFailed
from reference import ROOT
from tally import CONFIRMING_RUNS, runs_to_confirm

NOTES = ROOT / "build/disagreements"
SECONDS = 300  # for the reduction of a case
KEPT = "kept-"  # prefix of the names of kept cases unless --as gives a name

# One of the three comparisons, for `keep`:
#   name          that of replay.py; command: the command line that runs it
#   scenarios     folder of its scenarios; recordings: folder of its recordings
#   heading       the field of a scenario that describes its subject
#   load          reads one scenario file
#   generate      returns the case of a seed, given the features or None
#   compare       (case, record, binary) -> (differences, compared, left out)
#   differences   the same for minimise.py: only the differences, None if there is no answer
#   real_facts    (case, record) -> the facts on which all real runs agree
#   expectations  (record, differences, case, binary) -> the expectations of the scenario
#   unmet         (scenario, record) -> a list of sentences for each run
#   versions      (record) -> the recorded versions, by name
Kind = collections.namedtuple("Kind", "name command scenarios recordings heading load generate compare differences "
                                      "real_facts expectations unmet versions")


def note_path(kind, name):
    return NOTES / kind.name / (name + ".json")


def note(kind, case, record, arguments):
    """Writes a case that disagrees into a file, and prints the command that keeps it."""
    path = note_path(kind, case["name"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"case": case, "record": record}), encoding="utf-8")
    say_how(kind, case["name"], arguments)


def note_smaller(kind, case, smaller):
    path = note_path(kind, case["name"])
    path.write_text(json.dumps(dict(json.loads(path.read_text(encoding="utf-8")), smaller=smaller)), encoding="utf-8")


def say_how(kind, name, arguments):
    print("  To keep it as a recorded case: %s --binary %s --keep %s" % (kind.command, arguments.binary.path, name))


def is_scenario(kind, text):
    """True if `text` names a scenario, which `keep` records again."""
    return (kind.scenarios / (text + ".yaml")).is_file()


def find(kind, text):
    """The cases to try, the smaller first, for a file, a noted case or the name of a random one. None: no such case."""
    for path in (pathlib.Path(text), note_path(kind, text)):
        if path.is_file():
            content = json.loads(path.read_text(encoding="utf-8"))
            return [content[word] for word in ("smaller", "case") if word in content]
    seed = re.fullmatch(r"(?:plain-)?seed-(\d+)((?:-[a-z]+)*)", text)
    if seed:
        return [kind.generate(int(seed.group(1)), frozenset(seed.group(2)[1:].split("-")) if seed.group(2) else None)]
    return None


def recorded_case(kind, reference, case, binary):
    """Returns (record, differences) of a case; the differences are None if there is no record or no answer of ours. Makes more
    runs as long as these can distinguish a disagreement from a race."""
    runs = CONFIRMING_RUNS
    while runs:
        _, record = next(iter(reference.record([dict(case, runs=runs)])))
        if record["error"]:
            print("%s: the reference could not run it: %s" % (case["name"], record["error"]))
            return record, None
        try:
            found, _, left_out = kind.compare(case, record, binary)
        except OursFailed as failure:
            print("%s: %s" % (case["name"], failure))
            return record, None
        runs = runs_to_confirm(runs, left_out) if found else 0
    return record, found


def smallest(kind, reference, cases, binary):
    """(case, record, differences) of the smallest case that disagrees, else of the last case."""
    for case in cases:
        record, found = recorded_case(kind, reference, case, binary)
        if found:
            break
    if found and len(cases) > 1 and case is cases[0]:  # a reduced case of an earlier run
        return case, record, found
    if found:
        smaller, _ = minimise(reference, case, found, binary, kind.differences, SECONDS)
        smaller_record, left = recorded_case(kind, reference, smaller, binary)
        if left:
            return smaller, smaller_record, left
    return case, record, found


def keep(kind, reference, arguments):
    """Writes the scenario and the recording. Returns the exit status."""
    cases = find(kind, arguments.keep)
    if cases is None:
        print("error: %s is no file, no noted case, no seed-N and no scenario" % arguments.keep)
        return 2
    name = arguments.name or KEPT + cases[-1]["name"]
    scenario_path, recording_path = kind.scenarios / (name + ".yaml"), kind.recordings / (name + ".json")
    if scenario_path.exists() or recording_path.exists():
        print("error: there is a case %s already; give another name with --as" % name)
        return 2
    case, record, found = smallest(kind, reference, cases, arguments.binary)
    if record["error"]:
        return 1
    write_scenario(kind, scenario_path, case, found or [], kind.expectations(record, found or [], case, arguments.binary))
    scenario = kind.load(scenario_path)
    if scenario.case["objects"] != case["objects"]:
        scenario_path.unlink()
        print("error: %s does not become the same objects as a scenario" % name)
        return 1
    config, small = scenario.case.get("config"), recorded.stripped(record["snapshot"])
    if found is not None and differs_without(kind, case, dict(record, snapshot=small), found, arguments.binary):
        small = record["snapshot"]  # our program reads a field that recordings omit
    recorded.write(name, config, kind.versions(record), small, kind.real_facts(case, record), kind.recordings)
    for sentence in sorted(set(sum(kind.unmet(scenario, record), []))):
        print("%s: not in all real runs: %s" % (name, sentence))
    report(kind, arguments, scenario_path, recording_path, found, len(record["runs"]))
    return 0


def differs_without(kind, case, record, found, binary):
    try:
        return kind.compare(case, record, binary)[0] != found
    except OursFailed:
        return True


def report(kind, arguments, scenario_path, recording_path, found, runs):
    print("Wrote %s\n  and %s, from %d real runs." % (scenario_path.relative_to(ROOT), recording_path.relative_to(ROOT), runs))
    replay = "tests/cluster/replay.py --binary %s %s %s" % (arguments.binary.path, kind.name, recording_path.stem)
    if found:
        print("%s\nfails now, and so does the fast test run, until our rule is right:" % replay)
        for difference in found:
            print("  " + describe(difference).replace("\n", "\n  "))
        print("Then name the rule in the scenario. If the case is not wanted, delete both files.")
    elif found is None:
        print("%s\nfails now: our program has no answer." % replay)
    else:
        print("Our program agrees with all that these runs have in common; a disagreement before was a race, or is mended.")


def write_scenario(kind, path, case, found, expect):
    lines = ["# SPDX-License-Identifier: Apache-2.0"]
    for difference in found:
        lines.append("# " + describe(difference).replace("\n", "\n# "))
    about = "Kept from %s, on which our program disagreed with the real scheduler" % case["name"]
    content = {kind.heading: about}
    if case.get("config"):
        content["config"] = yaml.safe_load(case["config"])
    for word in ("controller", "arriving", "sleep_before"):
        if case.get(word):
            content[word] = case[word]
    content.update(objects=case["objects"], expect=expect)
    lines.append(yaml_of(content))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines), encoding="utf-8")
