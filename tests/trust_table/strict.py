# SPDX-License-Identifier: Apache-2.0
"""--strict: assumptions become "not asked". The input has only nodes; quotas, service accounts, pods and scheduler are assumed."""
from trust_table.combination import NO, UNKNOWN, YES, Combination
from trust_table.objects import nodes, pod, with_cpu, workload

WORKLOADS = ("Pod", "Job", "CoschedulingJob", "LabelledJob", "Deployment", "StatefulSet", "PyTorchJob", "TFJob", "MPIJob", "JobSet",
             "RayCluster", "RayJob", "LeaderWorkerSet", "InferenceService", "AppWrapper", "RayService")


def combinations():
    for name in WORKLOADS:
        yield Combination("%s" % name, UNKNOWN, "pods, quotas and the scheduler are assumed", nodes(), workload(name), flags=("--strict",))
        yield Combination("%s, assumptions allowed" % name, YES, "nothing hints at a refusal", nodes(), workload(name))
        yield Combination("%s of 9 cpu" % name, NO, "NodeResourcesFit refuses whatever is assumed", nodes(), with_cpu(workload(name), 9),
                          flags=("--strict",))
    yield Combination("explain of a pod", UNKNOWN, "which scheduler lives is assumed", nodes() + [pod("work")], group="work",
                      flags=("--strict",))
    yield Combination("explain of a pod, assumptions allowed", YES, "nothing hints at a refusal", nodes() + [pod("work")], group="work")
