#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads whole clusters from an API server that simulates failures.

    live_check.py PATH/TO/kubectl-gang

tests/cluster/live.py tests a well-behaved server.
"""
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
SERVER = pathlib.Path(__file__).resolve().parents[1] / "kube" / "misbehaving_server.py"
TOKEN = "canary-token"
failures = []


def check(what, holds, told=""):
    if not holds:
        failures.append("%s: %s" % (what, str(told)[:800]))


class Cluster:
    def __init__(self, server, folder):
        ready = json.loads(server.stdout.readline())
        self.port, self.authority, self.runs = ready["ports"]["good"], folder / "ca.pem", 0
        self.authority.write_text(ready["pem"]["authority"])
        self.folder, self.environment = folder, {}

    def run(self, scenario, *arguments, **more):
        self.runs += 1
        words = [BINARY, *arguments, "--server=https://127.0.0.1:%d/%s/r%d" % (self.port, scenario, self.runs),
                 "--certificate-authority=%s" % self.authority, "--token=" + TOKEN]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        environment = {"HOME": str(self.folder), "PATH": os.environ["PATH"], **self.environment}
        done = subprocess.run(words, env=environment, timeout=120, check=False, **streams)
        check("the token is nowhere", TOKEN.encode() not in (done.stdout or b"") + (done.stderr or b""), "it is")
        return done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode()


def pods_of(text):
    return [item["metadata"]["name"] for item in json.loads(text)["items"] if item["kind"] == "Pod"]


# Imitates libcurl before 7.85: the installed library, without an option of that release. (10318 is PROTOCOLS_STR.)
OLD_LIBCURL = r"""
#include <cstdarg>
#include <dlfcn.h>
extern "C" int curl_easy_setopt(void* handle, int option, ...) {
  using Function = int (*)(void*, int, ...);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "curl_easy_setopt"));
  va_list rest;
  va_start(rest, option);
  void* const value = va_arg(rest, void*);
  va_end(rest);
  return option == 10318 ? 48 : real(handle, option, value);
}
"""


def old_libcurl(folder):
    """A folder for LD_LIBRARY_PATH. Its library precedes the real one, which needs another name there: otherwise the loader
    would take the first for both."""
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    real = os.path.realpath(re.search(r"libcurl\.so\.4 .*=> (\S+)", known).group(1))
    folder.mkdir()
    make = ["c++", "-shared", "-fPIC", "-x", "c++", "-"]
    link = ["-Wl,--no-as-needed", "-x", "none", str(folder / "libcurl-real.so")]
    subprocess.run(make + ["-Wl,-soname,libcurl-real.so", "-o", str(folder / "libcurl-real.so")], input="", text=True, check=True)
    subprocess.run(make + link + ["-ldl", "-o", str(folder / "libcurl.so.4")], input=OLD_LIBCURL, text=True, check=True)
    (folder / "libcurl-real.so").unlink()
    (folder / "libcurl-real.so").symlink_to(real)
    return {"LD_LIBRARY_PATH": str(folder)}


def main():
    with tempfile.TemporaryDirectory() as name, subprocess.Popen(
            [sys.executable, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        cluster = Cluster(server, pathlib.Path(name))
        whole = ["pod-%05d" % i for i in range(1200)]

        for passes in (0, 1, 2):
            status, _, told = cluster.run("cluster~%d" % passes, "snapshot", "-o", "%s/%d.json" % (name, passes))
            check("snapshot succeeds after %d expirations" % passes, status == 0, told)
            check("the snapshot contains each pod once", status == 0 and pods_of(pathlib.Path(name, "%d.json" % passes).read_text()) == whole, told)
            check("snapshot reports each restart", told.count("All lists are read again") == passes, told)
        status, _, told = cluster.run("cluster~9", "snapshot", "-o", name + "/never.json")
        check("a list that always expires is an error", status == 2 and "error:" in told, told)
        check("a failed snapshot leaves no file", not pathlib.Path(name, "never.json").exists() and not list(pathlib.Path(name).glob("*never*")))
        status, out, told = cluster.run("cluster~1", "explain", "-A", "-o", "json", "-v", "10")
        check("explain uses only the second pass", status == 0 and "twice" not in told, told)

        status, out, told = cluster.run("cluster~0", "explain", "-A", "-v", "7")
        sessions = re.findall(r"Kubectl-Session: ([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$", told, re.M)
        check("every request names its command", told.count("Request headers:") == len(sessions) == told.count("Kubectl-Command: kubectl gang explain\n") >= 5, told)
        check("all requests share one session", len(set(sessions)) == 1, sessions)
        again = cluster.run("cluster~0", "explain", "-A", "-v", "7")[2]
        check("the next run has another session", sessions[0] not in again, again)

        status, out, told = cluster.run("cluster~0~services", "explain", "-A")
        check("a warning names a failed list, and the rest answers", status == 0 and "services (InternalError)" in told, told)
        check("nothing drives the terminal", "\x1b" not in out + told, told)
        status, out, told = cluster.run("cluster~0~token", "explain", "-A")
        check("a token that expires meanwhile is no denied list", status == 2 and "You must be logged in" in told and not out, told)
        status, out, told = cluster.run("cluster~0~pods", "explain", "-A")
        check("half a list of pods is no snapshot", status == 2 and "half a list" in told and not out, told)

        slow, terminal = pty.openpty()
        status, out, _ = cluster.run("cluster", "explain", "-A", stderr=terminal)
        os.close(terminal)
        os.close(slow)
        check("a terminal changes nothing in the answer", status == 0, out)

        cluster.environment = old_libcurl(pathlib.Path(name, "old"))
        status, _, told = cluster.run("cluster~0", "snapshot", "-o", name + "/old.json")
        check("libcurl before 7.85 is sufficient", status == 0 and pods_of(pathlib.Path(name, "old.json").read_text()) == whole, told)
        server.stdin.close()
    for failure in failures:
        print(failure)
    return 1 if failures else 0


sys.exit(main())
