#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the manual pages and the completion with the program's own descriptions.

    man_check.py PATH/TO/kubectl-gang

A page's OPTIONS and the command's help must list the same flags. A page's NAME must equal the program's own list of commands.
Completion must offer every flag. If mandoc is installed, it must accept the pages.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = sys.argv[1]
COMMANDS = ["explain", "dry-run", "queue", "bind", "lint", "verify", "snapshot", "completion", "options", "version"]
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def say(*arguments):
    ran = subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=60)
    check(ran.returncode == 0, "%s: exit status %d: %s" % (" ".join(arguments), ran.returncode, ran.stderr))
    return ran.stdout


FLAGS = re.compile(r"^(?:(-[A-Za-z]), )?(--[a-z-]+)")


def flags_of_help(text):
    """{("-n", "--namespace"), ("", "--from")} from lines such as `    -n, --namespace='':`."""
    found = (FLAGS.match(line[4:]) for line in text.splitlines() if re.match(r"    -", line))
    return {(match.group(1) or "", match.group(2)) for match in found}


def flags_of_page(page):
    """The same from the lines after .TP in the section OPTIONS."""
    options = re.search(r"^\.SH OPTIONS\n(.*?)^\.SH ", page, re.S | re.M).group(1)
    tags = re.findall(r"^\.TP\n(.*)$", options, re.M)
    plain = [re.sub(r"^\.[BI]+ |\\f[A-Z]", "", tag).replace("\\-", "-") for tag in tags]
    return {(match.group(1) or "", match.group(2)) for match in map(FLAGS.match, plain) if match}


def summaries(help_text):
    return dict(re.findall(r"^  ([a-z-]+) {2,}(\S.*)$", help_text, re.M))


def check_page(path, name, expected, summary):
    page = path.read_text(encoding="utf-8")
    where = "%s: " % path.name
    for flag in sorted(expected - flags_of_page(page)):
        check(False, where + "OPTIONS lacks %s %s" % flag)
    for flag in sorted(flags_of_page(page) - expected):
        check(False, where + "the help of %s lacks %s %s" % (name, *flag))
    title = re.search(r"^\.SH NAME\n(.*)$", page, re.M).group(1).replace("\\-", "-")
    check(title == "%s - %s" % (path.stem, summary), where + "NAME is %r, the program says %r" % (title, summary))
    for section in ["SYNOPSIS", "DESCRIPTION", "OPTIONS", "OUTPUT", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"]:
        check(re.search(r'^\.SH "?%s"?$' % section, page, re.M), where + "no section " + section)
    check_form(path)


def check_form(path):
    if shutil.which("mandoc"):
        lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", str(path)], capture_output=True, text=True)
        check(lint.returncode == 0, "%s: %s" % (path.name, lint.stdout + lint.stderr))


def check_completion(command, expected):
    offered = say("__completeNoDesc", command, "-").splitlines()
    for letter, name in expected:
        check(name in offered, "completion of %s lacks %s" % (command, name))
        check(not letter or letter in offered, "completion of %s lacks %s" % (command, letter))


def check_rules():
    """Every rule of lint has a section in kubectl-gang-lint(7), with its title and level."""
    rows = re.findall(r"^(G\d+) +(\S+) +(\S.*)$", say("lint", "--list"), re.M)
    page = (ROOT / "man/kubectl-gang-lint.7").read_text(encoding="utf-8")
    sections = re.findall(r'^\.SS "(G\d+): (.*) \((\w+)\)"$', page, re.M)
    check(sections == [(rule, title, level) for rule, level, title in rows], "kubectl-gang-lint.7 has the rules %s" % sections)


def check_causes():
    """kubectl-gang(7) lists every cause, in the order in which the engine tests them."""
    schema = json.loads((ROOT / "schemas/common.json").read_text(encoding="utf-8"))
    page = (ROOT / "man/kubectl-gang.7").read_text(encoding="utf-8")
    section = re.search(r"^\.SH WHY A GANG STAYS PENDING\n(.*?)^\.SH ", page, re.S | re.M).group(1)
    told = re.findall(r"^\.TP\n\.B (\w+)$", section, re.M)
    check(told == schema["$defs"]["code"]["enum"], "kubectl-gang.7 has the causes %s" % told)


def check_limits():
    """kubectl-gang-limits(7) has the engine's texts about rules that it does not simulate, word for word."""
    said = set()
    for source in ["storage.cpp", "devices.cpp"]:
        text = (ROOT / "src/engine/nodes" / source).read_text(encoding="utf-8")
        said |= set(re.findall(r'return "((?:[a-z]+ )?(?:claims|volumes) [^"]*)"', text))
    page = (ROOT / "man/kubectl-gang-limits.7").read_text(encoding="utf-8").replace("\\-", "-")
    told = set(re.search(r"^\.SH VOLUMES AND DEVICES\n.*?^\.RS\n(.*?)^\.RE", page, re.S | re.M).group(1).splitlines())
    check(len(said) > 10 and told == said, "kubectl-gang-limits.7: these differ from the program's: %s" % sorted(told ^ said))


def main():
    program = say("--help")
    summary = summaries(program)
    check_page(ROOT / "man/kubectl-gang.1", "the program", flags_of_help(program), "explain and predict gang scheduling")
    globals_ = flags_of_help(say("options"))
    for command in COMMANDS:
        shown = globals_ if command == "options" else flags_of_help(say(command, "--help"))
        words = summary.get(command, "")
        check(words, "the program's help does not list " + command)
        check_page(ROOT / ("man/kubectl-gang-%s.1" % command), command, shown, words[:1].lower() + words[1:])
        check_completion(command, shown | globals_)
    check_rules()
    check_causes()
    check_limits()
    for page in (ROOT / "man").glob("*.7"):
        check_form(page)
    pages = {page.name for page in (ROOT / "man").glob("*.1")}
    check(pages == {"kubectl-gang.1"} | {"kubectl-gang-%s.1" % c for c in COMMANDS}, "the pages are %s" % sorted(pages))
    check(set(summary) == set(COMMANDS), "the program lists %s" % sorted(summary))
    for failure in failures:
        print(failure)
    if not shutil.which("mandoc"):
        print("mandoc is not installed: skipped the lint of the pages")
    return 1 if failures else 0


sys.exit(main())
