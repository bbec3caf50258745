#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#   tests/tools.sh formatting | shellcheck
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
  *)
    printf 'error: unknown tool %s; known: formatting, shellcheck\n' "${1:-}" >&2
    exit 2
    ;;
esac
