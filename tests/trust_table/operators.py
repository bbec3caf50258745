# SPDX-License-Identifier: Apache-2.0
"""Rarer kinds: their suspend field, their queue, zero replicas, and a few questions about each."""
import copy

from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import OTHERS, USES_CLAIM, storage_class
from trust_table.kueue import LOCAL, NAMES, QUEUE_LABEL, QUEUES
from trust_table.objects import (CREATED, as_manifest, make, manifest_pod, nodes, pod, put, rename, snapshot, with_cpu, with_metadata, with_spec,
    workload)

# kind: the field that suspends its pods; kinds without such a field are missing
SWITCHES = {"JAXJob": "spec.runPolicy.suspend", "PaddleJob": "spec.runPolicy.suspend", "XGBoostJob": "spec.runPolicy.suspend",
            "RayService": "",
            "SparkApplication": "spec.suspend", "AppWrapper": "spec.suspend", "Workflow": "spec.suspend", "InferenceService": "",
            "ReplicationController": "", "DaemonSet": ""}
# Kinds with an integration in Kueue (kueue pkg/controller/jobs).
QUEUED = ("JAXJob", "PaddleJob", "XGBoostJob", "AppWrapper", "SparkApplication", "RayService")
OTHER_SCHEDULERS = {"volcano": ("volcano",), "kube-batch": ("kube-batch",), "koord-scheduler": ("koord",), "kai-scheduler": ("kai",),
                    "yunikorn": ("yunikorn",), "godel-scheduler": ("godel", "goedel")}


def of_kinds():
    for name, switch in SWITCHES.items():
        yield Combination("%s as it is" % name, YES, "5 cpu of 16", nodes(), workload(name))
        if switch:
            objects = workload(name)
            put(objects[0], switch, True)
            yield Combination("%s, suspend" % name, NOT_YES, "%s: its operator makes no pods now" % switch, nodes(), objects)
    stopped = with_metadata(workload("InferenceService"), "InferenceService", "annotations", **{"serving.kserve.io/stop": "true"})
    yield Combination("InferenceService, stopped", NOT_YES, "kserve: serving.kserve.io/stop scales it to nothing", nodes(), stopped)
    none = workload("ReplicationController")
    put(none[0], "spec.replicas", 0)
    yield Combination("ReplicationController of zero replicas", NOT_YES, "its controller makes no pod", nodes(), none)
    yield Combination("DaemonSet without a node of its selector", NOT_YES, "daemonset controller: no node should run it", nodes(),
                      with_spec(workload("DaemonSet"), nodeSelector={"pool": "gold"}))


PROGRAMS = {"JobSet": "jobset-controller-manager", "PyTorchJob": "training-operator", "MPIJob": "mpi-operator", "RayCluster": "kuberay-operator",
            "LeaderWorkerSet": "lws-controller-manager", "SparkApplication": "spark-operator-controller", "Workflow": "workflow-controller",
            "InferenceService": "kserve-controller-manager", "AppWrapper": "appwrapper-controller-manager"}


def of_stopped_operators():
    """The Deployment of the operator wants no pod."""
    rule = "deployment controller: it scales the ReplicaSet to spec.replicas"
    for name, program in PROGRAMS.items():
        for replicas in (0, 1):
            deployment = make("apps/v1", "Deployment", program, "operators",
                              spec={"replicas": replicas, "selector": {"matchLabels": {"app": "operator"}}})
            cluster = nodes() + [pod("other", on="n1"), deployment]
            yield Combination("%s, Deployment %s of %d replicas" % (name, program, replicas), YES if replicas else UNKNOWN, rule, cluster,
                              workload(name), first_line=() if replicas else ("Deployment",))
            yield Combination("Job, Deployment %s of %d replicas" % (program, replicas), YES, "it makes no pods of Jobs", cluster,
                              workload("Job"))
        for available, verdict in ((0, UNKNOWN), (1, YES)):
            deployment = make("apps/v1", "Deployment", program, "operators", status={"availableReplicas": available, "unavailableReplicas": 1},
                              spec={"replicas": 1 + available, "selector": {"matchLabels": {"app": "operator"}}})
            yield Combination("%s, %d of %d pods of Deployment %s available" % (name, available, 1 + available, program), verdict,
                              "deployment controller calculateStatus: no process of the operator runs",
                              nodes() + [pod("other", on="n1"), deployment], workload(name))


def program_of(name, *flags, space="operators", owner=False, env=None, **status):
    """The Deployment of an operator, as kubectl prints it."""
    container = {"name": "manager", "image": "registry.example/manager:v1", "args": list(flags), **({"env": env} if env else {})}
    made = make("apps/v1", "Deployment", name, space, status={"availableReplicas": 1, **status}, spec={
        "replicas": 1, "selector": {"matchLabels": {"app": name}}, "template": {"spec": {"containers": [container]}}})
    if owner:
        made["metadata"]["ownerReferences"] = [{"apiVersion": "operators.coreos.com/v1alpha1", "kind": "ClusterServiceVersion", "name": "csv"}]
    return made


def of_operator_flags():
    """Arguments of an operator's Deployment that leave the object out."""
    own = {"valueFrom": {"fieldRef": {"fieldPath": "metadata.namespace"}}}
    of_kubeflow, of_argo = "training-operator main.go: %s", "argo cmd/workflow-controller/main.go: %s"
    cases = (
        ("PyTorchJob", "training-operator", of_kubeflow, {
            "no flag": ((), {}, YES), "its namespace": (("--namespace=default",), {}, YES), "another namespace": (("--namespace=other",), {}, UNKNOWN),
            "another namespace, apart": (("--namespace", "other"), {}, UNKNOWN), "no namespace": (("--namespace=",), {}, YES),
            "its own namespace by a variable": (("--namespace=$(SPACE)",), {"env": [{"name": "SPACE", **own}]}, UNKNOWN),
            "another namespace in KUBEFLOW_NAMESPACE": ((), {"env": [{"name": "KUBEFLOW_NAMESPACE", "value": "other"}]}, UNKNOWN),
            "its own namespace in KUBEFLOW_NAMESPACE": ((), {"env": [{"name": "KUBEFLOW_NAMESPACE", **own}], "space": "default"}, YES),
            "another namespace, installed by OLM": (("--namespace=other",), {"owner": True}, UNKNOWN),
            "its scheme": (("--enable-scheme=tfjob", "--enable-scheme=pytorchjob"), {}, YES), "another scheme": (("--enable-scheme=TFJob",), {}, UNKNOWN),
            "volcano": (("--gang-scheduler-name=volcano",), {}, UNKNOWN)}),
        ("TFJob", "kubeflow-training-operator", of_kubeflow, {
            "no flag": ((), {}, YES), "another namespace": (("--namespace=other",), {}, UNKNOWN), "its scheme": (("--enable-scheme=tfjob",), {}, YES)}),
        ("MPIJob", "mpi-operator", "mpi-operator options.go: %s", {
            "no flag": (("-alsologtostderr",), {}, YES), "another namespace": (("--namespace", "other"), {}, UNKNOWN),
            "volcano": (("--gang-scheduling=volcano",), {}, UNKNOWN)}),
        ("RayCluster", "kuberay-operator", "kuberay main.go: %s", {
            "no flag": ((), {}, YES), "its namespace": (("--watch-namespace=other,default",), {}, YES), "another namespace": (("--watch-namespace=a,b",), {}, UNKNOWN),
            "volcano": (("--batch-scheduler=volcano",), {}, UNKNOWN)}),
        ("SparkApplication", "spark-operator-controller", "spark-operator start.go: %s", {
            "all namespaces": (("controller", "start", '--namespaces=""'), {}, YES), "its namespace": (("controller", "start", "--namespaces=default"), {}, YES),
            "another namespace": (("controller", "start", "--namespaces=spark"), {}, UNKNOWN)}),
        ("SparkApplication", "spark-operator", "spark-operator main.go of v1beta2: %s", {"another namespace": (("-namespace=spark",), {}, UNKNOWN)}),
        ("Workflow", "workflow-controller", of_argo, {
            "no flag": ((), {}, YES), "its own namespace": (("--namespaced",), {}, UNKNOWN), "the namespace": (("--namespaced",), {"space": "default"}, YES),
            "not its own namespace": (("--namespaced=false",), {}, YES), "another managed namespace": (("--namespaced", "--managed-namespace=a"), {}, UNKNOWN),
            "the managed namespace": (("--namespaced", "--managed-namespace", "default"), {}, YES)}))
    for name, program, rule, flags in cases:
        for what, (arguments, options, verdict) in flags.items():
            cluster = nodes() + [pod("other", on="n1"), program_of(program, *arguments, **options)]
            yield Combination("%s, Deployment %s with %s" % (name, program, what), verdict, rule % what, cluster, workload(name),
                              first_line=() if verdict == YES else ("Deployment",))
    elsewhere = program_of("training-operator", "--namespace=other", space="other")
    for what, second, verdict in (("of all namespaces", program_of("training-operator"), YES),
                                  ("of its namespace", program_of("training-operator", "--namespace=default", space="default"), YES),
                                  ("of its namespace without a pod", program_of("training-operator", "--namespace=default", space="default", availableReplicas=0,
                                                                                unavailableReplicas=1), UNKNOWN)):
        yield Combination("PyTorchJob, a training-operator of another namespace and one %s" % what, verdict, of_kubeflow % "--namespace",
                          nodes() + [pod("other", on="n1"), elsewhere, second], workload("PyTorchJob"))
    yield Combination("PyTorchJob, Deployment training-operator with volcano, by an option", NOT_NO, of_kubeflow % "--gang-scheduler-name",
                      nodes() + [pod("other", on="n1"), program_of("training-operator", "--gang-scheduler-name=volcano")], workload("PyTorchJob"),
                      flags=("--operator-option", "training-operator.gang-scheduler-name=volcano"))
    job = [make("batch.volcano.sh/v1alpha1", "Job", "work", spec={"schedulerName": "default-scheduler", "minAvailable": 1, "tasks": [
        {"replicas": 1, "name": "a", "template": {"spec": {"restartPolicy": "Never", "containers": [
            {"name": "main", "image": "registry.example/work:v1", "resources": {"requests": {"cpu": "1"}}}]}}}]})]
    for what, flag, verdict in (("all controllers", "--controllers=*", NOT_NO), ("no job-controller", "--controllers=-job-controller,-pg-controller", NOT_YES)):
        yield Combination("Job of Volcano, Deployment volcano-controllers with %s" % what, verdict, "volcano server.go isControllerEnabled",
                          nodes() + [pod("other", on="n1"), program_of("volcano-controllers", flag)], as_manifest(copy.deepcopy(job)))
    for replicas, verdict in ((0, UNKNOWN), (1, YES)):
        stopped = program_of("release-kuberay-operator")
        stopped["spec"]["replicas"] = replicas
        yield Combination("RayCluster, Deployment release-kuberay-operator of %d replicas" % replicas, verdict, "Helm: fullname template",
                          nodes() + [pod("other", on="n1"), stopped], workload("RayCluster"))


def of_queues():
    for name in QUEUED:
        for state in ("queue full", "LocalQueue absent beside another", "ClusterQueue stopped", "queue lists not given"):
            objects, verdict, _, rule = QUEUES[state]
            expected, words = (UNKNOWN, (LOCAL,)) if verdict == UNKNOWN else (NOT_YES, ())
            job = workload(name)
            yield Combination("%s, %s" % (name, state), expected, rule, nodes() + objects,
                              with_metadata(job, job[0]["kind"], "labels", **QUEUE_LABEL),
                              first_line=words)
    cron = workload("CronJob")
    put(cron[0], "spec.jobTemplate.metadata.labels", dict(QUEUE_LABEL))
    for state in ("queue full", "LocalQueue absent beside another", "queue lists not given"):
        objects, _, _, rule = QUEUES[state]
        yield Combination("CronJob of queued Jobs, %s" % state, NOT_YES, rule, nodes() + objects, cron)
    # A label on the pods only: the pod integration reads it, unless the pods' owner is of a kind that Kueue manages.
    for name in ("Deployment", "StatefulSet"):
        objects = workload(name)
        objects[0]["spec"]["template"]["metadata"]["labels"].update(QUEUE_LABEL)
        yield Combination("%s with the label on its pods, queue full" % name, NOT_YES, QUEUES["queue full"][3],
                          nodes() + QUEUES["queue full"][0], objects,
                          first_line=NAMES)
        yield Combination("%s with the label on its pods, queue lists not given" % name, UNKNOWN, QUEUES["queue lists not given"][3],
                          nodes(), objects,
                          first_line=(LOCAL,))


def of_other_schedulers():
    """Workloads for other schedulers: enough capacity is no Yes, and too little is a No."""
    for name in ("Job", "Deployment", "StatefulSet", "PyTorchJob", "JobSet", "RayCluster", "LeaderWorkerSet"):
        for scheduler, words in OTHER_SCHEDULERS.items():
            yield Combination("%s for %s" % (name, scheduler), UNKNOWN, "the rules of %s decide, which are not simulated" % scheduler,
                              nodes(),
                              with_spec(workload(name), schedulerName=scheduler), first_line=words)
            yield Combination("%s for %s, no node of its selector" % (name, scheduler), NO, "NodeAffinity: no node has pool=gold", nodes(),
                              with_spec(workload(name), schedulerName=scheduler, nodeSelector={"pool": "gold"}))
    spark = workload("SparkApplication")
    put(spark[0], "spec.batchScheduler", "volcano")
    yield Combination("SparkApplication with batchScheduler volcano", UNKNOWN, "spark-operator makes a PodGroup of Volcano", nodes(), spark,
                      first_line=("volcano", "default"))
    ray = with_metadata(workload("RayCluster"), "RayCluster", "labels",
                        **{"volcano.sh/queue-name": "team-queue", "ray.io/gang-scheduling-enabled": "true"})
    for label, option in (("kai.scheduler/queue", "kai-scheduler"), ("yunikorn.apache.org/app-id", "yunikorn")):
        yield Combination("RayCluster with the label %s" % label, NOT_YES, "kuberay --batch-scheduler=%s sets the scheduler" % option,
                          nodes(), with_metadata(workload("RayCluster"), "RayCluster", "labels", **{label: "team"}))
    yield Combination("RayCluster with a queue of Volcano", NOT_YES, "kuberay --batch-scheduler=volcano makes a PodGroup in that queue",
                      nodes(), ray)


def of_spark_conf():
    """The operator gives sparkConf to spark-submit, and the fields of the spec after it."""
    rule = "spark-operator submission.go buildSparkSubmitArgs: %s"
    account = make("v1", "ServiceAccount", "default")
    for what, conf, fields, verdict in (
            ("60 instances", {"spark.executor.instances": "60"}, {"executor.instances": None}, NO),
            ("60 instances, and 2 in the spec", {"spark.executor.instances": "60"}, {}, YES),
            ("60 executors at least", {"spark.dynamicAllocation.enabled": "true", "spark.dynamicAllocation.minExecutors": "60"}, {}, NO),
            ("60 executors at least, without dynamic allocation", {"spark.dynamicAllocation.minExecutors": "60"}, {}, YES),
            ("9 cores", {"spark.kubernetes.executor.request.cores": "9"}, {}, NO),
            ("9 cores, and coreRequest 1", {"spark.kubernetes.executor.request.cores": "9"}, {"executor.coreRequest": "1"}, YES),
            ("9 driver cores", {"spark.driver.cores": "9"}, {"driver.cores": None}, NO),
            ("40g of memory", {"spark.executor.memory": "40g"}, {"executor.memory": None}, NO),
            ("40g beside the heap", {"spark.memory.offHeap.enabled": "true", "spark.memory.offHeap.size": "40g"}, {}, NO),
            ("a node selector", {"spark.kubernetes.node.selector.pool": "gold"}, {}, NO),
            ("a node selector of executors", {"spark.kubernetes.executor.node.selector.pool": "gold"}, {}, NO),
            ("GPUs", {"spark.executor.resource.gpu.amount": "1", "spark.executor.resource.gpu.vendor": "nvidia.com"}, {}, NO),
            ("another scheduler", {"spark.kubernetes.scheduler.name": "volcano"}, {}, NOT_YES),
            ("a ServiceAccount", {"spark.kubernetes.authenticate.driver.serviceAccountName": "spark"}, {}, NO),
            ("a claim", {"spark.kubernetes.executor.volumes.persistentVolumeClaim.data.options.claimName": "data"}, {}, UNKNOWN),
            ("a pod template", {"spark.kubernetes.executor.podTemplateFile": "s3a://bucket/pod.yaml"}, {}, UNKNOWN),
            ("harmless properties", {"spark.sql.shuffle.partitions": "60", "spark.eventLog.enabled": "true"}, {}, YES)):
        objects = workload("SparkApplication")
        objects[0]["spec"]["sparkConf"] = conf
        for path, value in fields.items():
            role, field = path.split(".")
            objects[0]["spec"][role].pop(field, None)
            if value is not None:
                objects[0]["spec"][role][field] = value
        yield Combination("SparkApplication, sparkConf with %s" % what, verdict, rule % "sparkConf first, then the spec",
                          nodes() + [account], objects)
    for what, path, value, verdict in (
            ("nodeSelector", "nodeSelector", {"pool": "gold"}, NO),
            ("a sidecar of 9 cpu", "executor.sidecars", [{"name": "side", "resources": {"requests": {"cpu": "9"}}}], NO),
            ("a ServiceAccount", "driver.serviceAccount", "spark", NO)):
        objects = workload("SparkApplication")
        put(objects[0], "spec." + path, value)
        yield Combination("SparkApplication with %s" % what, verdict, rule % "nodeSelectorOption; sparkpod_defaulter.go",
                          nodes() + [account], objects)


def of_parts():
    """Pods and switches that another part of the object decides."""
    served = workload("InferenceService")
    put(served[0], "spec.predictor.workerSpec", {"pipelineParallelSize": 4, "containers": [{"name": "worker-container"}]})
    yield Combination("InferenceService with workers", UNKNOWN, "kserve multiNodeProcess: the ServingRuntime decides how many workers",
                      nodes(), served, first_line=("workerSpec",))
    for what, runtime, verdict in (("no runtime in the input", None, UNKNOWN), ("a runtime of 9 cpu", "9", NO), ("a runtime of 2 cpu", "2", YES)):
        for named in (False, True):
            model = workload("InferenceService")
            put(model[0], "spec.predictor", {"model": {"modelFormat": {"name": "sklearn"}, "storageUri": "gs://bucket/model",
                                                       **({"runtime": "server"} if named else {})}})
            server = make("serving.kserve.io/v1alpha1", "ClusterServingRuntime", "server", None, spec={
                "supportedModelFormats": [{"name": "sklearn", "autoSelect": True}], "containers": [
                    {"name": "kserve-container", "image": "registry.example/server:v1", "resources": {"requests": {"cpu": runtime}}}]})
            yield Combination("InferenceService of a model, %s%s" % (what, ", named" if named else ""), verdict,
                              "kserve MergeRuntimeContainers: the pods are those of the ServingRuntime",
                              nodes() + ([server] if runtime else []), model)
    selects = workload("RayJob")
    del selects[0]["spec"]["rayClusterSpec"]
    put(selects[0], "spec.clusterSelector", {"ray.io/cluster": "shared"})
    ray = workload("RayCluster")
    ray[0]["metadata"]["name"] = "shared"
    rule = "kuberay getOrCreateRayClusterInstance: gets the RayCluster by name"
    yield Combination("RayJob that selects a RayCluster, which is absent", UNKNOWN, rule, nodes(), selects, first_line=("shared",))
    yield Combination("RayJob that selects a RayCluster, which the snapshot lacks", NO, rule, snapshot(nodes()), selects,
                      first_line=("shared",))
    yield Combination("RayJob that selects a RayCluster of the manifest", YES, rule, nodes(), ray + selects)
    for what, spec, metadata, verdict in (("there", {}, {}, YES), ("suspended", {"suspend": True}, {}, UNKNOWN),
                                          ("being deleted", {}, {"deletionTimestamp": CREATED}, UNKNOWN)):
        there = copy.deepcopy(ray[0])
        there["metadata"].update(namespace="default", uid="uid-shared", creationTimestamp=CREATED, **metadata)
        there["spec"].update(spec)
        yield Combination("RayJob that selects a RayCluster that is %s" % what, verdict,
                          "kuberay rayjob_controller: Wait for the RayCluster.Status.State to be ready",
                          nodes() + [pod("other", on="n1"), there], selects)
    for name in ("RayCluster", "RayJob"):
        labelled = with_metadata(workload(name), name, "labels", **{"ray.io/scheduler-name": "volcano"})
        yield Combination("%s with the scheduler's name in a label" % name, UNKNOWN, "kuberay before 1.7 GetSchedulerForCluster", nodes(),
                          labelled, first_line=("volcano",))
    for cpu, verdict in (("9", NO), ("2", YES)):
        flow = workload("Workflow")
        del flow[0]["spec"]["templates"][0]["container"]["resources"]
        put(flow[0], "spec.templateDefaults", {"container": {"resources": {"requests": {"cpu": cpu}}}})
        yield Combination("Workflow, templateDefaults of %s cpu" % cpu, verdict, "argo mergedTemplateDefaultsInto", nodes(), flow)
    own = workload("Workflow")
    put(own[0], "spec.templateDefaults", {"container": {"resources": {"requests": {"cpu": "9"}}}})
    yield Combination("Workflow, templateDefaults of 9 cpu below a template of 1", YES, "argo mergedTemplateDefaultsInto: the template wins",
                      nodes(), own)
    wrapped = workload("AppWrapper")
    put(wrapped[0], "spec.components.0.template.spec.suspend", True)
    yield Combination("AppWrapper of a suspended Job", NOT_YES, "appwrapper creates its components as written", nodes(), wrapped,
                      first_line=("suspended",))


def of_workflows():
    """Fields of Argo's Workflow that decide which pods it makes, and what its controller refuses."""
    step = workload("Workflow")[0]["spec"]["templates"][0]["container"]
    large = {**step, "resources": {"requests": {"cpu": "6"}}}
    whale = {**step, "resources": {"requests": {"cpu": "9"}}}

    def flow(main=None, steps=(), container=step, **spec):
        templates = [{"name": "main", **(main or {"container": container})}, {"name": "step", "container": container}, *steps]
        built = workload("Workflow")
        built[0]["spec"] = {"entrypoint": "main", "templates": templates, **spec}
        return built

    def steps(*groups, **more):
        return {"steps": [[{"name": "s%d" % at, "template": "step", **each} for at, each in enumerate(group)] for group in groups], **more}
    mounted = {**step, "volumeMounts": [{"name": "w", "mountPath": "/w"}]}
    absent_claim = {"volumes": [{"name": "w", "persistentVolumeClaim": {"claimName": "absent"}}]}
    claim_template = {"volumeClaimTemplates": [{"metadata": {"name": "w"}, "spec": {
        "storageClassName": "absent", "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}]}
    lock = {"mutexes": [{"name": "m"}]}
    account = make("v1", "ServiceAccount", "default")
    for what, objects, cluster, verdict, rule in (
            ("a volume of an absent claim", flow(container=mounted, **absent_claim), OTHERS, NO, "workflowpod.go addVolumeReferences"),
            ("a volume that no container mounts", flow(**absent_claim), OTHERS, YES, "workflowpod.go addVolumeReferences"),
            ("a claim template of an absent class", flow(container=mounted, **claim_template), [storage_class("other")], NOT_YES,
             "operator.go createPVCs"),
            ("an absent ServiceAccount", flow(serviceAccountName="absent"), [account], NO, "workflowpod.go setupServiceAccount"),
            ("an absent ServiceAccount in a template", flow({"container": step, "serviceAccountName": "absent"}), [account], NO,
             "workflowpod.go setupServiceAccount"),
            ("a ServiceAccount that exists", flow(serviceAccountName="default"), [account], YES, "workflowpod.go setupServiceAccount"),
            ("a step whose when is false", flow(steps([{"when": "1 == 2"}])), [], NOT_YES, "steps.go shouldExecute"),
            ("a step whose when is true", flow(steps([{"when": "1 == 1"}])), [], YES, "steps.go shouldExecute"),
            ("a when that needs an output", flow(steps([{"when": "{{steps.a.outputs.result}} == yes"}])), [], UNKNOWN, "steps.go shouldExecute"),
            ("a when of a parameter", flow(steps([{"when": "{{workflow.parameters.x}} == yes"}]),
                                           arguments={"parameters": [{"name": "x", "value": "no"}]}), [], NOT_YES, "steps.go shouldExecute"),
            ("a skipped step of 9 cpu", flow(steps([{"when": "1 == 2", "template": "whale"}, {}]), [{"name": "whale", "container": whale}]), [],
             YES, "steps.go shouldExecute"),
            ("a mutex", flow(synchronization=lock), [], UNKNOWN, "workflow/sync: others may hold it"),
            ("a mutex of a template", flow({"container": step, "synchronization": lock}), [], UNKNOWN, "workflow/sync: others may hold it"),
            ("three steps of 6 cpu", flow(steps([{}, {}, {}]), container=large), [], NO, "3 pods of 6 cpu on two nodes of 8"),
            ("three steps of 6 cpu, two at once", flow(steps([{}, {}, {}], parallelism=2), container=large), [], NOT_NO,
             "operator.go checkParallelism of the template"),
            ("three tasks of 6 cpu, one of them the target", flow(
                {"dag": {"target": "a", "tasks": [{"name": name, "template": "step"} for name in "abc"]}}, container=large), [], YES,
             "dag.go: only the target and what it needs"),
            ("an input without a value", flow({"container": step, "inputs": {"parameters": [{"name": "x"}]}}), [], NO, "validate.go"),
            ("two templates of a name", flow(steps=[{"name": "step", "container": step}]), [], NO, "validate.go"),
            ("a template of two types", flow({"container": step, "suspend": {}}), [], NO, "validate.go"),
            ("a container without an image", flow({"container": {"command": ["x"]}}), [], NO, "validate.go"),
            ("an absent exit handler", flow(onExit="absent"), [], NO, "validate.go"),
            ("an absent template", flow(steps([{"template": "absent"}])), [], NO, "validate.go")):
        yield Combination("Workflow with %s" % what, verdict, "argo " + rule, nodes() + cluster, objects)


def of_small_quorums():
    """Processes that wait for all others, in a group whose quorum is smaller."""
    rule = "training-operator WORLD_SIZE, mpi-operator hostfile: the processes that run wait for the others"
    for name, pods in (("PyTorchJob", 4), ("MPIJob", 4), ("XGBoostJob", 4), ("JAXJob", 2)):
        for needed, cpu, verdict in ((2, 1, YES), (2, 5, NO)):
            objects = with_cpu(workload(name), cpu)
            put(objects[0], "spec.runPolicy.schedulingPolicy", {"minAvailable": needed})
            if cpu == 5 and pods == 2:
                continue  # both fit
            yield Combination("%s of quorum %d with %d cpu in each pod" % (name, needed, cpu), verdict, rule, nodes(), objects)
    elastic = with_cpu(workload("PyTorchJob"), 5)
    put(elastic[0], "spec.runPolicy.schedulingPolicy", {"minAvailable": 2})
    put(elastic[0], "spec.elasticPolicy", {"minReplicas": 1, "maxReplicas": 3})
    yield Combination("elastic PyTorchJob of quorum 2 with 5 cpu in each pod", YES, "torchrun begins with minReplicas", nodes(), elastic)


def of_inputs():
    """Objects that the pods of an operator name."""
    account = make("v1", "ServiceAccount", "default")
    for name in ("PyTorchJob", "TFJob", "MPIJob", "JobSet", "RayCluster", "RayJob", "LeaderWorkerSet", "StatefulSet", "XGBoostJob",
                 "DaemonSet"):
        for what, spec, words in (("claim", USES_CLAIM, ("data", "volume")),
                                  ("PriorityClass", {"priorityClassName": "high"}, ("high", "PriorityClass")),
                                  ("RuntimeClass", {"runtimeClassName": "sandbox"}, ("sandbox", "RuntimeClass")),
                                  ("ServiceAccount", {"serviceAccountName": "trainer"}, ("trainer", "ServiceAccount"))):
            yield Combination("%s, %s list not given" % (name, what), UNKNOWN, "the object that the pods name is not in the input", nodes(),
                              with_spec(workload(name), **spec), first_line=words)
        yield Combination("%s, ServiceAccount absent beside another" % name, NO,
                          "ServiceAccount admission: error looking up service account",
                          nodes() + [account], with_spec(workload(name), serviceAccountName="trainer"))
        yield Combination("%s, claim absent beside another" % name, NO, "VolumeBinding PreFilter: persistentvolumeclaim not found",
                          nodes() + OTHERS,
                          with_spec(workload(name), **USES_CLAIM))
    # The claims of a StatefulSet are created with its pods.
    template = {"metadata": {"name": "data"},
                "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "fast", "resources": {"requests": {"storage": "1Gi"}}}}
    for state, objects, verdict in (("given", [storage_class()], NOT_NO), ("absent beside another", [storage_class("other")], NOT_YES),
                                    ("list not given", [], UNKNOWN)):
        stateful = workload("StatefulSet")
        stateful[0]["spec"]["volumeClaimTemplates"] = [template]
        yield Combination("StatefulSet, class of its claim template %s" % state, verdict,
                          "statefulset controller makes the claims, the class provisions them",
                          nodes() + objects, stateful)


def of_fields():
    rule = "kubectl --validate=strict: strict decoding error: unknown field"
    deep = {
        "Pod": (("0.metadata", "metdata"), ("0.spec", "spek")),
        "Job": (("0.spec.template", "templates"),),
        "RayCluster": (("0.spec.headGroupSpec", "headGroupSpecs"), ("0.spec.workerGroupSpecs.0.groupName", "groupname")),
        "MPIJob": (("0.spec.slotsPerWorker", "slotPerWorker"), ("0.spec.mpiReplicaSpecs.Worker.replicas", "replica")),
        "JobSet": (("0.spec.replicatedJobs.1.template.spec.parallelism", "paralellism"),),
        "RayJob": (("0.spec.entrypoint", "entryPoint"), ("0.spec.shutdownAfterJobFinishes", "shutdownAfterJobFinish")),
        "RayService": (("0.spec.rayClusterConfig.workerGroupSpecs.0.replicas", "replica"),),
        "SparkApplication": (("0.spec.executor.instances", "instance"), ("0.spec.driver.cores", "core")),
        "InferenceService": (("0.spec.predictor.minReplicas", "minReplica"),),
    }
    for name, fields in deep.items():
        for path, wrong in fields:
            objects = workload(name)
            rename(objects, path, wrong)
            # Without a part that the program needs, an error (exit status 2) is correct, too.
            yield Combination("%s, %s written %s" % (name, path.split(".", 1)[1], wrong), NOT_YES, rule, nodes(), objects)
    added = {
        "volumes": [{"name": "data", "emptydir": {}}], "securityContext": {"runAsNonroot": True},
             "tolerations": [{"key": "a", "operator": "Exists", "efect": "NoSchedule"}],
        "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecutions": {}}}, "dnsConfig": {"nameserver": ["10.0.0.1"]},
        "topologySpreadConstraints": [{"maxskew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "DoNotSchedule"}],
    }
    for field, value in added.items():
        for name in ("Pod", "Job", "Deployment"):
            yield Combination("%s, a misspelt field within %s" % (name, field), NO, rule, nodes(),
                              with_spec(workload(name), **{field: value}))
    for kind, path in (("PyTorchJob", "0.spec.elasticPolicies"), ("JobSet", "0.spec.networks"),
                       ("LeaderWorkerSet", "0.spec.startupPolicies"),
                       ("RayCluster", "0.spec.autoscalerOption"), ("MPIJob", "0.spec.runPolicies"),
                       ("TFJob", "0.spec.enableDynamicWorkers"), ("RayCluster", "0.spec.other"), ("RayJob", "0.spec.other"),
                       ("RayService", "0.spec.other"), ("JobSet", "0.spec.other"), ("Workflow", "0.spec.other"),
                       ("InferenceService", "0.spec.predictor.other"), ("SparkApplication", "0.spec.driver.other")):
        objects = workload(kind)
        put(objects, path, {"a": "b"})
        yield Combination("%s with %s" % (kind, path[2:]), NOT_YES, rule, nodes(), objects)


def of_controls():
    """Common fields and objects that no scheduler reads."""
    harmless = {
        "annotations": {"prometheus.io/scrape": "true", "kubectl.kubernetes.io/default-container": "main", "example.com/team": "research",
                        "cluster-autoscaler.kubernetes.io/safe-to-evict": "false"},
        "labels": {"app.kubernetes.io/name": "work", "app.kubernetes.io/managed-by": "Helm", "example.com/cost-center": "7"},
    }
    for name in ("Pod", "Job", "CoschedulingJob", "Deployment", "StatefulSet", "PyTorchJob", "JobSet", "RayCluster", "LeaderWorkerSet"):
        objects = workload(name)
        for field, pairs in harmless.items():
            with_metadata(objects, objects[-1]["kind"], field, **pairs)
        yield Combination("%s with common labels and annotations" % name, YES, "no scheduler, operator or queue reads them", nodes(),
                          objects)
        with_everything = with_spec(workload(name), terminationGracePeriodSeconds=30, dnsPolicy="ClusterFirst", enableServiceLinks=False,
                                    hostIPC=False,
                                    automountServiceAccountToken=False, imagePullSecrets=[{"name": "registry"}],
                                    securityContext={"runAsUser": 1000, "fsGroup": 1000},
                                    volumes=[{"name": "config", "configMap": {"name": "config"}},
                                             {"name": "key", "secret": {"secretName": "key"}},
                                             {"name": "shm", "emptyDir": {"medium": "Memory"}}])
        yield Combination("%s with fields that scheduling does not read" % name, YES, "no scheduler, operator or queue reads them", nodes(),
                          with_everything)
    few = workload("PyTorchJob")
    put(few, "0.spec.pytorchReplicaSpecs.Worker.replicas", 0)
    yield Combination("PyTorchJob of a master and no worker", YES, "training-operator creates the master", nodes(), few)
    head = workload("RayCluster")
    for field in ("replicas", "minReplicas"):
        put(head, "0.spec.workerGroupSpecs.0." + field, 0)
    yield Combination("RayCluster of a head and no worker", YES, "kuberay creates the head", nodes(), head)
    for name, spec in (("RayCluster", "0.spec."), ("RayJob", "0.spec.rayClusterSpec."), ("RayService", "0.spec.rayClusterConfig.")):
        resting = workload(name)
        put(resting, spec + "workerGroupSpecs.0.suspend", True)
        yield Combination("%s with a suspended worker group" % name, UNKNOWN, "kuberay ValidateRayClusterSpec: gate RayJobDeletionPolicy",
                          nodes(), resting)
        autoscaled = copy.deepcopy(resting)
        put(autoscaled, spec + "enableInTreeAutoscaling", True)
        yield Combination("%s with a suspended worker group and autoscaling" % name, NOT_YES, "kuberay ValidateRayClusterSpec", nodes(),
                          autoscaled)
    yield Combination("two manifests of one kind", YES, "2 cpu of 16", nodes(), [manifest_pod("a"), manifest_pod("b")])
    yield Combination("Job with --min-member", YES, "a gang of four of 1 cpu", nodes(), workload("Job"), flags=("--min-member", "4"))
    yield Combination("Job with --min-member above its pods", NO, "coscheduling PreFilter: 4 of 5 siblings", nodes(), workload("Job"),
                      flags=("--min-member", "5"))


def of_long_names():
    """Names that controllers derive from the object's name: the API server allows 63 characters in labels and Services."""
    revision, service = "statefulset setPodRevision: a label of name and hash", "training-operator ReconcileServices"
    group, template = workload("StatefulSet")[0], workload("StatefulSet")[0]["spec"]["template"]
    group.update(apiVersion="workloads.x-k8s.io/v1alpha1", kind="RoleBasedGroup",
                 spec={"roles": [{"name": "worker", "replicas": 1, "template": template}]})
    # the longest name that always works, the next one, and what the next one leads to
    for kind, objects, longest, verdict, rule in (
            ("StatefulSet", workload("StatefulSet"), 52, NOT_YES, revision),
            ("LeaderWorkerSet", workload("LeaderWorkerSet"), 50, NOT_YES, "lws pod_controller: StatefulSet NAME-0 of workers; " + revision),
            ("RoleBasedGroup", [group], 45, NOT_YES, "rbgs: StatefulSet NAME-worker; " + revision),
            ("TFJob", workload("TFJob"), 54, NOT_YES, service), ("PyTorchJob", workload("PyTorchJob"), 54, NOT_YES, service),
            ("XGBoostJob", workload("XGBoostJob"), 54, NOT_YES, service)):
        for length, expected in ((longest, YES), (longest + 1, verdict)):
            objects[0]["metadata"]["name"] = "a" * length
            yield Combination("%s with a name of %d characters" % (kind, length), expected, rule, nodes(), copy.deepcopy(objects))
    longer = workload("StatefulSet")
    longer[0]["metadata"]["name"] = "a" * 62
    yield Combination("StatefulSet with a name of 62 characters", NO, "statefulset initIdentity: the label of the pod's name", nodes(), longer)


def of_instances():
    """Argo's workflow controllers serve the objects of their instance ID."""
    for name, verdict in (("Workflow", NOT_YES), ("Job", YES)):
        labelled = with_metadata(workload(name), name, "labels", **{"workflows.argoproj.io/controller-instanceid": "other"})
        yield Combination("%s with the instance ID of a workflow controller" % name, verdict, "argo-workflows instanceIDReq", nodes(), labelled)


def of_open_parts():
    """Parts of custom resources whose schema keeps unknown fields (x-kubernetes-preserve-unknown-fields)."""
    kept, refused = "structural schema: unknown fields are kept, and strict decoding does not refuse them", "strict decoding: unknown field"
    for name, path in (("SparkApplication", "spec.driver.template.spec"), ("SparkApplication", "spec.executor.template.spec"),
                       ("AppWrapper", "spec.components.0.template.spec.template.spec")):
        objects = workload(name)
        if name == "SparkApplication":
            put(objects[0], path + ".containers", [{"name": "spark-kubernetes-driver", "image": "registry.example/spark:v1"}])
        put(objects[0], path + ".securityContext", {"allowPrivilegeEscalation": False})
        yield Combination("%s, an unknown field in %s" % (name, path), YES, kept, nodes(), objects)
    for name, path in (("SparkApplication", "spec.driver.cores_"), ("PyTorchJob", "spec.pytorchReplicaSpecs.Worker.template.spec.colour")):
        objects = workload(name)
        put(objects[0], path, "x")
        yield Combination("%s, an unknown field: %s" % (name, path), NO, refused, nodes(), objects)


def combinations():
    for part in (of_open_parts, of_instances, of_kinds, of_stopped_operators, of_operator_flags, of_long_names, of_queues, of_other_schedulers, of_spark_conf, of_parts, of_workflows, of_small_quorums, of_inputs, of_fields, of_controls):
        yield from part()
