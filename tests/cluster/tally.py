# SPDX-License-Identifier: Apache-2.0
"""Counts cases and facts that agree, and reports a case that does not."""
import collections
import random

from compare import describe
from program import OursFailed

CONFIRMING_RUNS = 8  # of a case if the first runs disagree
RACING_RUNS = 16  # of a case that disagrees again, if its real runs differ from each other


def seed_of(text):
    """The seed of `--seed TEXT`. `fresh` stands for a random one, which is printed so that a failure can be repeated."""
    if text != "fresh":
        return int(text)
    seed = random.SystemRandom().randrange(1_000_000_000)
    print("seed %d" % seed, flush=True)
    return seed


def runs_to_confirm(runs, left_out):
    """Returns how many runs to record for a case that disagrees after `runs`; 0: the disagreement stands. The scheduler picks
    one of several candidates for preemption at random, so a fact that a few runs share may be chance."""
    if runs < CONFIRMING_RUNS:
        return CONFIRMING_RUNS
    return RACING_RUNS if runs < RACING_RUNS and left_out["real runs differ"] else 0


class Tally:
    """The totals of the comparison."""

    def __init__(self):
        self.passed = self.failed = self.facts = self.disagreements = self.skipped = 0
        self.fields, self.left_out = collections.Counter(), collections.Counter()

    def add(self, found, compared, left_out):
        self.facts += compared
        self.left_out.update(left_out)
        self.disagreements += len(found)
        self.fields.update(d.field for d in found)

    def judge(self, name, answered):
        """Counts a case, and names it if it fails. `answered` is (differences, compared, left out), or the OursFailed with the
        reason why there is no answer."""
        if isinstance(answered, OursFailed):
            self.failed += 1
            print("FAIL %s: %s" % (name, answered))
            return
        self.add(*answered)
        if answered[0]:
            self.failed += 1
            say(name, answered[0])
        else:
            self.passed += 1

    def close(self, tolerated_percent=0):
        print("%d facts compared, %d disagreements" % (self.facts, self.disagreements))
        for field, count in self.fields.most_common():
            print("  %6d  differ in %s" % (count, field))
        for reason, count in self.left_out.most_common():
            print("  %6d  left out: %s" % (count, reason))
        if 0 < self.failed * 100 <= tolerated_percent * (self.passed + self.failed):
            print("%d cases disagree, named above; up to %d %% may, by races that nothing here recognises"
                  % (self.failed, tolerated_percent))
            self.passed, self.failed = self.passed + self.failed, 0
        line = "%d passed, %d failed" % (self.passed, self.failed)
        print(line + (", %d skipped" % self.skipped if self.skipped else ""))
        return 1 if self.failed else 0


def repeated(name, first, confirming):
    """Returns the expectations of a scenario that the real scheduler breaks. `first` are those of the first run, `confirming`
    those of each further run. Upstream has races: if its last victim ends while a pod's preemption still runs, nothing wakes the
    pod again. So one further run may break an expectation, too; this prints such a race and does not count it."""
    if not first:
        return []
    broken = [wrong for wrong in confirming if wrong]
    if len(broken) > 1:
        return broken[0]
    print("%s: a race, %d of %d real runs: %s" % (name, 1 + len(broken), 1 + len(confirming), "; ".join(first)))
    return []


def say(name, found):
    print("FAIL %s" % name)
    for difference in found:
        print("  " + describe(difference).replace("\n", "\n  "))
