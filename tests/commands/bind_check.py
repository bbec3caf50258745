#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs bind against a small API server that follows the real one's rules wherever bind's safety depends on them.

    bind_check.py PATH/TO/kubectl-gang [NAME…]

tests/cluster/bind.py tests the same and more on a real API server. NAME selects functions of CHECKS, or `pause`, which takes 40 s.
"""
import collections
import contextlib
import http.server
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.parse

BINARY = os.path.abspath(sys.argv[1])
SCHEDULER = "kubectl-gang"
LABEL = "pod-group.scheduling.sigs.k8s.io/"
LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases"
failures = []


def check(what, holds, told=""):
    if not holds:
        failures.append("%s: %s" % (what, str(told)[:2000]))


# ---- an API server


class Cluster(http.server.ThreadingHTTPServer):
    """Nodes, pods, Leases, PodGroups; it serves PodGroups only where there are some. `before(n)` runs before the server carries out binding n, counted from 1; it may return an error
    instead."""

    daemon_threads = True
    request_queue_size = 128
    # resource: group, version, kind
    KINDS = {"nodes": ("", "v1", "Node"), "pods": ("", "v1", "Pod"), "leases": ("coordination.k8s.io", "v1", "Lease"),
             "podgroups": ("scheduling.x-k8s.io", "v1alpha1", "PodGroup")}

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Api)
        self.lock, self.version = threading.Lock(), 0
        self.objects = {kind: {} for kind in self.KINDS}
        self.bindings, self.before = 0, lambda number: None
        self.without_groups = 0  # discoveries that do not name PodGroups yet, as after a start of the server
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def at_first(self, change):
        """Runs `change` at the first binding."""
        def before(number):
            if number == 1:
                with self.lock:
                    change()
        self.before = before

    def put(self, kind, thing):
        self.version += 1
        metadata = thing["metadata"]
        metadata["resourceVersion"] = str(self.version)
        metadata.setdefault("uid", "uid-%d" % self.version)
        metadata.setdefault("creationTimestamp", "2026-01-01T00:00:00Z")
        self.objects[kind][metadata.get("namespace", ""), metadata["name"]] = thing
        return thing

    def node(self, name, cpu):
        self.put("nodes", {"metadata": {"name": name}, "status": {"allocatable": {"cpu": str(cpu), "pods": "110"}}})

    def group(self, name, count, scheduler=SCHEDULER, space="ml", priority=0, labels=None):
        """`count` pods of one CPU each; the group needs all of them."""
        for i in range(count):
            self.put("pods", {
                "metadata": {"name": "%s-%d" % (name, i), "namespace": space,
                             "labels": labels or {LABEL + "name": name, LABEL + "min-available": str(count)}},
                "spec": {"schedulerName": scheduler, "priority": priority, "containers": [{"name": "main", "resources": {"requests": {"cpu": "1"}}}]},
                "status": {"phase": "Pending"}})

    def pod_group(self, name, count):
        """The same with a PodGroup."""
        self.put("podgroups", {"metadata": {"name": name, "namespace": "ml"}, "spec": {"minMember": count}})
        self.group(name, count, labels={"scheduling.x-k8s.io/pod-group": name})

    def lease(self, name="kubectl-gang-bind"):
        return self.objects["leases"].get(("kube-system", name))

    def bound(self, prefix=""):
        return sorted(name for (_, name), pod in self.objects["pods"].items() if pod["spec"].get("nodeName") and name.startswith(prefix))

    def address(self, host="127.0.0.1"):
        return "http://%s:%d" % (host, self.server_address[1])


    def handle_error(self, *_):
        pass  # the test killed the binder


class Api(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def say(self, value, code=200):
        body = json.dumps(value).encode()
        with contextlib.suppress(OSError):
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def refuse(self, code, reason, message):
        self.say({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": code, "reason": reason,
                  "message": message}, code)

    def do(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        sent = json.loads(body) if body else None
        if url.path.endswith("/binding"):
            return self.bind(url.path.split("/"), sent)
        if url.path.endswith("selfsubjectaccessreviews"):
            return self.say({**sent, "status": {"allowed": True}}, 201)
        if url.path.startswith(LEASES + "/") or (url.path == LEASES and self.command == "POST"):
            with self.server.lock:
                return self.one_lease(url.path.rpartition("/")[2], sent)
        if self.command != "GET":
            return self.say(sent, 201)
        self.read(url.path, query)

    do_GET = do_POST = do_PUT = do_PATCH = do

    def read(self, path, query):
        if path == "/version":
            return self.say({"gitVersion": "v1.34.2", "major": "1", "minor": "34"})
        if path == "/api":
            return self.say({"kind": "APIVersions", "versions": ["v1"]})
        if path == "/apis":
            return self.say({"kind": "APIGroupList", "groups": [self.api_group(*one) for one in self.served_groups()]})
        for group, version in {(group, version) for group, version, _ in Cluster.KINDS.values()}:
            if path == ("/apis/%s/%s" % (group, version) if group else "/api/v1"):
                return self.say({"kind": "APIResourceList", "groupVersion": group + "/" + version if group else version, "resources": [
                    {"name": name, "kind": kind, "namespaced": kind != "Node", "verbs": ["list"]}
                    for name, (of, _, kind) in Cluster.KINDS.items() if of == group]})
        name = path.rpartition("/")[2]
        if name == "events":
            return self.say({"kind": "EventList", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}, "items": []})
        with self.server.lock:
            items = [thing for thing in self.server.objects[name].values() if chosen(thing, query)]
            group, version, kind = Cluster.KINDS[name]
            self.say({"kind": kind + "List", "apiVersion": group + "/" + version if group else version,
                      "metadata": {"resourceVersion": str(self.server.version)}, "items": items})

    def served_groups(self):
        yield "coordination.k8s.io", "v1"
        if self.server.objects["podgroups"] and self.server.without_groups <= 0:
            yield "scheduling.x-k8s.io", "v1alpha1"
        self.server.without_groups -= 1

    @staticmethod
    def api_group(name, version):
        served = {"groupVersion": name + "/" + version, "version": version}
        return {"name": name, "versions": [served], "preferredVersion": served}

    def one_lease(self, name, sent):
        stored = self.server.lease(name if self.command != "POST" else sent["metadata"]["name"])
        if self.command == "GET" and stored:
            return self.say(stored)
        if self.command == "PUT" and not stored and sent["metadata"].get("uid"):
            return self.refuse(409, "Conflict", "Precondition failed: UID in precondition")
        if self.command == "GET" and not stored:
            return self.refuse(404, "NotFound", 'leases.coordination.k8s.io "%s" not found' % name)
        if self.command == "POST" and stored:
            return self.refuse(409, "AlreadyExists", "it exists")
        if stored and sent["metadata"].get("resourceVersion") != stored["metadata"]["resourceVersion"]:
            return self.refuse(409, "Conflict", "the object has been modified")
        if stored:
            sent["metadata"]["uid"] = stored["metadata"]["uid"]
        self.say(self.server.put("leases", sent))

    def bind(self, path, sent):
        with self.server.lock:
            self.server.bindings += 1
            number = self.server.bindings
        answer = self.server.before(number)
        if answer:
            return self.refuse(*answer)
        with self.server.lock:
            pod = self.server.objects["pods"].get((path[4], path[6]))
            if not pod or pod["metadata"]["uid"] != sent["metadata"]["uid"]:
                return self.refuse(409, "Conflict", 'Operation cannot be fulfilled on pods "%s": StorageError: invalid object' % path[6])
            if pod["spec"].get("nodeName"):
                return self.refuse(409, "Conflict", "pod %s is already assigned to node" % path[6])
            pod["spec"]["nodeName"] = sent["target"]["name"]
            self.server.put("pods", pod)
        self.say({"kind": "Status", "apiVersion": "v1", "status": "Success", "code": 201}, 201)


def chosen(thing, query):
    for selector, value_of in (("labelSelector", lambda key: thing["metadata"].get("labels", {}).get(key)),
                               ("fieldSelector", lambda key: {"metadata.name": thing["metadata"]["name"], "metadata.namespace": thing[
                                   "metadata"].get("namespace"), "spec.nodeName": thing.get("spec", {}).get("nodeName", "")}.get(key))):
        for term in filter(None, query.get(selector, "").split(",")):
            key, sign, wanted = re.fullmatch(r"([^=!]+)(!?=)(.*)", term).groups()
            if (value_of(key) == wanted) != (sign == "="):
                return False
    return True


# ---- the binder


class Desk:
    """A home folder and a cluster."""

    def __init__(self):
        self.home, self.cluster = pathlib.Path(tempfile.mkdtemp(prefix="kubectl-gang-bind-")), Cluster()
        self.state = self.home / ".local/state/kubectl-gang"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cluster.shutdown()
        self.cluster.server_close()
        shutil.rmtree(self.home)

    def start(self, *words, host="127.0.0.1", limit=None, **streams):
        """`limit`: of file sizes, in bytes."""
        def before_exec():
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        return subprocess.Popen([BINARY, "bind", "--server", self.cluster.address(host), "--token", "t", *words], preexec_fn=before_exec,
                                env={"HOME": str(self.home), "PATH": os.environ["PATH"]}, **streams)

    def run(self, *words, **how):
        return finish(self.start(*words, **how))

    def killed(self, at):
        """Kills a run before its binding number `at`; returns the journal that it leaves."""
        running = []

        def kill(number):
            if number >= at:
                running[0].kill()
                return 500, "InternalError", "the machine is gone"
            return None
        self.cluster.before = kill
        running.append(self.start("-A", "--yes"))
        finish(running[0])
        self.cluster.before = lambda number: None
        self.cluster.bindings = 0
        return next(self.state.glob("*.jsonl"))


def finish(process):
    out, told = process.communicate(timeout=120)
    return process.returncode, out.decode(), told.decode()


# ---- the checks


def whole_groups():
    """Without disturbances bind binds both groups, releases the Lease, and leaves no journal."""
    with Desk() as desk:
        desk.cluster.node("a", 8)
        desk.cluster.group("g", 4)
        desk.cluster.group("h", 3)
        status, out, told = desk.run("-A", "--yes")
        check("bind binds two groups", status == 0 and len(desk.cluster.bound()) == 7, (status, out, told))
        check("bind releases the Lease", not desk.cluster.lease()["spec"].get("holderIdentity"), desk.cluster.lease())
        check("bind leaves no journal", not list(desk.state.iterdir()), list(desk.state.iterdir()))


def deleted_lease():
    """If the Lease disappears in the middle of a group, bind begins no other group, and leaves another run's Lease alone."""
    with Desk() as desk:
        desk.cluster.node("a", 40)
        desk.cluster.group("g", 10)
        desk.cluster.group("h", 10)

        def delete(number):
            if number == 5:
                with desk.cluster.lock:
                    del desk.cluster.objects["leases"]["kube-system", "kubectl-gang-bind"]
        desk.cluster.before = delete
        status, out, told = desk.run("-A", "--yes")
        bound = desk.cluster.bound()
        check("a deleted Lease: bind finishes one group", len(bound) == 10, (bound, told))
        check("a deleted Lease: exit status 1, with the reason", status == 1 and "the Lease kube-system/kubectl-gang-bind was lost" in out,
              (status, out, told))
        check("bind does not create a deleted Lease again", not desk.cluster.lease(), desk.cluster.lease())


def two_names():
    """While a run binds, a run for another schedulerName waits at the same Lease; a run also respects the Lease of release
    0.1.0."""
    with Desk() as desk:
        desk.cluster.node("a", 8)
        desk.cluster.group("g", 5)
        desk.cluster.group("h", 4, scheduler="batch")
        seen = []

        def meanwhile(number):
            if number == 1:
                seen.append(desk.run("-A", "--yes", "--scheduler-name", "batch"))
        desk.cluster.before = meanwhile
        status, out, told = desk.run("-A", "--yes")
        check("the first of two runs binds", status == 0 and len(desk.cluster.bound("g")) == 5, (status, out, told))
        status, out, told = seen[0]
        check("the second run gives way", status == 2 and "is held by" in told and not desk.cluster.bound("h"), (status, out, told))
        status, out, told = desk.run("-A", "--yes", "--scheduler-name", "batch")
        check("the second group does not fit afterwards", status == 1 and len(desk.cluster.bound()) == 5, (status, out, told))
    with Desk() as desk:
        desk.cluster.node("a", 8)
        desk.cluster.group("g", 5)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime())
        desk.cluster.put("leases", {"metadata": {"name": "kubectl-gang-batch", "namespace": "kube-system"}, "spec": {
            "holderIdentity": "old@laptop", "leaseDurationSeconds": 30, "renewTime": stamp, "acquireTime": stamp}})
        status, out, told = desk.run("-A", "--yes")
        check("bind respects a live Lease of 0.1.0", status == 1 and "kubectl-gang-batch is held by old@laptop" in out and
              not desk.cluster.bound(), (status, out, told))


def overcommitted_node():
    """Another client binds pods meanwhile: the closing read reports the over-committed node."""
    with Desk() as desk:
        desk.cluster.node("a", 4)
        desk.cluster.group("g", 4)

        def fill():
            for i in range(3):
                desk.cluster.put("pods", {"metadata": {"name": "other-%d" % i, "namespace": "ml"}, "status": {"phase": "Running"}, "spec": {
                    "nodeName": "a", "containers": [{"name": "main", "resources": {"requests": {"cpu": "1"}}}]}})
        desk.cluster.at_first(fill)
        status, out, told = desk.run("-A", "--yes")
        check("bind names an over-committed node with its figures", status == 1 and
              "node a is over-committed: its pods request 7 cpu, and it has 4" in out, (status, out, told))


def conflict():
    """A conflict message does not contain etcd's text."""
    with Desk() as desk:
        desk.cluster.node("a", 4)
        desk.cluster.group("g", 4)

        def replace():
            for i in range(4):
                desk.cluster.objects["pods"]["ml", "g-%d" % i]["metadata"]["uid"] = "another-%d" % i
        desk.cluster.at_first(replace)
        _, out, told = desk.run("-A", "--yes")
        check("bind describes a conflict in its own words", "has changed since it was read" in told and "StorageError" not in out + told, told)


def restarted_server():
    """A server that has just restarted serves PodGroups a moment later. Meanwhile no half-bound group counts as whole or gone."""
    def restart(cluster, at):
        def before(number):
            if number == at:
                cluster.without_groups = 2
                return 500, "InternalError", "the server shuts down"
            return None
        return before
    with Desk() as desk:
        desk.cluster.node("a", 8)
        desk.cluster.pod_group("g", 4)
        desk.cluster.before = restart(desk.cluster, 3)
        status, out, told = desk.run("-A", "--yes")
        check("a server that restarts: bind finishes the group", status == 0 and len(desk.cluster.bound()) == 4, (status, out, told))
        check("a server that restarts: it was asked before it served PodGroups", desk.cluster.without_groups < 0 and "trying again" in told, told)
    with Desk() as desk:
        desk.cluster.node("a", 8)
        desk.cluster.pod_group("g", 4)
        desk.killed(at=2)
        desk.cluster.without_groups = 3
        status, out, told = desk.run("--resume", "--yes")
        check("a server that has just started: --resume finishes the group", status == 0 and len(desk.cluster.bound()) == 4, (status, out, told))
        check("a server that has just started: no journal is left", not list(desk.state.iterdir()), list(desk.state.iterdir()))


def broken_journals():
    """--resume rejects an unreadable journal, names it, and binds nothing; with a repaired journal it finishes the group."""
    damages = {
        "emptied": lambda text: "", "cut off in its first line": lambda text: text[:50], "without its beginning": lambda text: text[60:],
        "of another version": lambda text: text.replace("v1alpha1", "v2"), "of zeros": lambda text: "\0" * len(text),
        "with a line of zeros": lambda text: text.replace("batch", "\0atch", 1), "no journal": lambda text: "milk\n",
        "with half a line in between": lambda text: text.replace('"begins":', ""), "without its server": lambda text: text.replace('"server"', '"servez"')}
    with Desk() as desk:
        desk.cluster.node("a", 4)
        desk.cluster.group("g", 4)
        journal = desk.killed(at=2)
        # Bindings in flight when the run was killed may still complete.
        bound = desk.cluster.bound()
        for look in range(20):
            time.sleep(0.05)
            bound, before = desk.cluster.bound(), bound
            if bound == before and look > 5:
                break
        whole = journal.read_text()
        check("the kill hits the middle of the group", 0 < len(bound) < 4, bound)
        for what, damage in damages.items():
            journal.write_text(damage(whole))
            status, out, told = desk.run("--resume", "--yes")
            check("a journal %s is an error" % what, status == 2 and "error: " in told and journal.name in told, (status, out, told))
            check("a journal %s: bind binds nothing" % what, desk.cluster.bound() == bound, desk.cluster.bound())
            status, out, told = desk.run("-A", "--dry-run=client")
            check("a journal %s still allows a plan" % what, status == 0, (status, out, told))
        journal.unlink()
        journal.mkdir()
        status, out, told = desk.run("--resume", "--yes")
        check("a folder in place of a journal is an error", status == 2 and journal.name in told, (status, out, told))
        journal.rmdir()
        journal.write_text(whole)
        status, out, told = desk.run("--resume", "--yes", "--scheduler-name", "batch")
        check("bind names a journal of another schedulerName", journal.name in told and "--scheduler-name kubectl-gang" in told, (status, told))
        status, out, told = desk.run("--resume", "--yes", host="localhost")
        check("a journal of this cluster by another address is an error that names it", status == 2 and journal.name in told and
              "another address" in told and desk.cluster.bound() == bound, (status, out, told))
        kept = journal.read_text()
        journal.write_text(re.sub(r'"leaseUID":"[^"]*"', '"leaseUID":"other"', kept))
        status, out, told = desk.run("--resume", "--yes", host="localhost")
        check("bind leaves a journal of another cluster alone", status == 0 and journal.name in told and "left alone" in told, (status, told))
        journal.write_text(kept)
        status, out, told = desk.run("--resume", "--yes", "--journal", str(journal), host="localhost")
        check("--journal resumes it by its name", status == 0 and len(desk.cluster.bound()) == 4, (status, out, told))


def file_size_limit():
    """At each file size limit bind binds everything, or its error names the journal and --resume finishes the groups."""
    for limit in list(range(0, 2600, 200)):
        with Desk() as desk:
            desk.cluster.node("a", 40)
            desk.cluster.group("g", 12)
            desk.cluster.group("h", 12)
            status, out, told = desk.run("-A", "--yes", limit=limit)
            bound = len(desk.cluster.bound())
            check("limit %d: the exit status fits" % limit, status == (0 if bound == 24 else 2), (status, bound, out, told))
            if status != 0:
                check("limit %d: the error names the journal" % limit, re.search(r"error: journal \S+ cannot be written: File too large", told), told)
            check("limit %d: bind releases the Lease" % limit, not (desk.cluster.lease() or {"spec": {}})["spec"].get("holderIdentity"))
            status, out, told = desk.run("--resume", "--yes")
            check("limit %d: --resume finishes the groups" % limit, status == 0 and len(desk.cluster.bound("g")) in (0, 12) and
                  len(desk.cluster.bound("h")) in (0, 12), (status, desk.cluster.bound(), out, told))


def ends_the_line():
    """Ctrl-C and Ctrl-D at the question leave the cursor at the beginning of a line."""
    for key, expected in ((b"\x03", 130), (b"\x04", 2)):
        with Desk() as desk:
            desk.cluster.node("a", 4)
            desk.cluster.group("g", 4)
            child, terminal = pty.fork()
            if child == 0:
                os.environ.clear()
                os.environ["HOME"] = str(desk.home)
                os.execv(BINARY, [BINARY, "bind", "--server", desk.cluster.address(), "--token", "t", "-A"])
            # The kernel sends SIGINT first. Then it discards unread output, at times the line end, and echoes the key, at times
            # after the line end. (n_tty, isig)
            modes = termios.tcgetattr(terminal)
            modes[3] = (modes[3] | termios.NOFLSH) & ~termios.ECHO
            termios.tcsetattr(terminal, termios.TCSANOW, modes)
            seen = b""
            while b"Type yes: " not in seen:
                seen += os.read(terminal, 4096)
            os.write(terminal, key)
            with contextlib.suppress(OSError):  # EIO: the other end is closed
                while piece := os.read(terminal, 4096):
                    seen += piece
            _, status = os.waitpid(child, 0)
            rest = seen.rpartition(b"Type yes: ")[2]
            check("%r at the question ends the line" % key, rest.startswith(b"\r\n") and seen.endswith(b"\n"), rest)
            check("%r at the question ends with %d" % (key, expected), os.waitstatus_to_exitcode(status) == expected, status)
            check("%r at the question binds nothing" % key, not desk.cluster.bound())
            os.close(terminal)


def pause():
    """A run that stops until another run has taken the Lease sends nothing more, and reports the half-bound group."""
    with Desk() as desk:
        desk.cluster.node("a", 40)
        desk.cluster.group("g", 40)
        running, started, stopped = [], threading.Event(), threading.Event()

        def stop(number):
            started.wait()
            if number >= 10:  # up to 16 are in flight
                running[0].send_signal(signal.SIGSTOP)
                os.waitid(os.P_PID, running[0].pid, os.WSTOPPED | os.WNOWAIT)
                stopped.set()
        desk.cluster.before = stop
        running.append(desk.start("-n", "ml", "--yes"))
        started.set()
        stopped.wait(60)
        time.sleep(1)  # for the bindings in flight
        desk.cluster.before = lambda number: None
        desk.cluster.group("h", 10, space="web", priority=10)
        status, out, told = desk.run("-n", "web", "--yes", "--wait", "60s")
        check("the second run binds where there is capacity", status == 0 and len(desk.cluster.bound("h")) == 10, (status, out, told))
        before = desk.cluster.bindings
        running[0].send_signal(signal.SIGCONT)
        status, out, told = finish(running[0])
        # One request may follow: the run looks at the clock, is stopped, and then sends that one. No client can exclude this.
        check("the first run sends nothing more", desk.cluster.bindings <= before + 1 and len(desk.cluster.bound()) <= 40,
              (before, desk.cluster.bindings, desk.cluster.bound()))
        check("the first run reports why it stopped", status == 1 and "was lost" in out, (status, out, told))
        check("the first run reports the half-bound group and --resume", "half bound: ml/g" in told and "bind --resume" in told, told)


CHECKS = [whole_groups, deleted_lease, two_names, overcommitted_node, conflict, restarted_server, broken_journals, file_size_limit, ends_the_line]


def main():
    named = {one.__name__: one for one in CHECKS + [pause]}
    for one in [named[name] for name in sys.argv[2:]] or CHECKS:
        one()
    for failure in failures:
        print(failure)
    counts = collections.Counter(failure.partition(":")[0] for failure in failures)
    return 1 if counts else 0


sys.exit(main())
