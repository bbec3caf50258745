# SPDX-License-Identifier: Apache-2.0
"""A live server that holds one cluster after the other, with a real scheduler that starts and stops."""
import collections
import http.client
import json
import pathlib
import time

from carry_out import OF_THE_SERVER
from compare import GROUP_LABEL, key_of
from live_scheduler import MANY_ATTEMPTS, Scheduler, Storage
from live_server import MERGE, Refused, Server

Kind = collections.namedtuple("Kind", "version kind resource namespaced stage status")
KINDS = [Kind(*row) for row in (  # as in kinds.go
    ("v1", "Namespace", "namespaces", False, 0, False), ("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", False, 0, False),
    ("storage.k8s.io/v1", "StorageClass", "storageclasses", False, 0, False), ("resource.k8s.io/v1", "DeviceClass", "deviceclasses", False, 0, False),
    ("v1", "Node", "nodes", False, 1, False), ("v1", "PersistentVolume", "persistentvolumes", False, 1, True),
    ("v1", "PersistentVolumeClaim", "persistentvolumeclaims", True, 1, True), ("storage.k8s.io/v1", "CSINode", "csinodes", False, 1, False),
    ("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", True, 1, True), ("v1", "Service", "services", True, 1, False),
    ("v1", "ReplicationController", "replicationcontrollers", True, 1, True), ("apps/v1", "ReplicaSet", "replicasets", True, 1, True),
    ("apps/v1", "StatefulSet", "statefulsets", True, 1, True), ("resource.k8s.io/v1", "ResourceClaim", "resourceclaims", True, 1, True),
    ("resource.k8s.io/v1", "ResourceSlice", "resourceslices", False, 1, False), ("v1", "Pod", "pods", True, 2, True),
    ("scheduling.x-k8s.io/v1alpha1", "PodGroup", "podgroups", True, 2, True))]
BY_NAME = {kind.kind: kind for kind in KINDS}
UID_OF = "uid-of:"
PAUSE = 0.25  # seconds between two reads
PATIENCE_WITH_ADMISSION = 5  # seconds; admission reads classes and namespaces from caches


class NeverRests(Exception):
    """The scheduler kept binding or evicting until the time was over."""


class Stage:
    """A server and its objects; a context manager."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.server, self.connection, self.silent, self.last = Server(self.folder), None, set(), None

        self.kinds = set()  # kinds of the cluster's objects

    def __enter__(self):
        self.server.__enter__()
        try:
            self.storage = Storage(self.server)
            self.empty = self.storage.save()
        except BaseException:
            self.server.__exit__()
            raise
        return self

    def __exit__(self, *failure):
        self.server.__exit__(*failure)

    # --- the API

    def ask(self, method, path, body=None, kind="application/json"):
        for last in (False, True):
            if self.connection is None:
                self.connection = self.server.connect()
            try:
                return self.server.send(self.connection, method, path, body, kind)
            except (http.client.HTTPException, OSError):
                self.connection.close()
                self.connection = None
                if last:
                    raise

    @staticmethod
    def path(kind, namespace=None, name=None):
        row = BY_NAME[kind]
        path = ("/apis/" if "/" in row.version else "/api/") + row.version
        path += "/namespaces/%s" % (namespace or "default") if row.namespaced and (namespace or name) else ""
        return path + "/" + row.resource + ("/" + name if name else "")

    def get(self, kind, namespace, name):
        return self.ask("GET", self.path(kind, namespace, name))

    def has(self, kind, name):
        try:
            return bool(self.get(kind, None, name))
        except Refused:
            return False

    def patch(self, kind, namespace, name, change):
        self.ask("PATCH", self.path(kind, namespace, name), change, MERGE)

    def items(self, kind):
        row = BY_NAME[kind]
        found = self.ask("GET", self.path(kind))["items"]
        for item in found:
            item.update(kind=kind, apiVersion=row.version)
        return found

    def pods(self):
        return self.items("Pod")

    def delete_pods_together(self, pods):
        """Deletes the pods below the API, in one transaction, which no client can do."""
        gone = {"pods/%s/%s" % pod for pod in pods}
        self.storage.restore({key: value for key, value in self.storage.save().items() if key not in gone})

    def delete_pod(self, namespace, name):
        self.ask("DELETE", self.path("Pod", namespace, name), {"gracePeriodSeconds": 0})

    def create(self, thing):
        """Creates an object with its status. Waits for the caches of admission."""
        row, about = BY_NAME[thing["kind"]], thing["metadata"]
        body = dict(thing, metadata={k: v for k, v in about.items() if k not in OF_THE_SERVER})
        path, deadline = self.path(thing["kind"], about.get("namespace") or "default"), time.monotonic() + PATIENCE_WITH_ADMISSION
        while True:
            try:
                made = self.ask("POST", path, body)
                break
            except Refused as refused:
                if refused.status == 409 and row.kind in ("Namespace", "PriorityClass"):
                    return self.get(row.kind, None, about["name"])
                if refused.status not in (403, 404) or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        if row.status and thing.get("status"):
            where = self.path(row.kind, about.get("namespace"), about["name"])
            self.ask("PATCH", where + "/status", {"status": thing["status"]}, MERGE)
        if row.kind == "Pod" and about.get("deletionTimestamp"):
            self.ask("DELETE", self.path("Pod", about.get("namespace"), about["name"]))  # it stays, as on an unresponsive node
        return made

    # --- clusters

    def set_up(self, objects, paced=False):
        """Creates objects: first those that others need, then bound pods, then PodGroups and pending pods in the order of the list.
        `paced`: creates objects with different creationTimestamps in different seconds."""
        self.storage.restore(self.empty)
        self.kinds, uids = {thing["kind"] for thing in objects}, {}

        def turn(thing):
            stage = BY_NAME[thing["kind"]].stage
            if thing["kind"] != "Pod" and UID_OF in json.dumps(thing):
                return 4
            return stage if stage < 2 else 2 if thing["kind"] == "Pod" and thing["spec"].get("nodeName") else 3
        known = {thing["metadata"]["name"] for thing in objects if thing["kind"] == "Namespace"} | {"default", "kube-system"}
        spaces = {thing["metadata"].get("namespace", "default") for thing in objects} - known
        objects = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": space}} for space in sorted(spaces)] + objects
        last = None
        for thing in sorted(objects, key=turn):
            if paced and turn(thing) == 3:
                created = thing["metadata"].get("creationTimestamp")
                if last not in (None, created):
                    time.sleep(1.1)
                last = created
            text = json.dumps(thing)
            for name, uid in uids.items() if UID_OF in text else ():
                text = text.replace('"%s"' % name, '"%s"' % uid)
            made = self.create(json.loads(text))
            about = made["metadata"]
            place = about["namespace"] + "/" if BY_NAME[thing["kind"]].namespaced else ""
            uids["%s%s/%s%s" % (UID_OF, thing["kind"], place, about["name"])] = about["uid"]
        self.settle()

    def settle(self):
        """Waits until the API server's caches show the stored state, and notes which pods already terminate."""
        for kind in self.kinds:
            self.items(kind)
        self.silent = {pod["metadata"]["uid"] for pod in self.pods() if pod["metadata"].get("deletionTimestamp")}

    def restore(self, saved):
        self.storage.restore(saved)
        self.settle()

    def snapshot(self):
        """All objects, with the scheduler's events about them."""
        events = self.ask("GET", "/api/v1/events")["items"]
        return [item for kind in KINDS for item in self.items(kind.kind)] + [dict(e, kind="Event", apiVersion="v1") for e in events]

    def look(self):
        """Returns the pods. Deletes terminating pods at once, as there is no kubelet."""
        pods = self.pods()
        for pod in pods:
            about = pod["metadata"]
            if about.get("deletionTimestamp") and about["uid"] not in self.silent:
                try:
                    self.delete_pod(about["namespace"], about["name"])
                except Refused:
                    pass  # already gone
        return pods

    def scheduler(self, config, takes_over=False):
        """Returns a new scheduler that has not started; its log stays until the next one. `takes_over`: it waits a second for the
        Lease of another, as kube-scheduler does by default, and meanwhile all its plugins receive the cluster's state."""
        if takes_over:
            self.hold_lease()
        self.last = Scheduler(self.folder / "scheduler.json", config, self.server.kubeconfig, takes_over)
        return self.last

    def hold_lease(self):
        path = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases"
        try:
            self.ask("DELETE", path + "/kube-scheduler")
        except Refused:
            pass  # there is no Lease
        now = time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime())
        self.ask("POST", path, {
            "apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "kube-scheduler"},
            "spec": {"holderIdentity": "another", "leaseDurationSeconds": 1, "acquireTime": now, "renewTime": now}})

    def wait_for_rest(self, scheduler, at_most=20):
        """True if the scheduler is at rest; false if it retries forever and the bound pods stay. Raises NeverRests."""
        deadline, changed, last = time.monotonic() + at_most, time.monotonic(), None
        while time.monotonic() < deadline:
            scheduler.fail_if_ended()
            if scheduler.is_at_rest():
                self.look()
                return True
            now = placement(self.look())
            if now != last:
                changed, last = time.monotonic(), now
            if scheduler.attempts >= MANY_ATTEMPTS and time.monotonic() - changed > 2:
                return False
            time.sleep(PAUSE)
        raise NeverRests()

    def wait_for_quorum(self, group, quorum, seconds, scheduler, ends_at_rest=False):
        """The seconds until the quorum is bound; None if it is not."""
        start, rests = time.monotonic(), 0
        while time.monotonic() - start < seconds:
            scheduler.fail_if_ended()
            if bound_members(self.look(), group) >= quorum:
                return time.monotonic() - start
            rests = rests + 1 if ends_at_rest and scheduler.is_at_rest() else 0
            if rests > 6:
                return None
            time.sleep(PAUSE)
        return None


def placement(pods):
    """The result of a scheduler in a cluster: the existing pods and their nodes."""
    return {key_of(pod): pod["spec"].get("nodeName", "") for pod in pods}


def members_of(pods, group):
    """The members of `namespace/name` that have not finished, in the order of creation."""
    found = [pod for pod in pods if (pod["metadata"].get("labels") or {}).get(GROUP_LABEL) == group.split("/")[1]
             and pod["metadata"]["namespace"] == group.split("/")[0] and pod.get("status", {}).get("phase") not in ("Succeeded", "Failed")]
    return sorted(found, key=lambda pod: pod["metadata"]["creationTimestamp"])


def bound_members(pods, group):
    return sum(1 for pod in members_of(pods, group) if pod["spec"].get("nodeName") and not pod["metadata"].get("deletionTimestamp"))
