#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The reference control plane as parts of tests/run.sh, which sources this file: is there a Go that can build it, does it
# work, and do we agree with it? build.sh sources the first two functions.

declare -A reference_go_needed=([coscheduling]=1.24 [native]=1.26) # what go.mod and native.mod ask for

# reference_go DIALECT: prints the first Go command that is new enough; status 1 where there is none.
reference_go() {
  local candidate version needed=${reference_go_needed[$1]}
  for candidate in "${GO:-}" "$(command -v go || true)" /usr/local/go/bin/go; do
    if [[ -z $candidate ]] || ! command -v "$candidate" >/dev/null; then continue; fi
    version=$(GOTOOLCHAIN=local "$candidate" env GOVERSION 2>/dev/null) || continue
    if [[ $(printf '%s\n' "$needed" "${version#go}" | sort -V | head -n 1) == "$needed" ]]; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  return 1
}

# reference_go_missing DIALECT: names what is needed and what was found.
reference_go_missing() {
  local candidate found=none
  for candidate in "${GO:-}" "$(command -v go || true)" /usr/local/go/bin/go; do
    if [[ -n $candidate ]] && command -v "$candidate" >/dev/null; then
      found=$(GOTOOLCHAIN=local "$candidate" env GOVERSION 2>/dev/null) || found="$candidate, which does not run"
      break
    fi
  done
  printf 'Go %s or newer (found: %s), which builds the reference control plane' "${reference_go_needed[$1]}" "${found#go}"
}

# reference_control_plane: builds it and runs its self-test. Where Go is missing it says so and skips, which run.sh counts
# as a failure with CI=true; what uses the control plane then asks `reference_go` too and has nothing to run.
# shellcheck disable=SC2154 # $results and skip are those of run.sh
reference_control_plane() {
  if ! reference_go coscheduling >/dev/null; then
    skip "$(reference_go_missing coscheduling) and what is compared with it,"
    return
  fi
  tests/cluster/build.sh || return 1
  tests/cluster/selftest.sh 2>&1 | tee "$results/reference.txt" || true
  count_in "$results/reference.txt"
}

# conformance BUILD ARGUMENT...: holds the build's program against the real scheduler; without Go only --recorded can.
# shellcheck disable=SC2154 # $python and $results are those of run.sh
conformance() {
  local build=$1
  shift
  if [[ $1 != --recorded ]] && ! reference_go coscheduling >/dev/null; then return; fi # reference_control_plane has told
  "$python" tests/cluster/conformance.py --binary "$build/src/kubectl-gang" "$@" 2>&1 | tee "$results/conformance.txt" || true
  count_in "$results/conformance.txt"
}

# native_control_plane: builds that with Kubernetes' own gangs. Where Go is missing it says so and skips.
# shellcheck disable=SC2154 # skip is that of run.sh
native_control_plane() {
  if ! reference_go native >/dev/null; then
    skip "$(reference_go_missing native) with native groups,"
    return
  fi
  tests/cluster/build.sh native || return 1
  passed=$((passed + 1))
}

# native_conformance SCRIPT BUILD ARGUMENT...: native_conformance.py holds the build's program against the real scheduler with
# native groups, conformance.py --plain its single pods; without Go only --recorded can.
# shellcheck disable=SC2154 # $python and $results are those of run.sh
native_conformance() {
  local script=$1 build=$2
  shift 2
  if [[ " $* " != *' --recorded '* ]] && ! reference_go native >/dev/null; then return; fi # native_control_plane has told
  "$python" "tests/cluster/$script" --binary "$build/src/kubectl-gang" "$@" 2>&1 | tee "$results/native.txt" || true
  count_in "$results/native.txt"
}

# in_a_live_cluster SCRIPT BUILD ARGUMENT...: live.py reads the reference control plane with the build's program, documents.py does
# in it what the documents say, bind.py binds in it.
# shellcheck disable=SC2154 # $python and $results are those of run.sh
in_a_live_cluster() {
  local script=$1 build=$2
  shift 2
  if ! reference_go coscheduling >/dev/null; then return; fi # reference_control_plane has told
  "$python" "tests/cluster/$script" --binary "$build/src/kubectl-gang" "$@" 2>&1 | tee "$results/live.txt" || true
  count_in "$results/live.txt"
}
