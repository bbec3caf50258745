# SPDX-License-Identifier: Apache-2.0
"""Queues and gangs beside what the input shows of others: usage that a queue reports, and pods of other schedulers."""
from trust_table.combination import UNKNOWN, YES, Combination
from trust_table.kueue import CLUSTER, FLAVOR, cluster_queue, flavor, in_use, local_queue, queued, waiting
from trust_table.objects import nodes


def reporting(queue, reserved=0, pending=0):
    """A ClusterQueue whose status counts that much cpu of its flavor, and that many waiting Workloads."""
    queue["status"].update(pendingWorkloads=pending, flavorsReservation=[
        {"name": FLAVOR, "resources": [{"name": "cpu", "total": str(reserved)}, {"name": "memory", "total": "0"}]}])
    return queue


def of_workloads_not_given():
    """ClusterQueues are of the cluster, and Workloads of namespaces: files may hold the queues without all Workloads."""
    counts = "kueue clusterqueue_controller.go updateCqStatusIfChanged: flavorsReservation, pendingWorkloads"
    rich = cluster_queue("rich-cq", cpu=10, cohort="all")
    cases = {
        "reports all of its quota in use, no Workloads": ([reporting(cluster_queue(cpu=10), 10)], UNKNOWN),
        "reports more than the Workloads use": ([reporting(cluster_queue(cpu=12), 10), *in_use()], UNKNOWN),
        "reports what the Workloads use": ([reporting(cluster_queue(cpu=10), 4), *in_use()], YES),
        "reports usage beside enough quota, no Workloads": ([reporting(cluster_queue(cpu=100), 10)], YES),
        "borrows from one that reports all in use": ([cluster_queue(cpu=0, cohort="all"), reporting(rich, 10)], UNKNOWN),
        "is beside one that reports all in use": ([cluster_queue(cpu=10), reporting(cluster_queue("other-cq", cpu=10), 10)], YES),
        "StrictFIFO, reports waiting Workloads, none given": (
            [reporting(cluster_queue(queueingStrategy="StrictFIFO"), pending=2)], UNKNOWN),
        "StrictFIFO, reports the waiting Workload": (
            [reporting(cluster_queue(queueingStrategy="StrictFIFO"), pending=1), waiting("small", 1, 0)], YES),
        "BestEffortFIFO, reports waiting Workloads, none given": ([reporting(cluster_queue(), pending=2)], YES),
    }
    for name in ("Job", "PyTorchJob"):
        for what, (objects, verdict) in cases.items():
            yield Combination("%s, its ClusterQueue %s" % (name, what), verdict, counts, nodes() + [flavor(), local_queue(), *objects],
                              queued(name), first_line=(CLUSTER, "rich-cq") if verdict == UNKNOWN else ())


def combinations():
    yield from of_workloads_not_given()
