#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An API server on 127.0.0.1 that simulates failures which a real one does not produce on request.

It prints one line of JSON (ports and certificates) when it is ready, and ends when its standard input does: it cannot
outlive the process that started it. It makes certificates and keys at start, which takes 0.3 s, and keeps them in memory. If
GANG_TLS names a file, it also keeps them there for a day.

The first segment of a path is the scenario with its arguments, the second one separates the runs:

    /fail~429~1~2/r7/api/v1/pods     the first 2 requests of run r7 get 429 with Retry-After: 1

The plain listener lists the requests of run r7 at /journal/r7.
"""

import gzip
import http.server
import json
import os
import pathlib
import socket
import socketserver
import ssl
import struct
import subprocess
import sys
import threading
import time
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import hostile  # noqa: E402

# ---- certificates, in memory files without a name ----------------------------------------------------------------


class Memory:
    """A file in memory that a child process and the ssl module can open by a path."""

    def __init__(self, content=b""):
        self.fd = os.memfd_create("tls", 0)
        os.write(self.fd, content)
        self.path = "/dev/fd/%d" % self.fd


def openssl(*arguments, given=b"", uses=()):
    words = [word.path if isinstance(word, Memory) else word for word in arguments]
    fds = [word.fd for word in list(arguments) + list(uses) if isinstance(word, Memory)]
    done = subprocess.run(["openssl", *words], input=given, capture_output=True, pass_fds=fds, check=False)
    if done.returncode != 0:
        sys.exit("openssl %s: %s" % (arguments[0], done.stderr.decode()))
    return done.stdout


def make_key():
    return Memory(openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout"))


class Authority:
    def __init__(self, name):
        self.key = make_key()
        self.pem = openssl("req", "-x509", "-new", "-key", self.key, "-days", "2", "-subj", "/CN=" + name,
                           "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=keyCertSign,cRLSign")
        self.file = Memory(self.pem)
        self.serial = 1

    def sign(self, common_name, names="", days=2):
        """(certificate, key) as PEM."""
        key = make_key()
        request = openssl("req", "-new", "-key", key, "-subj", "/CN=" + common_name)
        extensions = Memory(("basicConstraints=CA:FALSE\n" + ("subjectAltName=%s\n" % names if names else "")).encode())
        self.serial += 1
        pem = openssl("x509", "-req", "-CA", self.file, "-CAkey", self.key, "-days", str(days), "-set_serial", str(self.serial),
                      "-extfile", extensions, given=request)
        with open(key.path, "rb") as file:
            return pem.decode(), file.read().decode()


def make_certificates():
    """{"pem": PEM texts for the tests, "pairs": (certificate, key) by listener}."""
    authority, other = Authority("test authority"), Authority("another authority")
    names = "DNS:localhost,IP:127.0.0.1"
    pairs = {"good": authority.sign("good", names), "named": authority.sign("named", "DNS:kubernetes.test"),
             "other_authority": other.sign("other", names), "common_name": authority.sign("127.0.0.1"),
             "expired": authority.sign("expired", names, days=-1), "proxy": other.sign("proxy", names)}
    first, second = authority.sign("first"), authority.sign("second")
    encrypted = openssl("pkey", "-in", Memory(first[1].encode()), "-aes256", "-passout", "pass:hidden")
    name_hash = openssl("x509", "-in", authority.file, "-noout", "-hash").strip()
    return {"pairs": pairs, "pem": {
        "authority": authority.pem.decode(), "authority_hash": name_hash.decode(), "other_authority": other.pem.decode(),
        "client": first[0], "client_key": first[1], "second_client": second[0], "second_client_key": second[1],
        "encrypted_key": encrypted.decode()}}


def certificates():
    """Certificates from the file GANG_TLS if it is less than a day old, else new ones. Several servers may start at once."""
    path = os.environ.get("GANG_TLS")
    if not path:
        return make_certificates()
    file = pathlib.Path(path)
    try:
        if time.time() - file.stat().st_mtime < 86400:
            return json.loads(file.read_text())
    except FileNotFoundError:
        pass
    made = make_certificates()
    new = file.with_name("%s.%d" % (file.name, os.getpid()))
    new.touch(mode=0o600)
    new.write_text(json.dumps(made))
    new.rename(file)
    return made


def server_context(pair, client_authority=None):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*[Memory(part.encode()).path for part in pair])
    if client_authority:
        context.load_verify_locations(cadata=client_authority)
        context.verify_mode = ssl.CERT_REQUIRED
    return context


# ---- requests so far ---------------------------------------------------------------------------------------------

LOCK = threading.Lock()
JOURNAL = {}  # run: [{method, path, headers, listener}]


def remember(run, entry):
    """Adds an entry to the journal of a run; returns the number of earlier ones."""
    with LOCK:
        entries = JOURNAL.setdefault(run, [])
        entries.append(entry)
        return len(entries) - 1


# ---- answers -----------------------------------------------------------------------------------------------------


def pod(number):
    return {"metadata": {"name": "pod-%05d" % number, "namespace": "ml"}, "spec": {"nodeName": "node-%d" % (number % 7)}}


def status(code, reason, message, **more):
    return {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message, "reason": reason,
            "code": code, **more}


class TlsHandler(http.server.BaseHTTPRequestHandler):
    def setup(self):
        context = self.server.context
        if context:
            self.request.settimeout(30)
            self.request = context.wrap_socket(self.request, server_side=True, do_handshake_on_connect=False)
            try:
                self.request.do_handshake()
            except ssl.SSLError:
                # Closing with unread bytes sends a reset, which can overtake the alert that gives the reason.
                with socket.socket(fileno=os.dup(self.request.fileno())) as raw:
                    raw.settimeout(2)
                    raw.shutdown(socket.SHUT_WR)
                    while raw.recv(65536):
                        pass
                raise
        super().setup()


class Handler(TlsHandler):
    protocol_version = "HTTP/1.1"
    server_version = "misbehaving"
    timeout = 60

    def log_message(self, *_):
        pass

    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(length).decode()
        url = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        parts = url.path.split("/", 3)
        if parts[1] == "journal":
            with LOCK:
                return self.json(JOURNAL.get(parts[2], []))
        name, *arguments = [urllib.parse.unquote(word) for word in parts[1].split("~")]
        self.rest = "/" + parts[3] if len(parts) > 3 else "/"
        peer = self.request.getpeercert() if self.server.context else None
        entry = {"method": self.command, "path": self.path, "headers": [list(h) for h in self.headers.items()], "body": self.body,
                 "listener": self.server.name, "rest": self.rest, "query": self.query, "client": str(dict(x[0] for x in (peer or {}).get("subject", ())).get("commonName", "")),
                 "port": self.client_address[1]}
        self.number = remember(parts[2] if len(parts) > 2 else "", entry)
        getattr(self, "on_" + name.replace("-", "_"))(*arguments)

    do_POST = do_PUT = do_PATCH = do_GET

    # -- writing

    def send(self, code, body, content_type="application/json", headers=(), length=None):
        body = body if isinstance(body, bytes) else body.encode()
        self.send_response(code)
        if content_type:
            self.send_header("Content-Type", content_type)
        for key, value in headers:
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def json(self, value, code=200, **more):
        self.send(code, json.dumps(value), **more)

    def drop(self, reset=False):
        self.wfile.flush()
        self.close_connection = True
        # Closes below TLS: no close_notify.
        raw = socket.socket(fileno=os.dup(self.request.fileno()))
        if reset:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raw.close()
            os.close(self.request.detach())
        else:
            raw.shutdown(socket.SHUT_RDWR)
            raw.close()

    # -- lists

    def page(self, total=1200, token_suffix=""):
        limit = int(self.query.get("limit") or total)
        first = int((self.query.get("continue") or "0").split("!")[0])
        last = min(first + limit, total)
        metadata = {"resourceVersion": "77"}
        if last < total:
            metadata.update({"continue": "%d!%s" % (last, token_suffix), "remainingItemCount": total - last})
        return {"kind": "PodList", "apiVersion": "v1", "metadata": metadata, "items": [pod(i) for i in range(first, last)]}

    def on_list(self, total="1200"):
        if self.rest.endswith("/nodes"):
            return self.json({"kind": "NodeList", "apiVersion": "v1", "metadata": {"resourceVersion": "78"}, "items": None})
        if self.rest.endswith("/secrets"):
            return self.json(status(403, "Forbidden", 'secrets is forbidden: User "u" cannot list resource "secrets"'), 403)
        self.json(self.page(int(total)), headers=[("Audit-Id", "x"), ("X-Kubernetes-PF-FlowSchema-UID", "schema-1"),
                                              ("X-Kubernetes-PF-PriorityLevel-UID", "level-1")])

    def on_custom(self):
        """Like the API server's list of custom resources: keys are sorted, so metadata follows the items."""
        items = [{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "a\\\"]}"}}, {"metadata": {"name": "b"}}]
        self.json({"apiVersion": "example.com/v1", "items": items, "kind": "ThingList", "metadata": {"resourceVersion": "5"}})

    def on_expire(self, passes):
        """410 on the second page of the first `passes` passes. After two, the client requests the list as a whole."""
        with LOCK:
            begun = self.server.begun.setdefault(self.path.split("/")[2], [0])
            if "continue" not in self.query:
                begun[0] += 1
            number = begun[0]
        if "continue" in self.query and number <= int(passes):
            body = status(410, "Expired", "The provided continue parameter is too old")
            body["metadata"]["continue"] = "inconsistent"
            return self.json(body, 410)
        whole = "limit" not in self.query
        if whole and number <= int(passes):  # a server that pages without a limit in the request
            self.query["limit"] = "500"
        self.json(self.page())

    def on_cluster(self, passes="0", trouble=""):
        """A whole cluster: 7 nodes, and 1,200 pods whose list expires in the middle of the first `passes` passes."""
        if self.rest == "/version":
            return self.json({"gitVersion": "v1.34.2", "major": "1", "minor": "34"})
        if self.rest == "/api":
            return self.json({"kind": "APIVersions", "versions": ["v1"]})
        if self.rest == "/apis":
            return self.json({"kind": "APIGroupList", "apiVersion": "v1", "groups": []})
        if self.rest == "/api/v1":
            kinds = (("nodes", "Node", False), ("pods", "Pod", True), ("services", "Service", True))
            return self.json({"kind": "APIResourceList", "groupVersion": "v1", "resources": [
                {"name": name, "kind": kind, "namespaced": namespaced, "verbs": ["list"]} for name, kind, namespaced in kinds]})
        if self.rest.endswith("/services"):
            if trouble == "token":
                return self.json(status(401, "Unauthorized", "Unauthorized"), 401)
            if trouble == "services":
                return self.json(status(500, "InternalError", "no services today\x1b[31m"), 500)
            return self.json({"kind": "ServiceList", "apiVersion": "v1", "metadata": {"resourceVersion": "76"}, "items": []})
        if self.rest.endswith("/nodes"):
            nodes = [{"metadata": {"name": "node-%d" % i}, "status": {"allocatable": {"cpu": "400", "pods": "400"}}} for i in range(7)]
            return self.json({"kind": "NodeList", "apiVersion": "v1", "metadata": {"resourceVersion": "78"}, "items": nodes})
        if trouble == "pods" and "continue" in self.query:
            return self.json(status(403, "Forbidden", "half a list"), 403)
        self.on_expire(passes)

    def on_hostile(self, trouble=""):
        """A cluster whose objects, warnings and errors contain text that drives a terminal or a CI log."""
        evil = "\x1b]0;pwn\x07 \u202e\n::error::x\r\n##[error]y"
        if self.rest == "/version":
            return self.json({"gitVersion": "v1.34.2", "major": "1", "minor": "34"})
        if self.rest == "/api":
            return self.json({"kind": "APIVersions", "versions": ["v1"]})
        if self.rest == "/apis":
            group = {"name": "scheduling.x-k8s.io", "versions": [{"version": "v1alpha1"}], "preferredVersion": {"version": "v1alpha1"}}
            return self.json({"kind": "APIGroupList", "apiVersion": "v1", "groups": [group]})
        core = self.rest.startswith("/api/v1")
        if self.rest in ("/api/v1", "/apis/scheduling.x-k8s.io/v1alpha1"):
            kinds = (("nodes", "Node", False), ("pods", "Pod", True), ("services", "Service", True)) if core else (("podgroups", "PodGroup", True),)
            return self.json({"kind": "APIResourceList", "groupVersion": "v1" if core else "scheduling.x-k8s.io/v1alpha1", "resources": [
                {"name": name, "kind": kind, "namespaced": namespaced, "verbs": ["list"]} for name, kind, namespaced in kinds]})
        resource = self.rest.rsplit("/", 1)[1]
        if resource == trouble:
            return self.json(status(403, evil, evil, details={"kind": evil, "name": evil, "causes": [{"field": evil, "message": evil}]}), 403)
        kind = {"nodes": "Node", "pods": "Pod", "podgroups": "PodGroup", "services": "Service"}.get(resource)
        items = [thing for thing in hostile.everything() if thing["kind"] == kind]
        warnings = [("Warning", '299 - "%s"' % text) for text in ("\x1b[31m ::error::x", "##[error]y \u202e".encode().decode("latin-1"))]
        self.json({"kind": "%sList" % (kind or "Thing"), "apiVersion": "v1" if core else "scheduling.x-k8s.io/v1alpha1",
                   "metadata": {"resourceVersion": "7"}, "items": items}, headers=warnings)

    def on_expired_at_once(self):
        self.json(status(410, "Expired", "The resourceVersion for the provided list is too old."), 410)

    def on_raw(self, body, content_type="application/json"):
        self.send(200, body, content_type)

    def on_truncated_json(self):
        self.send(200, json.dumps(self.page(20))[:-60])

    def on_same_token(self):
        self.query.pop("continue", None)
        answer = self.page()
        answer["metadata"]["continue"] = "again"
        self.json(answer)

    # -- writes

    def on_lease(self, fails="0"):
        """One Lease per run, with the API server's rules for resourceVersions. Writing it for the holder `deleted` deletes it.
        The server carries out the first `fails` renewals, but drops their answers."""
        with LOCK:
            run = self.server.leases.setdefault(self.path.split("/")[2], {"lease": None, "version": 0, "fails": int(fails)})
            if self.command == "GET":
                lease = run["lease"]
                return self.json(lease) if lease else self.json(status(404, "NotFound", "no lease"), 404)
            sent = json.loads(self.body)
            version = sent["metadata"].get("resourceVersion", "")
            if self.command == "POST" and run["lease"] is not None:
                return self.json(status(409, "AlreadyExists", "it exists"), 409)
            if self.command == "PUT" and run["lease"] is None:  # without a uid as precondition the server creates it again
                sent["metadata"].pop("resourceVersion")
                if sent["metadata"].get("uid"):
                    return self.json(status(409, "Conflict", "Precondition failed: UID in precondition"), 409)
            elif self.command == "PUT" and version != str(run["version"]):
                return self.json(status(409, "Conflict", "the object has been modified"), 409)
            run["version"] += 1
            sent["metadata"].update({"resourceVersion": str(run["version"]), "uid": sent["metadata"].get("uid") or "uid-%d" % run["version"]})
            run["lease"] = sent if sent["spec"].get("holderIdentity") != "deleted" else None
            if self.command == "PUT" and run["fails"] > 0:
                run["fails"] -= 1
                return self.drop()
        self.json(sent, 201 if self.command == "POST" else 200)

    def on_review(self, *verbs):
        """Grants only these verbs."""
        asked = json.loads(self.body)
        allowed = asked["spec"]["resourceAttributes"]["verb"] in verbs
        self.json({**asked, "status": {"allowed": allowed}}, 201)

    def on_bind(self, *troubles):
        """A binding: a pod named in `troubles` gets a conflict, a pod named `lost-...` gets no answer."""
        name = self.rest.split("/")[-2]
        if name.startswith("lost-"):
            return self.drop()
        if name in troubles:
            return self.json(status(409, "Conflict", "pod %s is already assigned to node" % name), 409)
        self.json({"kind": "Status", "apiVersion": "v1", "status": "Success", "code": 201}, 201)

    # -- failing

    def on_fail(self, code, retry_after, count):
        if self.number >= int(count):
            return self.on_list()
        headers = [("Retry-After", retry_after)] if retry_after != "absent" else []
        self.json(status(int(code), "TooManyRequests" if code == "429" else "ServiceUnavailable", "no. %d" % (self.number + 1)), int(code), headers=headers)

    def on_reset(self, count):
        self.drop(reset=True) if self.number < int(count) else self.on_list()

    def on_close(self, count):
        self.drop() if self.number < int(count) else self.on_list()

    def on_reset_then_close(self):
        self.drop(reset=self.number < 10)

    def on_cut(self):
        self.send(200, json.dumps(self.page(100))[:1000], length=100000)
        self.drop()

    def on_cut_chunked(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"10\r\n{\"kind\":\"PodList\r\n")
        self.drop()

    def on_silent(self):
        self.request.settimeout(20)
        try:
            self.rfile.read(1)
        except OSError:
            pass
        self.close_connection = True

    def on_slow(self):
        self.send(200, b"{", length=100000)
        try:
            for _ in range(200):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass
        self.close_connection = True

    def on_status(self, code, content_type="", body=""):
        self.send(int(code), body, content_type)

    def on_json_status(self, code, text):
        self.send(int(code), text)

    def on_huge_status(self):
        self.json(status(403, "Forbidden", "é" * 500000), 403)

    def on_redirect(self, port):
        self.send(302, "", None, [("Location", "https://127.0.0.1:%s/echo/%s/stolen" % (port, self.path.split("/")[2]))])

    # -- bodies

    def on_gzip(self):
        accepts = self.headers.get("Accept-Encoding", "")
        body = json.dumps(self.page()).encode()
        if accepts == "gzip":
            return self.send(200, gzip.compress(body, 1), headers=[("Content-Encoding", "gzip")])
        self.send(200, body)

    def on_gzip_bomb(self):
        self.send(200, self.server.bomb(), headers=[("Content-Encoding", "gzip")])

    def on_gzip_corrupt(self):
        body = bytearray(gzip.compress(json.dumps(self.page(100)).encode()))
        for place in range(20, 60):
            body[place] ^= 0x5A
        self.send(200, bytes(body), headers=[("Content-Encoding", "gzip")])

    def on_gzip_cut(self):
        self.send(200, gzip.compress(json.dumps(self.page(100)).encode())[:-40], headers=[("Content-Encoding", "gzip")])

    # -- headers

    def on_echo(self):
        self.json({"headers": [list(h) for h in self.headers.items()], "path": self.path, "method": self.command, "body": self.body})

    def on_warnings(self):
        texts = ['299 - "one"', '299 - "two \\"quoted\\"", 299 - "three"', '299 - "one"', '199 - "not this"',
                 '299 - "escape \x1b[31m red"', '299 - "%s"' % ("x" * 60000), "299 nonsense"]
        texts += ['299 - "flood %d"' % number for number in range(300)]
        self.json(self.page(1), headers=[("Warning", text) for text in texts])

    def on_token(self, token):
        if self.headers.get("Authorization") == "Bearer " + token:
            return self.on_list()
        self.json(status(401, "Unauthorized", "Unauthorized"), 401)

    def on_parrot(self, code):
        """Echoes the caller's secrets everywhere."""
        secret = self.headers.get("Authorization", "").split(" ", 1)[-1]
        body = status(int(code), "Forbidden", "who knows %s" % secret)
        body["details"] = {"token": "unknown-token-value", "nested": json.dumps({"client-key-data": "unknown-key-value"}), "causes": [{"field": secret, "message": secret}]}
        self.json(body, int(code), headers=[("X-Parrot", secret), ("Set-Cookie", "unknown-cookie-value"), ("Warning", '299 - "%s"' % secret)])

    # -- discovery

    RESOURCES = {"": {"v1": [("pods", "Pod", True), ("nodes", "Node", False)]},
                 "example.com": {"v2": [("things", "Thing", True)], "v1": [("things", "Thing", True)]},
                 "metrics.k8s.io": {"v1beta1": [("pods", "PodMetrics", True)]},
                 "other.io": {"v1": [("others", "Other", True)]}}

    def on_discovery(self, form):
        if self.rest == "/version":
            return self.json({"major": "1", "minor": "34+", "gitVersion": "v1.34.2"})
        groups = [""] if self.rest == "/api" else [group for group in self.RESOURCES if group]
        if form == "no-api" and self.rest == "/api":
            return self.send(404, "404 page not found", "text/plain")
        wanted = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json"
        if form in ("aggregated", "no-api") and self.headers.get("Accept") == wanted:
            return self.json({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": [self.aggregated(group) for group in groups]},
                             content_type="application/json; as=APIGroupDiscoveryList;charset=utf-8;v=v2; g=apidiscovery.k8s.io")
        if self.rest == "/api":
            return self.json({"kind": "APIVersions", "versions": ["v1"]})
        if self.rest == "/apis":
            return self.json({"kind": "APIGroupList", "apiVersion": "v1", "groups": [
                {"name": group, "versions": [{"version": v} for v in self.RESOURCES[group]], "preferredVersion": {"version": sorted(self.RESOURCES[group])[0]}} for group in groups]})
        group, version = ("", "v1") if self.rest == "/api/v1" else self.rest.split("/")[2:4]
        if group == "metrics.k8s.io":
            return self.send(503, "service unavailable", "text/plain")
        if (group, version) == ("example.com", "v1"):
            time.sleep(0.2)  # delays the preferred version: first request, last answer
        resources = [{"name": r, "kind": k, "namespaced": n, "verbs": ["get", "list"]} for r, k, n in self.RESOURCES[group][version]]
        self.json({"kind": "APIResourceList", "groupVersion": "v1", "resources": resources + [{"name": "pods/status", "kind": "Pod", "namespaced": True, "verbs": ["get"]}]})

    def aggregated(self, group):
        versions = []
        for version, resources in self.RESOURCES[group].items():
            stale = group == "metrics.k8s.io"
            versions.append({"version": version, "freshness": "Stale" if stale else "Current", "resources": [
                {"resource": r, "responseKind": {"group": group, "version": version, "kind": k}, "scope": "Namespaced" if n else "Cluster", "verbs": ["get", "list"] if r != "others" else ["get"],
                 "subresources": [{"subresource": "status", "responseKind": {"kind": k}, "verbs": ["get"]}]} for r, k, n in resources]})
        return {"metadata": {"name": group}, "versions": versions}


class Listener(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64
    begun = {}
    leases = {}
    packed = None

    def __init__(self, name, context=None, handler=Handler):
        self.name, self.context = name, context
        super().__init__(("127.0.0.1", 0), handler)
        threading.Thread(target=self.serve_forever, daemon=True, kwargs={"poll_interval": 60}).start()

    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # HTTPServer's version resolves a host name

    def handle_error(self, *_):
        pass  # tests break off handshakes on purpose

    def bomb(self):
        with LOCK:
            if not self.packed:
                Listener.packed = gzip.compress(b" " * (200 << 20), 9)
        return self.packed


# ---- proxies -----------------------------------------------------------------------------------------------------


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    try:
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def tunnel(client, port):
    server = socket.create_connection(("127.0.0.1", port))
    thread = threading.Thread(target=pump, args=(server, client), daemon=True)
    thread.start()
    pump(client, server)
    thread.join()


class ConnectProxy(TlsHandler):
    def log_message(self, *_):
        pass

    def do_CONNECT(self):
        remember("proxy", {"method": "CONNECT", "path": self.path, "headers": [list(h) for h in self.headers.items()], "listener": "proxy"})
        self.wfile.write(b"HTTP/1.1 200 Connection established\r\nX-From: proxy\r\n\r\n")
        tunnel(self.request, int(self.path.rsplit(":", 1)[1]))


class Socks(socketserver.BaseRequestHandler):
    def handle(self):
        take = lambda count: self.request.recv(count, socket.MSG_WAITALL)
        take(take(2)[1])
        self.request.sendall(b"\x05\x00")
        kind = take(4)[3]
        host = take(take(1)[0]).decode() if kind == 3 else socket.inet_ntoa(take(4))
        port = struct.unpack("!H", take(2))[0]
        remember("socks", {"method": "SOCKS", "path": "%d %s" % (kind, host), "headers": [], "listener": "socks"})
        self.request.sendall(b"\x05\x00\x00\x01" + b"\0" * 6)
        tunnel(self.request, port)


def main():
    made = certificates()
    pem, pairs = made["pem"], made["pairs"]
    good = pairs["good"]
    listeners = [
        Listener("plain"),
        Listener("good", server_context(good)),
        Listener("other", server_context(good)),
        Listener("named", server_context(pairs["named"])),
        Listener("other_authority", server_context(pairs["other_authority"])),
        Listener("common_name", server_context(pairs["common_name"])),
        Listener("expired", server_context(pairs["expired"])),
        Listener("mutual", server_context(good, client_authority=pem["authority"])),
        Listener("proxy", handler=ConnectProxy),
        Listener("tls_proxy", server_context(good), handler=ConnectProxy),
        Listener("tls_proxy_of_another", server_context(pairs["proxy"]), handler=ConnectProxy),
        Listener("socks", handler=Socks),
    ]
    ready = {"ports": {listener.name: listener.server_address[1] for listener in listeners}, "pem": pem}
    print(json.dumps(ready), flush=True)
    while os.read(0, 4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
