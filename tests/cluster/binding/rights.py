# SPDX-License-Identifier: Apache-2.0
"""The binder's permissions: those of examples/bind-cronjob/rbac.yaml suffice (every other check uses them), and each is
necessary. Without one the binder reports it and leaves no group half bound."""
import copy
import re
import shutil
import subprocess

import yaml

from binding.stage import MANIFESTS, collection, documents, triples
from live_server import Refused

ONE_GROUP = "{nodes: {a: {cpu: 4}}, groups: {g: {minMember: 2}}, pods: {g: {count: 2, group: g, cpu: 1}}}"
SANITIZERS = ("libasan", "libubsan")  # in the dev build only
LOADED = ["libcurl.so.4"]  # if a cluster is needed (src/kube/http/curl_library.cpp)
IN_EVERY_DEBIAN = {"libc6", "libgcc-s1"}
BEST_EFFORT = {("events.k8s.io", "events", "", "create")}  # without it the binder binds with a warning


def without(rules, right):
    """The rules without one permission, split so that all others stay."""
    group, resource, name, verb = right
    return [{"apiGroups": [g], "resources": [r], "verbs": [v], **({"resourceNames": [n]} if n else {})}
            for g, r, n, v in sorted(triples(rules)) if (g, r, n, v) != right]


def each_right(stage):
    """Removes each single permission of the ClusterRole and of the Role in turn, except those for kinds that are not served: the
    binder does not read them."""
    served = stage.server.served()
    for role in [thing for thing in stage.rights if thing["kind"] in ("ClusterRole", "Role")]:
        for right in sorted(triples(role["rules"])):
            if right[:2] in served:
                stage.set(ONE_GROUP)
                stage.allow(role, without(role["rules"], right))
                one_right(stage, right)
        stage.allow(role, role["rules"])


def one_right(stage, right):
    group, resource, name, verb = right
    what = "without %s %s%s" % (verb, resource, " " + name if name else "")
    status, report, told = stage.report("-A", "--yes")
    bound = len(stage.bound())
    full_name = resource.split("/")[0] + ("." + group if group else "")
    stage.that(what + ": the error names it", resource in told and (verb in told or full_name in told), (status, told))
    stage.that(what + ": all or nothing is bound", bound in (0, 2), (bound, told))
    stage.that(what + ": the exit status agrees", (status == 0) == (bound == 2) and status in (0, 2), (status, bound, told))
    stage.that(what + ": the Lease is released", stage.free() or (resource, verb) == ("leases", "update"), stage.lease())
    if right in BEST_EFFORT:
        stage.that(what + ": only a warning", status == 0, (status, told))
    elif verb != "list":
        stage.that(what + ": an error", status == 2 and "error: " in told, (status, told))


def manifests(stage):
    """The API server accepts every object of examples/bind-cronjob, and its pods under the enforced restricted standard."""
    reads = yaml.safe_load(stage.tool.run(None, "options", "--cluster-role")[1])["rules"]
    role = next(thing for thing in stage.rights if thing["kind"] == "ClusterRole")
    stage.that("the ClusterRole holds what `options --cluster-role` prints", triples(reads) <= triples(role["rules"]),
               triples(reads) - triples(role["rules"]))
    for thing in documents("job.yaml") + documents("cronjob.yaml"):
        kind, space = thing["kind"], thing["metadata"]["namespace"]
        taken, told = accepts(stage, thing)
        stage.that("the API server accepts %s" % kind, taken, told)
        template = (thing["spec"].get("jobTemplate") or thing)["spec"]["template"]
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "of-a-job", "namespace": space}, "spec": template["spec"]}
        taken, told = accepts(stage, pod)
        stage.that("the API server accepts a pod of the %s" % kind, taken, told)
        bare = copy.deepcopy(pod)
        del bare["spec"]["containers"][0]["securityContext"]
        taken, told = accepts(stage, bare)
        stage.that("the API server rejects it without its securityContext", not taken and "restricted" in told, told)
        arguments = [word for word in template["spec"]["containers"][0]["args"] if not word.startswith("--wait")]
        stage.set(ONE_GROUP)
        status, _, told = stage.tool.run(stage.server, *arguments, kubeconfig=stage.direct)
        stage.that("the arguments of the %s bind" % kind, status == 0 and len(stage.bound()) == 2, (status, told))


def accepts(stage, thing):
    """(True if a server-side dry run accepts the object, the API server's message)."""
    try:
        stage.server.ask("POST", collection(thing["kind"], thing["metadata"]["namespace"]) + "?dryRun=All&fieldValidation=Strict", thing)
        return True, ""
    except Refused as refusal:
        return False, str(refusal)


def image(stage):
    """The packages of the Containerfile's last stage are those of the libraries that the program links or loads."""
    if not shutil.which("dpkg-query") or not shutil.which("readelf"):
        return
    linked = subprocess.run(["readelf", "--dynamic", stage.tool.binary], stdout=subprocess.PIPE, check=True).stdout.decode()
    libraries = [name for name in re.findall(r"NEEDED.*\[(.*)\]", linked) if not name.startswith(SANITIZERS)] + LOADED
    owners = subprocess.run(["dpkg-query", "--search", *("*/" + name for name in libraries)], stdout=subprocess.PIPE,
                            check=True).stdout.decode()
    needed = {line.split(":")[0] for line in owners.splitlines() if "32/" not in line} - IN_EVERY_DEBIAN
    last_stage = (MANIFESTS / "Containerfile").read_text().rpartition("FROM ")[2]
    installed = set(re.search(r"--no-install-recommends (.*?) *\\?$", last_stage, re.MULTILINE).group(1).split())
    stage.that("the image has the libraries of the program, and no other package", len(libraries) > 5 and needed == installed,
               sorted(needed ^ installed))


CHECKS = [each_right, manifests, image]
