#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets (preset clang) and runs each for a while:
#
#   tests/fuzz/fuzz.sh SECONDS [TARGET ...]      such as: tests/fuzz/fuzz.sh 600 document cluster
#
# New inputs stay in build/fuzz/learnt/TARGET, where the next run begins. An input that breaks a target goes to
# build/fuzz/found/TARGET-*, and the exit status is 1: fix the cause, and add the input to corpus/TARGET.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if ! command -v clang++-14 >/dev/null; then
  printf 'clang++-14 is missing\n'
  exit 77
fi
seconds=${1:?how many seconds for each target}
shift
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  for folder in tests/fuzz/corpus/*/; do targets+=("$(basename "$folder")"); done
fi

cmake --preset clang >/dev/null
cmake --build --preset clang --parallel "$(nproc)" --target fuzz_targets
mkdir -p build/fuzz/found
# The tests look for leaks; here a leak would only name the last input.
export ASAN_OPTIONS=detect_leaks=0

passed=0 failed=0
for target in "${targets[@]}"; do
  program=$(find build/clang/tests -name "fuzz_$target" -type f -perm -u+x)
  mkdir -p "build/fuzz/learnt/$target"
  options=(-max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1
    -artifact_prefix="build/fuzz/found/$target-")
  words=tests/fuzz/words/$target begin=("tests/fuzz/corpus/$target")
  case $target in
    cluster | manifest) words=tests/fuzz/words/objects begin+=(examples tests/commands/data) ;;
  esac
  if [[ -f $words ]]; then options+=(-dict="$words"); fi
  if "$program" "${options[@]}" "build/fuzz/learnt/$target" "${begin[@]}" >"build/fuzz/found/$target.log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAIL fuzz_%s\n' "$target"
    tail -n 60 "build/fuzz/found/$target.log"
  fi
  printf '%s: %s, %s executions\n' "$target" "$(grep -aoE 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' "build/fuzz/found/$target.log" | tail -n 1)" \
    "$(awk '/stat::number_of_executed_units/ {print $2}' "build/fuzz/found/$target.log")"
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[[ $failed -eq 0 ]]
