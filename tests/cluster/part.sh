#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Finds a Go that can build the reference control plane. build.sh sources this file.

declare -A reference_go_needed=([coscheduling]=1.24 [native]=1.26) # the versions in go.mod and native.mod

# reference_go DIALECT: prints the first Go command that is new enough; status 1 if there is none.
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

# reference_go_missing DIALECT: prints the required and the installed version.
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
