#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes cluster.json.gz of this story from the published trace. README.md lists the original and the derived data.

    make.py FOLDER      # data/csv of github.com/hkust-adsl/kubernetes-scheduler-simulator

The same files give the same bytes.
"""
import csv
import datetime
import gzip
import itertools
import json
import pathlib
import sys

SHARE_IN_USE = 0.85
GANG_SIZES = (2, 4, 8, 16, 32, 64)
GPU = "nvidia.com/gpu"
HERE = pathlib.Path(__file__).resolve().parent


def rows(folder, name):
    with open(pathlib.Path(folder) / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def instant(seconds):
    return (datetime.datetime(2023, 1, 1) + datetime.timedelta(seconds=int(seconds))).strftime("%Y-%m-%dT%H:%M:%SZ")


def place(nodes, pods):
    """Returns pod name -> node name: first fit in the order of the node list, until SHARE_IN_USE of the GPUs is in use."""
    free = [{"cpu": int(n["cpu_milli"]), "memory": int(n["memory_mib"]), "gpu": int(n["gpu"]), "pods": 110,
             "model": n["model"], "name": n["sn"]} for n in nodes]
    goal, used, placed = SHARE_IN_USE * sum(f["gpu"] for f in free), 0, {}
    for pod in pods:
        need = {"cpu": int(pod["cpu_milli"]), "memory": int(pod["memory_mib"]), "gpu": int(pod["num_gpu"]), "pods": 1}
        models = pod["gpu_spec"].split("|") if pod["gpu_spec"] else None
        if need["gpu"] and used + need["gpu"] > goal:
            continue
        for node in free:
            if all(node[r] >= need[r] for r in need) and (not models or node["model"] in models):
                for r in need:
                    node[r] -= need[r]
                used += need["gpu"]
                placed[pod["name"]] = node["name"]
                break
    return placed


def gangs(pending):
    """Yields pending GPU pods with equal requests, in order, as gangs of 2, 4, 8 … 64. The rest stays single."""
    shapes = {}
    for pod in pending:
        if pod["num_gpu"] != "0":
            shapes.setdefault((pod["cpu_milli"], pod["memory_mib"], pod["num_gpu"], pod["gpu_spec"]), []).append(pod)
    number = itertools.count(1)
    for pods in shapes.values():
        for size in itertools.cycle(GANG_SIZES):
            members, pods = pods[:size], pods[size:]
            if len(members) < size:
                break
            yield "gang-%03d" % next(number), members


def node_object(row):
    amounts = {"cpu": row["cpu_milli"] + "m", "memory": row["memory_mib"] + "Mi", "pods": "110"}
    labels = {"kubernetes.io/hostname": row["sn"]}
    if row["gpu"] != "0":
        amounts[GPU] = row["gpu"]
        labels[GPU + ".product"] = row["model"]
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": row["sn"], "labels": labels},
            "status": {"allocatable": amounts, "conditions": [{"type": "Ready", "status": "True"}]}}


def pod_object(row, node, gang):
    requests = {"cpu": row["cpu_milli"] + "m", "memory": row["memory_mib"] + "Mi"}
    if row["num_gpu"] != "0":
        requests[GPU] = row["num_gpu"]
    metadata = {"namespace": "openb", "name": row["name"], "creationTimestamp": instant(row["creation_time"])}
    if gang:
        metadata["labels"] = {"scheduling.x-k8s.io/pod-group": gang}
    spec = {"containers": [{"name": "main", "resources": {"requests": requests}}]}
    if row["gpu_spec"]:
        terms = [{"matchExpressions": [{"key": GPU + ".product", "operator": "In", "values": row["gpu_spec"].split("|")}]}]
        spec["affinity"] = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}
    if node:
        spec["nodeName"] = node
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec,
            "status": {"phase": "Running" if node else "Pending"}}


def group_object(name, members):
    return {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup",
            "metadata": {"namespace": "openb", "name": name, "creationTimestamp": instant(members[0]["creation_time"])},
            "spec": {"minMember": len(members)}}


def main():
    nodes = rows(sys.argv[1], "openb_node_list_all_node.csv")
    pods = sorted(rows(sys.argv[1], "openb_pod_list_default.csv"), key=lambda p: (int(p["creation_time"]), p["name"]))
    placed = place(nodes, pods)
    groups = list(gangs([p for p in pods if p["name"] not in placed]))
    gang_of = {pod["name"]: name for name, members in groups for pod in members}
    items = [node_object(n) for n in nodes] + [group_object(*g) for g in groups]
    items += [pod_object(p, placed.get(p["name"]), gang_of.get(p["name"])) for p in pods]
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items}, separators=(",", ":")) + "\n"
    (HERE / "cluster.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print("%d nodes, %d pods run, %d wait, %d of them in %d gangs"
          % (len(nodes), len(placed), len(pods) - len(placed), len(gang_of), len(groups)))


if __name__ == "__main__":
    main()
