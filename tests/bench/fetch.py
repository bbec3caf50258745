#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures time and memory for fetching and decoding a cluster from a server on this machine.

    tests/bench/fetch.py                                  # 5,000 nodes and 150,000 pods
    tests/bench/fetch.py --nodes 500 --pods 15000 --runs 5

It needs Go for the server (page_server.go), and builds fetch_bench in build/bench. The server and the client share the
machine: the client's own share is its CPU time. "no decoding" is curl(1), if installed: it fetches the same pages one by one,
unpacks them, and discards them. "explain -A" and "snapshot" are the whole commands on that server.
"""
import argparse
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from cluster import others_of, pods_of, write_list

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/bench"


def build():
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"], **quiet)
    subprocess.run(["ninja", "-C", BUILD, "fetch_bench", "kubectl-gang"], **quiet)
    return BUILD / "tests/bench/fetch_bench"


def curl_seconds(url, authority, counts):
    """Wall and CPU seconds of the same requests, one after the other."""
    pages = []
    for resource, count in counts.items():
        pages += ["url = %s/api/v1/%s?limit=500&continue=%d" % (url, resource, first) for first in range(0, count, 500)]
    config = "\n".join("%s\noutput = /dev/null" % page for page in pages)
    start = time.monotonic()
    child = subprocess.Popen(["curl", "--silent", "--compressed", "--cacert", authority, "--config", "-"], stdin=subprocess.PIPE)
    child.stdin.write(config.encode())
    child.stdin.close()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit("curl failed")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime


def command_seconds(words, url, authority):
    """Wall time, CPU time and peak megabytes of a command on the server's live cluster."""
    start = time.monotonic()
    child = subprocess.Popen([*words, "--server=" + url, "--certificate-authority=" + authority, "-q"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit("%s failed" % " ".join(words))
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--pods", type=int, default=150000)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    program = build()
    with tempfile.TemporaryDirectory() as folder:
        cluster, authority = os.path.join(folder, "cluster.json"), os.path.join(folder, "ca.pem")
        numbers = arguments.nodes, arguments.pods, "stripped"
        write_list(cluster, itertools.chain(others_of(*numbers), pods_of(*numbers)), "stripped")
        subprocess.run(["go", "build", "-o", os.path.join(folder, "page_server"), ROOT / "tests/bench/page_server.go"], check=True)
        server = subprocess.Popen([os.path.join(folder, "page_server"), cluster, authority], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().strip()
            print("%-14s %8s %8s %8s %12s %12s %12s" % ("", "seconds", "CPU s", "peak MB", "received MB", "unpacked MB", "connections"))
            for _ in range(arguments.runs):
                done = subprocess.run([program, url, authority, "pods", "nodes"], check=True, stdout=subprocess.PIPE, text=True)
                row = json.loads(done.stdout)
                if row["items"] != arguments.nodes + arguments.pods:
                    raise SystemExit("%d items instead of %d" % (row["items"], arguments.nodes + arguments.pods))
                print("%-14s %8.2f %8.2f %8.0f %12.1f %12.1f %12d" % ("fetch, decode", row["seconds"], row["cpu_seconds"], row["peak_mb"], row["received"] / 1e6, row["unpacked"] / 1e6, row["connections"]))
            for name, words in (("explain -A", ["explain", "-A"]), ("snapshot", ["snapshot", "-o", os.path.join(folder, "saved.json.zst"), "--force"])):
                for _ in range(arguments.runs):
                    print("%-14s %8.2f %8.2f %8.0f" % ((name,) + command_seconds([BUILD / "src/kubectl-gang", *words], url, authority)))
            if shutil.which("curl"):
                print("%-14s %8.2f %8.2f" % (("no decoding",) + curl_seconds(url, authority, {"pods": arguments.pods, "nodes": arguments.nodes})))
        finally:
            server.stdin.close()
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
