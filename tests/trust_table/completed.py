# SPDX-License-Identifier: Apache-2.0
"""Pods as the API server completes them: pod-level resources, defaults of LimitRanges, priority classes."""
from trust_table.admission import limit_range
from trust_table.combination import NO, YES, Combination
from trust_table.objects import as_manifest, make, manifest_pod, nodes


def container(name="main", requests=None, limits=None, **fields):
    amounts = {key: value for key, value in (("requests", requests), ("limits", limits)) if value}
    return {"name": name, "image": "registry.example/work:v1", "resources": amounts, **fields}


def sidecar(**fields):
    return container("sidecar", restartPolicy="Always", **fields)


def deployment(spec, replicas=1):
    labels = {"app": "work"}
    return as_manifest([make("apps/v1", "Deployment", "work", spec={
        "replicas": replicas, "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": spec}})])


def of_pod_level_resources():
    sums = "validatePodResourceConsistency: pod-level requests hold those of all containers"
    one, two = {"cpu": "1"}, {"cpu": "2"}
    cases = {
        "an init container above the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                             "initContainers": [container("init", {"cpu": "9"})]}, NO, sums),
        "an init container within the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                              "initContainers": [container("init", two)]}, YES, sums),
        "a sidecar above the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                     "initContainers": [sidecar(requests=two)]}, NO, sums),
        "a sidecar within the pod": ({"resources": {"requests": two}, "containers": [container(requests=one)],
                                      "initContainers": [sidecar(requests=one)]}, YES, sums),
        "a limit of a container above the pod's": ({"resources": {"limits": two}, "containers": [container(requests=one, limits={"cpu": "4"})]},
                                                   NO, "validatePodResourceConsistency: container limits are within pod limits"),
        "windows": ({"os": {"name": "windows"}, "resources": {"requests": two}, "containers": [container()]}, NO,
                    "validatePodResources: may not be set for a windows pod"),
        "requests of containers above the pod's limit": ({"resources": {"limits": two}, "containers": [container(requests={"cpu": "3"})]},
                                                         NO, "defaultPodRequests, validateResourceRequirements"),
    }
    for name, (spec, verdict, rule) in cases.items():
        yield Combination("Pod-level resources, %s" % name, verdict, rule, nodes(), [manifest_pod("work", **spec)])
    yield Combination("Pod-level resources, Deployment with an init container above the pod", NO, sums, nodes(),
                      deployment(cases["an init container above the pod"][0]))


def of_limit_ranges():
    one, two, four = {"cpu": "1"}, {"cpu": "2"}, {"cpu": "4"}
    invalid = "SetDefaults_Pod, limitranger defaults, then validateResourceRequirements"
    whole = "limitranger podRequests, podLimits"
    cases = {
        "a default limit below the request": (limit_range(default={"cpu": "500m"}, defaultRequest={"cpu": "100m"}),
                                              {"containers": [container(requests=one)]}, NO, invalid),
        "a default limit at the request": (limit_range(default=one, defaultRequest=one), {"containers": [container(requests=one)]}, YES,
                                           invalid),
        "a default limit above the pod's limit": (limit_range(default=four, defaultRequest=one),
                                                  {"resources": {"requests": two, "limits": two}, "containers": [container()]}, NO,
                                                  "limitranger defaults, then validatePodResourceConsistency"),
        "of pods, a sidecar adds up": (limit_range("Pod", max=two), {"containers": [container(requests=one, limits=one)],
                                                                     "initContainers": [sidecar(requests=two, limits=two)]}, NO, whole),
        "of pods, the limit of the pod": (limit_range("Pod", max=two), {"resources": {"limits": four},
                                                                        "containers": [container(requests=one, limits=one)]}, NO, whole),
        "of pods, ratio of the pod": (limit_range("Pod", maxLimitRequestRatio=two),
                                      {"resources": {"requests": one, "limits": four}, "containers": [container(requests=one, limits=one)]},
                                      NO, whole),
        "of pods, one container without a limit": (limit_range("Pod", max=four),
                                                   {"containers": [container(requests=one, limits=one), container("b", one)]}, YES, whole),
        "of pods, a limit of the pod alone": (limit_range("Pod", max=four),
                                              {"resources": {"limits": two}, "containers": [container(requests=one)]}, YES, whole),
    }
    for name, (limits, spec, verdict, rule) in cases.items():
        yield Combination("LimitRange, %s" % name, verdict, rule, nodes() + [limits], [manifest_pod("work", **spec)])
    yield Combination("LimitRange, Deployment with a default limit below the request", NO, invalid,
                      nodes() + [cases["a default limit below the request"][0]], deployment({"containers": [container(requests=one)]}))


def combinations():
    yield from of_pod_level_resources()
    yield from of_limit_ranges()
