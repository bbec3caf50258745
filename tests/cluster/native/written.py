# SPDX-License-Identifier: Apache-2.0
"""Written cases for native groups. Each file of scenarios/ is one question, in the format of shapes.py:

    question: what the case settles
    luck: true                            if real runs differ: then only the expectations apply to both
    nodes, podGroups, pods, budgets, …: NAME: {fields of shapes.py}; objects: [verbatim]
    config: a KubeSchedulerConfiguration (a mapping)
    arriving: true                        if the pending pods come, in this order, to a scheduler that already runs
    sleep_before: {INDEX: seconds}        before the creation of this object of `objects`
    expect:
      bound:     {GROUP: count}                         members bound at rest
      together:  count                                  members bound of all groups
      condition: {GROUP: [status, reason, message]}     PodGroupScheduled; `none` if the scheduler writes none
      messages:  {GROUP: {text: count}}                 of PodScheduled, over its unbound members
      node:      {POD: NODE}, message: {POD: text}, contains: {POD: a part of it}
      deleted:   [POD, …]                               exactly the evicted pods

Groups and pods without a namespace are in default.
"""
import json
import pathlib

import yaml

from scenarios import SHAPES, StrictYaml, full, short
from shapes import expand

FOLDER = pathlib.Path(__file__).resolve().parent / "scenarios"
WORDS = {"bound", "together", "condition", "messages", "node", "message", "contains", "deleted"}


class Scenario:
    """One file. `case` is the input for the reference."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as stream:
            content = yaml.load(stream, StrictYaml)
        self.name, self.question, self.expect = path.stem, content.pop("question"), content.pop("expect")
        config, self.luck = content.pop("config", None), content.pop("luck", False)
        timing = {word: content.pop(word) for word in ("arriving", "sleep_before") if word in content}
        unknown = (set(content) - SHAPES) | (set(self.expect) - WORDS)
        if unknown or not self.expect:
            raise ValueError("%s: unknown words %s" % (path, sorted(unknown)))
        self.case = {"name": self.name, "ties": "first", "objects": expand(content), **timing}
        if config:
            self.case["config"] = json.dumps(config)

    def unmet(self, outcome, facts):
        """Returns the unmet expectations as sentences."""
        wrong = []

        def demand(what, expected, found, holds=None):
            if not (found == expected if holds is None else holds):
                wrong.append("%s: expected %r, found %r" % (what, expected, found))

        for group, count in self.expect.get("bound", {}).items():
            demand("members bound of " + group, count, facts.get(("group " + full(group), "bound")))
        if "together" in self.expect:
            demand("members bound of all groups", self.expect["together"], sum(g["bound"] for g in outcome["groups"].values()))
        for group, expected in self.expect.get("condition", {}).items():
            found = facts.get(("group " + full(group), "condition"))
            if isinstance(found, dict):
                found = [found["status"], found["reason"], found["message"]]
            demand("condition of " + group, expected, found)
        for group, texts in self.expect.get("messages", {}).items():
            demand("messages of " + group, sorted([text, count] for text, count in texts.items()),
                   facts.get(("group " + full(group), "messages")))
        for pod, node in self.expect.get("node", {}).items():
            demand("node of " + pod, node, outcome["pods"][full(pod)]["node"])
        for pod, text in self.expect.get("message", {}).items():
            demand("message of " + pod, text, outcome["pods"][full(pod)]["message"])
        for pod, part in self.expect.get("contains", {}).items():
            text = outcome["pods"][full(pod)]["message"]
            demand("message of " + pod, part, text, part in text)
        if "deleted" in self.expect:
            gone = sorted(key for key, pod in outcome["pods"].items() if pod["deleted"])
            demand("evicted pods", sorted(full(pod) for pod in self.expect["deleted"]), gone)
        return wrong


def expectations(runs, found):
    """Returns the expectations of a scenario from runs, each (outcome, facts), on which all of them agree: bound members, nodes of
    single pods, victims, and the conditions and texts in the differences `found`."""
    differing, expect = {(d.subject, d.field) for d in found}, {}
    for key, value in runs[0][1].items():
        (subject, field), (kind, _, name) = key, key[0].partition(" ")
        if any(key not in facts or facts[key] != value for _, facts in runs):
            continue
        if (kind, field) in (("group", "bound"), ("pod", "node")) or key in differing and (kind, field) == ("pod", "message"):
            expect.setdefault(field, {})[short(name)] = value
        elif key in differing and field == "condition":
            written = value if isinstance(value, str) else [value["status"], value["reason"], value["message"]]
            expect.setdefault(field, {})[short(name)] = written
        elif key in differing and field == "messages":
            expect.setdefault(field, {})[short(name)] = {text: count for text, count in value}
    victims = [sorted(short(key) for key, pod in outcome["pods"].items() if pod["deleted"]) for outcome, _ in runs]
    if all(gone == victims[0] for gone in victims):
        expect["deleted"] = victims[0]
    return expect


def load(names=()):
    """The scenarios with these names; all if `names` is empty."""
    return [Scenario(path) for path in sorted(FOLDER.glob("*.yaml")) if not names or path.stem in names]
