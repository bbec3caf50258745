#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#   tests/cluster/build.sh          the reference control plane with Coscheduling, into build/cluster/reference
#   tests/cluster/build.sh native   that with Kubernetes' own gangs, into build/cluster/reference-native
#
# Does nothing where that is newer than its sources. Exit status 3, with a sentence, where there is no Go that is new
# enough. The Go command itself is taken from GO, from the PATH or from /usr/local/go.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cluster/part.sh
source "$here/part.sh"

root=$(cd "$here/../.." && pwd)
dialect=${1:-coscheduling}
# The version is that of Kubernetes, the one in the module file's replacements; /version of the API server says it.
case $dialect in
  coscheduling) binary=$root/build/cluster/reference module=go.mod version=v1.34.2 ;;
  native) binary=$root/build/cluster/reference-native module=native.mod version=v1.36.3 ;;
  *)
    printf 'error: there is no reference control plane %s; known: coscheduling (or nothing), native\n' "$dialect" >&2
    exit 2
    ;;
esac

go=$(reference_go "$dialect") || {
  printf 'error: %s, is missing\n' "$(reference_go_missing "$dialect")" >&2
  exit 3
}

if [[ -x $binary && -z $(find "$here" -maxdepth 1 \( -name '*.go' -o -name "${module%.mod}.*" -o -name build.sh \) -newer "$binary") ]]; then
  exit 0
fi

mkdir -p "${binary%/*}"
minor=${version#v1.}
stamp=k8s.io/component-base/version
# The toolchain is the one that is there: nothing is downloaded but modules. Two packages at a time, because compiling
# the API server's packages takes about 1 GB each.
cd "$here"
export GOTOOLCHAIN=local GOFLAGS="-mod=readonly -modfile=$module" CGO_ENABLED=0
nice "$go" build -p 2 -tags "$dialect" -trimpath -o "$binary.new" -ldflags \
  "-s -w -X $stamp.gitVersion=$version -X $stamp.gitMajor=1 -X $stamp.gitMinor=${minor%%.*} -X $stamp.gitTreeState=clean" .
if [[ $dialect == coscheduling ]]; then
  # `record` and `up` install the CRDs that lie beside the binary.
  plugins=$("$go" list -m -f '{{.Dir}}' sigs.k8s.io/scheduler-plugins)
  mkdir -p "${binary%/*}/crds"
  install -m 644 "$plugins"/config/crd/bases/scheduling.x-k8s.io_*.yaml "${binary%/*}/crds/"
fi
mv "$binary.new" "$binary"
