#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh machine to answers: installs the build's packages, builds, and answers real questions about a saved cluster.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/setup.sh
source tests/setup.sh

set_up "${build_packages[@]}"
printf 'Building (the first time takes a few minutes) ...\n'
build release || die "the build failed; its output is above"
gang=$PWD/build/release/src/kubectl-gang

# kubectl finds a plugin by its name on PATH. This function replaces kubectl, so the machine need not have it.
kubectl() {
  shift
  "$gang" "$@"
}

bold='' plain=''
if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
  bold=$'\e[1m' plain=$'\e[0m'
fi

# ask STATUS QUESTION COMMAND...: prints question, command, answer and exit status. Fails on another status than STATUS.
ask() {
  local expected=$1 question=$2 status=0
  shift 2
  printf '\n%s# %s%s\n%s$ %s%s\n' "$bold" "$question" "$plain" "$bold" "$*" "$plain"
  "$@" || status=$?
  case $status in
    0) printf '(exit status 0: yes)\n' ;;
    1) printf '(exit status 1: no)\n' ;;
    *) printf '(exit status %s)\n' "$status" ;;
  esac
  [[ $status -eq $expected ]] || die "expected exit status $expected"
}

cd examples/00-tour
printf '\nA cluster saved with kubectl get -o json: %s/cluster.json. Everything below is computed from that file.\n' "examples/00-tour"
ask 1 "What is going on in namespace ml?" kubectl gang explain -n ml --from cluster.json
ask 1 "12 GPUs are free and train needs 12. Why does it not start?" kubectl gang explain train -n ml --from cluster.json
ask 0 "What if there were one more node like gpu-a?" kubectl gang explain train -n ml --from cluster.json --add-nodes gpu-a=1
ask 0 "Who is tried when, and what happens at each turn?" kubectl gang queue -n ml --from cluster.json
ask 1 "Would this job start if I submitted it now?" kubectl gang dry-run -f job.yaml --from cluster.json
ask 0 "And with a priority class that puts it in front?" kubectl gang dry-run -f urgent-job.yaml --from cluster.json

cd ../15-real-cluster
printf '\nA real cluster: 1,523 nodes, 6,212 GPUs and 8,152 pods of a published trace (examples/15-real-cluster).\n'
ask 1 "932 GPUs are free. Can a job of 96 pods with 8 GPUs each start, ahead of everybody?" \
  kubectl gang dry-run -f train-768.yaml --from cluster.json.gz --from priority-class.yaml
ask 0 "And one of 8 pods?" \
  kubectl gang dry-run -f train-64-urgent.yaml --from cluster.json.gz --from priority-class.yaml

printf '\nThe program is %s.\nPut it on your PATH and kubectl knows it as kubectl gang. More stories: examples/*/README.md\n' "build/release/src/kubectl-gang"
