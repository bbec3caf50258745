# SPDX-License-Identifier: Apache-2.0
"""An API server for objects in memory: discovery, and lists of the kinds that the program requests. Each cluster has a path of its
own, so that one server serves many."""
import http.server
import json
import pathlib
import re
import threading
import urllib.parse

SOURCE = pathlib.Path(__file__).resolve().parents[1] / "src/snapshot/objects/kinds.cpp"
BUILT_IN = {"": "v1", "apps": "v1", "batch": "v1", "autoscaling": "v2", "storage.k8s.io": "v1", "policy": "v1", "node.k8s.io": "v1",
            "coordination.k8s.io": "v1", "scheduling.k8s.io": "v1", "resource.k8s.io": "v1", "admissionregistration.k8s.io": "v1"}
OF_CLUSTER = {"Node", "Namespace", "PriorityClass", "StorageClass", "PersistentVolume", "ClusterQueue", "ResourceFlavor", "CSINode",
              "CSIDriver", "DeviceClass", "ResourceSlice", "RuntimeClass", "VolumeAttachment", "Queue", "Topology", "Cohort",
              "WorkloadPriorityClass", "DeviceTaintRule", "NodeResourceTopology", "ClusterColocationProfile", "ClusterResourceQuota",
              "Scheduler", "Tenant", "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration", "ValidatingAdmissionPolicy",
              "ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "ClusterTrainingRuntime",
              "ClusterServingRuntime"}


def listed_kinds():
    """(group, kind) -> resource: the lists that the program requests, from its table."""
    row = re.compile(r'\{"([^"]*)",\s*"([^"]+)",\s*"[^"]*",\s*[\w<>]+,\s*"([^"]+)",\s*k_\w+')
    return {(group, kind): resource for group, kind, resource in row.findall(SOURCE.read_text(encoding="utf-8"))}


KINDS = listed_kinds()


def group_of(thing):
    return thing.get("apiVersion", "").rpartition("/")[0]


def completed(objects, manifest):
    """The objects as an API server stores them: in a namespace, with a uid; and the namespaces with their ServiceAccounts."""
    stored = list(objects)
    spaces = {"default", "kube-system"} | {each.get("metadata", {}).get("namespace", "default") for each in [*objects, *manifest]
                                          if each.get("kind") not in OF_CLUSTER}
    if not any(each["kind"] == "Namespace" for each in objects):
        stored += [{"apiVersion": "v1", "kind": "Namespace", "status": {"phase": "Active"},
                    "metadata": {"name": space, "labels": {"kubernetes.io/metadata.name": space}}} for space in sorted(spaces)]
    if not any(each["kind"] == "ServiceAccount" for each in objects):
        stored += [{"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": space}}
                   for space in sorted(spaces)]
    for number, each in enumerate(stored):
        metadata = each.setdefault("metadata", {})
        metadata.setdefault("uid", "uid-of-%d" % number)
        if each["kind"] not in OF_CLUSTER:
            metadata.setdefault("namespace", "default")
    return stored


class Served:
    """A cluster. It serves what Kubernetes has, and the groups of its objects and of the manifest."""

    def __init__(self, objects, manifest):
        self.objects = completed(objects, manifest)
        self.groups = dict(BUILT_IN)
        for each in [*objects, *manifest]:
            if (group_of(each), each.get("kind")) in KINDS:
                self.groups[group_of(each)] = each["apiVersion"].rpartition("/")[2]

    def answer(self, path, query):
        """The value for a GET of the path; None: it is not found."""
        if path == "/version":
            return {"gitVersion": "v1.37.2", "major": "1", "minor": "37"}
        if path == "/api":
            return {"kind": "APIVersions", "versions": ["v1"]}
        if path == "/apis":
            return {"kind": "APIGroupList", "groups": [self.api_group(group) for group in self.groups if group]}
        for group, version in self.groups.items():
            base = "/apis/%s/%s" % (group, version) if group else "/api/v1"
            if path == base:
                return {"kind": "APIResourceList", "groupVersion": base.split("/", 2)[2], "resources": [
                    {"name": resource, "kind": kind, "namespaced": kind not in OF_CLUSTER, "verbs": ["list"]}
                    for (of, kind), resource in KINDS.items() if of == group]}
            if path.startswith(base + "/"):
                return self.items(group, path.rpartition("/")[2], query, base)
        return None

    @staticmethod
    def named(group, version):
        return {"groupVersion": group + "/" + version, "version": version}

    def api_group(self, group):
        served = self.named(group, self.groups[group])
        return {"name": group, "versions": [served], "preferredVersion": served}

    def items(self, group, resource, query, base):
        kind = next((kind for (of, kind), name in KINDS.items() if of == group and name == resource), None)
        if kind is None:
            return None
        left_out = {part[len("reason!="):] for part in query.get("fieldSelector", "").split(",") if part.startswith("reason!=")}
        chosen = [each for each in self.objects if group_of(each) == group and each["kind"] == kind and each.get("reason") not in left_out]
        return {"kind": kind + "List", "apiVersion": base.split("/", 2)[2], "metadata": {"resourceVersion": "7"},
                "items": [{key: value for key, value in each.items() if key not in ("kind", "apiVersion")} for each in chosen]}


class Api(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        _, number, *rest = url.path.split("/", 2)
        value = self.server.clusters[int(number)].answer("/" + "".join(rest), dict(urllib.parse.parse_qsl(url.query)))
        code = 404 if value is None else 200
        body = json.dumps(value or {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404, "reason": "NotFound"}).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Api)
        self.clusters, self.lock = {}, threading.Lock()
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def serve(self, cluster):
        """Returns its address."""
        with self.lock:
            number = len(self.clusters)
            self.clusters[number] = cluster
        return "http://127.0.0.1:%d/%d" % (self.server_address[1], number)

    def handle_error(self, *_):
        pass  # the program may close a connection
