# SPDX-License-Identifier: Apache-2.0
"""A real scheduler beside a live server, and the server's state, which `Storage` restores byte by byte."""
import collections
import copy
import json
import pathlib
import subprocess
import threading
import time

import reference

QUIET = 1.3  # seconds without a line about a pod: at rest, and no pod in backoff
MANY_ATTEMPTS = 300  # after this many without rest, the scheduler retries a group forever
LINES_KEPT = 5000  # lines of the log
WEIGHTS = {"TaintToleration": 3, "NodeAffinity": 2, "PodTopologySpread": 2, "InterPodAffinity": 2, "NodeResourcesFit": 1,
           "NodeResourcesBalancedAllocation": 1, "ImageLocality": 1}  # (getDefaultPlugins)
TIE_FACTOR = 1000  # as in ties.go
DEFAULT_CONFIG = {
    "apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "percentageOfNodesToScore": 100,
    "profiles": [{"schedulerName": "default-scheduler", "plugins": {
        "multiPoint": {"enabled": [{"name": "Coscheduling"}]},
        "queueSort": {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]}}}]}


def with_short_backoff(config):
    """Returns a configuration (JSON text, None: the default) that limits backoff to one second. A cluster is at rest when no pod is
    in backoff; with the default that takes ten seconds."""
    made = json.loads(config) if config else copy.deepcopy(DEFAULT_CONFIG)
    made["podMaxBackoffSeconds"] = 1
    return json.dumps(made)


def complete_config(config, kubeconfig, takes_over):
    """The configuration with the connection, and with ties broken by the names of nodes."""
    made = json.loads(config)
    made["clientConnection"] = {"kubeconfig": str(kubeconfig), "qps": 5000, "burst": 5000}
    made["leaderElection"] = {"leaderElect": takes_over, "leaseDuration": "1s", "renewDeadline": "600ms", "retryPeriod": "200ms"}
    for profile in made["profiles"]:
        score = profile.setdefault("plugins", {}).setdefault("score", {})
        weights = {plugin["name"]: plugin.get("weight", 1) for plugin in score.get("enabled", [])}
        disabled = {plugin["name"] for plugin in score.get("disabled", [])}
        for name, weight in WEIGHTS.items():
            if not disabled & {name, "*"}:
                weights.setdefault(name, weight)
        first = {"name": "FirstByName", "weight": 1}
        score["enabled"] = [{"name": name, "weight": weight * TIE_FACTOR} for name, weight in weights.items()] + [first]
        profile["plugins"].setdefault("preScore", {}).setdefault("enabled", []).append({"name": "FirstByName"})
    return json.dumps(made)


class Scheduler:
    """A running `reference scheduler`; a context manager. Its log shows when it is at rest, as in schedulerlog.go."""

    def __init__(self, file, config, kubeconfig, takes_over=False):
        file.write_text(complete_config(config, kubeconfig, takes_over))
        # The kernel ends it with this program, even if that is killed.
        self.command = ["setpriv", "--pdeathsig", "KILL", reference.program(), "scheduler", "--config=%s" % file, "--secure-port=0", "--logging-format=json", "--v=5"]
        self.log = collections.deque(maxlen=LINES_KEPT)
        self.places, self.attempts, self.synced, self.activity, self.words = {}, 0, False, time.monotonic(), []

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        return self

    def __exit__(self, *_):
        self.process.kill()  # a graceful end would still change the cluster
        self.process.wait()
        self.reader.join()
        self.process.stderr.close()

    def _read(self):
        for text in self.process.stderr:
            self.log.append(text)
            try:
                line = json.loads(text)
            except ValueError:
                self.words = self.words[-5:] + [text.decode(errors="replace")]
                continue
            self._take(line)

    def _take(self, line):
        said = line.get("msg", "")
        if line.get("err"):
            self.words = self.words[-5:] + ["%s: %s" % (said, line["err"])]
        if said == "Handlers synced":
            self.synced, self.activity = True, time.monotonic()
        pod = line.get("pod")
        if not isinstance(pod, dict):
            return
        self.activity = time.monotonic()
        name = "%s/%s" % (pod.get("namespace"), pod.get("name"))
        if said == "Attempting to schedule pod":
            self.attempts += 1
            self.places[name] = "in flight"
        elif said in ("Pod is waiting to be scheduled to node", "Permit allows"):
            self.places[name] = "in flight"
        elif said in ("Successfully bound pod to node", "Skip schedule deleting pod", "Delete event for unscheduled pod",
                      "Delete event for scheduled pod"):
            self.places[name] = "settled"
        elif said.startswith(("Unable to schedule pod", "Error scheduling pod")):
            self.places[name] = "in flight"  # a line with the queue follows
        elif said.startswith("Pod moved to an internal scheduling queue") and line.get("queue"):
            self.places[name] = "settled" if line["queue"] == "Unschedulable" else "queued"

    def fail_if_ended(self):
        if self.process.poll() is not None:
            raise RuntimeError("the scheduler ended by itself: %s" % " | ".join(self.words))

    def is_at_rest(self):
        """True if no attempt is due."""
        return (self.synced and time.monotonic() - self.activity >= QUIET
                and all(place == "settled" for place in list(self.places.values())))


# Keys that the API server creates for itself (storage.go).
SERVER_OWN = ("apiextensions.k8s.io/", "apiregistration.k8s.io/", "clusterrolebindings/", "clusterroles/", "configmaps/",
              "endpointslices/", "flowschemas/", "leases/", "masterleases/", "prioritylevelconfigurations/", "ranges/", "rolebindings/",
              "roles/", "servicecidrs/", "services/endpoints/", "services/specs/default/kubernetes", "ipaddresses/10.96.0.1",
              "namespaces/default", "namespaces/kube-", "priorityclasses/system-")


def field(number, data):
    """A bytes field of a protocol buffer."""
    size, length = len(data), bytearray()
    while size > 127:
        length.append(size & 127 | 128)
        size >>= 7
    return bytes([number << 3 | 2]) + bytes(length) + bytes([size]) + data


def fields(data):
    """Yields (number, value) of each bytes field of a protocol buffer; skips numbers."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte, at = data[at], at + 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        tag = varint()
        value = varint()
        if tag & 7 == 2:
            yield tag >> 3, data[at:at + value]
            at += value


class Storage:
    """The keys of a live server in its etcd, below the API. restore() keeps UIDs and times."""

    def __init__(self, server):
        words = self._words_of_api_server(server.process.pid)
        self.address = words["--etcd-servers"]
        self.prefix = words["--etcd-prefix"].encode() + b"/"

    @staticmethod
    def _words_of_api_server(parent):
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) != parent:
                    continue
                words = (entry / "cmdline").read_bytes().decode().split("\0")
            except (FileNotFoundError, ProcessLookupError):
                continue
            if any(word.startswith("--etcd-servers=") for word in words):
                return dict(word.split("=", 1) for word in words if "=" in word)
        raise RuntimeError("the API server of the reference control plane was not found")

    def _ask(self, method, request):
        """Sends one gRPC call by curl: etcd's JSON gateway does not know the port of this etcd."""
        frame = b"\0" + len(request).to_bytes(4, "big") + request
        done = subprocess.run(
            ["curl", "-sS", "--http2-prior-knowledge", "-H", "Content-Type: application/grpc", "-H", "TE: trailers", "--data-binary", "@-",
             "%s/etcdserverpb.KV/%s" % (self.address, method)], input=frame, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0 or len(done.stdout) < 5:
            raise RuntimeError("etcd: %s: %s" % (method, done.stderr.decode()[:300]))
        return done.stdout[5:]

    def save(self):
        """Key without the server's prefix → value, for all objects created through the API."""
        saved = {}
        for number, pair in fields(self._ask("Range", field(1, self.prefix) + field(2, self.prefix[:-1] + b"0"))):
            if number == 2:
                parts = dict(fields(pair))
                saved[parts[1][len(self.prefix):].decode()] = parts.get(5, b"")
        return {key: value for key, value in saved.items() if not key.startswith(SERVER_OWN)}

    def restore(self, saved):
        """Restores a state: deletes new keys, restores deleted ones, and resets changed ones."""
        now = self.save()
        steps = [field(3, field(1, self.prefix + key.encode())) for key in now if key not in saved]
        steps += [field(2, field(1, self.prefix + key.encode()) + field(2, value)) for key, value in saved.items() if now.get(key) != value]
        if steps:
            self._ask("Txn", b"".join(field(2, step) for step in steps))
