#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Canaries: no text from a cluster, a file or an argument drives a terminal or a CI log, and no output contains a secret.

    canary_check.py PATH/TO/kubectl-gang files|server

It runs every command in every format, on saved clusters and on a live one. Names, warnings and errors there are the texts that
tests/hostile.py lists. A token, a password and secrets in pods must not appear in any output at any verbosity.
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
import hostile  # noqa: E402

BINARY = os.path.abspath(sys.argv[1])
SERVER = TESTS / "kube" / "misbehaving_server.py"
SECRET = "CANARY-6b1f"
ENCODED = base64.b64encode(("user:%s" % SECRET).encode()).decode()
PATHS = ["jsonpath={range .status..groups[*]}{.schedulerName}{\"\\n\"}{end}{..name}", "jsonpath={@}", "jsonpath-as-json={..message}", "custom-columns=A:.schedulerName,B:.message,C:.pods"]
FORMATS = ["", "wide", "json", "yaml", "name", "junit", "github", *PATHS]
LEAST = {"files": 190, "server": 65}  # minimum of command lines
failures, count = [], 0


def write_list(path, objects):
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}), encoding="utf-8")


def with_secrets(objects):
    """The same objects, with secrets in every pod that no output may contain."""
    objects = json.loads(json.dumps(objects))
    for thing in objects:
        thing["metadata"].setdefault("annotations", {})["example.com/note"] = SECRET
        for container in thing.get("spec", {}).get("containers", []):
            container.update(env=[{"name": "PASSWORD", "value": SECRET}], args=["--token=" + SECRET], command=[SECRET])
    return objects + [{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "namespace": "default"}, "data": {"password": SECRET}}]


def run(folder, words, environment=()):
    """Runs one command line and checks its output against the rules. Returns status, output and errors."""
    global count
    count += 1
    ran = subprocess.run([BINARY, *words], cwd=folder, capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
                         env={"HOME": str(folder), "PATH": os.environ["PATH"], **dict(environment)})
    told = " ".join(words)[:300]
    is_command_log = any(word == "github" for word in words)
    texts = {"standard output": ran.stdout, "standard error": ran.stderr}
    for name, content in texts.items():
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            failures.append("%s: %s is no UTF-8: %s" % (told, name, error))
            continue
        fault = hostile.faults(text, is_command_log and name == "standard output")
        if fault:
            failures.append("%s: %s: %s" % (told, name, fault))
        for secret in (SECRET, ENCODED):
            if secret in text:
                failures.append("%s: %s holds the secret" % (told, name))
    if ran.returncode not in (0, 1, 2):
        failures.append("%s: ends with %d: %s" % (told, ran.returncode, ran.stderr[-500:]))
    return ran.returncode, ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace")


def all_formats(folder, words, more=(), environment=()):
    """The command must answer in each format: otherwise there would be nothing to check."""
    for name in [*FORMATS, *more]:
        status, out, err = run(folder, words + (["-o", name] if name else []), environment)
        if not out:
            failures.append("%s -o %s: no answer (%d): %s" % (" ".join(words)[:200], name, status, err[:300]))


def check_files(folder):
    write_list(folder / "cluster.json", with_secrets(hostile.everything()))
    write_list(folder / "nodes.json", hostile.nodes())
    manifest = "\u202ea b;`'\".json"
    write_list(folder / manifest, with_secrets(hostile.groups(named=False)))
    source = ["--from", "cluster.json", "-v", "10"]
    all_formats(folder, ["explain", "-A", "--max-fixes", "0", *source])
    all_formats(folder, ["queue", *source])
    for name in ("json", "yaml"):
        run(folder, ["queue", "--scores", "-o", name, *source])
    all_formats(folder, ["lint", "-A", *source], ["sarif", "gitlab"])
    all_formats(folder, ["lint", "--from", "nodes.json", "-f", manifest], ["sarif", "gitlab"])
    all_formats(folder, ["dry-run", "--max-fixes", "0", "--from", "nodes.json", "-f", manifest])
    report = run(folder, ["explain", "-A", "--max-fixes", "0", "-o", "json", *source])[1]
    (folder / "report.json").write_text(report, encoding="utf-8")
    all_formats(folder, ["verify", "report.json", *source])
    for words in (["dry-run", "--from", "nodes.json", "-f", "one.json", "--expand", "-o", "yaml"],
                  ["dry-run", "--from", "nodes.json", "-f", "one.json", "--expand", "-o", "json"]):
        # It prints its input: secrets must stay unchanged.
        write_list(folder / "one.json", hostile.groups(named=False))
        run(folder, words)
    for more in ([], ["--anonymize"], ["--raw"]):
        status, out, err = run(folder, ["snapshot", "-o", "-", *more, *source]) if more != ["--raw"] else (0, "x", "")
        if status != 0 or not out:
            failures.append("snapshot %s: no answer (%d): %s" % (more, status, err[:300]))
    # Wrong words in place of the expected ones.
    for text in (text.replace("\x00", "") for text in hostile.TEXTS[::4]):
        run(folder, ["explain", "-n", "default", "--from", "cluster.json", "--max-fixes", "0", "--", text])
        for words in (["explain", text], ["-o", text], ["--from", text], ["-l", text], ["--sort-by", text], ["-o", "jsonpath={" + text],
                      ["-o", "custom-columns=" + text], ["--now", text], ["--policy", text], ["--without", text], ["--scheduler-config", text]):
            run(folder, ["explain", "-A", "--max-fixes", "0", "--from", "cluster.json", *words] if words[0].startswith("-") else words + ["--from", "cluster.json"])
        run(folder, [text])
        run(folder, ["lint", "-f", text, "--local"])
        run(folder, ["lint", "--rule", text, "--local", "-f", "one.json"])
        run(folder, ["verify", text, "--from", "cluster.json"])
        run(folder, ["__complete", "explain", "-A", "--from", "cluster.json", text])
    run(folder, ["__complete", "explain", "-A", "--from", "cluster.json", ""])
    run(folder, ["version", "-o", "json"])
    run(folder, ["completion", "bash"], ())


def check_live(folder, server):
    ready = json.loads(server.stdout.readline())
    (folder / "ca.pem").write_text(ready["pem"]["authority"])
    runs = 0

    def flags(scenario, *credentials):
        nonlocal runs
        runs += 1
        return ["--server=https://127.0.0.1:%d/%s/canary%d" % (ready["ports"]["good"], scenario, runs), "--certificate-authority=ca.pem",
                *credentials, "-v", "10", "--request-timeout", "20s"]
    token, password = ["--token=" + SECRET], ["--username=user", "--password=" + SECRET]
    github = {"GITHUB_ACTIONS": "true", "CI": "true"}.items()
    for credentials in (token, password):
        for words in (["explain", "-A", "--max-fixes", "0"], ["queue"], ["lint", "-A"], ["snapshot", "-o", "-"], ["bind", "-A"]):
            status, _, err = run(folder, words + flags("hostile", *credentials), github)
            if "/canary%d/" % runs not in err:
                failures.append("%s: the log shows no request (%d): %s" % (words, status, err[:300]))
    for name in FORMATS:
        run(folder, ["explain", "-A", "--max-fixes", "0", *flags("hostile", *token)] + (["-o", name] if name else []), github)
    # A rejection by the server for every list that matters, and servers that fail in other ways.
    for scenario in ("hostile~pods", "hostile~nodes", "hostile~podgroups", "hostile~services", "parrot~401", "parrot~403", "parrot~500",
                     "truncated-json", "echo", "gzip-corrupt", "warnings", "huge-status", "raw~{\"kind\":\"\x1b[2J\"}".replace("\x1b", "%1b"),
                     "status~500~text%2Fplain~%1b]0;pwn%07%0a::error::x"):
        for name in ("", "github", "json"):
            run(folder, ["explain", "-A", *flags(scenario, *token)] + (["-o", name] if name else []), github)
    run(folder, ["__complete", "explain", "-A", *flags("hostile", *token), ""])
    check_plugin(folder, ready["ports"]["good"])


def check_plugin(folder, port):
    """The program names a credential plugin before it runs it, and no output contains the plugin's token."""
    plugin = folder / "plug\u202ein"
    credential = {"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {"token": SECRET}}
    plugin.write_text("#!/bin/sh\ncat <<'E'\n%s\nE\n" % json.dumps(credential))
    plugin.chmod(0o700)
    config = {"apiVersion": "v1", "kind": "Config", "current-context": "c",
              "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
              "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:%d/hostile/plugin" % port, "certificate-authority": "ca.pem"}}],
              "users": [{"name": "u", "user": {"exec": {"apiVersion": credential["apiVersion"], "command": "./" + plugin.name,
                                                        "interactiveMode": "Never", "args": [SECRET],
                                                        "env": [{"name": "A", "value": SECRET}]}}}]}
    (folder / "config").write_text(json.dumps(config))
    (folder / "config").chmod(0o600)
    words = ["explain", "-A", "--max-fixes", "0", "--kubeconfig", "config"]
    for verbosity in ("0", "1", "10"):
        status, out, err = run(folder, words + ["-v", verbosity])
        if status != 1 or not out or ("plug\\u202ein" in err) != (verbosity != "0"):
            failures.append("a plugin at -v %s: %d, %s" % (verbosity, status, err[-500:]))
    status, _, err = run(folder, words + ["--no-exec"])
    if status != 2 or "--no-exec" not in err:
        failures.append("--no-exec: %d, %s" % (status, err[-300:]))


def main():
    with tempfile.TemporaryDirectory() as name:
        if sys.argv[2] == "files":
            check_files(pathlib.Path(name))
        else:
            with subprocess.Popen([sys.executable, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
                check_live(pathlib.Path(name), server)
                server.stdin.close()
    for failure in failures[:30]:
        print(failure)
    print("%d command lines, %d failures" % (count, len(failures)))
    return 1 if failures or count < LEAST[sys.argv[2]] else 0


sys.exit(main())
