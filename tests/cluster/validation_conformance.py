#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does dry-run refuse what the API server refuses, and nothing else?

    validation_conformance.py --binary PROGRAM [--dialect native] [--cases 3000] [--seed 1]   broken manifests of every kind
    validation_conformance.py --binary PROGRAM --published FOLDER...                          manifests found in folders
    validation_conformance.py --binary PROGRAM --record [--cases 4000]                        writes recorded_validation.json
    validation_conformance.py --binary PROGRAM --replay                                       compares with it, without a server

Each manifest goes to the reference API server (a POST with dryRun=All and strict validation) and to `dry-run -o json`. Compared
are the verdict, the fields of the errors, and the texts. The last lines are the table, and the differences by kind that KNOWN
does not explain. Status 1: a verdict or the fields of a manifest differ without a row in KNOWN, or fewer
texts are the API server's than when its answers were recorded.
"""
import argparse
import collections
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

import live_server
import validation_manifests

RECORDED = pathlib.Path(__file__).resolve().parent / "recorded_validation.json"
RESOURCES = {  # (apiVersion, kind): resource; kinds without a namespace have a star
    ("v1", "ConfigMap"): "configmaps", ("v1", "LimitRange"): "limitranges", ("v1", "Namespace"): "*namespaces",
    ("v1", "PersistentVolumeClaim"): "persistentvolumeclaims", ("v1", "Pod"): "pods", ("v1", "PodTemplate"): "podtemplates",
    ("v1", "ReplicationController"): "replicationcontrollers", ("v1", "ResourceQuota"): "resourcequotas", ("v1", "Secret"): "secrets",
    ("v1", "Service"): "services", ("v1", "ServiceAccount"): "serviceaccounts",
    ("apps/v1", "DaemonSet"): "daemonsets", ("apps/v1", "Deployment"): "deployments", ("apps/v1", "ReplicaSet"): "replicasets",
    ("apps/v1", "StatefulSet"): "statefulsets", ("batch/v1", "CronJob"): "cronjobs", ("batch/v1", "Job"): "jobs",
    ("policy/v1", "PodDisruptionBudget"): "poddisruptionbudgets", ("node.k8s.io/v1", "RuntimeClass"): "*runtimeclasses",
    ("scheduling.k8s.io/v1", "PriorityClass"): "*priorityclasses",
    ("scheduling.k8s.io/v1alpha2", "PodGroup"): "podgroups", ("scheduling.k8s.io/v1alpha2", "Workload"): "workloads",
    ("scheduling.x-k8s.io/v1alpha1", "PodGroup"): "podgroups"}
RBAC = "rbac.authorization.k8s.io/v1"
RESOURCES.update({(RBAC, "Role"): "roles", (RBAC, "RoleBinding"): "rolebindings", (RBAC, "ClusterRole"): "*clusterroles",
                  (RBAC, "ClusterRoleBinding"): "*clusterrolebindings"})

CLUSTER = {"apiVersion": "v1", "kind": "List", "items": [
    {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "default"}},
    {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": "default"}},
    {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "64", "memory": "64Gi", "pods": "100"}}}]}

# Differences that are meant: (a pattern of a line "FIELD: BODY" that only one side has, the reason).
KNOWN = [
    (r"privileged: Forbidden: disallowed by cluster policy", "clusters allow privileged containers (--allow-privileged); this API server does not"),
    (r"serviceAccountToken: Forbidden: must not be specified", "clusters set serviceAccountName (admission plugin ServiceAccount); this API server does not"),
    (r"no PriorityClass with name|Workload .* not found", "the API server also looks for objects that dry-run finds or asks for elsewhere"),
    (r"serviceaccounts .* already exists", "the test has made it"),
    (r"priorityClassName: Invalid value", "the API server names the missing class before it looks at the name"),
    (r"^(spec\.minResources|strict decoding error: unknown field \"spec\.(min|sch)\w+\.)|must be of type integer: \"object\"",
     "the schema of a custom resource drops an object where it wants an amount"),
    (r"^<nil>: .*must validate at least one schema", "the schema's anyOf says a wrong type twice"),
    (r"^exit 2: .*: spec\.minMember: ", "no controller can read a number of more than 32 bits"),
    (r"preemptionPolicy: Unsupported value|the string value of PreemptionPolicy", "admission plugins of the API server come before its validation"),
    (r"initContainers\[\d+\]\.restartPolicy: Unsupported value", "1.34 drops a value that it does not know"),
    (r"unknown time zone", "a time zone that is not in the list leaves the answer open"),
    (r"spec\.template\.spec\.volumes\[\d+\]", "in a StatefulSet, the API server counts the claim templates before the volumes"),
]


class Server(live_server.Server):
    """A reference API server that answers dry runs."""

    def reply(self, connection, manifest):
        """(refused, errors): errors are lines "FIELD: BODY"; None if the server does not have the kind."""
        resource = RESOURCES.get((manifest.get("apiVersion"), manifest.get("kind")))
        if resource is None:
            return None
        version = manifest["apiVersion"]
        metadata = manifest.get("metadata")
        space = (isinstance(metadata, dict) and metadata.get("namespace")) or "default"
        path = ("/apis/" if "/" in version else "/api/") + version
        path += "/" + resource[1:] if resource[0] == "*" else "/namespaces/%s/%s" % (space, resource)
        connection.request("POST", path + "?dryRun=All&fieldValidation=Strict&fieldManager=kubectl-client-side-apply",
                           json.dumps(manifest, sort_keys=True),
                           {"Authorization": "Bearer " + self.tokens["admin"], "Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status < 300:
            return False, []
        if answer.status == 404:
            return None
        status = json.loads(text)
        causes = (status.get("details") or {}).get("causes") or []
        lines = ["%s: %s" % (cause.get("field", ""), cause["message"]) for cause in causes]
        return True, sorted(set(lines or words_of_decoder(status["message"])))


def words_of_decoder(message):
    """The parts of a message about values that cannot be decoded."""
    unknown = re.findall(r'unknown field "([^"]*)"', message)
    if unknown:
        return ['strict decoding error: unknown field "%s"' % field for field in unknown]
    return [message.split(": ", 1)[1] if "cannot be handled as a" in message else message]


def field_of(line):
    """The field of an error: of Go's decoder the path without indexes, of an unknown field its path."""
    if found := re.match(r'strict decoding error: unknown field "([^"]*)"', line):
        return found.group(1)
    if found := re.search(r"Go struct field \w+\.([\w.]+) of type", line):
        return "type of " + re.sub(r"\.[A-Z]\w+", "", found.group(1))  # Go names embedded structs
    for word in ("Go value of type v1.ObjectMeta", "quantities must match", "unable to parse quantity", "parsing time", "illegal base64", "Go value of type int32"):
        if word in line:
            return "type"
    return line.split(": ")[0]


# ---- our answers

def plain(line):
    """A refusal without our advice, and without the field and value that some of the API server's decoders do not name."""
    line = re.sub(r"^\S+: Invalid value: (?:.*: )?(?=quantities must match|unable to parse (?:quantity|numeric)|parsing time|illegal base64)", "", line)
    return re.sub(r"; (did you mean .*|.* belongs? in .*|the field is called .*)$", "", line)


def status_of(binary, manifests, folder):
    """The status of the report of one run, or None and the error."""
    file = folder / "manifests.json"
    file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": manifests}, sort_keys=True))
    ran = subprocess.run([binary, "dry-run", "-f", str(file), "--from", str(folder / "cluster.json"), "-o", "json"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    report = json.loads(ran.stdout) if ran.stdout else {}
    return (report["status"], "") if "status" in report else (None, ran.stderr.decode())


def refusals(status):
    """(object, line) of what the API server refuses: "Job ml/train", "spec.parallelism: Invalid value: …"."""
    for entry in status.get("asked", []):
        subject, found, line = entry["because"].partition(" is invalid: ")
        if found and entry["answer"] == "refuses" and entry["authority"] == "admission":
            yield subject, plain(line)


def single(binary, manifest, folder):
    """(refused, errors) of one manifest. An invalid manifest whose verdict is not No has an error of its own."""
    status, error = status_of(binary, [manifest], folder)
    if status is None:
        return True, ["exit 2: " + error.strip().split("\n")[-1]]
    lines = sorted({line for _, line in refusals(status)})
    return bool(lines), lines + (["the verdict is " + status["verdict"]] if lines and status["verdict"] != "No" else [])


def together(binary, manifests, folder):
    """(refused, errors) of each manifest, from one run: each is in a namespace of its own."""
    placed, apart = [], {}
    for index, manifest in enumerate(manifests):
        resource = RESOURCES.get((manifest.get("apiVersion"), manifest.get("kind")), "*")
        if resource[0] == "*" or not isinstance(manifest.get("metadata"), dict):
            apart[index] = single(binary, manifest, folder)
        else:
            placed.append(dict(manifest, metadata=dict(manifest["metadata"], namespace="case-%d" % index)))
    status, error = status_of(binary, placed, folder)
    lines = collections.defaultdict(set)
    for subject, line in refusals(status or {}):
        found = re.search(r" case-(\d+)/", subject)
        lines[int(found.group(1)) if found else -1].add(line)
    if status is None:
        print("exit 2:", error)
    return [apart.get(index, (index in lines, sorted(lines[index]))) for index in range(len(manifests))]


# ---- comparison

def explained(line, other_lines):
    """The reason of KNOWN for a line that only one side has; None: there is none."""
    for pattern, reason in KNOWN:
        if re.search(pattern, line):
            return reason
    return None


class Tally:
    def __init__(self):
        self.count = collections.Counter()
        self.kinds = collections.defaultdict(list)
        self.failed = 0

    def compare(self, name, manifest, real, ours, show):
        self.count["manifests"] += 1
        self.count["refused" if real[0] else "accepted"] += 1
        real_fields, our_fields = {field_of(line) for line in real[1]}, {field_of(line) for line in ours[1]}
        if real[0] == ours[0] and real_fields == our_fields:
            self.count["same verdict"] += 1
            self.count["same fields"] += real[0]
            self.count["same text"] += real[0] and set(real[1]) == set(ours[1])
            if real[0] and set(real[1]) != set(ours[1]):
                for line in sorted(set(real[1]) ^ set(ours[1])):
                    self.kinds["text " + ("theirs" if line in real[1] else "ours") + ": " + pattern_of(line)].append(name)
            return
        lines = [(line, "theirs") for line in real[1] if field_of(line) not in our_fields]
        lines += [(line, "ours") for line in ours[1] if field_of(line) not in real_fields]
        reasons = [explained(line, ours[1] if side == "theirs" else real[1]) for line, side in lines]
        self.count["same verdict"] += real[0] == ours[0]
        if lines and all(reasons):
            for reason in set(reasons):
                self.count["known: " + reason] += 1
            return
        self.failed += 1
        self.count["verdict differs" if real[0] != ours[0] else "fields differ"] += 1
        for line, side in lines or [("(no line)", "")]:
            key = ("VERDICT " if real[0] != ours[0] else "") + side + ": " + pattern_of(line)
            self.kinds[key].append(name)
        if show:
            print(name, "\n  theirs:", *real[1], "\n  ours:", *ours[1], sep="\n    ")

    def print(self):
        print()
        for word, count in self.count.items():
            print("%-40s %d" % (word, count))
        for key, names in sorted(self.kinds.items(), key=lambda item: (item[0].startswith("text"), -len(item[1]))):
            print("%5d  %s\n         e.g. %s" % (len(names), key[:260], names[0][:150]))
        print("%d passed, %d failed" % (self.count["manifests"] - self.failed, self.failed))


def pattern_of(line):
    return re.sub(r"\[\d+\]", "[]", re.sub(r'"[^"]{30,}"', '"…"', line))


def rule_of(line):
    """Of an error, what is the same in other manifests: the end of the path, and the words without values."""
    if "unknown field" in line:
        return "unknown " + line.split(".")[-1][:3]
    if found := re.match(r"json: cannot unmarshal (\w+).* of type (.*)", line):
        return found.group(0)[:25] + found.group(2)
    field, _, body = line.partition(": ")
    end = ".".join(re.sub(r"\[[^]]*\]", "[]", field).split(".")[-2:])
    return end + " " + re.sub(r'"(?:[^"\\]|\\.)*"|[\d{}\[\]:,.]+', "", body)[:60]


def documents(folders):
    """Objects of known kinds in the YAML and JSON files of folders, as (name, object)."""
    for folder in folders:
        for file in sorted(pathlib.Path(folder).rglob("*")):
            if file.suffix not in (".yaml", ".yml", ".json") or not file.is_file() or file.stat().st_size > 300000:
                continue
            try:
                for index, item in enumerate(yaml.load_all(file.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))):
                    items = item.get("items", []) if isinstance(item, dict) and item.get("kind") == "List" else [item]
                    for each in items:
                        if isinstance(each, dict) and (each.get("apiVersion"), each.get("kind")) in RESOURCES:
                            yield "%s#%d" % (file, index), json.loads(json.dumps(each))
            except Exception:  # a template, or a date; not a manifest
                continue


def everything(dialect):
    manifests = validation_manifests.kubernetes_manifests()
    manifests.update(validation_manifests.native_manifests() if dialect == "native" else validation_manifests.coscheduling_manifests())
    return manifests


def real_answers(dialect, cases):
    """Yields (case, answer) for each manifest whose kind the API server has; notes the others."""
    with tempfile.TemporaryDirectory() as name, Server(pathlib.Path(name), dialect=dialect) as server:
        connection = server.connect()
        try:
            server.send(connection, "POST", "/api/v1/namespaces/default/serviceaccounts", {"metadata": {"name": "default"}})
        except live_server.Refused:
            pass  # it is there
        for case in cases:
            try:
                answer = server.reply(connection, case[1])
            except http.client.RemoteDisconnected:  # a panic of the API server: an Indexed Job with a successPolicy, without completions
                connection = server.connect()
                continue
            if answer is not None:
                yield case, answer


def compare_live(arguments, folder):
    cases = list(documents(arguments.published)) if arguments.published else \
        validation_manifests.generated(arguments.seed, arguments.cases, everything(arguments.dialect))
    tally = Tally()
    for (name, manifest), answer in real_answers(arguments.dialect, cases):
        tally.compare(name, manifest, answer, single(arguments.binary, manifest, folder), arguments.show)
    tally.print()
    return tally.failed


def record(arguments, folder):
    """Keeps the API server's answers to the valid manifests and to the first manifest with each error of a rule."""
    cases = validation_manifests.generated(arguments.seed, arguments.cases, everything("native"))
    kept, seen = {}, set()
    for (name, manifest), (refused, errors) in real_answers("native", cases):
        rules = {rule_of(line) for line in errors}
        if not errors or not rules <= seen:
            if errors or name.startswith("valid"):
                kept[name] = {"refused": refused, "errors": errors}
            seen |= rules
    recorded = {"seed": arguments.seed, "cases": arguments.cases, "answers": kept}
    tally = compare_recorded(arguments, folder, recorded)
    recorded["same text"] = tally.count["same text"]
    RECORDED.write_text(json.dumps(recorded, indent=0, sort_keys=True) + "\n")
    print("%d manifests recorded" % len(kept))
    return tally.failed


def compare_recorded(arguments, folder, recorded):
    """The manifests come from the seed."""
    made = dict(validation_manifests.generated(recorded["seed"], recorded["cases"], everything("native")))
    missing = sorted(set(recorded["answers"]) - set(made))
    if missing:
        sys.exit("validation_manifests.py no longer makes %s: --record again" % missing[0])
    names = sorted(recorded["answers"])
    tally = Tally()
    for name, ours in zip(names, together(arguments.binary, [made[name] for name in names], folder)):
        answer = recorded["answers"][name]
        tally.compare(name, made[name], (answer["refused"], answer["errors"]), ours, True)
    tally.print()
    return tally


def replay(arguments, folder):
    recorded = json.loads(RECORDED.read_text())
    tally = compare_recorded(arguments, folder, recorded)
    fewer = recorded["same text"] - tally.count["same text"]
    if fewer > 0:
        print("%d texts that were the API server's are no longer" % fewer)
    return tally.failed or fewer > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--dialect", default="native", choices=["native", "coscheduling"])
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--published", nargs="+", metavar="FOLDER")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("--show", action="store_true", help="prints each difference")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "cluster.json").write_text(json.dumps(CLUSTER))
        if arguments.record:
            failed = record(arguments, folder)
        else:
            failed = replay(arguments, folder) if arguments.replay else compare_live(arguments, folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
