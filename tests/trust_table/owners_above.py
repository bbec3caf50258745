# SPDX-License-Identifier: Apache-2.0
"""explain of existing pods below objects that stop or delete them: a pod that owns others, and the objects of operators."""
import copy

from trust_table.combination import NO, UNKNOWN, YES, Combination
from trust_table.objects import CREATED, make, nodes, pod, workload
from trust_table.owners import leaving


def owner_of(api, kind, name):
    return {"apiVersion": api, "kind": kind, "name": name, "uid": name, "controller": True}


def owned_by(owner, built):
    built["metadata"]["ownerReferences"] = [owner]
    return built


def with_uid(built, uid=None):
    built["metadata"]["uid"] = uid or built["metadata"]["name"]
    return built


def of_spark_drivers():
    """The driver owns its executors."""
    def driver(**status):
        made = with_uid(pod("etl-driver", on="n1", owner=owner_of("sparkoperator.k8s.io/v1beta2", "SparkApplication", "etl")))
        made["status"].update(status)
        return made

    executors = [pod("etl-exec-%d" % at, owner=owner_of("v1", "Pod", "etl-driver")) for at in (1, 2)]
    application = make("sparkoperator.k8s.io/v1beta2", "SparkApplication", "etl", spec={"executor": {"instances": 2}})
    collector = "garbage collector attemptToDeleteItem: it deletes dependents of an absent owner"
    for what, objects, verdict, rule in (
            ("runs", [application, driver()], YES, "its executors wait for nodes only"),
            ("is being deleted", [application, leaving(driver())], UNKNOWN, collector),
            ("is not there", [application, pod("other", on="n1")], UNKNOWN, collector),
            ("has another uid", [application, with_uid(driver(), "newer")], UNKNOWN, collector),
            ("has failed", [application, driver(phase="Failed")], UNKNOWN, "Spark: executors end without their driver"),
            ("has succeeded", [application, driver(phase="Succeeded")], UNKNOWN, "Spark: executors end without their driver"),
            ("is of an application that is being deleted", [leaving(copy.deepcopy(application)), driver()], UNKNOWN, collector)):
        yield Combination("explain of a Spark executor whose driver %s" % what, verdict, rule, nodes() + objects + executors,
                          group="pod/etl-exec-1")


def of_leaders():
    """The leader of a group of a LeaderWorkerSet owns the StatefulSet of its workers."""
    def in_set(name, worker, owner_name):
        labels = {"leaderworkerset.sigs.k8s.io/name": "work", "leaderworkerset.sigs.k8s.io/group-index": "0",
                  "leaderworkerset.sigs.k8s.io/worker-index": str(worker)}
        return with_uid(pod(name, owner=owner_of("apps/v1", "StatefulSet", owner_name), labels=labels,
                            annotations={"leaderworkerset.sigs.k8s.io/size": "2"}))

    below = owned_by(owner_of("v1", "Pod", "work-0"),
                     with_uid(make("apps/v1", "StatefulSet", "work-0", spec={"replicas": 1, "ordinals": {"start": 1}})))
    for what, leaders, verdict in (("is there", [in_set("work-0", 0, "work")], YES),
                                   ("is being deleted", [leaving(in_set("work-0", 0, "work"))], UNKNOWN),
                                   ("is not there", [pod("other", on="n1")], UNKNOWN)):
        yield Combination("explain of the worker of a LeaderWorkerSet whose leader %s" % what, verdict,
                          "garbage collector attemptToDeleteItem: the StatefulSet of the workers goes with the leader",
                          nodes() + leaders + [below, in_set("work-0-1", 1, "work-0")], group="pod/work-0-1")


# (spec, status) of the objects in some of their states.
GOES_ON, SUSPENDED = ({}, {}), ({"suspend": True}, {})


def below_ray_job(above):
    cluster = owned_by(above, with_uid(make("ray.io/v1", "RayCluster", "rc", spec={"workerGroupSpecs": [{"groupName": "w", "replicas": 2}]})))
    return [cluster, *[pod("rc-%d" % at, owner=owner_of("ray.io/v1", "RayCluster", "rc")) for at in range(3)]]


def below_train_job(above):
    label = {"jobset.sigs.k8s.io/jobset-name": "top"}
    job_set = owned_by(above, make("jobset.x-k8s.io/v1alpha2", "JobSet", "top", spec={}))
    job = owned_by(owner_of("jobset.x-k8s.io/v1alpha2", "JobSet", "top"),
                   with_uid(make("batch/v1", "Job", "top-node-0", labels=label, spec={"parallelism": 2, "completions": 2})))
    return [job_set, job, *[pod("top-node-0-%d" % at, owner=owner_of("batch/v1", "Job", "top-node-0"), labels=label) for at in range(2)]]


def below_app_wrapper(above):
    job = owned_by(above, with_uid(make("batch/v1", "Job", "inner", spec={"parallelism": 2, "completions": 2})))
    return [job, *[pod("inner-%d" % at, owner=owner_of("batch/v1", "Job", "inner")) for at in range(2)]]


def below_spark(above):
    driver = with_uid(pod("top-driver", on="n1", owner=above))
    return [driver, *[pod("top-exec-%d" % at, owner=owner_of("v1", "Pod", "top-driver")) for at in (1, 2)]]


def below_workflow(above):
    return [pod("top-step-1", owner=above)]


def of_makers():
    """Objects of operators whose pods belong to other objects, which they make."""
    shut = {"shutdownAfterJobFinishes": True}
    kinds = (
        ("ray.io/v1", "RayJob", below_ray_job, "raycluster/rc", "kuberay rayjob_controller: deleteClusterResources", (
            ("goes on", GOES_ON, YES), ("is suspended", SUSPENDED, NO),
            ("is about to be tried again", ({}, {"jobDeploymentStatus": "Retrying"}), UNKNOWN),
            ("has failed, and shuts its cluster down", (shut, {"jobDeploymentStatus": "Failed"}), UNKNOWN),
            ("has failed, and keeps its cluster", ({}, {"jobDeploymentStatus": "Failed"}), YES))),
        ("trainer.kubeflow.org/v1alpha1", "TrainJob", below_train_job, "jobset/top", "trainer plugins/jobset: it suspends its JobSet", (
            ("goes on", GOES_ON, YES), ("is suspended", SUSPENDED, NO),
            ("has failed", ({}, {"conditions": [{"type": "Failed", "status": "True"}]}), UNKNOWN))),
        ("workload.codeflare.dev/v1beta2", "AppWrapper", below_app_wrapper, "job/inner", "appwrapper_controller: deleteComponents", (
            ("goes on", ({"suspend": False}, {"phase": "Running"}), YES), ("is suspended", SUSPENDED, NO),
            ("is reset", ({}, {"phase": "Resetting"}), UNKNOWN))),
        ("sparkoperator.k8s.io/v1beta2", "SparkApplication", below_spark, "pod/top-exec-1",
         "spark-operator: deleteSparkResources", (
             ("goes on", ({}, {"applicationState": {"state": "RUNNING"}}), YES), ("is suspended", SUSPENDED, NO),
             ("is about to run again", ({}, {"applicationState": {"state": "PENDING_RERUN"}}), UNKNOWN))),
        ("argoproj.io/v1alpha1", "Workflow", below_workflow, "pod/top-step-1", "argo applyExecutionControl: it deletes pods that are Pending", (
            ("goes on", ({}, {"phase": "Running"}), YES), ("starts no other steps", ({"suspend": True}, {"phase": "Running"}), YES),
            ("is shut down", ({"shutdown": "Terminate"}, {"phase": "Running"}), UNKNOWN))))
    for api, kind, below, group, rule, states in kinds:
        for what, (spec, status), verdict in states:
            above = with_uid(make(api, kind, "top", spec=dict(spec), status=dict(status)))
            yield Combination("explain of pods below a %s that %s" % (kind, what), verdict, rule,
                              nodes() + [above, *below(owner_of(api, kind, "top"))], group=group)


def of_deadlines():
    """Jobs of Kubeflow's training operator, created at 8:00; an hour later."""
    beside = pod("other", on="n1")
    beside["metadata"]["creationTimestamp"] = "2026-05-04T09:00:00Z"
    owner = owner_of("kubeflow.org/v1", "PyTorchJob", "work")
    for seconds, verdict in ((3599, NO), (3601, YES), (None, YES)):
        policy = {} if seconds is None else {"activeDeadlineSeconds": seconds}
        above = with_uid(make("kubeflow.org/v1", "PyTorchJob", "work", status={"startTime": "2026-05-04T08:00:00Z"},
                              spec={"runPolicy": policy, "pytorchReplicaSpecs": {"Worker": {"replicas": 2}}}))
        yield Combination("explain of a PyTorchJob, a deadline of %s s, one hour later" % seconds, verdict,
                          "training-operator ReconcileJobs: PastActiveDeadline, DeletePodsAndServices",
                          nodes() + [beside, above, *[pod("work-worker-%d" % at, owner=owner) for at in range(2)]], group="pytorchjob/work")
        job = workload("PyTorchJob")
        job[0]["spec"]["runPolicy"] = policy
        there = copy.deepcopy(job[0])
        there["metadata"].update(namespace="default", uid="work", creationTimestamp=CREATED)
        there["status"] = {"startTime": CREATED}
        yield Combination("PyTorchJob exists, a deadline of %s s, one hour later" % seconds, UNKNOWN if verdict == NO else verdict,
                          "training-operator ReconcileJobs: PastActiveDeadline", nodes() + [beside, there], job)


def of_autoscalers():
    """A Deployment of 4 whose autoscaler allows fewer."""
    above = with_uid(make("apps/v1", "Deployment", "work", spec={"replicas": 4}))
    replica_set = owned_by(owner_of("apps/v1", "Deployment", "work"), with_uid(make("apps/v1", "ReplicaSet", "work-1", spec={"replicas": 4})))
    pods = [pod("work-1-%d" % at, owner=owner_of("apps/v1", "ReplicaSet", "work-1")) for at in range(4)]
    for most, verdict in ((3, UNKNOWN), (4, YES)):
        scaler = make("autoscaling/v2", "HorizontalPodAutoscaler", "work", spec={
            "maxReplicas": most, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "work"}})
        yield Combination("explain of a pod of a Deployment of 4, an autoscaler of at most %d" % most, verdict,
                          "horizontal controller reconcileAutoscaler", nodes() + [above, replica_set, scaler, *pods], group="pod/work-1-0")


def combinations():
    for part in (of_autoscalers, of_spark_drivers, of_leaders, of_makers, of_deadlines):
        yield from part()
