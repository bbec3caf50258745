# SPDX-License-Identifier: Apache-2.0
"""Reduces a case that disagrees: removes objects while the disagreement stays, by runs of the real scheduler."""
import re
import time

import yaml

from compare import describe, differences, our_facts, real_facts
from program import OursFailed


def kinds_of(found):
    """The kinds of facts that disagree: their fields; for texts, the reasons that only one of the two has."""
    kinds = set()
    for difference in found:
        if difference.field in ("message", "then") and difference.ours is not None:
            real, ours = reasons(difference.real), reasons(difference.ours)
            kinds.add((difference.field, frozenset(real - ours), frozenset(ours - real)))
        elif difference.ours is not None:
            kinds.add((difference.field, difference.real in ("", [], False), difference.ours in ("", [], False)))
    return kinds


def reasons(text):
    """The reasons in a text, without numbers and names of pods."""
    text = re.sub(r"Pod \S+ is|PodGroup \S+ gets|pod \S+ cannot", "", text)
    return {re.sub(r"\d+", "#", part).strip() for part in re.split(r"[,:] |\. ", text) if part}


def differences_of(case, record, binary):
    """The differences of one recorded case; None if it has no record or no answer."""
    if record["error"]:
        return None
    try:
        ours, varies = our_facts(binary, record["snapshot"], case.get("config"))
    except OursFailed:
        return None
    real, _ = real_facts(record, case.get("controller", False))
    return differences(real, ours, varies)[0]


def without(case, positions):
    """The case without some objects."""
    kept = [o for i, o in enumerate(case["objects"]) if i not in positions]
    smaller = {k: v for k, v in case.items() if k not in ("objects", "sleep_before")}
    return dict(smaller, objects=kept)


def minimise(reference, case, found, binary, judge=differences_of, seconds=90, runs=3):
    """Returns a smaller case with at least one difference of the same kind, and its differences as `judge` finds them.

    Leaves out halves, quarters and so on down to single objects, several attempts at a time.
    """
    wanted, end = kinds_of(found), time.monotonic() + seconds
    case = dict(without(case, ()), runs=runs)
    size = max(1, len(case["objects"]) // 2)
    while time.monotonic() < end:
        count = len(case["objects"])
        trials = [without(case, range(start, min(start + size, count))) for start in range(0, count, size)]
        # Without a node every case fails in the same way.
        trials = [trial for trial in trials if any(o["kind"] == "Node" for o in trial["objects"])]
        best = None
        for trial, record in reference.record(trials):
            now = judge(trial, record, binary)
            if now and kinds_of(now) & wanted and (best is None or len(trial["objects"]) < len(best[0]["objects"])):
                best = (trial, now)
        if best:
            case, found = best
            size = max(1, min(size, len(case["objects"]) // 2))
        elif size == 1:
            break
        else:
            size = max(1, size // 2)
    return case, found


class WithoutAliases(yaml.SafeDumper):
    """Writes a repeated part in full each time, not as an alias."""

    def ignore_aliases(self, data):
        return True


def yaml_of(content):
    return yaml.dump(content, Dumper=WithoutAliases, sort_keys=False, default_flow_style=None, width=140)


def print_smaller(case, smaller, left):
    """Prints the case that minimise() reduced, as YAML that can become a scenario, and its differences."""
    print("\n# %s, made smaller: %d of %d objects" % (case["name"], len(smaller["objects"]), len(case["objects"])))
    for difference in left:
        print("# " + describe(difference).replace("\n", "\n# "))
    shown = {key: smaller[key] for key in ("config", "controller") if smaller.get(key)}
    shown["objects"] = smaller["objects"]
    print(yaml_of(shown))
