#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No Yes without the rule behind it: some hundred combinations of workload, queue, scheduler, inputs and admission, each with the
verdict that the upstream rule gives.

    tests/trust.py --binary build/check/src/kubectl-gang [--only TEXT] [--list] [--folder FOLDER] [--jobs N] [--by-axis] [--saved] [--every N]

It prints each combination that fails with the command that repeats it, then `N passed, N failed`. The truth comes from the rule
(trust_table/), never from the program's output.

--saved asks a snapshot of each cluster, and fails for a false Yes and a false No: a snapshot may know less than its cluster.
--anonymized does the same with one that --anonymize has made. --served asks an API server with the objects, for a false Yes.
"""
import argparse
import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import served_cluster  # noqa: E402
from trust_table import TABLE  # noqa: E402
from trust_table.combination import EXIT_STATUS, NO, UNKNOWN, VERDICTS, YES  # noqa: E402

AUTHORITIES = {"operator", "switch", "admission", "quota", "queue", "scheduler", "gate", "inputs", "nodeName"}
ANSWERS = {"allows", "refuses", "notAsked", "assumed"}
BLOCKING = {"refuses", "notAsked"}
PLACING = {"scheduler", "nodeName"}
# Not asked with --served: kinds that the program does not request, so that an assumption stands in the ledger; and questions about
# lists that files lack, which a server has.
UNKNOWN_TO_SERVERS = re.compile(r'"kind": "(ConfigMap|Secret|CustomResourceDefinition|Workflow)"|'
                                r'"apiVersion": "[a-z.]*(gatekeeper.sh|kyverno.io|kubewarden.io)/')
UNKNOWN_TO_FILES = re.compile(r"not given|no Namespace|in the input|of an API server|its definition|its own definition")

Judged = collections.namedtuple("Judged", "axis combination line complaints first_line status has_ledger")


def write(path, objects):
    """Writes a file that kubectl can read too: one object, or a List."""
    document = objects[0] if len(objects) == 1 else {"apiVersion": "v1", "kind": "List", "items": objects}
    path.write_text(json.dumps(document) + "\n", encoding="utf-8")
    return str(path)


def stem_of(axis, combination):
    return axis + "-" + re.sub(r"[^A-Za-z0-9.]+", "-", combination.name)


def arguments(folder, axis, combination):
    """Writes the input files and returns the command line after the program's name."""
    stem = stem_of(axis, combination)
    line = []
    if combination.manifest is not None:
        line += [combination.command or "dry-run", "-f", write(folder / (stem + ".manifest.json"), combination.manifest)]
    else:
        line += [combination.command or "explain"] + ([combination.group] if combination.group else [])
    named = [each for each in combination.cluster if "name" in each.get("metadata", {})]
    documents = ([named] if named else []) + [[each] for each in combination.cluster if each not in named]  # lists, snapshots
    for at, objects in enumerate(documents):
        line += ["--from", write(folder / ("%s.cluster%s.json" % (stem, at or "")), objects)]
    if combination.config:
        line += ["--scheduler-config", write(folder / (stem + ".config.json"), [combination.config])]
    return line + list(combination.flags)


def run(binary, line):
    return subprocess.run([binary, *line], capture_output=True, text=True, timeout=60, check=False)


def structured(completed):
    try:
        return json.loads(completed.stdout)
    except ValueError:
        return None  # an error is no report


def first_line(completed):
    """The first sentence; text output wraps it, with an indentation of four blanks."""
    lines = (completed.stdout or completed.stderr).splitlines() or [""]
    end = next((at for at, line in enumerate(lines[1:], 1) if not line.startswith("    ")), len(lines))
    return " ".join(line.strip() for line in lines[:end])


def complaints_about_verdict(combination, completed):
    allowed = {EXIT_STATUS[verdict] for verdict in VERDICTS[combination.expected]}
    if completed.returncode not in allowed:
        yield "exit status %d, expected %s (%s)" % (completed.returncode, " or ".join(map(str, sorted(allowed))), combination.expected)
    line = first_line(completed)
    if combination.first_line and not any(word.lower() in line.lower() for word in combination.first_line):
        yield "the first line names none of %s" % ", ".join(combination.first_line)


def complaints_about_groups(report):
    for group in report["status"].get("groups", []):
        if group.get("approximates") and group.get("verdict") == "Fits":
            yield "group %s fits, although the rules of %s are only approximated" % (group.get("name"), group["approximates"])


def complaints_about_ledger(report, text):
    """The verdict must follow from the ledger. `text`: the text output."""
    status = report["status"]
    verdict, asked = status.get("verdict"), status["asked"]
    for entry in asked:
        if entry.get("authority") not in AUTHORITIES or entry.get("answer") not in ANSWERS or not entry.get("because"):
            yield "an entry of the ledger is not complete: %s" % json.dumps(entry)
    answers = {entry.get("answer") for entry in asked}
    placed = any(entry.get("answer") == "allows" and entry.get("authority") in PLACING for entry in asked)
    if verdict == YES and not placed and report["kind"] == "DryRun":  # explain: no entries for a group that runs nothing
        yield "Yes although no scheduler and no nodeName allows it"
    if verdict == YES and answers & BLOCKING:
        yield "Yes although the ledger says: %s" % json.dumps([entry for entry in asked if entry.get("answer") in BLOCKING])
    if verdict == NO and "refuses" not in answers:
        yield "No although the ledger has no entry refuses"
    if verdict == UNKNOWN and "notAsked" not in answers:
        yield "Unknown although the ledger has no entry notAsked"
    if verdict == YES and "assumed" in answers and "assum" not in text.lower():
        yield "the text does not name the assumption"


def without_sources(line):
    return [word for at, word in enumerate(line) if word != "--from" and (at == 0 or line[at - 1] != "--from")]


def with_snapshot(binary, line, flags):
    """The command line with one snapshot in place of all --from. None: the program does not make one of this input."""
    files = [line[at + 1] for at, word in enumerate(line) if word == "--from"]
    if not files:
        return None
    target = files[0].replace(".cluster", ".saved")
    made = run(binary, ["snapshot", "-o", target, "--force", *flags] + [word for file in files for word in ("--from", file)])
    return [*without_sources(line), "--from", target] if made.returncode == EXIT_STATUS[YES] else None


def judge_saved(binary, axis, combination, folder, flags):
    line = arguments(folder, axis, combination)
    saved = None if combination.command else with_snapshot(binary, line, flags)
    if saved is None:
        return Judged(axis, combination, line, [], "", None, True)
    answer = run(binary, saved)
    verdict = next((name for name, status in EXIT_STATUS.items() if status == answer.returncode), "exit status %d" % answer.returncode)
    is_allowed = verdict == UNKNOWN or verdict in VERDICTS[combination.expected]
    complaints = [] if is_allowed else ["%s from a snapshot, expected %s" % (verdict, combination.expected)]
    if is_allowed:
        remove_inputs(folder, [word for word in line if word not in saved])
    return Judged(axis, combination, saved, complaints, first_line(answer), answer.returncode, True)


def from_server(server, line, combination):
    """The command line with an API server in place of all --from. None: no server can have such an input, or a server is not asked
    for what the answer rests on."""
    is_file = any("items" in each or each.get("kind") == "Snapshot" or "apiVersion" not in each for each in combination.cluster)
    is_hidden = UNKNOWN_TO_SERVERS.search(json.dumps(combination.cluster)) or UNKNOWN_TO_FILES.search(combination.name)
    if combination.command or is_file or is_hidden:
        return None
    cluster = served_cluster.Served(copy.deepcopy(combination.cluster), combination.manifest or [])
    return [*without_sources(line), "--server=" + server.serve(cluster)]


def judge_served(server, binary, axis, combination, folder):
    line = arguments(folder, axis, combination)
    live = from_server(server, line, combination)
    if live is None:
        return Judged(axis, combination, line, [], "", None, True)
    answer = run(binary, live)
    is_false_yes = answer.returncode == EXIT_STATUS[YES] and YES not in VERDICTS[combination.expected]
    complaints = ["Yes from an API server, expected %s" % combination.expected] if is_false_yes else []
    remove_inputs(folder, [word for word in line if word not in live])
    return Judged(axis, combination, live, complaints, first_line(answer), answer.returncode, True)


def judge(binary, axis, combination, folder):
    """Runs the text output only if a check needs it: for its first line, an error, or an assumption."""
    line = arguments(folder, axis, combination)
    has_report = combination.command != "lint" and "-o" not in line
    answer = run(binary, line + ["-o", "json"]) if has_report else run(binary, line)
    report = structured(answer) if has_report else None
    said = answer
    if report and (combination.first_line or answer.returncode == EXIT_STATUS[YES]):
        said = run(binary, line)
    complaints = list(complaints_about_verdict(combination, said))
    if report:
        verdict = report["status"].get("verdict")
        if EXIT_STATUS.get(verdict) != said.returncode:
            complaints.append("verdict %s with exit status %d" % (verdict, said.returncode))
        complaints += complaints_about_groups(report)
        if "asked" in report["status"]:
            complaints += complaints_about_ledger(report, said.stdout + said.stderr)
    if complaints and said is answer and has_report:
        said = run(binary, line)  # for the message
    return Judged(axis, combination, line, complaints, first_line(said), said.returncode, report is None or "asked" in report["status"])


def remove_inputs(folder, line):
    for part in line:
        if part.startswith(str(folder)):
            pathlib.Path(part).unlink()


def chosen(only):
    stems = set()
    for axis, combinations in TABLE.items():
        for combination in combinations():
            stem = stem_of(axis, combination)
            assert stem not in stems, "two combinations have the name %s" % stem
            stems.add(stem)
            if only in "%s: %s" % (axis, combination.name):
                yield axis, combination


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/check/src/kubectl-gang")
    parser.add_argument("--only", default="", metavar="TEXT", help="only combinations with this text in `AXIS: NAME`")
    parser.add_argument("--list", action="store_true", help="print the combinations with their expected verdicts")
    parser.add_argument("--folder", type=pathlib.Path, help="write the input files here and keep them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--by-axis", action="store_true", help="also count by axis")
    parser.add_argument("--served", action="store_true", help="ask an API server with the objects, for a false Yes")
    parser.add_argument("--saved", action="store_true", help="ask snapshots of the clusters")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth combination")
    parser.add_argument("--anonymized", action="store_true", help="ask anonymized snapshots of the clusters")
    options = parser.parse_args()
    table = list(chosen(options.only))[::options.every]
    if not table:
        sys.exit("error: no combination has %r in its name" % options.only)
    if options.list:
        for axis, combination in table:
            print("%-8s%s: %s  [%s]" % (combination.expected, axis, combination.name, combination.rule))
        print("%d combinations" % len(table))
        return
    folder = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="gang-trust-"))
    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        if options.served:
            server = served_cluster.Server()
            judged = list(pool.map(lambda row: judge_served(server, options.binary, *row, folder), table))
        elif options.saved or options.anonymized:
            flags = ["--anonymize"] if options.anonymized else []
            judged = list(pool.map(lambda row: judge_saved(options.binary, *row, folder, flags), table))
        else:
            judged = list(pool.map(lambda row: judge(options.binary, *row, folder), table))
    failed = false_yes = without_ledger = 0
    counts = collections.defaultdict(collections.Counter)
    for each in judged:
        expected, count = each.combination.expected, counts[each.axis]
        count["asked"] += 1
        without_ledger += not each.has_ledger
        if each.status == EXIT_STATUS[YES] and YES not in VERDICTS[expected]:
            count["false Yes"] += 1
            false_yes += 1
        if expected == YES:
            count["controls"] += 1
            count["controls failed"] += bool(each.complaints)
        if not each.complaints:
            if not options.folder:
                remove_inputs(folder, each.line)
            continue
        failed += 1
        count["failed"] += 1
        print("FAILED %s: %s: %s\n  rule: %s\n  said: %s\n  %s\n" % (each.axis, each.combination.name, "; ".join(each.complaints),
                                                                     each.combination.rule, each.first_line,
                                                                     shlex.join([options.binary, *each.line])))
    if options.by_axis:
        columns = ("asked", "failed", "false Yes", "controls", "controls failed")
        print("%-16s%s" % ("axis", "".join("%17s" % column for column in columns)))
        for axis, count in counts.items():
            print("%-16s%s" % (axis, "".join("%17d" % count[column] for column in columns)))
    if not_asked := sum(each.status is None for each in judged):
        print("%d not asked: another command, or a cluster that a snapshot or a server cannot have" % not_asked)
    if without_ledger:
        print("%d reports have no ledger (status.asked)" % without_ledger)
    print("%d passed, %d failed, %d of these a false Yes" % (len(judged) - failed, failed, false_yes))
    if not failed and not options.folder:
        folder.rmdir()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
