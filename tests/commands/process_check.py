#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that need a real process: closed pipes, full disks, signals, the program's own name, standard input.

    process_check.py PATH/TO/kubectl-gang
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import hostile  # noqa: E402

BINARY = os.path.abspath(sys.argv[1])
DATA = pathlib.Path(__file__).resolve().parent / "data"
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def gang(*arguments, name=BINARY, **more):
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([name, *arguments], executable=BINARY, stderr=subprocess.PIPE, timeout=60, **more)


def explain(cluster, **more):
    return gang("explain", "-n", "ml", "--from", str(DATA / cluster), **more)


def closed_pipe():
    for cluster, status in [("fits.yaml", 0), ("blocked.yaml", 1)]:
        reading, writing = os.pipe()
        os.close(reading)
        ran = explain(cluster, stdout=writing)
        os.close(writing)
        check(ran.returncode == status, "closed pipe, %s: status %d, not %d" % (cluster, ran.returncode, status))
        check(ran.stderr == b"", "closed pipe: %r" % ran.stderr)


def full_disk():
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "wb") as full:
        ran = explain("fits.yaml", stdout=full)
        check(ran.returncode == 2, "/dev/full: status %d" % ran.returncode)
        check(ran.stderr.startswith(b"error: cannot write to standard output: No space"), "/dev/full: %r" % ran.stderr)
        check(gang("--help", stdout=full).returncode == 2, "/dev/full: --help is no success")


def closed_standard_output():
    ran = subprocess.run(["sh", "-c", '"$0" version >&-', BINARY], capture_output=True, timeout=60)
    check(ran.returncode == 2, "closed standard output: status %d" % ran.returncode)
    check(b"error: cannot write to standard output" in ran.stderr, "closed standard output: %r" % ran.stderr)


def signals():
    """The program waits on a FIFO without a writer; a signal ends it with 128 + the signal's number."""
    with tempfile.TemporaryDirectory() as folder:
        fifo = os.path.join(folder, "fifo")
        os.mkfifo(fifo)
        for number in [signal.SIGINT, signal.SIGTERM]:
            running = subprocess.Popen([BINARY, "explain", "--from", fifo], stderr=subprocess.DEVNULL)
            with open(fifo, "wb"):  # returns once the program has opened the other end
                running.send_signal(number)
                check(running.wait(60) == 128 + number, "%s: status %s" % (number.name, running.returncode))


def unfinished_snapshots():
    """`snapshot` ended in the middle leaves no file, neither its own nor a temporary one."""
    for flags in [[], ["--anonymize"], ["-o", "-"]]:
        for number in [signal.SIGINT, signal.SIGTERM]:
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temporary:
                fifo = os.path.join(temporary, "fifo")
                os.mkfifo(fifo)
                running = subprocess.Popen([BINARY, "snapshot", "-o", os.path.join(folder, "s.json"), "--from", fifo, *flags], cwd=folder,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "TMPDIR": folder})
                with open(fifo, "wb") as pipe:
                    pipe.write(b'{"kind": "List", "apiVersion": "v1", "items": [{"kind": "Pod", "apiVersion": "v1"},')
                    pipe.flush()
                    if not flags:
                        check(wait_for(lambda: os.listdir(folder)), "snapshot: no temporary file")
                    running.send_signal(number)
                    check(running.wait(60) == 128 + number, "snapshot, %s: status %s" % (number.name, running.returncode))
                check(not os.listdir(folder), "snapshot %s, %s: left %s" % (flags, number.name, os.listdir(folder)))


def wait_for(holds):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.01)
    return False


def snapshots_in_pipes():
    cluster = (DATA / "blocked.yaml").read_bytes()
    for flags in [[], ["--anonymize"], ["--raw"]]:  # reads standard input once, even if it replaces names
        ran = gang("snapshot", "-o", "-", "--from", "-", *flags, input=cluster)
        check(ran.returncode == 0 and ran.stdout.endswith(b"}\n"), "snapshot %s in a pipe: %r" % (flags, ran.stderr))
    source = ["--from", str(DATA / "blocked.yaml")]
    reading, writing = os.pipe()
    os.close(reading)
    check(gang("snapshot", "-q", "-o", "-", *source, stdout=writing).returncode == 0, "snapshot, closed pipe")
    os.close(writing)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            ran = gang("snapshot", "-o", "-", *source, stdout=full)
            check(ran.returncode == 2 and b"Saved" not in ran.stderr, "snapshot -o - to a full disk: %r" % ran.stderr)
        ran = gang("snapshot", "-o", "/dev/full", *source)
        check(ran.returncode == 2 and b"no regular file" in ran.stderr, "snapshot -o /dev/full: %r" % ran.stderr)


def kubectl_reads_snapshots():
    """kubectl reads every item as an object of its kind."""
    kubectl = shutil.which("kubectl")
    if not kubectl:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s.json")
        saved = gang("snapshot", "-o", path, "--from", str(DATA / "blocked.yaml"))
        read = subprocess.run([kubectl, "label", "--local", "-f", path, "x=y", "-o", "name"], capture_output=True, timeout=60,
                              env={"PATH": os.environ["PATH"], "HOME": folder, "KUBECONFIG": "/dev/null"})
        check(read.returncode == 0, "kubectl label --local: %r" % read.stderr)
        count = int(saved.stderr.split()[1])
        check(count > 0 and len(read.stdout.splitlines()) == count, "kubectl reads %r of %d objects" % (read.stdout, count))


def names():
    def usage(name):
        return gang("help", name=name).stdout

    check(b"  kubectl gang COMMAND" in usage("/somewhere/kubectl-gang"), "as kubectl-gang")
    check(b"  gang COMMAND" in usage("/somewhere/gang"), "as gang")
    completed = gang("expl", name="/somewhere/kubectl_complete-gang").stdout
    check(completed.startswith(b"explain\t") and completed.endswith(b"\n:4\n"), "as kubectl_complete-gang: %r" % completed)


def standard_input():
    cluster = (DATA / "blocked.yaml").read_bytes()
    ran = gang("explain", "train", "-n", "ml", "--from", "-", input=cluster)
    check(ran.returncode == 1, "--from -: status %d, %r" % (ran.returncode, ran.stderr))
    ran = gang("dry-run", "-f", "-", "--from", str(DATA / "nodes.yaml"), input=(DATA / "job.yaml").read_bytes())
    check(ran.returncode == 0, "-f -: status %d, %r" % (ran.returncode, ran.stderr))
    ran = gang("explain", "--from", "-", input=b"")
    check(ran.returncode == 2 and ran.stderr.startswith(b"error: "), "--from - with nothing: %r" % ran.stderr)


def folders():
    with tempfile.TemporaryDirectory() as folder:
        below = pathlib.Path(folder) / "below"
        below.mkdir()
        (below / "job.yaml").write_bytes((DATA / "job.yaml").read_bytes())
        (pathlib.Path(folder) / "group.yml").write_text("apiVersion: v1\nkind: Pod\nmetadata: {name: one}\n"
                                                        "spec: {containers: [{name: a, image: a}]}\n")
        expected = {False: 1, True: 3}
        for recursive, pods in expected.items():
            ran = gang("dry-run", "-f", folder, "--from", str(DATA / "nodes.yaml"), "-o", "json", *["-R"] * recursive)
            found = ran.stdout.count(b'"outcome": "Bound"')
            check(found == pods, "-f folder%s: %d pods, %r" % (" -R" * recursive, found, ran.stderr))


def kustomizations():
    """`kubectl kustomize` quotes the kustomization on standard error. These texts reach the log like other text."""
    evil = "x\\n::set-env name=PATH::pwn \\033[31m\\nlast ##vso[task.x]y\\n"  # escapes of printf
    with tempfile.TemporaryDirectory() as folder:
        kubectl = pathlib.Path(folder) / "kubectl"
        environment = {"PATH": folder, "HOME": folder}
        words = ["dry-run", "-k", folder, "--from", str(DATA / "nodes.yaml")]
        for end, status in (("exit 1", 2), ("exec /bin/cat '%s'" % (DATA / "job.yaml"), 0)):
            kubectl.write_text("#!/bin/sh\nprintf '%s' >&2\n%s\n" % (evil, end))
            kubectl.chmod(0o755)
            ran = gang(*words, env=environment)
            told = ran.stderr.decode()
            check(ran.returncode == status, "-k, %s: status %d, %r" % (end, ran.returncode, told))
            check(not hostile.faults(told), "-k, %s: %s" % (end, hostile.faults(told)))
            check("set-env" in told and "last " in told, "-k, %s: what kubectl says is lost: %r" % (end, told))
        check(gang(*words, "-q", env=environment).stderr == b"", "-k -q prints notes")
        kubectl.write_text("#!/bin/sh\nkill -9 $$\n")
        ran = gang(*words, env=environment)
        check(ran.returncode == 2 and ran.stderr.startswith(b"error: "), "-k, killed: %d, %r" % (ran.returncode, ran.stderr))


for test in [closed_pipe, full_disk, closed_standard_output, signals, unfinished_snapshots, snapshots_in_pipes, kubectl_reads_snapshots, names, standard_input, folders, kustomizations]:
    test()
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
