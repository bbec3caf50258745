# SPDX-License-Identifier: Apache-2.0
"""The remedies that README.md prints for examples/00-tour: of an existing group, and of a Job before its creation."""
import json
import pathlib
import tempfile

import yaml

from carry_out import MEMBERS_ANEW, as_new, carry_out, changed_member
from live_scheduler import with_short_backoff
from live_stage import BY_NAME
from program import write_inputs
from reference import ROOT

TOUR = ROOT / "examples/00-tour"
PRINTED = 3  # default number of remedies


def objects_of_tour():
    """The tour's objects of the kinds that a cluster can have, in the order of creation."""
    found = [thing for thing in json.loads((TOUR / "cluster.json").read_text())["items"] if thing["kind"] in BY_NAME]
    return sorted(found, key=lambda thing: thing["metadata"].get("creationTimestamp", ""))


def objects_of_job():
    """The PodGroup, and the pods that the Job controller creates."""
    group, job = yaml.safe_load_all((TOUR / "job.yaml").read_text())
    template, about = job["spec"]["template"], job["metadata"]
    pods = [dict(json.loads(json.dumps(template)), apiVersion="v1", kind="Pod") for _ in range(job["spec"]["parallelism"])]
    for index, pod in enumerate(pods):
        pod["metadata"].update(name="%s-%d" % (about["name"], index), namespace=about["namespace"])
    return group, pods


def create_changed(stage, fix, group, pods):
    """Creates the manifest's objects with the changes of the fix."""
    group = json.loads(json.dumps(group))
    if fix["kind"] == "LowerMinMember":
        group["spec"]["minMember"] = int(fix["changes"][0]["to"])
    stage.create(group)
    for pod in pods:
        made, class_needed = changed_member(fix, pod) if fix["kind"] in MEMBERS_ANEW else (None, None)
        if class_needed and not stage.has("PriorityClass", class_needed["metadata"]["name"]):
            stage.create(class_needed)
        stage.create(made or as_new(pod))


def check(remedies, stage):
    """Checks both examples, and counts them in `remedies`."""
    objects = objects_of_tour()
    tried = remedies.cluster(stage, "tour", objects, with_short_backoff(None))
    printed = [entry for entry in tried if entry.group == "ml/train"]
    if len(printed) < PRINTED:
        remedies.fail("tour", "ml/train", {"summary": "-"}, "only %d remedies are printed" % len(printed))
    group, pods = objects_of_job()
    stage.set_up(objects, paced=True)
    with tempfile.TemporaryDirectory() as folder:
        words = write_inputs(pathlib.Path(folder), stage.snapshot())
        answer = remedies.program.ask(folder, ["dry-run", "-f", str(TOUR / "job.yaml"), "-o", "json", "--max-fixes", "20"] + words)
    report = next(g for g in answer["status"]["groups"] if g["name"] == "sim")
    for fix in report.get("fixes", []):
        try_before_creation(remedies, stage, tried[0], fix, group, pods)
    if not report.get("fixes"):
        remedies.fail("tour", "ml/sim", {"summary": "-"}, "no remedies are printed")


def try_before_creation(remedies, stage, at_rest, fix, group, pods):
    """Applies the change first, then creates the Job, as `dry-run` promises."""
    quorum = int(fix["changes"][0]["to"]) if fix["kind"] == "LowerMinMember" else group["spec"]["minMember"]
    row, wrong = remedies.table[fix["kind"]], []
    for what in ("restarted", "at once"):
        stage.restore(at_rest.rest)
        with stage.scheduler(with_short_backoff(None)) as scheduler:
            stage.wait_for_rest(scheduler)
            if what == "restarted":
                scheduler.process.kill()
                scheduler.process.wait()
            if fix["kind"] not in MEMBERS_ANEW + ("LowerMinMember",):
                carry_out(stage, fix, [])
            create_changed(stage, fix, group, pods)
            if what == "at once":
                started = stage.wait_for_quorum("ml/sim", quorum, 20, scheduler) is not None
        if what == "restarted":
            stage.settle()
            with stage.scheduler(with_short_backoff(None)) as scheduler:
                started = stage.wait_for_quorum("ml/sim", quorum, 20, scheduler, ends_at_rest=True) is not None
        row[what] += started
        if not started:
            wrong.append("%s: it does not start; %s" % (what, remedies.changes(stage, at_rest)))
    row["tried"] += 1
    if wrong:
        remedies.fail("tour", "ml/sim", fix, "; ".join(wrong))
    else:
        remedies.passed += 1
