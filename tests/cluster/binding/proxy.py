# SPDX-License-Identifier: Apache-2.0
"""A reverse proxy between the binder and the API server that injects faults at a chosen request.

It makes every race reproducible: for example it deletes a pod before the first binding arrives, loses an answer, or kills
the binder before its ninth request.
"""
import contextlib
import http.client
import http.server
import json
import re
import socketserver
import ssl
import subprocess
import threading

CUT = "close the connection instead of forwarding the request or returning the answer"


class Answer:
    """An answer in the API server's place."""

    def __init__(self, status, message="asked for by the test", reason="InternalError"):
        self.status = status
        self.body = json.dumps({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message,
                                "reason": reason, "code": status}).encode()


class Moment:
    """The nth request whose `METHOD PATH?QUERY` matches the pattern (0: each of them).

    `before` runs before the proxy forwards it, while all other requests wait; it may return CUT or an Answer. `after` runs
    when the API server has answered; it may return CUT.
    """

    def __init__(self, pattern, nth, before, after):
        self.pattern, self.nth, self.before, self.after = re.compile(pattern), nth, before, after
        self.met = 0

    def is_now(self, line):
        if not self.pattern.search(line):
            return False
        self.met += 1
        return self.nth in (0, self.met)


class Proxy(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """A context manager; `kubeconfig(token)` returns one that leads through the proxy."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, server):
        super().__init__(("127.0.0.1", 0), Relay)
        self.target, self.moments, self.seen, self.failures = server, [], [], []
        self.epoch = 0  # of connections; the proxy cuts those of an earlier epoch
        self.gate = threading.Lock()
        self.certificate = server.folder / "proxy.crt"
        key = server.folder / "proxy.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=proxy", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out",
                        str(self.certificate)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(self.certificate, key)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def kubeconfig(self, token):
        address = {"server": "https://127.0.0.1:%d" % self.server_address[1], "certificate-authority": str(self.certificate)}
        return self.target.kubeconfig_with("through-proxy", {"token": token}, **address)

    def at(self, pattern, nth=1, before=None, after=None):
        self.moments.append(Moment(pattern, nth, before, after))

    def forget(self):
        """Removes all moments and seen requests."""
        with self.gate:
            self.moments, self.seen = [], []

    def sever(self):
        """For use in a moment: the open connections forward no further request."""
        self.epoch += 1
        return CUT

    def attempt(self, act):
        """The result of `act`; keeps its exception for the check."""
        try:
            return act()
        except Exception as failure:  # raised where the check waits for the binder
            self.failures.append(failure)
            return None

    def reached(self, line, epoch):
        """The answer in place of forwarding this request, and the moments that act after it."""
        with self.gate:
            if epoch != self.epoch:
                return CUT, []
            self.seen.append(line)
            instead, now = None, [moment for moment in self.moments if moment.is_now(line)]
            for moment in now:
                if moment.before:
                    instead = self.attempt(moment.before) or instead
            return instead, [moment for moment in now if moment.after]

    @contextlib.contextmanager
    def opened(self):
        """Lets other requests pass within a moment's `before`."""
        self.gate.release()
        try:
            yield
        finally:
            self.gate.acquire()

    def finish_request(self, request, client_address):
        epoch = self.epoch  # before the handshake: a killed client may have sent its request by the end of it
        try:
            with self.tls.wrap_socket(request, server_side=True) as channel:
                self.RequestHandlerClass(channel, client_address, self, epoch)
        except OSError:
            pass  # the client has closed the connection, or was killed

    def count(self, pattern):
        return sum(1 for line in self.seen if re.search(pattern, line))


class Relay(http.server.BaseHTTPRequestHandler):
    """One connection of the binder, with its own connection to the API server."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    upstream = None

    def __init__(self, channel, client_address, server, epoch):
        self.epoch = epoch
        super().__init__(channel, client_address, server)  # handles all requests

    def relay(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        instead, afterwards = self.server.reached("%s %s" % (self.command, self.path), self.epoch)
        if instead is CUT:
            self.close_connection = True
        elif instead:
            self.answer(instead.status, {"Content-Type": "application/json"}, instead.body)
        else:
            self.forward(body, afterwards)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = relay

    def forward(self, body, afterwards):
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "expect")}
        try:
            if not self.upstream:
                self.upstream = self.server.target.connect()
            self.upstream.request(self.command, self.path, body or None, headers)
            got = self.upstream.getresponse()
            text = got.read()
        except (OSError, http.client.HTTPException):
            self.close_connection = True  # as without a proxy, if the API server is down
            return
        if CUT in [self.server.attempt(moment.after) for moment in afterwards]:
            self.close_connection = True
            return
        self.answer(got.status, {name: value for name, value in got.getheaders()
                                 if name.lower() not in ("content-length", "transfer-encoding", "connection", "date")}, text)

    def answer(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self._headers_buffer.append(b"\r\n" + body)
        self.flush_headers()

    def finish(self):
        super().finish()
        if self.upstream:
            self.upstream.close()

    def log_message(self, *_):
        pass
