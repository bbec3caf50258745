# SPDX-License-Identifier: Apache-2.0
"""explain of existing pods below objects that stop or delete them: a pod that owns others, and the objects of operators."""
import copy

from trust_table.combination import UNKNOWN, YES, Combination
from trust_table.objects import make, nodes, pod
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


def combinations():
    for part in (of_spark_drivers, of_leaders):
        yield from part()
