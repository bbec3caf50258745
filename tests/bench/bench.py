#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long an answer takes, and how much memory, against what merely reads the same bytes.

    tests/bench/bench.py                                  # a made-up cluster of 1,000 nodes and 30,000 pods
    tests/bench/bench.py --nodes 5000 --pods 150000       # as large as Kubernetes promises to be
    tests/bench/bench.py --from cluster.json -- explain train -n ml        # your own files, your own question

Seconds depend on the machine and on who else is using it; ratios much less. So every time is also given as a multiple of
`wc -l` (touching every byte; `wc -c` asks only for the size) and, where jq is installed, of `jq '.items|length'` (parsing them). With --from, and bare_pass
built (tests/bench/README.md), also of simdjson's bare pass with as many threads over the largest of the files, which has to be a list of pods. Times are
the best of --runs, memory is the largest resident set of any run.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GPU = "nvidia.com/gpu"
GROUP_LABEL = "scheduling.x-k8s.io/pod-group"
NAMESPACE = "bench"
WHEN = "2026-03-02T10:00:00Z"


# ---- a made-up cluster -----------------------------------------------------------------------------------------
# Objects as the API server stores them, with the fields that scheduling passes over: these are most of the bytes.
# Every fifth node has 8 GPUs. 49 of 50 pods run and are spread evenly; the others are pending gangs of 16 members
# with 2 GPUs each, of which most fit.


def metadata(name, labels, namespace=None):
    out = {"name": name, "creationTimestamp": WHEN, "labels": labels, "resourceVersion": "1048576",
           "uid": "00000000-0000-4000-8000-%012d" % (hash_of(namespace, name) % 10**12),
           "annotations": {"example.com/note": "as long as what people and controllers leave on an object" * 3}}
    if namespace:
        out["namespace"] = namespace
    return out


def hash_of(*texts):
    value = 2166136261
    for byte in "/".join(str(t) for t in texts).encode():
        value = (value ^ byte) * 16777619 % 2**64
    return value


def node(number):
    amounts = {"cpu": "64", "memory": "262144Mi", "ephemeral-storage": "500Gi", "pods": "110"}
    if number % 5 == 0:
        amounts[GPU] = "8"
    name = "node-%05d" % number
    images = [{"names": ["registry.example.com/team-%d/image-%d@sha256:%064x" % (i % 7, i, hash_of(i)),
                         "registry.example.com/team-%d/image-%d:v%d" % (i % 7, i, i)], "sizeBytes": 10**7 * i} for i in range(40)]
    return {"apiVersion": "v1", "kind": "Node",
            "metadata": metadata(name, {"kubernetes.io/hostname": name, "topology.kubernetes.io/zone": "zone-%d" % (number % 3)}),
            "spec": {}, "status": {"allocatable": amounts, "capacity": amounts, "images": images, "conditions": [
                {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "kubelet is posting ready status",
                 "lastHeartbeatTime": WHEN, "lastTransitionTime": WHEN}]}}


def pod(number, node_name, group):
    name = ("%s-%d" % (group, number)) if group else "service-%d-%06d" % (number % 97, number)
    requests = {"cpu": "500m", "memory": "512Mi"}
    if group:
        requests = {"cpu": "4", "memory": "8Gi", GPU: "2"}
    labels = {GROUP_LABEL: group} if group else {"app": "service-%d" % (number % 97)}
    container = {"name": "main", "image": "registry.example.com/team/main:1", "imagePullPolicy": "IfNotPresent",
                 "env": [{"name": "SETTING_%d" % i, "value": "value-%d" % i} for i in range(30)],
                 "resources": {"limits": requests, "requests": requests}, "terminationMessagePath": "/dev/termination-log",
                 "volumeMounts": [{"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "name": "token", "readOnly": True}]}
    out = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata(name, labels, NAMESPACE),
           "spec": {"containers": [container], "priority": 0, "schedulerName": "default-scheduler", "restartPolicy": "Always",
                    "volumes": [{"name": "token", "projected": {"defaultMode": 420, "sources": [
                        {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}}]}}]},
           "status": {"phase": "Running" if node_name else "Pending", "qosClass": "Guaranteed"}}
    if node_name:
        out["spec"]["nodeName"] = node_name
        out["status"]["conditions"] = [{"type": t, "status": "True", "lastProbeTime": None, "lastTransitionTime": WHEN}
                                       for t in ("Initialized", "Ready", "ContainersReady", "PodScheduled")]
        out["status"]["containerStatuses"] = [{"name": "main", "ready": True, "restartCount": 0, "started": True,
                                               "image": "registry.example.com/team/main:1", "containerID": "containerd://%064x" % number,
                                               "state": {"running": {"startedAt": WHEN}}, "lastState": {}}]
    return out


def pod_group(name):
    return {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup",
            "metadata": {"name": name, "namespace": NAMESPACE, "creationTimestamp": WHEN}, "spec": {"minMember": 16}}


def make_cluster(path, nodes, pods):
    pending = pods // 50 // 16 * 16

    def items():
        for number in range(nodes):
            yield node(number)
        for number in range(0, pending, 16):
            yield pod_group("gang-%04d" % (number // 16))
        for number in range(pods - pending):
            yield pod(number, "node-%05d" % (number % nodes), None)
        for number in range(pending):
            yield pod(number, None, "gang-%04d" % (number // 16))

    with open(path, "w", encoding="utf-8") as file:
        file.write('{"apiVersion":"v1","kind":"List","items":[')
        for index, item in enumerate(items()):
            file.write((",\n" if index else "\n") + json.dumps(item, separators=(",", ":")))
        file.write("\n]}\n")


# ---- measuring --------------------------------------------------------------------------------------------------


def measure(argv, runs):
    """Best wall seconds, largest resident MB, exit status."""
    best, peak, status = None, 0, 0
    for _ in range(runs):
        start = time.monotonic()
        child = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = child.stderr.read()
        _, wait_status, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - start
        child.returncode = status = os.waitstatus_to_exitcode(wait_status)
        if status not in (0, 1):
            raise SystemExit("%s\nended with status %d: %s" % (" ".join(argv), status, errors.decode()))
        best = seconds if best is None else min(best, seconds)
        peak = max(peak, usage.ru_maxrss / 1024)
    return best, peak, status


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "build/release/src/kubectl-gang"))
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--pods", type=int, default=30000)
    parser.add_argument("--from", dest="files", action="append", metavar="PATH", help="measure this file instead (repeatable)")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bare", default=str(ROOT / "build/bench/tests/bench/bare_pass"), help="the program bare_pass")
    parser.add_argument("question", nargs="*", help="after --: command and arguments (default: explain, queue and dry-run style questions)")
    arguments = parser.parse_args()
    if not os.access(arguments.binary, os.X_OK):
        raise SystemExit("%s is not there; build first: cmake --preset release && cmake --build --preset release" % arguments.binary)

    with tempfile.TemporaryDirectory() as folder:
        files = arguments.files
        if not files:
            files = [os.path.join(folder, "cluster.json")]
            make_cluster(files[0], arguments.nodes, arguments.pods)
        size = sum(os.path.getsize(f) for f in files if os.path.isfile(f)) / 1e6
        questions = [arguments.question] if arguments.question else [
            ["explain", "gang-0000", "-n", NAMESPACE], ["explain", "-A", "-o", "json"], ["queue"]]
        if arguments.files and not arguments.question:
            questions = [["explain", "-A"], ["queue"]]

        touch, _, _ = measure(["wc", "-l"] + files, arguments.runs)
        touch = max(touch, 1e-4)
        parse = None
        if shutil.which("jq") and all(f.endswith(".json") for f in files):
            parse, memory, _ = measure(["jq", ".items|length"] + files, 1)
        bare = None
        if arguments.files and os.access(arguments.bare, os.X_OK):
            bare, _, _ = measure([arguments.bare, max(files, key=os.path.getsize)], arguments.runs)
        print("%.0f MB of input; wc -l needs %.3f s" % (size, touch) + ("" if parse is None else ", jq %.1f s and %.0f MB" % (parse, memory)) +
              ("" if bare is None else ", a bare pass %.3f s" % bare))
        print("%-34s %8s %9s %8s %8s %8s %9s" % ("question", "seconds", "MB/s", "x wc", "x jq", "x bare", "peak MB"))
        for question in questions:
            argv = [arguments.binary] + question + [a for f in files for a in ("--from", f)]
            seconds, peak, _ = measure(argv, arguments.runs)
            print("%-34s %8.3f %9.0f %8.1f %8s %8s %9.0f" % (" ".join(question), seconds, size / seconds, seconds / touch,
                                                            "-" if parse is None else "%.3f" % (seconds / parse),
                                                            "-" if bare is None else "%.2f" % (seconds / bare), peak))
    return 0


if __name__ == "__main__":
    sys.exit(main())
