# SPDX-License-Identifier: Apache-2.0
"""Containers, claims and limits that an operator adds to the pods of its objects, and what it refuses."""
import json

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import OTHERS, claim, storage_class, volume
from trust_table.kueue import QUEUE_LABEL, QUEUES
from trust_table.objects import CREATED, as_manifest, make, node, nodes, pod, put, workload


def quota(**hard):
    hard = {name.replace("_", "."): amount for name, amount in hard.items()}
    return make("v1", "ResourceQuota", "team", spec={"hard": hard}, status={"hard": hard, "used": {name: "0" for name in hard}})


def config_map(name, space, **data):
    return make("v1", "ConfigMap", name, space, data=data)


def of_kserve():
    """Two pods of 10m cpu and 10Mi memory, on one node of 150m unless a row has others."""
    small = {"requests": {"cpu": "10m", "memory": "10Mi"}, "limits": {"cpu": "10m", "memory": "10Mi"}}
    runtime = make("serving.kserve.io/v1alpha1", "ClusterServingRuntime", "server", None, spec={
        "supportedModelFormats": [{"name": "sklearn", "autoSelect": True}],
        "containers": [{"name": "kserve-container", "image": "registry.example/server:v1", "resources": small}]})
    amounts = {"cpuRequest": "10m", "memoryRequest": "10Mi", "cpuLimit": "10m", "memoryLimit": "10Mi"}
    config = config_map("inferenceservice-config", "kserve", storageInitializer=json.dumps(amounts), agent=json.dumps(amounts))
    rule = "kserve storage_initializer_injector.go, agent_injector.go: %s"
    tight = [node("n1", "150m")]
    on_n2 = [node("n1", "150m"), node("n2", "10m"), *OTHERS, claim(volume="pv-data"), volume(node="n2")]
    for what, fields, cluster, verdict in (
            ("no location", {}, tight, YES),
            ("a model in a bucket", {"storageUri": "s3://bucket/model"}, tight, NO),
            ("a model in a bucket, 200m", {"storageUri": "s3://bucket/model"}, [node("n1", "200m")], YES),
            ("a model in a bucket, 150Mi", {"storageUri": "s3://bucket/model"}, [node("n1", memory="150Mi")], NO),
            ("a model in a bucket, and smaller amounts", {"storageUri": "s3://bucket/model"}, [*tight, config], YES),
            ("a path of a storage", {"storage": {"key": "k", "path": "model"}}, tight, NO),
            ("a model in a bucket, limits quota 1", {"storageUri": "s3://bucket/model"}, [*nodes(), quota(limits_cpu="1")], NO),
            ("a model in an image", {"storageUri": "oci://registry.example/model:v1"}, [node("n1", "35m")], NO),
            ("a model in an image, 40m", {"storageUri": "oci://registry.example/model:v1"}, [node("n1", "40m")], YES),
            ("an absent claim", {"storageUri": "pvc://data/model"}, [*nodes(), *OTHERS], NO),
            ("a claim", {"storageUri": "pvc://data/model"}, [*nodes(), *OTHERS, claim(volume="pv-data"), volume()], YES),
            ("a claim on the smaller node", {"storageUri": "pvc://data/model"}, on_n2, NO),
            ("a logger", {"logger": {"mode": "all"}}, tight, NO),
            ("a batcher", {"batcher": {"maxBatchSize": 8}}, tight, NO),
            ("a logger, 220m", {"logger": {"mode": "all"}}, [node("n1", "220m")], YES),
            ("a batcher, and smaller amounts", {"batcher": {"maxBatchSize": 8}}, [*tight, config], YES)):
        objects = workload("InferenceService")
        predictor = {"minReplicas": 2, "model": {"modelFormat": {"name": "sklearn"}}}
        for field, value in fields.items():
            (predictor if field in ("logger", "batcher") else predictor["model"])[field] = value
        put(objects[0], "spec.predictor", predictor)
        yield Combination("InferenceService with %s" % what, verdict, rule % what, [*cluster, runtime], objects)
    for what, resources, cluster, verdict in (
            ("no memory request", {"requests": {"cpu": "1"}}, [node("n1", memory="3Gi")], NO),
            ("no memory request, 4Gi", {"requests": {"cpu": "1"}}, [node("n1", memory="4Gi")], YES),
            ("a request beyond KServe's limit", {"requests": {"cpu": "2"}}, nodes(), UNKNOWN),
            ("a request beyond KServe's limit, and a limit", {"requests": {"cpu": "2"}, "limits": {"cpu": "2"}}, nodes(), YES)):
        objects = workload("InferenceService")
        put(objects[0], "spec.predictor.containers.0.resources", resources)
        yield Combination("InferenceService of a container with %s" % what, verdict, "kserve setResourceRequirementDefaults", cluster, objects)
    objects = workload("InferenceService")
    put(objects[0], "spec.predictor.serviceAccountName", "models")
    yield Combination("InferenceService with an absent ServiceAccount", NO, "kserve: the component is a pod spec",
                      [*nodes(), make("v1", "ServiceAccount", "default")], objects)


def flow(main, templates=(), **spec):
    """A Workflow with this template as its entrypoint."""
    objects = workload("Workflow")
    objects[0]["spec"] = {"entrypoint": "main", "templates": [{"name": "main", **main}, *templates], **spec}
    return objects


def step(cpu=1, **fields):
    amounts = {"cpu": str(cpu)}
    return {"container": {"image": "registry.example/work:v1", "resources": {"requests": amounts, "limits": amounts}, **fields}}


def of_executor():
    """Argo's containers init and wait, which request nothing by default."""
    rule = "argo workflowpod.go newInitContainers, newWaitContainer: %s"
    limits = make("v1", "LimitRange", "team", spec={"limits": [{"type": "Container", "default": {"cpu": "4"}, "defaultRequest": {"cpu": "4"}}]})
    given = config_map("workflow-controller-configmap", "argo", executor="resources: {requests: {cpu: 100m}, limits: {cpu: 100m}}\n")
    within = config_map("workflow-controller-configmap", "argo", config="executor: {resources: {requests: {cpu: 4}, limits: {cpu: 4}}}\n")
    silent = config_map("workflow-controller-configmap", "argo", parallelism="10")
    larger = config_map("workflow-controller-configmap", "argo", mainContainer="resources: {requests: {cpu: 9}}\n")
    defaults = config_map("workflow-controller-configmap", "argo", workflowDefaults="spec: {nodeSelector: {a: b}}\n")
    bare = {"container": {"image": "registry.example/work:v1"}}
    for what, main, cluster, verdict in (
            ("no quota", step(), [], YES),
            ("a quota of requests", step(), [quota(requests_cpu="8")], UNKNOWN),
            ("a quota of limits", step(), [quota(limits_cpu="8")], UNKNOWN),
            ("a quota of requests that the step lacks too", bare, [quota(requests_cpu="8")], NO),
            ("a quota of pods", step(), [quota(pods="1")], YES),
            ("a quota of requests, and Argo's amounts", step(), [quota(requests_cpu="8"), given], YES),
            ("a quota of requests, and Argo's configuration without amounts", step(), [quota(requests_cpu="8"), silent], NO),
            ("defaults of a LimitRange", step(4), [limits], YES),
            ("defaults of a LimitRange beside a larger step", step(5), [limits], NO),
            ("amounts of Argo beside a large step", step(5), [within], NO),
            ("amounts of Argo for each step", bare, [larger], NO),
            ("amounts of Argo that the step has", step(), [larger], YES),
            ("defaults of workflows", step(), [defaults], UNKNOWN)):
        yield Combination("Workflow, %s" % what, verdict, rule % what, [*nodes(), *cluster], flow(main))


def of_claim_templates():
    """The pods mount the claims that the workflow creates."""
    mounted = step(volumeMounts=[{"name": "data", "mountPath": "/data"}])
    templates = [{"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteMany"], "storageClassName": "fast",
                                                         "resources": {"requests": {"storage": "1Gi"}}}}]
    local = storage_class(provisioner="kubernetes.io/no-provisioner")
    limit = make("v1", "LimitRange", "team", spec={"limits": [{"type": "PersistentVolumeClaim", "max": {"storage": "512Mi"}}]})
    rule = "argo operator.go createPVCs, workflowpod.go addVolumeReferences: %s"
    for what, main, cluster, verdict in (
            ("of a class that provisions", mounted, [storage_class()], YES),
            ("of local volumes, of which there is none", mounted, [local], NOT_YES),
            ("of local volumes, not mounted", step(), [local], YES),
            ("of local volumes, of which there is one", mounted, [local, volume(claim_name="")], NOT_NO),
            ("that exists", mounted, [storage_class(), claim("work-data", volume="pv-data"), volume(claim_name="work-data")], NO),
            ("beyond a LimitRange", mounted, [storage_class(), limit], NO),
            ("beyond a quota of storage", mounted, [storage_class(), quota(requests_storage="512Mi")], NO),
            ("within a quota of storage", mounted, [storage_class(), quota(requests_storage="2Gi")], NOT_NO),
            ("beyond a quota of claims", step(), [storage_class(), quota(persistentvolumeclaims="0")], NO)):
        yield Combination("Workflow, a claim template %s" % what, verdict, rule % what, [*nodes(), *cluster],
                          flow(main, volumeClaimTemplates=templates))


def of_argoexec_steps():
    """A resource step has a pod that creates the object; so has one that lists data."""
    job = '{apiVersion: batch/v1, kind: Job, metadata: {name: inner}, spec: {template: {spec: {restartPolicy: Never, containers: [%s]}}}}' % (
        "{name: c, image: x, resources: {requests: {cpu: %d}}}")
    rule = "argo operator.go executeResource, executeData: %s"
    for what, main, cluster, verdict in (
            ("creates a Job of 1 cpu", {"resource": {"action": "create", "manifest": job % 1}}, [], YES),
            ("creates a Job of 9 cpu", {"resource": {"action": "create", "manifest": job % 9}}, [], NO),
            ("creates a Job, one pod allowed", {"resource": {"action": "create", "manifest": job % 1}}, [quota(pods="1")], NO),
            ("creates a Job, two pods allowed", {"resource": {"action": "create", "manifest": job % 1}}, [quota(pods="2")], NOT_NO),
            ("deletes a Job of 9 cpu", {"resource": {"action": "delete", "manifest": job % 9}}, [], YES),
            ("asks a server", {"http": {"url": "http://x"}}, [], UNKNOWN),
            ("lists data, no pod allowed", {"data": {"source": {"artifactPaths": {"name": "a"}}, "transformation": []}}, [quota(pods="0")], NO)):
        yield Combination("Workflow whose step %s" % what, verdict, rule % what, [*nodes(), *cluster], flow(main))


def of_parallelism():
    """How many Workflows Argo's controller runs at once."""
    others = [make("argoproj.io/v1alpha1", "Workflow", "other-%d" % at, status={"phase": "Running"}) for at in range(2)]
    for data in ({"parallelism": "%d"}, {"namespaceParallelism": "%d"}, {"config": "parallelism: %d\n"}):
        for limit, verdict in ((2, UNKNOWN), (3, YES)):
            config = make("v1", "ConfigMap", "workflow-controller-configmap", "argo", data={key: text % limit for key, text in data.items()})
            yield Combination("Workflow beside 2 others, %d at once by %s" % (limit, next(iter(data))), verdict,
                              "argo controller: Workflow processing has been postponed", [*nodes(), pod("idle", on="n1"), config, *others], flow(step()))


def of_daemons():
    """The steps after a daemon run beside it."""
    def templates(cpu):
        return [{"name": "daemon", "daemon": True, **step(5)}, {"name": "next", **step(cpu)}]
    one = [node("n1")]
    in_steps = {"steps": [[{"name": "a", "template": "daemon"}], [{"name": "b", "template": "next"}]]}
    in_dag = {"dag": {"tasks": [{"name": "b", "template": "next", "dependencies": ["a"]}, {"name": "a", "template": "daemon"}]}}
    for what, main in (("steps", in_steps), ("a DAG", in_dag)):
        for cpu, verdict in ((3, YES), (5, NO)):
            yield Combination("Workflow, %d cpu after a daemon of 5 cpu in %s" % (cpu, what), verdict,
                              "argo inferNodeStatus: a daemon that is ready counts as fulfilled", one, flow(main, templates(cpu)))


def of_switches():
    for strategy in ("Stop", "Terminate"):
        yield Combination("Workflow with shutdown %s" % strategy, NO, "argo ShutdownStrategy.ShouldExecute", nodes(),
                          flow(step(), shutdown=strategy), first_line=("shut down",))
    for seconds, verdict in ((0, NO), (60, YES)):
        rule = "argo getWorkflowDeadline: no template is executed after it"
        limited = flow(step(), activeDeadlineSeconds=seconds)
        yield Combination("Workflow, activeDeadlineSeconds %d" % seconds, verdict, rule, nodes(), limited)
        scheduled = make("argoproj.io/v1alpha1", "CronWorkflow", "work", spec={"schedules": ["0 4 * * *"], "workflowSpec": limited[0]["spec"]})
        yield Combination("CronWorkflow, activeDeadlineSeconds %d" % seconds, verdict, rule, nodes(), as_manifest([scheduled]))


def of_cron_workflows():
    rule = "argo validate.go CronWorkflow: %s"
    for what, name, fields, verdict in (
            ("as it is", "work", {}, YES), ("with the old schedule", "work", {"schedules": None, "schedule": "0 4 * * *"}, YES),
            ("with a name of 52", "a" * 52, {}, YES), ("with a name of 53", "a" * 53, {}, NO),
            ("without a schedule", "work", {"schedules": None}, NO), ("with a schedule of four fields", "work", {"schedules": ["0 4 * *"]}, NO),
            ("with an unknown policy", "work", {"concurrencyPolicy": "Foo"}, NO), ("with a true when", "work", {"when": "1 == 1"}, YES),
            ("whose entrypoint is absent", "work", {"workflowSpec": {**flow(step())[0]["spec"], "entrypoint": "absent"}}, NO)):
        spec = {"schedules": ["0 4 * * *"], "workflowSpec": flow(step())[0]["spec"], **fields}
        cron = {"apiVersion": "argoproj.io/v1alpha1", "kind": "CronWorkflow", "metadata": {"name": name},
                "spec": {key: value for key, value in spec.items() if value is not None}}
        yield Combination("CronWorkflow %s" % what, verdict, rule % what, nodes(), [cron])


def flink(**fields):
    """A JobManager and two TaskManagers of 1 cpu. `fields`: below the spec, with two underscores between them; None takes one away."""
    amounts = {"resource": {"memory": "1024m", "cpu": 1}}
    spec = {"image": "flink:1.20", "flinkVersion": "v1_20", "serviceAccount": "flink", "flinkConfiguration": {"taskmanager.numberOfTaskSlots": "2"},
            "jobManager": dict(amounts), "taskManager": dict(amounts),
            "job": {"jarURI": "local:///x.jar", "parallelism": 4, "upgradeMode": "stateless"}}
    for path, value in fields.items():
        *parents, last = path.split("__")
        around = spec
        for each in parents:
            around = around[each]
        if value is None:
            del around[last]
        else:
            around[last] = {**around[last], **value} if last == "flinkConfiguration" else value
    return [{"apiVersion": "flink.apache.org/v1beta1", "kind": "FlinkDeployment", "metadata": {"name": "work"}, "spec": spec}]


def of_flink():
    rule = "flink-kubernetes-operator DefaultValidator: %s"
    available = {"high-availability.type": "kubernetes"}
    kept = {"execution.checkpointing.dir": "s3://a", "execution.checkpointing.savepoint-dir": "s3://b"}
    for what, fields, verdict in (
            ("as it is", {}, YES), ("with two JobManagers", {"jobManager__replicas": 2}, UNKNOWN),
            ("with two JobManagers that take over", {"jobManager__replicas": 2, "flinkConfiguration": available}, YES),
            ("with two JobManagers that do not", {"jobManager__replicas": 2, "flinkConfiguration": {"high-availability.type": "NONE"}}, NO),
            ("upgraded from its last state", {"job__upgradeMode": "last-state"}, UNKNOWN),
            ("upgraded from its last state, which is kept", {"job__upgradeMode": "last-state", "flinkConfiguration": kept}, YES),
            ("upgraded from savepoints", {"job__upgradeMode": "savepoint"}, UNKNOWN),
            ("upgraded from savepoints that are kept", {"job__upgradeMode": "savepoint", "flinkConfiguration": kept}, YES),
            ("with rollbacks", {"flinkConfiguration": {"kubernetes.operator.deployment.rollback.enabled": "true"}}, UNKNOWN),
            ("without a version", {"flinkVersion": None}, NO), ("with an old version", {"flinkVersion": "v1_14"}, NO),
            ("with a version that never was", {"flinkVersion": "v1_99"}, NO), ("with a newer version", {"flinkVersion": "v9_9"}, UNKNOWN),
            ("without a ServiceAccount", {"serviceAccount": None}, NO),
            ("with a cluster id", {"flinkConfiguration": {"kubernetes.cluster-id": "x"}}, NO),
            ("with a nested cluster id", {"flinkConfiguration": {"kubernetes": {"cluster-id": "x"}}}, NO),
            ("with an unknown log configuration", {"logConfiguration": {"log.properties": "a=b"}}, NO),
            ("with an ingress without a template", {"ingress": {"className": "nginx"}}, NO)):
        yield Combination("FlinkDeployment %s" % what, verdict, rule % what, [*nodes(), make("v1", "ServiceAccount", "flink")], flink(**fields))


def of_active_runs():
    """Objects of operators with a schedule, whose last run has not ended."""
    run = make("sparkoperator.k8s.io/v1beta2", "SparkApplication", "work-1", status={"applicationState": {"state": "RUNNING"}})
    for api, kind, spec, status in (
            ("argoproj.io/v1alpha1", "CronWorkflow", {"schedules": ["0 4 * * *"], "workflowSpec": flow(step())[0]["spec"]},
             {"active": [{"name": "work-1"}]}),
            ("sparkoperator.k8s.io/v1beta2", "ScheduledSparkApplication",
             {"schedule": "@hourly", "template": workload("SparkApplication")[0]["spec"]}, {"lastRunName": "work-1"})):
        for policy, active, verdict in (("Forbid", status, UNKNOWN), ("Forbid", {}, YES), ("Replace", status, YES)):
            there = make(api, kind, "work", spec={**spec, "concurrencyPolicy": policy}, status=active)
            yield Combination("%s exists with %s active run, %s" % (kind, "an" if active else "no", policy), verdict,
                              "argo enforceRuntimePolicy, spark-operator shouldStartNextRun", [*nodes(), run, there],
                              as_manifest([json.loads(json.dumps(there))]))


def of_flink_limits():
    """Limits of 1 cpu for the JobManager and each of two TaskManagers, unless a row has others."""
    factor = {"kubernetes.taskmanager.cpu.limit-factor": "2.0"}
    resources = {"resources": {"requests": {"memory": "1Gi", "cpu": 1}, "limits": {"memory": "1Gi", "cpu": 2}}}
    for what, fields, hard, verdict in (
            ("limits", {}, {"limits_cpu": "3"}, YES), ("a limit factor of 2", {"flinkConfiguration": factor}, {"limits_cpu": "3"}, NO),
            ("a limit factor of 2, and quota for it", {"flinkConfiguration": factor}, {"limits_cpu": "5"}, YES),
            ("limits of their own", {"taskManager": resources}, {"limits_cpu": "4"}, NO),
            ("limits of their own, and quota for them", {"taskManager": resources}, {"limits_cpu": "5", "requests_cpu": "3"}, YES)):
        yield Combination("FlinkDeployment, TaskManagers with %s" % what, verdict, "Flink KubernetesUtils.getResourceRequirements",
                          [*nodes(), make("v1", "ServiceAccount", "flink"), quota(**hard)], flink(**fields))
    large = {"resource": {"memory": "1Gi", "cpu": 1, "ephemeralStorage": "9Gi"}}
    yield Combination("FlinkDeployment, a JobManager with a large disk", NO, "FlinkConfigBuilder.applyResourceToPodTemplate",
                      [node("n1", **{"ephemeral-storage": "8Gi"}), make("v1", "ServiceAccount", "flink")], flink(jobManager=large))


def of_spark():
    """A driver and two executors of 1 cpu on two nodes."""
    dynamic = {"enabled": True, "initialExecutors": 1}
    for what, path, value, verdict, rule in (
            ("two executors on the hosts' network", "executor.hostNetwork", True, YES, "sparkpod_defaulter.go addHostNetwork, on two nodes"),
            ("three executors on the hosts' network", "executor", {"cores": 1, "memory": "512m", "instances": 3, "hostNetwork": True}, NO,
             "BasicExecutorFeatureStep: port 7079 of the node"),
            ("three executors on the hosts' network, any port", "", {
                "executor": {"cores": 1, "memory": "512m", "instances": 3, "hostNetwork": True}, "sparkConf": {"spark.blockManager.port": "0"}}, YES,
             "BasicExecutorFeatureStep: 0 is any port"),
            ("a part of a core", "executor.cores", 0.5, NO, "CRD: cores is an integer"),
            ("fewer executors allowed than needed", "dynamicAllocation", {**dynamic, "minExecutors": 3, "maxExecutors": 2}, NO,
             "ExecutorAllocationManager.validateSettings"),
            ("as many executors allowed as needed", "dynamicAllocation", {**dynamic, "minExecutors": 3, "maxExecutors": 3}, YES,
             "ExecutorAllocationManager.validateSettings"),
            ("mode client", "mode", "client", UNKNOWN, "submission.go: --deploy-mode client runs the driver in the operator")):
        objects = workload("SparkApplication")
        if path:
            put(objects[0], "spec." + path, value)
        else:
            objects[0]["spec"].update(value)
        yield Combination("SparkApplication with %s" % what, verdict, rule, nodes(), objects)


def of_children():
    """Objects through which an object that exists makes its pods."""
    def owned(kind, api, name, owner_kind, owner_api, status=None, **metadata):
        made = make(api, kind, name, status=status or {}, spec={"parallelism": 3, "completions": 3} if kind == "Job" else {})
        made["metadata"].update(ownerReferences=[{"apiVersion": owner_api, "kind": owner_kind, "name": "work", "uid": "uid-work",
                                                  "controller": True}], **metadata)
        return made

    failed = {"conditions": [{"type": "Failed", "status": "True"}]}
    going = {"deletionTimestamp": CREATED, "finalizers": ["example.com/keep"]}
    for name, kind, child, status, metadata, verdict in (
            ("JobSet", "Job", "work-worker-0", None, {}, YES), ("JobSet", "Job", "work-worker-0", failed, {}, UNKNOWN),
            ("JobSet", "Job", "work-worker-0", None, going, UNKNOWN), ("MPIJob", "Job", "work-launcher", None, {}, YES),
            ("MPIJob", "Job", "work-launcher", failed, {}, UNKNOWN)):
        api = workload(name)[0]["apiVersion"]
        there = workload(name)[0]
        there["metadata"].update(namespace="default", uid="uid-work", creationTimestamp=CREATED)
        made = owned(kind, "batch/v1", child, name, api, status, **metadata)
        state = "has failed" if status else "is being deleted" if metadata else "is at work"
        yield Combination("%s exists, its %s %s %s" % (name, kind, child, state), verdict,
                          "job controller: a Job that has ended, or is being deleted, makes no pods",
                          [*nodes(), pod("other", on="n1"), there, made], workload(name))


def of_service_accounts():
    """The driver creates its executors with its service account, which needs a Role."""
    for flags, verdict in (((), YES), (("--strict",), UNKNOWN)):
        yield Combination("SparkApplication of the default service account%s" % "".join(", " + flag for flag in flags), verdict,
                          "Spark ExecutorPodsAllocator: pods is forbidden; assumed", nodes() + [make("v1", "ServiceAccount", "default")],
                          workload("SparkApplication"), flags=flags)


def of_schedules():
    """Objects that create a SparkApplication or a RayJob by a schedule."""
    for kind, api_version, field, inner in (
            ("ScheduledSparkApplication", "sparkoperator.k8s.io/v1beta2", "template", "SparkApplication"),
            ("RayCronJob", "ray.io/v1", "jobTemplate", "RayJob")):
        for what, schedule, verdict in (("every hour", "0 * * * *", YES), ("of two words", "every hour", NO), ("that is empty", "", NO)):
            cron = {"apiVersion": api_version, "kind": kind, "metadata": {"name": "work"},
                    "spec": {"schedule": schedule, field: workload(inner)[-1]["spec"]}}
            yield Combination("%s with a schedule %s" % (kind, what), verdict, "cron.ParseStandard", nodes(), [cron])
    spec = workload("SparkApplication")[0]["spec"]
    spec["driver"]["cores"] = 0
    cron = {"apiVersion": "sparkoperator.k8s.io/v1beta2", "kind": "ScheduledSparkApplication", "metadata": {"name": "work"},
            "spec": {"schedule": "@hourly", "template": spec}}
    yield Combination("ScheduledSparkApplication with 0 cores", NO, "CRD: spec.template.driver.cores at least 1", nodes(), [cron])


def of_app_wrappers():
    twice = workload("AppWrapper")
    twice[0]["spec"]["components"] *= 2
    yield Combination("AppWrapper with a component twice", NO, "appwrapper createComponent: it exists, and no second one comes", nodes(), twice)
    others = workload("AppWrapper")
    others[0]["spec"]["components"].append(json.loads(json.dumps(others[0]["spec"]["components"][0])))
    put(others[0], "spec.components.1.template.metadata.name", "other")
    yield Combination("AppWrapper with two components", YES, "appwrapper createComponent", nodes(), others)
    for what, outer, state, verdict in (
            ("full, of a component", False, "queue full", NOT_YES), ("with quota, of a component", False, "queue with quota", NOT_NO),
            ("full, of both", True, "queue full", NOT_YES), ("with quota, of both", True, "queue with quota", YES)):
        objects = workload("AppWrapper")
        put(objects[0], "spec.components.0.template.metadata.labels", dict(QUEUE_LABEL))
        if outer:
            objects[0]["metadata"]["labels"] = dict(QUEUE_LABEL)
        yield Combination("AppWrapper, queue %s" % what, verdict, "kueue FindAncestorJobManagedByKueue: an AppWrapper with a queue name",
                          nodes() + QUEUES[state][0], objects)


def of_pod_fields():
    gold = [node("n1"), node("n2", labels={"pool": "gold"})]
    call = {"steps": [[{"name": "a", "template": "next"}]]}
    for what, main, templates, spec, cluster, verdict in (
            ("a nodeSelector of the template that calls", {**call, "nodeSelector": {"pool": "gold"}}, step(), {}, nodes(), NO),
            ("a nodeSelector of both", {**call, "nodeSelector": {"pool": "iron"}}, {**step(), "nodeSelector": {"pool": "gold"}}, {}, gold, YES),
            ("a nodeSelector of the template that calls and of the workflow", {**call, "nodeSelector": {"pool": "gold"}}, step(),
             {"nodeSelector": {"pool": "iron"}}, gold, YES),
            ("resources of the pod", call, step(), {"podResources": {"requests": {"cpu": "9"}}}, nodes(), NO),
            ("resources of the pod, fewer in the template", call, {**step(), "podResources": {"requests": {"cpu": "2"}}},
             {"podResources": {"requests": {"cpu": "9"}}}, nodes(), YES),
            ("a claim to devices that is absent", call, {**step(), "resourceClaims": [{"name": "g", "resourceClaimName": "absent"}]}, {},
             nodes(), NOT_YES)):
        yield Combination("Workflow with %s" % what, verdict, "argo workflowpod.go addSchedulingConstraints, build", cluster,
                          flow(main, [{"name": "next", **templates}], **spec))


def of_later_pods():
    """Pods that come once others have completed: nothing asks for their nodes, and the answer assumes them."""
    limits = make("v1", "LimitRange", "limits", spec={"limits": [{"type": "Container", "max": {"cpu": "2"}}]})
    large = {**node("n3", cpu=16), "spec": {"taints": [{"key": "team", "value": "a", "effect": "NoSchedule"}]}}
    cordoned = {**node("n3", cpu=16), "spec": {"unschedulable": True}}
    too_large = "NodeResourcesFit: no node that admits the pod has 9 cpu"
    for what, cpu, flags, extra, verdict, rule in (
            ("1 cpu", 1, (), [limits], YES, "assumed"), ("1 cpu, --strict", 1, ("--strict",), [limits], UNKNOWN, "assumed"),
            ("4 cpu, at most 2 allowed", 4, (), [limits], UNKNOWN, "limitranger: maximum cpu usage per Container"),
            ("4 cpu", 4, (), [], YES, "assumed"), ("9 cpu", 9, (), [], UNKNOWN, too_large),
            ("9 cpu, a larger node with a taint", 9, (), [large], UNKNOWN, too_large),
            ("9 cpu, a larger node that is cordoned", 9, (), [cordoned], YES, "assumed")):
        job_set = workload("JobSet")
        put(job_set[0], "spec.replicatedJobs.1.dependsOn", [{"name": "driver", "status": "Complete"}])
        put(job_set[0], "spec.replicatedJobs.1.template.spec.template.spec.containers.0.resources.requests.cpu", str(cpu))
        steps = flow({"steps": [[{"name": "a", "template": "first"}], [{"name": "b", "template": "next"}]]},
                     [{"name": "first", **step(1)}, {"name": "next", **step(cpu)}])
        for name, objects in (("JobSet", job_set), ("Workflow", steps)):
            yield Combination("%s whose last pods ask for %s" % (name, what), verdict, rule, nodes() + extra, objects, flags=flags)


def combinations():
    for part in (of_later_pods, of_kserve, of_executor, of_claim_templates, of_argoexec_steps, of_parallelism, of_daemons, of_switches, of_cron_workflows, of_pod_fields,
                 of_flink, of_flink_limits, of_spark, of_service_accounts, of_active_runs, of_children,
                 of_schedules, of_app_wrappers):
        yield from part()
