#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every check, from a fresh machine: installs what is missing, builds with sanitizers and warnings as errors, runs the
# tests and the stories. The last line is `N passed, N failed`, and the exit status says whether that is all well.
#
#   tests/run.sh          what a change has to pass
#   tests/run.sh --all    and what takes longer: formatting, the release build, packages, the slow and large tests, clang, fuzzing, clang-tidy
#
# With CI=true nothing asks for input and a missing tool is a failure instead of a skipped check.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/setup.sh
source tests/setup.sh
# shellcheck source=tests/cluster/part.sh
source tests/cluster/part.sh

all=false
case ${1:-} in
  '') ;;
  --all) all=true ;;
  *) die "unknown argument $1; known: --all" ;;
esac

passed=0 failed=0 skipped=0
times=()
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# part NAME FUNCTION...: runs one part, counts a part that fails as a whole as one failure, and notes its time.
# (Bash ignores -e in a function whose status is asked for; the functions below return 1 where it matters.)
part() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@" || { printf 'FAIL %s\n' "$name"; failed=$((failed + 1)); }
  times+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
}

skip() {
  if [[ -n ${CI:-} ]]; then
    printf 'FAIL %s is missing, and in CI everything is checked\n' "$1"
    failed=$((failed + 1))
  else
    printf 'skipped: %s is missing\n' "$1"
    skipped=$((skipped + 1))
  fi
}

# count_in TEXT: adds the numbers of its last line `N passed, N failed[, N skipped]`; fails where there is none.
count_in() {
  local line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$1" | tail -n 1) || return 1
  read -r -a words <<<"$line"
  passed=$((passed + words[0]))
  failed=$((failed + words[2]))
  skipped=$((skipped + ${words[4]:-0}))
}

# The tests of a build folder, counted from CTest's own result file.
unit_tests() {
  ctest --test-dir "$1" --output-on-failure --parallel "$(nproc)" --output-junit "$results/ctest.xml" || true
  "$python" - "$results/ctest.xml" >"$results/ctest.txt" <<'PYTHON'
import sys
import xml.etree.ElementTree as ElementTree
suite = ElementTree.parse(sys.argv[1]).getroot()
count, failed = int(suite.get("tests")), int(suite.get("failures"))
skipped = int(suite.get("skipped") or 0) + int(suite.get("disabled") or 0)
print("%d passed, %d failed, %d skipped" % (count - failed - skipped, failed, skipped))
PYTHON
  count_in "$results/ctest.txt"
}

stories() {
  "$python" tests/stories.py --binary "$1/src/kubectl-gang" 2>&1 | tee "$results/stories.txt" || true
  count_in "$results/stories.txt"
}

random_clusters() {
  "$python" tests/properties.py --binary "$1/src/kubectl-gang" --cases "$2" 2>&1 | tee "$results/random.txt" || true
  count_in "$results/random.txt"
}

snapshots() {
  local build=$1
  shift
  "$python" tests/snapshots.py --binary "$build/src/kubectl-gang" "$@" 2>&1 | tee "$results/snapshots.txt" || true
  count_in "$results/snapshots.txt"
}

same_bytes() {
  "$python" tests/same_bytes.py --binary "$1/src/kubectl-gang" 2>&1 | tee "$results/same_bytes.txt" || true
  count_in "$results/same_bytes.txt"
}

scripts() {
  if ! command -v shellcheck >/dev/null; then
    skip shellcheck
    return
  fi
  shellcheck -x examples/run.sh tests/*.sh tests/cluster/*.sh tests/fuzz/*.sh packaging/*.sh .ci/run || return 1
  passed=$((passed + 1))
}

# Of this version: the next one sets some lines otherwise.
formatting() {
  if ! command -v clang-format-14 >/dev/null; then
    skip clang-format-14
    return
  fi
  find src tests -name '*.[ch]pp' -print0 | xargs -0 clang-format-14 --dry-run --Werror || return 1
  passed=$((passed + 1))
}

configure_clang() {
  cmake -S . -B build/clang -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g1' -DKUBECTL_GANG_WERROR=ON -DKUBECTL_GANG_SANITIZE=ON
}

clang() {
  if ! command -v clang++-14 >/dev/null; then
    skip clang++-14
    return
  fi
  configure_clang && cmake --build build/clang --parallel "$(nproc)" -- -k 0 || return 1
  unit_tests build/clang
}

# A short look at each door: what was found before is in the corpora, which the unit tests replay.
fuzzing() {
  if ! command -v clang++-14 >/dev/null; then
    skip clang++-14
    return
  fi
  tests/fuzz/fuzz.sh 20 >"$results/fuzzing.txt" || { cat "$results/fuzzing.txt"; return 1; }
  count_in "$results/fuzzing.txt"
}

tidy() {
  if ! command -v clang-tidy >/dev/null || ! command -v clang++-14 >/dev/null; then
    skip clang-tidy
    return
  fi
  configure_clang >/dev/null || return 1
  # Files are looked at where they stand: compiling them too, as CMAKE_CXX_CLANG_TIDY does, is half as much again.
  "$python" - build/clang/compile_commands.json <<'PYTHON' >"$results/files"
import json
import sys
for command in json.load(open(sys.argv[1], encoding="utf-8")):
    print(command["file"])
PYTHON
  xargs --arg-file "$results/files" --max-procs "$(nproc)" --max-args 4 clang-tidy -p build/clang --quiet || return 1
  passed=$((passed + 1))
}

# Tests that need much time or memory hide behind Catch2 tags that a plain run leaves out.
large() {
  local program
  for program in build/dev/tests/*/*_tests; do
    if "$program" --list-tests '[.large],[.slow]' | grep -q '^0 matching'; then continue; fi
    printf '%s\n' "$program"
    "$program" '[.large],[.slow]' || return 1
    passed=$((passed + 1))
  done
}

packages() {
  (set_up "${build_packages[@]}" "${package_packages[@]}" "${package_test_packages[@]}") || return 1
  "$python" tests/packages.py 2>&1 | tee "$results/packages.txt" || true
  count_in "$results/packages.txt"
}

# HTML reports, as a browser takes them.
browser() {
  if ! command -v chromium >/dev/null; then
    skip chromium
    return
  fi
  "$python" tests/browser.py --binary "$1/src/kubectl-gang" --large 2>&1 | tee "$results/browser.txt" || true
  count_in "$results/browser.txt"
}

tour() {
  examples/run.sh >"$results/tour.txt" || { cat "$results/tour.txt"; return 1; }
  passed=$((passed + 1))
}

part "set-up" set_up "${build_packages[@]}" "${test_packages[@]}"
part "build with sanitizers (dev)" build dev
if [[ $failed -eq 0 ]]; then
  part "unit tests" unit_tests build/dev
  part "stories" stories build/dev
  part "random clusters" random_clusters build/dev 200
  part "answers from snapshots" snapshots build/dev --random 10 --share 6
  part "the same bytes, however they are found" same_bytes build/dev
  part "what the real scheduler did (recorded)" conformance build/dev --recorded
  part "reference control plane" reference_control_plane
  part "scenarios, with the real scheduler" conformance build/dev --scenarios
  part "a live cluster" in_a_live_cluster live.py build/dev
  part "commands of the documents, in a live cluster" in_a_live_cluster documents.py build/dev
  part "binding in a live cluster" in_a_live_cluster bind.py build/dev
  part "random clusters, with the real scheduler" conformance build/dev --cases 200 --seed 1 --tolerate 2
  part "native groups: what the real scheduler did (recorded)" native_conformance native_conformance.py build/dev --recorded --tolerate 2
  part "single pods by 1.36: what the real scheduler did (recorded)" native_conformance conformance.py build/dev --plain --recorded
  part "native groups: reference control plane" native_control_plane
  part "native groups: scenarios" native_conformance native_conformance.py build/dev --scenarios
  part "native groups: random clusters" native_conformance native_conformance.py build/dev --cases 50 --seed 1001 --tolerate 2
  part "single pods by 1.36: random clusters" native_conformance conformance.py build/dev --plain --cases 50 --seed 1001 --tolerate 2
  if $all; then
    part "set-up of the rest" set_up "${checker_packages[@]}" "${browser_packages[@]}"
    part "shell scripts" scripts
    part "formatting" formatting
    part "release build and tour (examples/run.sh)" tour
    part "stories with the release build" stories build/release
    part "packages" packages
    part "more random clusters" random_clusters build/release 5000
    part "HTML reports in a browser" browser build/release
    part "answers from more snapshots" snapshots build/release --random 400
    part "more random clusters, with the real scheduler" conformance build/release --cases 300 --seed 1001 --tolerate 2
    part "native groups: more random clusters" native_conformance native_conformance.py build/release --cases 150 --seed 2001 --tolerate 2
    part "binders killed at 100 points" in_a_live_cluster bind.py build/release --points 100 --seed 2 \
      binder_killed server_killed server_gone anything
    part "large tests" large
    part "build and unit tests with clang" clang
    part "fuzzing, 20 seconds for each target" fuzzing
    part "clang-tidy" tidy
  fi
fi

printf '\n'
printf '%s\n' "${times[@]}"
summary="$passed passed, $failed failed"
if [[ $skipped -gt 0 ]]; then
  summary+=", $skipped skipped"
fi
printf '%s\n' "$summary"
[[ $failed -eq 0 ]]
