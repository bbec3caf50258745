# SPDX-License-Identifier: Apache-2.0
"""What the webhooks, controllers and CustomResourceDefinitions of operators refuse, and a neighbour that they accept."""
import pathlib

import yaml

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.objects import node, nodes, put, with_metadata, workload

HEAD = "rayClusterConfig.headGroupSpec"
ENV = "template.spec.containers.0.env"
LONG = "a" * 48
DRIVER = "replicatedJobs.0.template.spec."
FAIL = {"action": "FailJobSet", "name": "first"}

# workload: rule, ({fault: (path below spec, value), ...}), {neighbour that is valid: (path, value)}
FAULTS = {
    "JobSet": ("jobset_webhook.go and the CRD of JobSet", {
        "two jobs of a name": ("replicatedJobs.1.name", "driver"), "replicas -1": ("replicatedJobs.1.replicas", -1),
        "dependsOn itself": ("replicatedJobs.1.dependsOn", [{"name": "worker", "status": "Ready"}]),
        "dependsOn of the first job": ("replicatedJobs.0.dependsOn", [{"name": "driver", "status": "Ready"}]),
        "dependsOn with an unknown status": ("replicatedJobs.1.dependsOn", [{"name": "driver", "status": "Running"}]),
        "an unknown startup order": ("startupPolicy", {"startupPolicyOrder": "Foo"}),
        "a coordinator in an absent job": ("coordinator", {"replicatedJob": "absent"}),
        "a coordinator of an absent index": ("coordinator", {"replicatedJob": "driver", "jobIndex": 4}),
        "a failure rule for an absent job": ("failurePolicy", {"rules": [{**FAIL, "targetReplicatedJobs": ["absent"]}]}),
        "two failure rules of a name": ("failurePolicy", {"rules": [FAIL, FAIL]}),
        "a failure rule for an unknown reason": ("failurePolicy", {"rules": [{**FAIL, "onJobFailureReasons": ["Foo"]}]}),
        "a failure rule with an unknown action": ("failurePolicy", {"rules": [{"action": "Foo", "name": "first"}]}),
        "a subdomain with capitals": ("network", {"subdomain": "Sub"}), "a groupName with capitals": ("replicatedJobs.0.groupName", "Red"),
        "an unknown operator for success": ("successPolicy", {"operator": "Most"}),
        "pods of a Job that restart always": (DRIVER + "template.spec.restartPolicy", "Always"),
        "backoffLimit -1": (DRIVER + "backoffLimit", -1), "a selector": (DRIVER + "selector", {"matchLabels": {"a": "b"}}),
        "completions -1": (DRIVER + "completions", -1), "activeDeadlineSeconds -1": (DRIVER + "activeDeadlineSeconds", -1),
        "an unknown completionMode": (DRIVER + "completionMode", "Foo"), "no completions": (DRIVER + "completions", None),
        "a failure policy for pods that restart": ("", {DRIVER + "template.spec.restartPolicy": None, DRIVER + "podFailurePolicy": {
            "rules": [{"action": "FailJob", "onExitCodes": {"operator": "In", "values": [1]}}]}})}, {
        "a failure policy for pods": (DRIVER + "podFailurePolicy", {
            "rules": [{"action": "FailJob", "onExitCodes": {"operator": "In", "values": [1]}}]}),
        "pods that restart on failure": (DRIVER + "template.spec.restartPolicy", "OnFailure"),
        "a coordinator": ("coordinator", {"replicatedJob": "worker", "podIndex": 2}),
        "a failure rule": ("failurePolicy", {"rules": [{**FAIL, "onJobFailureReasons": ["PodFailurePolicy"]}]})}),
    "LeaderWorkerSet": ("leaderworkerset_webhook.go and the CRD of LeaderWorkerSet", {
        "maxUnavailable and maxSurge 0": ("rolloutStrategy", {"type": "RollingUpdate", "rollingUpdateConfiguration":
                                                              {"maxUnavailable": 0, "maxSurge": 0}}),
        "maxUnavailable 200%": ("rolloutStrategy", {"type": "RollingUpdate", "rollingUpdateConfiguration":
                                                    {"maxUnavailable": "200%", "maxSurge": 0}}),
        "a negative partition": ("rolloutStrategy", {"type": "RollingUpdate", "rollingUpdateConfiguration":
                                                     {"maxUnavailable": 1, "maxSurge": 0, "partition": -1}}),
        "an unknown rollout": ("rolloutStrategy", {"type": "Foo"}), "an unknown startup": ("startupPolicy", "Foo"),
        "an unknown restart": ("leaderWorkerTemplate.restartPolicy", "Foo"),
        "workers that never restart": ("leaderWorkerTemplate.workerTemplate.spec.restartPolicy", "Never"),
        "a deadline of its workers": ("leaderWorkerTemplate.workerTemplate.spec.activeDeadlineSeconds", 5),
        "an unknown subdomain policy": ("networkConfig", {"subdomainPolicy": "Foo"}),
        "an unknown subgroup type": ("leaderWorkerTemplate.subGroupPolicy", {"subGroupSize": 1, "subGroupPolicyType": "Foo"})}, {
        "a rollout": ("rolloutStrategy", {"type": "RollingUpdate", "rollingUpdateConfiguration":
                                          {"maxUnavailable": 0, "maxSurge": 1, "partition": 0}})}),
    "RayCluster": ("kuberay utils/validation.go", {
        "num-cpus beside resources": ("workerGroupSpecs.0", {"rayStartParams": {"num-cpus": "1"}, "resources": {"CPU": "1"}}),
        "labels as a parameter": ("headGroupSpec.rayStartParams", {"labels": "a=b"}),
        "RAY_REDIS_ADDRESS alone": ("headGroupSpec." + ENV, [{"name": "RAY_REDIS_ADDRESS", "value": "redis:6379"}]),
        "a redis username as a parameter": ("headGroupSpec.rayStartParams", {"redis-username": "me"}),
        "the autoscaler v2 without autoscaling": ("headGroupSpec." + ENV, [{"name": "RAY_enable_autoscaler_v2", "value": "1"}]),
        "a negative idle timeout": ("autoscalerOptions", {"idleTimeoutSeconds": -1}),
        "token authentication with Ray 2.9": ("", {"rayVersion": "2.9.0", "authOptions": {"mode": "token"}}),
        "minReplicas -1": ("workerGroupSpecs.0.minReplicas", -1), "an unknown upgrade": ("upgradeStrategy", {"type": "Foo"})}, {
        "token authentication": ("authOptions", {"mode": "token"}), "num-cpus": ("headGroupSpec.rayStartParams", {"num-cpus": "1"})}),
    "RayJob": ("kuberay utils/validation.go", {
        "a TTL without shutdown": ("", {"shutdownAfterJobFinishes": False, "ttlSecondsAfterFinished": 10}),
        "a negative TTL": ("ttlSecondsAfterFinished", -1),
        "retries in InteractiveMode": ("", {"submissionMode": "InteractiveMode", "backoffLimit": 1}),
        "a submitter's template in SidecarMode": ("", {"submissionMode": "SidecarMode", "submitterPodTemplate": {
            "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "registry.example/work:v1"}]}}}),
        "a submitter that restarts always": ("submitterPodTemplate", {"spec": {"containers": [
            {"name": "main", "image": "registry.example/work:v1"}]}}),
        "activeDeadlineSeconds 0": ("activeDeadlineSeconds", 0), "backoffLimit -1": ("backoffLimit", -1),
        "a head that restarts in SidecarMode": ("", {"submissionMode": "SidecarMode",
                                                     "rayClusterSpec.headGroupSpec.template.spec.restartPolicy": "Always"}),
        "a deletion rule beside shutdown": ("deletionStrategy", {"deletionRules": [
            {"policy": "DeleteCluster", "condition": {"jobStatus": "FAILED"}}]}),
        "RAY_REDIS_ADDRESS alone": ("rayClusterSpec.headGroupSpec." + ENV, [{"name": "RAY_REDIS_ADDRESS", "value": "r"}])}, {
        "a TTL": ("ttlSecondsAfterFinished", 10), "a submitter that never restarts": ("submitterPodTemplate", {"spec": {
            "restartPolicy": "Never", "containers": [{"name": "main", "image": "registry.example/work:v1"}]}})}),
    "RayService": ("kuberay utils/validation.go", {
        "no container": (HEAD + ".template.spec.containers", []), "an unknown upgrade": ("upgradeStrategy", {"type": "Foo"}),
        "labels as a parameter": (HEAD + ".rayStartParams", {"labels": "a=b"})}, {
        "an upgrade": ("upgradeStrategy", {"type": "NewCluster"})}),
    "PyTorchJob": ("pytorchjob_webhook.go", {
        "a master without a number": ("pytorchReplicaSpecs.Master.replicas", None),
        "an unknown restart": ("pytorchReplicaSpecs.Worker.restartPolicy", "Foo"),
        "two numbers of processes": ("", {"nprocPerNode": "2", "elasticPolicy": {"nProcPerNode": 2}})}, {
        "a number of processes": ("nprocPerNode", "2")}),
    "XGBoostJob": ("xgboostjob_webhook.go", {"no master": ("xgbReplicaSpecs.Master", None)}, {}),
    "MPIJob": ("mpi-operator validation.go and CRD", {
        "an unknown cleanPodPolicy": ("runPolicy", {"cleanPodPolicy": "Foo"}), "slotsPerWorker -1": ("slotsPerWorker", -1),
        "backoffLimit -1": ("runPolicy", {"backoffLimit": -1}), "ttl -1": ("runPolicy", {"ttlSecondsAfterFinished": -1}),
        "activeDeadlineSeconds -1": ("runPolicy", {"activeDeadlineSeconds": -1}),
        "an unknown launcherCreationPolicy": ("launcherCreationPolicy", "Foo")}, {
        "a cleanPodPolicy": ("runPolicy", {"cleanPodPolicy": "Running", "backoffLimit": 0})}),
    "SparkApplication": ("spark-operator's webhook and CRD", {
        "two node selectors": ("", {"nodeSelector": {"a": "b"}, "driver.nodeSelector": {"a": "b"}}), "an unknown type": ("type", "Rust"),
        "an unknown mode": ("mode", "Foo"), "0 cores": ("driver.cores", 0), "0 executors": ("executor.instances", 0),
        "an unknown restart": ("restartPolicy", {"type": "Foo"}), "no type": ("type", None), "no version": ("sparkVersion", None),
        "a pod template for Spark 2": ("", {"sparkVersion": "2.4.5", "driver.template": {
            "spec": {"containers": [{"name": "spark-kubernetes-driver"}]}}}),
        "an ingress port twice": ("driverIngressOptions", [{"servicePort": 1, "ingressURLFormat": "a"},
                                                           {"servicePort": 1, "ingressURLFormat": "b"}])}, {
        "a restart": ("restartPolicy", {"type": "Never"})}),
    "AppWrapper": ("appwrapper_webhook.go", {
        "an AppWrapper inside": ("components.0.template", {"apiVersion": "workload.codeflare.dev/v1beta2", "kind": "AppWrapper",
                                                           "metadata": {"name": "inner"}, "spec": {"components": []}}),
        "an absent path": ("components.0.podSets", [{"replicas": 2, "path": "template.spec.absent"}]),
        "another number of pods": ("components.0.podSets", [{"replicas": 9, "path": "template.spec.template"}])}, {
        "its path and number": ("components.0.podSets", [{"replicas": 2, "path": "template.spec.template"}])}),
    "InferenceService": ("inference_service_validation.go", {
        "minReplicas above maxReplicas": ("predictor.minReplicas", 3), "minReplicas -1": ("predictor.minReplicas", -1)}, {}),
}
NAMES = {"SparkApplication": "1work", "InferenceService": "1work", "RayService": LONG, "RayJob": LONG}


# examples/25-every-kind/kinds: rule, {fault: (verdict, path, value)}
KINDS = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/25-every-kind/kinds"
UNKNOWN_FIELD = {"an unknown field": (NO, "0.spec.other", 1)}
OTHER_FAULTS = {
    "apache-spark": ("its CRD", {**UNKNOWN_FIELD, "no spec": (NO, "0.spec", None), "no version": (NO, "0.spec.runtimeVersions", None)}),
    "cronworkflow": ("argo validate.go CronWorkflow, operator.go evalWhen", {
        **UNKNOWN_FIELD, "an unknown field of its workflow": (NO, "0.spec.workflowSpec.other", 1), "no schedule": (NO, "0.spec.schedules", []),
        "a schedule of one field": (NO, "0.spec.schedules", ["bad"]), "a false when": (NO, "0.spec.when", "false"),
        "a day that never comes": (NO, "0.spec.schedules", ["0 0 30 2 *"]),
        "a when about earlier runs": (UNKNOWN, "0.spec.when", "{{= cronworkflow.failed < 3}}")}),
    "flinkdeployment": ("its CRD", {**UNKNOWN_FIELD, "an unknown field of its job": (NO, "0.spec.job.other", 1)}),
    "inferenceservice": ("its CRD", {**UNKNOWN_FIELD, "a runtime of another version": (NOT_YES, "1.apiVersion", "serving.kserve.io/v9"),
                                     "an unknown field of its runtime": (NO, "1.spec.other", 1)}),
    "minicluster": ("flux-operator minicluster_types.go Validate", {
        **UNKNOWN_FIELD, "no containers": (NO, "0.spec.containers", []), "no spec": (NO, "0.spec", None),
        "an absent claim": (NOT_YES, "0.spec.containers.0.volumes", {"data": {"claimName": "data", "path": "/data"}}),
        "pods that restart always": (NO, "0.spec.pod.restartPolicy", "Always")}),
    "rayclusterfleet": ("aibrix rayclusterfleet_controller.go, kuberay validation.go", {
        **UNKNOWN_FIELD, "another selector": (NOT_YES, "0.spec.selector", {"matchLabels": {"a": "b"}}), "no selector": (NO, "0.spec.selector", None),
        "no strategy": (NO, "0.spec.strategy", None), "an odd RayCluster": (NO, "0.spec.template.spec.autoscalerOptions", {"upscalingMode": "Foo"})}),
    "raycronjob": ("kuberay validation.go ValidateRayCronJobSpec", {
        **UNKNOWN_FIELD, "a schedule of one field": (NO, "0.spec.schedule", "bad"), "a time zone in its schedule": (NO, "0.spec.schedule", "TZ=UTC 0 4 * * *"),
        "a day that never comes": (NO, "0.spec.schedule", "0 0 30 2 *"), "an odd RayJob": (NO, "0.spec.jobTemplate.backoffLimit", -1)}),
    "rayservice": ("its CRD", {**UNKNOWN_FIELD, "an unknown field of its cluster": (NO, "0.spec.rayClusterConfig.other", 1)}),
    "rolebasedgroup": ("rbgs SortRoles and CRD", {
        **UNKNOWN_FIELD, "an absent dependency": (NO, "0.spec.roles.0.dependencies", ["absent"]),
        "a role that depends on itself": (NO, "0.spec.roles.0.dependencies", ["prefill"]), "two roles of a name": (NO, "0.spec.roles.0.name", "decode"),
        "a StatefulSet whose pods never restart": (NO, "0.spec.roles.0", {
            "name": "prefill", "annotations": {"rbg.workloads.x-k8s.io/role-workload-type": "apps/v1/StatefulSet"}, "standalonePattern": {
                "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "registry.example/work:v1"}]}}}})}),
    "scheduledsparkapplication": ("spark-operator scheduledsparkapplication/controller.go", {
        **UNKNOWN_FIELD, "a schedule of one field": (NO, "0.spec.schedule", "bad"), "an odd type": (NO, "0.spec.template.type", "Foo")}),
    "volcano-cronjob": ("volcano admit_cronjob.go", {"a schedule of one field": (NO, "0.spec.schedule", "bad")}),
}


def set_fields(spec, path, value):
    """Sets one field, or several below the spec. None: takes it away."""
    for each, content in (value.items() if not path else {path: value}.items()):
        if content is None:
            *parents, last = each.split(".")
            around = spec
            for step in parents:
                around = around[int(step) if step.isdigit() else step]
            del around[last]
        elif isinstance(content, dict) and each.endswith(".0"):
            for key, part in content.items():
                put(spec, "%s.%s" % (each, key), part)
        else:
            put(spec, each, content)


def combinations():
    for name, (rule, faults, valid) in FAULTS.items():
        for expected, table in ((NO, faults), (NOT_NO, valid)):
            for what, (path, value) in table.items():
                objects = workload(name)
                set_fields(objects[0]["spec"], path, value)
                yield Combination("%s with %s" % (name, what), expected, rule, nodes(), objects)
    for name, (rule, faults) in OTHER_FAULTS.items():
        large = nodes(cpu=64, memory="512Gi", **{"nvidia.com/gpu": "16"})
        as_it_is = list(yaml.safe_load_all((KINDS / (name + ".yaml")).read_text(encoding="utf-8")))
        yield Combination("the example %s" % name, NOT_NO, rule, large, as_it_is)
        for what, (expected, path, value) in faults.items():
            objects = list(yaml.safe_load_all((KINDS / (name + ".yaml")).read_text(encoding="utf-8")))
            put(objects, path, value)
            yield Combination("the example %s with %s" % (name, what), expected, rule, large, objects)
    for name, new_name in NAMES.items():
        objects = workload(name)
        objects[0]["metadata"]["name"] = new_name
        yield Combination("%s with the name %s" % (name, new_name[:8]), NO, "its webhook or controller", nodes(), objects)
    for name, path, value in (("RayJob", "submissionMode", "Foo"), ("PyTorchJob", "pytorchReplicaSpecs.Worker.replicas", -1)):
        odd = workload(name)
        put(odd[0]["spec"], path, value)
        yield Combination("%s with %s %s" % (name, path, value), NOT_YES, "what its operator makes of it is not known", nodes(), odd)
    rule = "jobset_controller.go addNamespacedJobNodeSelector, addTaintToleration"
    jobset = "alpha.jobset.sigs.k8s.io/"
    for what, label, verdict in (("whose nodes carry its Jobs' names", "default_work-", YES), ("whose nodes carry nothing", "", NO)):
        exclusive = with_metadata(workload("JobSet"), "JobSet", "annotations",
                                  **{jobset + "exclusive-topology": "rack", jobset + "node-selector": "true"})
        labels = [{jobset + "namespaced-job": "%s%s-0" % (label, job)} if label else {} for job in ("driver", "worker")]
        cluster = [node("n%d" % (at + 1), labels=each) for at, each in enumerate(labels)]
        for each in cluster:
            each["spec"] = {"taints": [{"key": jobset + "no-schedule", "effect": "NoSchedule"}]}
        yield Combination("JobSet, exclusive by node selector, %s" % what, verdict, rule, cluster, exclusive)
    many = workload("AppWrapper")
    many[0]["spec"]["components"] *= 9
    yield Combination("AppWrapper of nine pod templates", NOT_YES, "appwrapper_webhook.go: at most 8", nodes(), many)
