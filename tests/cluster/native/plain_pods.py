# SPDX-License-Identifier: Apache-2.0
"""Random clusters of generate.py without their groups. Single pods show what filters, scores and preemption of the release
with native groups share with the release of generate.py, and where they differ."""
import generate as with_groups
import shapes

HIGHEST = 2000

# kube-scheduler's own defaults, without the Coscheduling plugin that our program assumes by default.
CONFIG = """apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 100
podInitialBackoffSeconds: 1
podMaxBackoffSeconds: 1
profiles:
- schedulerName: default-scheduler
"""


def generate(seed, features=None):
    """The case of a seed. Each pending pod has its own priority, because pods of equal priority come in random order. Two of three
    pods do not preempt, so that most facts of a cluster are about placement."""
    case = with_groups.generate(seed, features)
    objects = [o for o in case["objects"] if o["kind"] not in ("PodGroup", "PriorityClass")]
    pods = [o for o in objects if o["kind"] == "Pod"]
    for pod in pods:
        pod["metadata"].get("labels", {}).pop(shapes.GROUP_LABEL, None)
    for number, pod in enumerate(pod for pod in pods if "nodeName" not in pod["spec"]):
        pod["spec"]["priorityClassName"] = shapes.class_name(HIGHEST - number, "Never" if number % 3 else None)
    return {"name": "plain-" + case["name"], "ties": case["ties"], "config": CONFIG, "objects": shapes.complete(objects)}
