#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the same questions with two programs and compares exit status, standard output and standard error byte for byte: a
refactoring changes none of them.

    tests/compare_binaries.py OLD NEW [--cases 150] [--seed 1] [--only TEXT] [--stop]

The questions (tests/questions.py) are every command line of the stories, and explain, queue, lint and dry-run about the
recorded clusters of the real scheduler and about random ones, as JSON and as text. The script prints the first difference
with the command lines that repeat it. Comparing a program with itself shows whether its output is deterministic.

Ends with 0: no difference, 1: some answers differ or a question crashes NEW, 2: nothing was compared, because there is no question, or because a
program does not run or does not answer.
"""
import argparse
import collections
import concurrent.futures
import difflib
import filecmp
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import questions  # noqa: E402
from stories import ROOT, Runner  # noqa: E402

SHOWN_LINES, SHOWN_WIDTH = 40, 200  # limits for printing a difference
REAL_ANSWER = (0, 1, 2)  # exit statuses: yes, no, could not tell
NO_ANSWER = "no answer"
CLOCK = re.compile(r'"?capturedAt"?: *"?[0-9][0-9TZ:.-]*"?')


class NothingCompared(Exception):
    """Reason why the outcome would mean nothing, as a sentence."""


class Program:
    """One of the two programs, by the path that the user gave."""

    def __init__(self, name, path, folder):
        self.name, self.path = name, pathlib.Path(path).resolve()
        folder.mkdir()
        link = folder / "kubectl-gang"  # one name for both, because help prints it
        link.symlink_to(self.path)
        self.runner = Runner(link, folder, all_yaml=False)
        if not os.access(self.path, os.X_OK) or self.path.is_dir():
            raise NothingCompared("%s, %s, is no program" % (name, path))
        status, out, err = self.runner.run("kubectl gang version", ROOT)
        if status != 0 or not out:
            raise NothingCompared("%s does not run: `%s version` ends with status %d: %s" % (name, path, status, err))

    def answer(self, question):
        """(exit status, output, errors)."""
        try:
            return self.runner.run(question.line, question.folder)
        except (subprocess.TimeoutExpired, UnicodeDecodeError) as failure:
            return None, "", "%s\n" % failure


def ending(question, answer):
    """The exit status if there is an answer, or an error that a story shows."""
    status, out, _ = answer
    return str(status) if status in REAL_ANSWER and (out or question.shows_error) else NO_ANSWER


def fails(answers):
    """Two programs that both crash are no success."""
    return answers[0] != answers[1] or answers[1][0] not in REAL_ANSWER


def show(question, programs, answers):
    """Prints a difference or a crash, and how to repeat it."""
    print("FAIL %s\n    cd %s" % (question.name, question.folder))
    for program in programs:
        print("    " + question.line.replace("kubectl gang", str(program.path)))
    statuses = [answer[0] for answer in answers]
    if statuses[0] != statuses[1] or statuses[1] not in REAL_ANSWER:
        print("exit status: OLD %s, NEW %s" % tuple(statuses))
    for number, stream in ((1, "standard output"), (2, "standard error")):
        texts = [answer[number].splitlines() for answer in answers]
        lines = list(difflib.unified_diff(*texts, "OLD " + stream, "NEW " + stream, n=2, lineterm=""))
        if not lines and answers[0][number] != answers[1][number]:
            lines = ["%s: only line ends differ" % stream]
        for line in lines[:SHOWN_LINES]:
            print(line if len(line) <= SHOWN_WIDTH else line[:SHOWN_WIDTH] + " …")
        if len(lines) > SHOWN_LINES:
            print("… %d more lines" % (len(lines) - SHOWN_LINES))
    sys.stdout.flush()


class Tally:
    """Numbers of questions, of differences, and of OLD's exit statuses, all by kind."""

    def __init__(self):
        self.asked, self.differing = collections.Counter(), collections.Counter()
        self.endings = collections.defaultdict(collections.Counter)

    def add(self, question, answers):
        self.asked[question.kind] += 1
        self.differing[question.kind] += fails(answers)
        self.endings[question.kind][ending(question, answers[0])] += 1

    def demand_answers(self):
        """Raises if OLD rejects too much: two programs that reject everything agree in everything."""
        if not self.asked:
            raise NothingCompared("there is no question")
        for kind, endings in self.endings.items():
            answered = self.asked[kind] - endings[NO_ANSWER]
            if answered * 2 < self.asked[kind]:
                raise NothingCompared("OLD answers only %d of %d questions of the kind `%s`" % (answered, self.asked[kind], kind))

    def print_kinds(self):
        for kind, count in self.asked.most_common():
            endings = ", ".join("%d × %s" % (number, name) for name, number in sorted(self.endings[kind].items()))
            print("%6d asked, %4d differ: %s (OLD: %s)" % (count, self.differing[kind], kind, endings))


def without_clock(answer):
    status, out, err = answer
    return status, CLOCK.sub("", out), err


def ask(question, programs):
    """The answers of both programs. Asks again if only capturedAt differs: an input without a time gets the time of the clock."""
    pair = [program.answer(question) for program in programs]
    went_on = pair[0] != pair[1] and without_clock(pair[0]) == without_clock(pair[1])
    return [program.answer(question) for program in programs] if went_on else pair


def compare(asked, programs, arguments, tally):
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        answers = pool.map(lambda question: ask(question, programs), asked)
        for question, pair in zip(asked, answers):
            tally.add(question, pair)
            if not fails(pair):
                continue
            if tally.differing.total() == 1:
                show(question, programs, pair)
            if arguments.stop:
                pool.shutdown(cancel_futures=True)
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD", help="a program, as it was before the change")
    parser.add_argument("new", metavar="NEW", help="the program of now")
    parser.add_argument("--cases", type=int, default=150, help="random clusters of each of two kinds")
    parser.add_argument("--seed", type=int, default=1, help="of the first random cluster; the others follow")
    parser.add_argument("--only", default="", metavar="TEXT", help="ask only questions whose name contains TEXT")
    parser.add_argument("--stop", action="store_true", help="stop at the first difference")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="questions at the same time")
    arguments = parser.parse_args()
    start, folder, tally = time.monotonic(), pathlib.Path(tempfile.mkdtemp(prefix="compare-binaries-")), Tally()
    try:
        programs = [Program("OLD", arguments.old, folder / "old"), Program("NEW", arguments.new, folder / "new")]
        if filecmp.cmp(programs[0].path, programs[1].path, shallow=False):
            print("OLD and NEW are the same file: only output that is not deterministic can differ")
        asked = [q for q in questions.all_questions(folder / "input", arguments.cases, arguments.seed) if arguments.only in q.name]
        compare(asked, programs, arguments, tally)
        tally.print_kinds()
        tally.demand_answers()
    except NothingCompared as reason:
        print("error: %s" % reason, file=sys.stderr)
        return 2
    finally:
        if tally.differing.total():
            print("The input files are in %s" % (folder / "input"))
        else:
            shutil.rmtree(folder)
    failed = tally.differing.total()
    print("%d s" % (time.monotonic() - start))
    print("%d passed, %d failed" % (tally.asked.total() - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
