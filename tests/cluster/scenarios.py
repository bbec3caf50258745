# SPDX-License-Identifier: Apache-2.0
"""Written cases. Each file of scenarios/ is one rule: a cluster in the format of shapes.py, and the expected result.

    rule: the rule under test, and its source
    nodes, groups, pods, budgets, claims, volumes, …: NAME: {fields of shapes.py}; objects: [verbatim]
    config: a KubeSchedulerConfiguration (a mapping); controller: true to run the PodGroup controller, too
    arriving: true for a scheduler that already runs when the pending pods come
    expect:
      node:      {POD: NODE, POD: ""}       its node at rest, "" for not bound
      bound:     {GROUP: count}             members bound at rest
      message:   {POD: the whole text}      of its PodScheduled condition at rest
      contains:  {POD: a part of that text}
      first:     {POD: the whole text}      of its first rejection
      firstContains: {POD: a part of it}
      order:     [POD, …]                   the first attempts, in order
      nominated: {POD: NODE}
      deleted:   [POD, …]                   exactly the evicted pods
      score:     {POD: {PLUGIN: {NODE: n}}} at its first attempt; PLUGIN total: the sum
      phase:     {GROUP: phase}             set by the controller
      tried:     [POD, …]                   pods that had an attempt

Pods and groups without a namespace are in default. Expectations come from the rules, not from our output.
"""
import json
import pathlib
import re

import yaml

from compare import Cluster, our_facts, run_facts
from shapes import expand

FOLDER = pathlib.Path(__file__).resolve().parent / "scenarios"
PLAIN = pathlib.Path(__file__).resolve().parent / "native/plain/scenarios"  # of single pods, for Kubernetes 1.36
WORDS = {"node", "bound", "message", "contains", "first", "firstContains", "order", "nominated", "deleted", "score", "phase", "tried"}
SHAPES = {"nodes", "groups", "podGroups", "pods", "budgets", "storageClasses", "volumes", "claims", "csiNodes", "services", "objects"}


class StrictYaml(yaml.SafeLoader):
    """YAML with these rules: a duplicate key is an error, only true and false are booleans (`on` is a name, as in YAML 1.2),
    and no value is a date."""

    yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in rows if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")]
        for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()}

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, "the key %r stands twice" % key, node.start_mark)
        return super().construct_mapping(node, deep)


StrictYaml.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def full(name):
    return name if "/" in str(name) else "default/" + str(name)


class Scenario:
    """One file. `case` is the input for the reference."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as stream:
            content = yaml.load(stream, StrictYaml)
        self.name, self.expect = path.stem, content.pop("expect")
        self.rule = content.pop("rule")
        unknown = (set(content) - SHAPES - {"config", "controller", "arriving", "sleep_before"}) | (set(self.expect) - WORDS)
        if unknown or not self.expect:
            raise ValueError("%s: unknown words %s" % (path, sorted(unknown)))
        config = content.pop("config", None)
        self.case = {"name": self.name, "ties": "first", "controller": content.pop("controller", False)}
        if config:
            self.case["config"] = json.dumps(config)
        for word in ("arriving", "sleep_before"):
            if word in content:
                self.case[word] = content.pop(word)
        self.case["objects"] = expand(content)

    def unmet(self, facts):
        """Returns the unmet expectations as sentences, for facts of compare.py."""
        wrong = []

        def demand(what, expected, found, holds=None):
            if not (found == expected if holds is None else holds):
                wrong.append("%s: expected %r, found %r" % (what, expected, found))

        order = [facts["attempt %d" % i, "pod"] for i in range(count_attempts(facts))]
        first = {pod: "attempt %d" % order.index(pod) for pod in set(order)}

        def at_first(pod, field, default=None):
            return facts.get((first.get(full(pod), ""), field), default)

        for pod, node in self.expect.get("node", {}).items():
            demand("node of " + pod, node, facts.get(("pod " + full(pod), "node")))
        for group, count in self.expect.get("bound", {}).items():
            demand("members bound of " + group, count, facts.get(("group " + full(group), "bound")))
        for pod, text in self.expect.get("message", {}).items():
            demand("message of " + pod, text, facts.get(("pod " + full(pod), "message")))
        for pod, part in self.expect.get("contains", {}).items():
            text = facts.get(("pod " + full(pod), "message")) or ""
            demand("message of " + pod, part, text, part in text)
        for pod, text in self.expect.get("first", {}).items():
            demand("first message of " + pod, text, at_first(pod, "message"))
        for pod, part in self.expect.get("firstContains", {}).items():
            text = at_first(pod, "message", "")
            demand("first message of " + pod, part, text, part in text)
        if "order" in self.expect:
            expected = [full(pod) for pod in self.expect["order"]]
            demand("order of attempts", expected, order[:len(expected)])
        for pod, node in self.expect.get("nominated", {}).items():
            demand("nominated node of " + pod, node, facts.get(("pod " + full(pod), "nominated")))
        if "deleted" in self.expect:
            gone = sorted(s[4:] for (s, f), v in facts.items() if f == "deleted" and v)
            demand("evicted pods", sorted(full(pod) for pod in self.expect["deleted"]), gone)
        for pod, plugins in self.expect.get("score", {}).items():
            for plugin, nodes in plugins.items():
                found = at_first(pod, "score " + plugin, {})
                demand("score of %s by %s" % (pod, plugin), nodes, {node: found.get(node, 0) for node in nodes})
        for pod in self.expect.get("tried", []):
            demand("an attempt of " + pod, True, facts.get(("pod " + full(pod), "tried")))
        for group, phase in self.expect.get("phase", {}).items():
            demand("phase of " + group, phase, facts.get(("group " + full(group), "phase")))
        return wrong


def count_attempts(facts):
    return 1 + max((int(s.split()[1]) for s, f in facts if f == "pod" and s.startswith("attempt ")), default=-1)


def short(name):
    return name[len("default/"):] if name.startswith("default/") else name


def expectations(record, found, binary, config):
    """Returns the expectations of a new scenario: nodes of pods, bound members, victims, and the texts in the differences
    `found`. All runs of the record agree on them, and our answer does not declare them as races."""
    outcomes = [run_facts(run, Cluster(record["snapshot"]), True) for run in record["runs"]]
    racing = our_facts(binary, record["snapshot"], config)[1]
    texts, expect = {d.subject for d in found if d.field == "message"}, {}
    for key, value in outcomes[0].items():
        (subject, field), (kind, _, name) = key, key[0].partition(" ")
        if key in racing or any(key not in outcome or outcome[key] != value for outcome in outcomes):
            continue
        if (kind, field) in (("pod", "node"), ("group", "bound")) or kind == "pod" and field == "message" and subject in texts:
            expect.setdefault(field, {})[short(name)] = value
    victims = [sorted(short(s[4:]) for (s, field), gone in outcome.items() if field == "deleted" and gone) for outcome in outcomes]
    if all(run["rest"] for run in record["runs"]) and all(gone == victims[0] for gone in victims):
        expect["deleted"] = victims[0]
    return expect


def load(folder=FOLDER):
    return [Scenario(path) for path in sorted(folder.glob("*.yaml"))]


def outcomes_of_record(record):
    """The facts of each run that came to rest; of all runs if none did, because those have no facts of pods and groups."""
    at_rest = [run for run in record["runs"] if run["rest"]]
    return [run_facts(run, Cluster(record["snapshot"]), True) for run in at_rest or record["runs"]]


def outcome_of_ours(binary, snapshot, config):
    return our_facts(binary, snapshot, config)[0]
