#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/setup.sh
source tests/setup.sh

usage() {
  cat <<'TEXT'
Usage: tests/run.sh [KIND ...] [PATTERN]

Installs what is missing, builds, and runs the tests whose name matches PATTERN, a regular expression. Without a PATTERN it runs
all tests of the KIND; with a PATTERN and no KIND it searches all kinds.

  --check      the tests that a change must pass; the default. No sanitizers, warnings are errors
  --sanitize   the same tests with AddressSanitizer and UBSan, and slow ones
  --live       against real control planes; needs Go 1.26 or newer
  --all        all of these, and slow ones: clang-tidy, fuzzing, packages, a browser, many random clusters. The sanitizers are clang's
  --help       prints this

The last line is `N passed, N failed[, N skipped]`; the exit status is 0 if nothing failed. A KIND that fails ends the run, except
with --all. With CI=true nothing asks for input, and a missing tool is a failure instead of a skipped test.

  tests/run.sh '^engine: '           the unit tests of src/engine; builds only their program
  tests/run.sh 'Permit timeout'      every test with these words in its name
  tests/run.sh '^story: 05'          a story
  tests/run.sh --sanitize '^kube: '
TEXT
}

kinds=() pattern=
while [[ $# -gt 0 ]]; do
  case $1 in
    --check | --sanitize | --live) kinds+=("${1#--}") ;;
    --all) kinds=(check clang live nightly) ;;
    -h | --help)
      usage
      exit
      ;;
    -*) die "unknown option $1; tests/run.sh --help shows the options" ;;
    *)
      [[ -z $pattern ]] || die "more than one PATTERN: $pattern and $1; join them as '$pattern|$1'"
      pattern=$1
      ;;
  esac
  shift
done
if [[ ${#kinds[@]} -eq 0 ]]; then
  kinds=(check)
  if [[ -n $pattern ]]; then kinds=(matching); fi
fi

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
times=()

# targets: the build targets for the tests that match; empty means all. A pattern such as '^engine: ' needs one program.
targets() {
  if [[ $pattern =~ ^'^'?(util|model|document|kube|snapshot|engine|report|commands):' ' ]] && [[ $pattern != *'|'* ]]; then
    printf '%s_tests\n' "${BASH_REMATCH[1]}"
  fi
}

# timed NAME COMMAND...: records the duration.
timed() {
  local name=$1 start=$SECONDS status=0
  shift
  printf '\n== %s\n' "$name"
  "$@" || status=$?
  times+=("$(printf '%7d s  %s' $((SECONDS - start)) "$name")")
  return $status
}

# result FILE NAME STATUS: writes the result of a step that is no CTest test.
result() {
  printf '<testsuite><testcase name="%s" status="%s" time="0">%s</testcase></testsuite>\n' "$2" "$3" "${4:-}" >"$1"
}

# run_ctest PRESET FILE CTEST-ARGUMENT...: writes results into FILE, and prints failing tests with their output.
run_ctest() {
  local preset=$1 file=$2
  shift 2
  ctest --test-dir "build/$preset" --parallel "$(nproc)" --output-on-failure --output-junit "$file" \
    ${pattern:+--tests-regex "$pattern"} "$@" | { grep -vE '^ *[0-9]+/[0-9]+ Test .* (Passed|\*\*\*Skipped) |^ *Start ' || true; }
}

# run_tests PRESET CTEST-ARGUMENT...: builds and runs tests. Status 1 if the build or a test fails.
run_tests() {
  local preset=$1 target file
  shift
  file=$results/$preset.xml
  while [[ -e $file ]]; do file=${file%.xml}+.xml; done
  mapfile -t target < <(targets)
  if ! timed "build of $preset" build "$preset" "${target[@]}"; then
    result "$file" build fail
    return 1
  fi
  timed "tests of build/$preset" run_ctest "$preset" "$file" "$@" && return
  if [[ ! -s $file ]]; then result "$file" "CTest itself" fail; fi
  return 1
}

# The sanitizers with the second compiler: one build for both, and for the fuzz targets.
clang_tests() {
  if command -v clang++-14 >/dev/null; then
    run_tests clang --label-exclude '^(once|live|nightly)$'
  else
    result "$results/clang.xml" "clang++-14" notrun '<skipped message="SKIP_RETURN_CODE"/>'
    run_kind sanitize
  fi
}

run_kind() {
  case $1 in
    # One test more than cores at a time: some wait for a clock.
    check) run_tests check --label-exclude '^(slow|live|nightly)$' --parallel "$(($(nproc) + 1))" ;;
    sanitize) run_tests dev --label-exclude '^(once|live|nightly)$' ;;
    clang) clang_tests ;;
    live) run_tests check --label-regex '^live$' ;;
    nightly) run_tests check --label-regex '^nightly$' ;;
    matching) run_tests check ;;
  esac
}

packages=("${build_packages[@]}" "${test_packages[@]}")
if [[ ${kinds[-1]} == nightly ]]; then
  packages+=("${checker_packages[@]}" "${browser_packages[@]}" "${package_packages[@]}" "${package_test_packages[@]}")
fi
timed "set-up" set_up "${packages[@]}"
for kind in "${kinds[@]}"; do
  if ! run_kind "$kind" && [[ ${kinds[-1]} != nightly ]]; then break; fi
done

printf '\n'
printf '%s\n' "${times[@]}"
"$python" tests/summary.py "$results"
