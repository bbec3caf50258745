# SPDX-License-Identifier: Apache-2.0
"""The reference control plane as a live cluster, the program against it, and counted checks."""
import concurrent.futures
import http.client
import json
import os
import pathlib
import signal
import ssl
import subprocess

import yaml

import reference

RBAC = "/apis/rbac.authorization.k8s.io/v1"
COLLECTIONS = {  # kind: (path of the API, resource, namespaced)
    "Node": ("/api/v1", "nodes", False), "Pod": ("/api/v1", "pods", True), "Namespace": ("/api/v1", "namespaces", False),
    "Service": ("/api/v1", "services", True), "ResourceQuota": ("/api/v1", "resourcequotas", True),
    "ServiceAccount": ("/api/v1", "serviceaccounts", True), "Event": ("/api/v1", "events", True),
    "PersistentVolumeClaim": ("/api/v1", "persistentvolumeclaims", True),
    "StorageClass": ("/apis/storage.k8s.io/v1", "storageclasses", False),
    "Lease": ("/apis/coordination.k8s.io/v1", "leases", True),
    "PodDisruptionBudget": ("/apis/policy/v1", "poddisruptionbudgets", True),
    "PriorityClass": ("/apis/scheduling.k8s.io/v1", "priorityclasses", False),
    "ClusterRole": (RBAC, "clusterroles", False), "ClusterRoleBinding": (RBAC, "clusterrolebindings", False),
    "Role": (RBAC, "roles", True), "RoleBinding": (RBAC, "rolebindings", True),
    "Job": ("/apis/batch/v1", "jobs", True), "CronJob": ("/apis/batch/v1", "cronjobs", True),
    "PodGroup": ("/apis/scheduling.x-k8s.io/v1alpha1", "podgroups", True)}
MERGE = "application/merge-patch+json"


def collection(kind, namespace="default"):
    """The path of the objects of a kind; namespace None: in all namespaces."""
    api, resource, namespaced = COLLECTIONS[kind]
    return api + ("/namespaces/" + namespace if namespaced and namespace else "") + "/" + resource


class Refused(RuntimeError):
    """The API server's answer is not a success; `status` is its number."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Server:
    """A running `reference up` of a dialect with its `flags`; a context manager."""

    def __init__(self, folder, *flags, dialect="coscheduling"):
        self.folder, self.flags, self.dialect = folder, flags, dialect

    def __enter__(self):
        self.process = subprocess.Popen([reference.program(self.dialect), "up", *self.flags], stdout=subprocess.PIPE)
        self.kubeconfig = pathlib.Path(self.process.stdout.readline().decode().strip())
        if not self.kubeconfig.is_file():
            raise RuntimeError("the reference control plane did not start")
        self.config = yaml.safe_load(self.kubeconfig.read_text())
        self.address = self.config["clusters"][0]["cluster"]["server"]
        self.authority = self.config["clusters"][0]["cluster"]["certificate-authority"]
        self.tokens = {user["name"]: user["user"].get("token") for user in self.config["users"]}
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def kill(self):
        """Stops the API server as by kill -9."""
        self._switch(signal.SIGUSR1, b"killed\n")

    def restart(self):
        """Restarts the API server with the same port, certificates and objects."""
        self._switch(signal.SIGUSR2, b"ready\n")

    def _switch(self, number, expected):
        self.process.send_signal(number)
        if self.process.stdout.readline() != expected:
            raise RuntimeError("the reference control plane did not answer %s" % expected.decode().strip())

    def connect(self):
        context = ssl.create_default_context(cafile=self.authority)
        return http.client.HTTPSConnection(self.address.split("//")[1], context=context)

    def send(self, connection, method, path, body, kind="application/json", user="admin"):
        connection.request(method, path, json.dumps(body), {"Authorization": "Bearer " + self.tokens[user], "Content-Type": kind})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise Refused(answer.status, "%s %s: %s" % (method, path, text.decode()[:300]))
        return json.loads(text)

    def ask(self, method, path, body=None, kind="application/json", user="admin"):
        """Sends one request on its own connection; returns the answer's object."""
        connection = self.connect()
        try:
            return self.send(connection, method, path, body, kind, user)
        finally:
            connection.close()

    def served(self):
        """(API group, resource): the path of the resources that it serves, each group in the version that it prefers."""
        paths = {"": "/api/v1"}
        for group in self.get("/apis")["groups"]:
            paths[group["name"]] = "/apis/" + group["preferredVersion"]["groupVersion"]
        return {(group, found["name"]): path + "/" + found["name"] for group, path in paths.items() for found in self.get(path)["resources"]}

    def get(self, path):
        return self.ask("GET", path)

    def items(self, kind, namespace=None):
        return self.get(collection(kind, namespace))["items"]

    def create(self, objects, threads=8):
        """Creates nodes and pods with their status, in order if there is one thread."""
        def some(part):
            connection = self.connect()
            for thing in part:
                where = collection(thing["kind"], thing["metadata"].get("namespace", "default"))
                made = self.send(connection, "POST", where, thing)
                if thing.get("status") and thing["kind"] == "Pod":
                    self.send(connection, "PATCH", "%s/%s/status" % (where, made["metadata"]["name"]), {"status": thing["status"]}, MERGE)
            connection.close()
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            list(pool.map(some, [objects[i::threads] for i in range(threads)]))

    def kubeconfig_with(self, name, user, **cluster):
        """Returns another kubeconfig, with one user; `cluster` replaces fields of the cluster's entry."""
        file = self.folder / name
        clusters = [{"name": "reference", "cluster": dict(self.config["clusters"][0]["cluster"], **cluster)}]
        file.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "c", "clusters": clusters,
            "users": [{"name": "u", "user": user}], "contexts": [{"name": "c", "context": {"cluster": "reference", "user": "u"}}]}))
        file.chmod(0o600)
        return file


class Tool:
    """kubectl gang against a server."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.said = binary, folder, []

    def start(self, server, *arguments, context="reference", kubeconfig=None, stdin=None, file_limit=None):
        """Starts the program with `folder` as its HOME. `file_limit`: the size limit of files in bytes, as `ulimit -f` sets it."""
        file = kubeconfig or (server.kubeconfig if server else self.folder / "none")
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "KUBECONFIG": str(file)}
        chosen = ["--context", context] if server and not kubeconfig else []
        limited = ["prlimit", "--fsize=%d" % file_limit] if file_limit is not None else []
        return subprocess.Popen([*limited, self.binary, *arguments, *chosen], env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, stdin=stdin)

    def wait(self, process, text=None, timeout=120):
        """Returns exit status, standard output and standard error of a process of `start`."""
        try:
            out, told = process.communicate(text, timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        self.said += [out, told]
        return process.returncode, out.decode(), told.decode()

    def run(self, server, *arguments, stdin=None, **how):
        return self.wait(self.start(server, *arguments, stdin=subprocess.PIPE if stdin is not None else None, **how), stdin)


class Checks:
    """Counts checks, and prints those that fail."""

    def __init__(self):
        self.passed = self.failed = 0

    def that(self, what, holds, told=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print("FAIL %s%s" % (what, ": " + str(told)[:1500] if told else ""), flush=True)
        return bool(holds)

    def last_line(self):
        """The counts in the format that tests/run.sh reads."""
        return "%d passed, %d failed" % (self.passed, self.failed)


def unbuilt():
    """Builds the reference control plane. Returns None, or if that fails an exit status after printing the counts."""
    try:
        reference.program()
    except reference.ReferenceMissing as missing:
        print("%s\n0 passed, 0 failed, 1 skipped" % missing)
        return 0
    except reference.ReferenceFailed as failure:
        print("FAIL %s\n0 passed, 1 failed" % failure)
        return 1
    return None
