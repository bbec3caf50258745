#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that the reference control plane records simple facts correctly, and that it cleans up after a normal end, after
# an interrupt, and after a kill. The last line is `N passed, N failed`. Needs Go (build.sh) and python3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
reference=$(tests/cluster/build.sh)
passed=0 failed=0

TMPDIR=$(mktemp -d)
export TMPDIR
work=$(mktemp -d "${TMPDIR}-work-XXXX") # outside of TMPDIR, which has to be empty at each end
trap 'rm -rf "$TMPDIR" "$work"' EXIT

check() { # check WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$what"
  fi
}

# left_behind: prints the processes with TMPDIR as working folder or argument, and the files in it.
left_behind() {
  local process
  {
    find /proc/[0-9]* -maxdepth 1 -name cwd -lname "$TMPDIR/*" 2>/dev/null || true
    grep -alF "$TMPDIR/" /proc/[0-9]*/cmdline 2>/dev/null || true
  } | cut -d / -f 3 | sort -u | while read -r process; do
    if [[ $process != "$BASHPID" && -r /proc/$process/cmdline ]]; then
      printf 'process %s: %s\n' "$process" "$(tr '\0' ' ' 2>/dev/null <"/proc/$process/cmdline" | cut -c 1-120)"
    fi
  done | grep -F "$reference" || true
  find "$TMPDIR" -mindepth 1 -maxdepth 1
}

# nothing_left SECONDS: true if all processes and files are gone within that time.
nothing_left() {
  local deadline=$((SECONDS + $1)) rest
  while rest=$(left_behind) && [[ -n $rest ]]; do
    if [[ $SECONDS -ge $deadline ]]; then
      printf '%s\n' "$rest"
      return 1
    fi
    sleep 0.1
  done
}

# working: true if a control plane runs in TMPDIR, so that the checks below cannot pass without one.
working() {
  local deadline=$((SECONDS + 60)) present
  until present=$(left_behind) && [[ $present == *' etcd '*' apiserver '* || $present == *' apiserver '*' etcd '* ]]; do
    if [[ $SECONDS -ge $deadline ]]; then return 1; fi
    sleep 0.1
  done
}

cat >"$work/cases.py" <<'PYTHON'
import json


def node(name):
    amounts = {"cpu": "4", "memory": "8Gi", "pods": "10"}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": amounts, "capacity": amounts}}


def pod(name, cpu, group=None, **spec):
    spec["containers"] = [{"name": "main", "image": "x", "resources": {"requests": {"cpu": cpu}}}]
    labels = {"scheduling.x-k8s.io/pod-group": group} if group else {}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": labels}, "spec": spec}


gang = {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "g"},
        "spec": {"minMember": 2}}
gang3 = dict(gang, spec={"minMember": 3})
high = {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "high"}, "value": 10}
later = {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "later"},
         "provisioner": "example.com/disk", "volumeBindingMode": "WaitForFirstConsumer"}
claim = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
         "spec": {"storageClassName": "later", "accessModes": ["ReadWriteOnce"],
                  "resources": {"requests": {"storage": "1Gi"}}}}
mount = [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]
unknown = "kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1\nprofiles:\n" \
    "- plugins: {filter: {enabled: [{name: Nonesuch}]}}\n"
for name, objects, more in [
        ("gang", [node("n1"), gang, pod("a", "2", "g"), pod("b", "2", "g")], {"runs": 2, "controller": True}),
        ("half", [node("n1"), gang3, pod("a", "2", "g"), pod("b", "2", "g"), pod("c", "2", "g")], {}),
        ("tie", [node("n2"), node("n3"), node("n1"), pod("a", "2"), pod("b", "3")], {"ties": "first", "runs": 2}),
        ("too-big", [node("n1"), pod("big", "5")], {}),
        ("preempts", [node("n1"), high, pod("low", "3", nodeName="n1"), pod("top", "2", priorityClassName="high")], {}),
        ("claim", [node("n1"), later, claim, pod("user", "1", volumes=mount)], {}),
        ("bad-config", [node("n1")], {"config": unknown}),
        ("bad-kind", [{"apiVersion": "v1", "kind": "Nonesuch", "metadata": {"name": "x"}}], {})]:
    print(json.dumps(dict({"name": name, "objects": objects}, **more)))
PYTHON
python3 "$work/cases.py" >"$work/cases.ndjson"

cat >"$work/facts.py" <<'PYTHON'
import json
import sys

records = {}
for line in sys.stdin:
    record = json.loads(line)
    records[record["name"]] = record


def fact(what, holds):
    if not holds:
        for record in records.values():
            record.pop("snapshot", None)
        sys.exit("false: " + what + "\n" + json.dumps(records, indent=1)[:20000])


fact("every case has a record", sorted(records)
     == ["bad-config", "bad-kind", "claim", "gang", "half", "preempts", "tie", "too-big"])
for name in ("gang", "half", "tie", "too-big", "preempts", "claim"):
    fact(name + " has no error", records[name]["error"] is None)
    fact(name + " is of the version", records[name]["version"] == "v1.34.2")
for name in ("gang", "tie", "too-big", "preempts", "claim"):  # half a gang may be in a retry loop
    fact(name + " came to rest", all(run["rest"] for run in records[name]["runs"]))

gang = records["gang"]
fact("two runs", len(gang["runs"]) == 2)
for run in gang["runs"]:
    fact("members are bound", {pod["node"] for pod in run["pods"].values()} == {"n1"})
    fact("one waits for the other", [(a["pod"], a["result"]) for a in run["attempts"]]
         == [("default/a", "waiting"), ("default/b", "scheduled")] and run["attempts"][0]["then"] == "scheduled")
    fact("scores of one feasible node are not computed", "scores" not in run)
    # Nothing runs the pods, so the controller sets no later phase.
    fact("phase", run["groups"]["default/g"]["phase"] == "Scheduling")
fact("the snapshot is of before", all("nodeName" not in o["spec"] for o in gang["snapshot"] if o["kind"] == "Pod"))
fact("no managedFields", "managedFields" not in json.dumps(gang["snapshot"]))

half = records["half"]["runs"][0]
fact("two wait and the third is rejected", [(a["pod"], a["result"]) for a in half["attempts"][:3]]
     == [("default/a", "waiting"), ("default/b", "waiting"), ("default/c", "unschedulable")])
fact("then the group is rejected", half["first_group_rejection"] == 2 and half["attempts"][0]["then"] == "unschedulable"
     and half["attempts"][0]["message"] == "0/1 nodes are available: 1 optimistic rejection in PostFilter.")
fact("no pod is bound", all(pod["node"] == "" for pod in half["pods"].values()))

for run in records["tie"]["runs"]:
    # Three equal empty nodes: the first by name. The second pod scores best on the two empty nodes.
    fact("the first by name", [pod["node"] for _, pod in sorted(run["pods"].items())] == ["n1", "n2"])
    first, second = run["scores"]
    fact("equal scores", set(first["final"]) == {"n1", "n2", "n3"} and len(set(first["final"].values())) == 1)
    fact("the second pod is too big for n1", sorted(second["final"]) == ["n2", "n3"])
    for score in (first, second):
        fact("sums", score["final"] == {n: sum(p[n] for p in score["plugins"].values()) for n in score["final"]})
    # (4 - 2) of 4 cpu are free, and all memory except 200 MiB, the default for a container without a request.
    fact("the figure of NodeResourcesFit", first["plugins"]["NodeResourcesFit"]["n1"] == (50 + 97) // 2)
    fact("a toleration's weight", first["plugins"]["TaintToleration"]["n1"] == 300)

big = records["too-big"]["runs"][0]
message = big["pods"]["default/big"]["message"]
fact("rejected for its size", message.startswith("0/1 nodes are available: 1 Insufficient cpu. "))
fact("attempt and condition agree", [a["message"] for a in big["attempts"]] == [message])
fact("its reason", big["pods"]["default/big"]["reason"] == "Unschedulable")

preempts = records["preempts"]["runs"][0]
fact("the victim is gone", preempts["pods"]["default/low"]["deleted"])
fact("its victims", [(p["preemptor"], p["node"], p["victims"]) for p in preempts["preemptions"]]
     == [("default/top", "n1", ["default/low"])])
fact("the preemptor is bound where it was nominated", preempts["pods"]["default/top"]["node"] == "n1"
     and preempts["pods"]["default/top"]["nominated"] == "n1")

fact("the claim's pod is bound", records["claim"]["runs"][0]["pods"]["default/user"]["node"] == "n1")
fact("a bad configuration is named", "Nonesuch" in records["bad-config"]["error"])
fact("a bad kind is named", "Nonesuch" in records["bad-kind"]["error"])
PYTHON

recorded() { "$reference" record --lanes 2 --scores --rest-seconds 1 <"$work/cases.ndjson" | python3 "$work/facts.py"; }
check "the recorded facts" recorded
check "nothing is left after a normal end" nothing_left 0

# Input that does not end: the control plane is running when the signal comes.
signalled() { # signalled SIGNAL: sends it to a running `record` and returns its exit status
  local status=0
  (
    cat "$work/cases.ndjson"
    exec sleep 600
  ) >"$work/pipe" &
  local feeder=$!
  "$reference" record --lanes 2 <"$work/pipe" >"$work/out" 2>"$work/err" &
  local recorder=$!
  if ! working; then
    printf 'it did not start: %s\n' "$(cat "$work/err")"
  fi
  kill "-$1" "$recorder"
  wait "$recorder" || status=$?
  kill "$feeder" 2>/dev/null || true
  wait "$feeder" 2>/dev/null || true
  return "$status"
}
mkfifo "$work/pipe"

for signal in INT TERM KILL; do
  status=0
  signalled "$signal" 2>/dev/null || status=$?
  case $signal in
    KILL) check "killed: status" test "$status" -eq 137 ;;
    *) check "$signal: status" test "$status" -eq 130 ;;
  esac
  check "nothing is left after SIG$signal" nothing_left 5
done

"$reference" up >"$work/up" &
up=$!
check "up starts" working
until [[ -s $work/up ]] || ! kill -0 "$up" 2>/dev/null; do sleep 0.1; done
kubectl() { "$reference" kubectl --kubeconfig "$(head -n 1 "$work/up")" "$@"; }
check "kubectl reaches it" grep -q podgroups <(kubectl api-resources)

# The API server stops and restarts with its objects.
answered() { # answered LINE: true if `up` prints it within a minute
  local deadline=$((SECONDS + 60))
  until [[ $(tail -n 1 "$work/up") == "$1" ]]; do
    if [[ $SECONDS -ge $deadline ]] || ! kill -0 "$up" 2>/dev/null; then return 1; fi
    sleep 0.1
  done
}
make_namespace() { kubectl create namespace outlives >"$work/out"; }
unreachable() { ! kubectl get namespaces >/dev/null 2>&1; }
check "a namespace is created" make_namespace
kill -USR1 "$up"
check "SIGUSR1 is answered" answered killed
check "then there is no API server" unreachable
kill -USR2 "$up"
check "SIGUSR2 is answered" answered ready
check "its objects are there again" grep -q outlives <(kubectl get namespaces)
kill -INT "$up"
wait "$up" || true
check "nothing is left after up" nothing_left 0

printf '%d passed, %d failed\n' "$passed" "$failed"
[[ $failed -eq 0 ]]
