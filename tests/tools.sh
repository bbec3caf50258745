#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#   tests/tools.sh formatting | shellcheck | tidy
#
# Runs one tool over the sources. Exit status 77 if the tool is not installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

need() {
  local tool
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null; then
      printf '%s is missing\n' "$tool"
      exit 77
    fi
  done
}

case ${1:-} in
  formatting) # version 14: the next one formats some lines differently
    need clang-format-14
    find src tests -name '*.[ch]pp' -print0 | xargs -0 clang-format-14 --dry-run --Werror
    ;;
  shellcheck)
    need shellcheck
    shellcheck -x examples/run.sh tests/*.sh tests/cluster/*.sh tests/fuzz/*.sh packaging/*.sh .ci/run
    ;;
  tidy)
    need clang-tidy clang++-14
    # Parses each file but does not compile it: also compiling, like CMAKE_CXX_CLANG_TIDY, takes half as long again. Sources form
    # groups, and clang's analyzer follows fewer paths (mode=shallow): 20 seconds for eight sources of src/report instead of 36.
    cmake --preset clang -B build/tidy -D KUBECTL_GANG_QUICK=ON -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON -D KUBECTL_GANG_SANITIZE=OFF \
      -D KUBECTL_GANG_FUZZ=OFF >/dev/null
    # The analyzer looks into the sources that a file includes only if its name begins like this. (AnalysisManager::isInCodeFile)
    while IFS= read -r group; do
      cp "$group" "${group%/*}/UnifiedSource_${group##*/unity_}"
    done < <(find build/tidy -name 'unity_*_cxx.cxx')
    sed -i 's|/Unity/unity_|/Unity/UnifiedSource_|g' build/tidy/compile_commands.json
    sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' build/tidy/compile_commands.json |
      xargs --max-procs "$(nproc)" --max-args 1 clang-tidy -p build/tidy --quiet \
        --checks=-bugprone-suspicious-include --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=mode=shallow
    ;;
  *)
    printf 'error: unknown tool %s; known: formatting, shellcheck, tidy\n' "${1:-}" >&2
    exit 2
    ;;
esac
