#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Functions for tests/run.sh and build.sh: is there a Go that can build the reference control plane? Sourced.

reference_go_needed=1.24 # what go.mod asks for

# reference_go: prints the path of the first Go command that is new enough; status 1 where there is none.
reference_go() {
  local candidate version
  for candidate in "${GO:-}" "$(command -v go || true)" /usr/local/go/bin/go; do
    if [[ -z $candidate ]] || ! command -v "$candidate" >/dev/null; then continue; fi
    version=$(GOTOOLCHAIN=local "$candidate" env GOVERSION 2>/dev/null) || continue
    if [[ $(printf '%s\n' "$reference_go_needed" "${version#go}" | sort -V | head -n 1) == "$reference_go_needed" ]]; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  return 1
}

# reference_go_missing: one sentence: which version was found, which is needed.
reference_go_missing() {
  local found
  found=$( (GOTOOLCHAIN=local "${GO:-go}" env GOVERSION || /usr/local/go/bin/go env GOVERSION) 2>/dev/null) || found=none
  printf 'the reference control plane needs Go %s or newer (found: %s)\n' "$reference_go_needed" "${found:-none}"
}
