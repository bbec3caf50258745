#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the reference control plane into build/cluster/reference; does nothing where that is newer than its sources.
# Exit status 3, with a sentence, where there is no Go that is new enough. The Go command itself is taken from GO, from
# the PATH or from /usr/local/go.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cluster/part.sh
source "$here/part.sh"

root=$(cd "$here/../.." && pwd)
binary=$root/build/cluster/reference
version=v1.34.2 # of Kubernetes: the one in go.mod's replacements; /version of the API server says it

go=$(reference_go) || {
  printf 'error: %s, is missing\n' "$(reference_go_missing)" >&2
  exit 3
}

if [[ -x $binary && -z $(find "$here" \( -name '*.go' -o -name 'go.*' -o -name build.sh \) -newer "$binary") ]]; then
  exit 0
fi

mkdir -p "${binary%/*}"
minor=${version#v1.}
stamp=k8s.io/component-base/version
# The toolchain is the one that is there: nothing is downloaded but modules. Two packages at a time, because compiling
# the API server's packages takes about 1 GB each.
cd "$here"
GOTOOLCHAIN=local GOFLAGS=-mod=readonly CGO_ENABLED=0 nice "$go" build -p 2 -trimpath -o "$binary.new" -ldflags \
  "-s -w -X $stamp.gitVersion=$version -X $stamp.gitMajor=1 -X $stamp.gitMinor=${minor%%.*} -X $stamp.gitTreeState=clean" .
# `record` and `up` install the CRDs that lie beside the binary.
plugins=$(GOTOOLCHAIN=local GOFLAGS=-mod=readonly "$go" list -m -f '{{.Dir}}' sigs.k8s.io/scheduler-plugins)
mkdir -p "${binary%/*}/crds"
install -m 644 "$plugins"/config/crd/bases/scheduling.x-k8s.io_*.yaml "${binary%/*}/crds/"
mv "$binary.new" "$binary"
