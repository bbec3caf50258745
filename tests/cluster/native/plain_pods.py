# SPDX-License-Identifier: Apache-2.0
"""Random clusters of generate.py without their groups: single pods alone, for what filters, scores and preemption of the
release with native groups have in common with the one that generate.py is made for, and what not."""
import generate as with_groups
import shapes

HIGHEST = 2000

# kube-scheduler's own defaults: Coscheduling, which our program takes for granted where nobody says otherwise, is not there.
CONFIG = """apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 100
podInitialBackoffSeconds: 1
podMaxBackoffSeconds: 1
profiles:
- schedulerName: default-scheduler
"""


def generate(seed, features=None):
    """The case of a seed. Each pending pod has a priority of its own, as their order is luck where priorities are equal, and two of
    three do not evict, so that most of a cluster is about places."""
    case = with_groups.generate(seed, features)
    objects = [o for o in case["objects"] if o["kind"] not in ("PodGroup", "PriorityClass")]
    pods = [o for o in objects if o["kind"] == "Pod"]
    for pod in pods:
        pod["metadata"].get("labels", {}).pop(shapes.GROUP_LABEL, None)
    for number, pod in enumerate(pod for pod in pods if "nodeName" not in pod["spec"]):
        pod["spec"]["priorityClassName"] = shapes.class_name(HIGHEST - number, "Never" if number % 3 else None)
    return {"name": "plain-" + case["name"], "ties": case["ties"], "config": CONFIG, "objects": shapes.complete(objects)}
