# SPDX-License-Identifier: Apache-2.0
"""The reference control plane as a live cluster, and the program against it."""
import concurrent.futures
import http.client
import json
import os
import pathlib
import ssl
import subprocess

import yaml

from reference import ROOT

REFERENCE = ROOT / "build/cluster/reference"
COLLECTIONS = {  # kind: (path of the API, resource, namespaced)
    "Node": ("/api/v1", "nodes", False), "Pod": ("/api/v1", "pods", True), "Namespace": ("/api/v1", "namespaces", False),
    "Service": ("/api/v1", "services", True), "ResourceQuota": ("/api/v1", "resourcequotas", True),
    "Event": ("/api/v1", "events", True), "Lease": ("/apis/coordination.k8s.io/v1", "leases", True),
    "Role": ("/apis/rbac.authorization.k8s.io/v1", "roles", True),
    "RoleBinding": ("/apis/rbac.authorization.k8s.io/v1", "rolebindings", True),
    "PodDisruptionBudget": ("/apis/policy/v1", "poddisruptionbudgets", True),
    "PriorityClass": ("/apis/scheduling.k8s.io/v1", "priorityclasses", False),
    "ClusterRole": ("/apis/rbac.authorization.k8s.io/v1", "clusterroles", False),
    "ClusterRoleBinding": ("/apis/rbac.authorization.k8s.io/v1", "clusterrolebindings", False),
    "PodGroup": ("/apis/scheduling.x-k8s.io/v1alpha1", "podgroups", True)}


class Server:
    """A running `reference up`; a context manager."""

    def __init__(self, folder, *flags):
        self.folder, self.flags = folder, flags

    def __enter__(self):
        self.process = subprocess.Popen([str(REFERENCE), "up", *self.flags], stdout=subprocess.PIPE)
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

    def connect(self):
        context = ssl.create_default_context(cafile=self.authority)
        return http.client.HTTPSConnection(self.address.split("//")[1], context=context)

    def send(self, connection, method, path, body, kind="application/json"):
        connection.request(method, path, json.dumps(body), {"Authorization": "Bearer " + self.tokens["admin"], "Content-Type": kind})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError("%s %s: %s" % (method, path, text.decode()[:300]))
        return json.loads(text)

    def get(self, path):
        return self.send(self.connect(), "GET", path, None)

    def create(self, objects, threads=8):
        """Nodes and pods with their status, everything in its order where there is one thread."""
        def some(part):
            connection = self.connect()
            for thing in part:
                api, resource, namespaced = COLLECTIONS[thing["kind"]]
                where = api + ("/namespaces/" + thing["metadata"].get("namespace", "default") if namespaced else "") + "/" + resource
                made = self.send(connection, "POST", where, thing)
                if thing.get("status") and thing["kind"] == "Pod":
                    self.send(connection, "PATCH", "%s/%s/status" % (where, made["metadata"]["name"]), {"status": thing["status"]},
                              "application/merge-patch+json")
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            list(pool.map(some, [objects[i::threads] for i in range(threads)]))

    def kubeconfig_with(self, name, user):
        """Another kubeconfig, with one user."""
        file = self.folder / name
        file.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "c", "clusters": self.config["clusters"],
            "users": [{"name": "u", "user": user}], "contexts": [{"name": "c", "context": {"cluster": "reference", "user": "u"}}]}))
        file.chmod(0o600)
        return file


class Tool:
    """kubectl gang against a server."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.said = binary, folder, []

    def run(self, server, *arguments, context="reference", kubeconfig=None, stdin=None):
        file = kubeconfig or (server.kubeconfig if server else self.folder / "none")
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "KUBECONFIG": str(file)}
        chosen = ["--context", context] if server and not kubeconfig else []
        done = subprocess.run([self.binary, *arguments, *chosen], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              input=stdin, timeout=120, check=False)
        self.said += [done.stdout, done.stderr]
        return done.returncode, done.stdout.decode(), done.stderr.decode()
