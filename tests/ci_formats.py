#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates the outputs for CI systems against the formats of these systems.

    tests/ci_formats.py --binary build/dev/src/kubectl-gang [--published FOLDER]

-o junit, -o sarif and -o gitlab of stories and of a cluster full of hostile names must be valid by the schemas in
tests/data/ci, -o github by the grammar of workflow commands. Those schemas follow the rules of the published ones and are
narrower. --published (or GANG_PUBLISHED_SCHEMAS) adds the published ones in FOLDER: junit-10.xsd of the Jenkins xunit
plugin, JUnit.xsd of Windy Road, sarif-schema-2.1.0.json of OASIS. The test also spoils each part of every output once; the
schemas must reject it.

Exit status: 0 success, 1 failure, 77 xmllint or python3-jsonschema is missing.
"""
import argparse
import copy
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import hostile

try:
    import jsonschema
except ImportError:
    sys.exit(77)
if not shutil.which("xmllint"):
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = ROOT / "tests" / "data" / "ci"
STORIES = ("00-tour", "06-never-starts", "13-taint", "20-jobset", "26-dialects", "27-gates", "28-lint", "33-ci")
COMMANDS = ("explain", "dry-run", "queue", "lint")

ANNOTATION = re.compile(r"::(error|warning|notice) (file=[^,:\n]+,line=[1-9][0-9]*,)?title=[^,:\n]+::[^\n]+")
SUMMARY = re.compile(r"kubectl gang: (Yes|No|Unknown): \d+ passed, \d+ failed, \d+ unknown, \d+ skipped")

failures = []


def fail(what, why):
    failures.append("%s: %s" % (what, why))


class Schemas:
    def __init__(self, published):
        self.xsds = [OWN / "junit.xsd"]
        self.sarif = [self.validator(OWN / "sarif.json")]
        self.gitlab = [self.validator(OWN / "code-quality.json")]
        if published:
            folder = pathlib.Path(published)
            self.xsds += [folder / "junit-10.xsd", folder / "JUnit.xsd"]
            self.sarif.append(self.validator(folder / "sarif-schema-2.1.0.json"))

    @staticmethod
    def validator(path):
        schema = json.loads(path.read_text(encoding="utf-8"))
        return jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())

    def faults_of_xml(self, text, xsds=None):
        found = []
        for xsd in xsds or self.xsds:
            ran = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", str(xsd), "-"], input=text.encode("utf-8", "surrogateescape"),
                                 capture_output=True, check=False)
            if ran.returncode != 0:
                found.append("%s: %s" % (xsd.name, ran.stderr.decode().splitlines()[0]))
        return found

    @staticmethod
    def faults_of_json(value, validators):
        return ["%s at %s" % (error.message[:200], list(error.absolute_path)) for one in validators for error in one.iter_errors(value)]


def run(binary, words, folder):
    return subprocess.run([binary, *words], cwd=folder, capture_output=True, timeout=120, check=False)


def check_text(what, text, is_command_log=False):
    fault = hostile.faults(text, is_command_log)
    if fault:
        fail(what, fault)


def check_junit(what, text, schemas):
    for fault in schemas.faults_of_xml(text):
        fail(what, fault)
        return
    suite = ElementTree.fromstring(text).find("testsuite")
    cases = suite.findall("testcase")
    for name, count in (("tests", len(cases)), ("failures", len(suite.findall("testcase/failure"))),
                        ("errors", len(suite.findall("testcase/error"))), ("skipped", len(suite.findall("testcase/skipped")))):
        if int(suite.get(name)) != count:
            fail(what, "says %s=%s and has %d" % (name, suite.get(name), count))


def check_github(what, text, _):
    lines = text.split("\n")
    if lines.pop() != "":
        fail(what, "the last line has no end")
    if not SUMMARY.fullmatch(lines.pop()):
        fail(what, "no summary at the end")
    for line in lines:
        if not ANNOTATION.fullmatch(line):
            fail(what, "no annotation: %r" % line[:200])


def check_sarif(what, text, schemas):
    value = json.loads(text)
    for fault in schemas.faults_of_json(value, schemas.sarif):
        fail(what, fault)
    rules = [rule["id"] for rule in value["runs"][0]["tool"]["driver"]["rules"]]
    for result in value["runs"][0]["results"]:
        if rules[result["ruleIndex"]] != result["ruleId"]:
            fail(what, "ruleIndex points to another rule")


def check_gitlab(what, text, schemas):
    value = json.loads(text)
    if "./" in what and not value:
        fail(what, "no finding at all")
    for fault in schemas.faults_of_json(value, schemas.gitlab):
        fail(what, fault)
    marks = [issue["fingerprint"] for issue in value]
    if len(marks) != len(set(marks)):
        fail(what, "two issues have one fingerprint")


CHECKS = {"junit": check_junit, "github": check_github, "sarif": check_sarif, "gitlab": check_gitlab}


def check(what, text, format_name, schemas):
    check_text(what, text, format_name == "github")
    CHECKS[format_name](what, text, schemas)


def questions():
    """The command lines of the stories, without their output options."""
    for story in STORIES:
        folder = ROOT / "examples" / story
        seen = set()
        for line in (folder / "commands").read_text(encoding="utf-8").splitlines():
            if not line.startswith("$ kubectl gang ") or re.search(r"[|<>]", line):
                continue
            words = shlex.split(line[len("$ kubectl gang "):])
            if words[0] not in COMMANDS or "--list" in words or "--expand" in words:
                continue
            if "-o" in words:
                at = words.index("-o")
                del words[at:at + 2]
            words = [word for word in words if not word.startswith("--sort-by")]
            if "--sort-by" in line:
                words = [word for word in words if not word.startswith(".")]
            if tuple(words) not in seen:
                seen.add(tuple(words))
                yield folder, words


def formats_of(command):
    return ("junit", "github", "sarif", "gitlab") if command == "lint" else ("junit", "github")


def write_list(path, objects):
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}), encoding="utf-8")


def check_hostile(binary, schemas):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_list(folder / "cluster.json", hostile.everything())
        write_list(folder / "nodes.json", hostile.nodes())
        # The file also has a hostile name; a comma would mean two files.
        manifest = "a b%#?&\"':<>\u202e::x.json"
        write_list(folder / manifest, hostile.groups(named=False))
        count = 0
        for words in (["explain", "-A", "--from", "cluster.json", "--max-fixes", "0"], ["queue", "--from", "cluster.json"],
                      ["lint", "-A", "--from", "cluster.json"], ["lint", "--local", "-f", manifest],
                      ["lint", "--from", "nodes.json", "-f", "./" + manifest],
                      ["dry-run", "--from", "nodes.json", "--max-fixes", "0", "-f", manifest]):
            for format_name in formats_of(words[0]):
                ran = run(binary, words + ["-o", format_name], folder)
                what = "hostile names: %s -o %s" % (" ".join(words), format_name)
                check_text(what + ", standard error", ran.stderr.decode("utf-8", "replace"))
                if ran.returncode not in (0, 1, 2) or not ran.stdout:
                    fail(what, "no answer: %s" % ran.stderr.decode("utf-8", "replace")[:300])
                    continue
                check(what, ran.stdout.decode("utf-8", "surrogateescape"), format_name, schemas)
                count += 1
        return count


def spoiled_json(value, path=()):
    """Copies with one member less, one of another type, or one too many."""
    def places(node, way):
        if isinstance(node, dict):
            yield way, node
            for key, child in node.items():
                yield from places(child, way + (key,))
        elif isinstance(node, list):
            for index, child in enumerate(node[:2]):
                yield from places(child, way + (index,))
    for way, node in places(value, path):
        for key in [None, *node]:
            copied = copy.deepcopy(value)
            target = copied
            for step in way:
                target = target[step]
            if key is None:
                target["unknown"] = 1
                yield "%s with a member more" % (way,), copied
            elif key != "physicalLocation":  # a result without a file has no location
                del target[key]
                yield "%s without %s" % (way, key), copied


def spoiled_xml(text):
    tree = ElementTree.fromstring(text)
    for index, element in enumerate(tree.iter()):
        for name in [None, *element.keys()]:
            copied = copy.deepcopy(tree)
            target = list(copied.iter())[index]
            if name is None:
                target.set("unknown", "1")
            else:
                del target.attrib[name]
            yield "element %d, %s" % (index, name or "one attribute more"), ElementTree.tostring(copied, encoding="unicode")


def check_schemas(binary, schemas):
    """The schemas must reject wrong values: one that accepts everything finds nothing."""
    folder = ROOT / "examples" / "33-ci"
    lint = ["lint", "-f", "jobs.yaml", "--from", "cluster.yaml", "-o"]
    for format_name, validators in (("sarif", schemas.sarif[:1]), ("gitlab", schemas.gitlab[:1])):
        value = json.loads(run(binary, lint + [format_name], folder).stdout)
        if not value:
            fail("the schemas", "nothing to spoil in " + format_name)
        for what, wrong in spoiled_json(value):
            if not schemas.faults_of_json(wrong, validators):
                fail("the schema of " + format_name, "takes " + what)
    text = run(binary, ["dry-run", "-f", "jobs.yaml", "--from", "cluster.yaml", "-o", "junit"], folder).stdout.decode()
    for what, wrong in spoiled_xml(text):
        if not schemas.faults_of_xml(wrong, schemas.xsds[:1]):
            fail("the schema of junit", "takes " + what)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--published", default=os.environ.get("GANG_PUBLISHED_SCHEMAS"))
    options = parser.parse_args()
    binary, schemas, count = os.path.abspath(options.binary), Schemas(options.published), 0
    for folder, words in questions():
        for format_name in formats_of(words[0]):
            ran = run(binary, words + ["-o", format_name], folder)
            if ran.stdout:
                check("%s: %s -o %s" % (folder.name, " ".join(words), format_name), ran.stdout.decode(), format_name, schemas)
                count += 1
    count += check_hostile(binary, schemas)
    check_schemas(binary, schemas)
    if count < 50:
        fail("the stories", "only %d outputs" % count)
    for failure in failures[:20]:
        print(failure)
    print("%d outputs, %d schemas of others, %d failures" % (count, len(schemas.xsds) + len(schemas.sarif) - 2, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
