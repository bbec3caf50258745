#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
#   tests/cluster/build.sh [DIALECT]                builds a reference control plane and prints the path of its program
#   tests/cluster/build.sh --print-path [DIALECT]   prints that path; builds nothing; status 1 if there is no program
#
# DIALECT is `coscheduling` (the default) or `native`: Kubernetes' own gangs.
#
# The cache folder is outside the tree: $KUBECTL_GANG_CACHE, else kubectl-gang in $XDG_CACHE_HOME or in ~/.cache. The name
# of an entry has a hash of all its inputs, so each clone with the same sources finds it, and a change of the sources builds
# a new one. If the cache folder is read-only, build/cluster replaces it.
#
# Standard output is only the path. Exit status 3, with a message, if no Go is new enough. The Go command comes from $GO,
# from the PATH or from /usr/local/go.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cluster/part.sh
source "$here/part.sh"

in_tree=$(cd "$here/../.." && pwd)/build/cluster
build=true
if [[ ${1:-} == --print-path ]]; then
  build=false
  shift
fi
dialect=${1:-coscheduling}
# The version of Kubernetes, as in the module file's replacements; /version of the API server returns it.
case $dialect in
  coscheduling) program=reference module=go.mod version=v1.34.2 ;;
  native) program=reference-native module=native.mod version=v1.36.3 ;;
  *)
    printf 'error: there is no reference control plane %s; known: coscheduling, native\n' "$dialect" >&2
    exit 2
    ;;
esac

go=$(reference_go "$dialect") || {
  printf 'error: %s, is missing\n' "$(reference_go_missing "$dialect")" >&2
  exit 3
}

# key: a hash of the program's inputs.
key() {
  cd "$here"
  {
    GOTOOLCHAIN=local GOFLAGS='' "$go" env GOVERSION GOOS GOARCH
    sha256sum -- *.go "${module%.mod}".* build.sh
  } | sha256sum | cut -c 1-16
}

# chosen_cache: prints the cache folder as an absolute path; nothing if there is no home folder for it.
chosen_cache() {
  if [[ -n ${KUBECTL_GANG_CACHE:-} ]]; then
    realpath -m -- "$KUBECTL_GANG_CACHE"
  elif [[ ${XDG_CACHE_HOME:-} == /* ]]; then
    printf '%s/kubectl-gang\n' "$XDG_CACHE_HOME"
  elif [[ ${HOME:-} == /?* ]]; then # a HOME of / does not count
    printf '%s/.cache/kubectl-gang\n' "$HOME"
  fi
}

is_writable() { mkdir -p "$1" 2>/dev/null && [[ -w $1 ]]; }

go_flags="-mod=readonly -modfile=$module -buildvcs=false"
entry=$program-$(key)
cache=$(chosen_cache)
for folder in "$cache" "$in_tree"; do
  if [[ -n $folder && -x $folder/$entry/$program ]]; then
    touch -c "$folder/$entry" 2>/dev/null || true # time of the last use
    printf '%s\n' "$folder/$entry/$program"
    exit 0
  fi
done

if [[ -z $cache ]] || ! is_writable "$cache"; then
  printf 'The cache folder %s cannot be written; the reference control plane goes into %s. KUBECTL_GANG_CACHE names another folder.\n' \
    "${cache:-of HOME=${HOME:-}}" "$in_tree" >&2
  cache=$in_tree
  mkdir -p "$cache"
  if [[ ! -w ${HOME:-/} || ${HOME:-/} == / ]]; then # Go cannot write its own files there either
    export GOCACHE=${GOCACHE:-$in_tree/go-build} GOMODCACHE=${GOMODCACHE:-$in_tree/go-modules}
    go_flags+=' -modcacherw' # `rm -r build` needs it
  fi
fi
if ! $build; then
  printf '%s\n' "$cache/$entry/$program"
  exit 1
fi

# One build at a time: compiling the API server's packages takes about 1 GB each. The entry appears in one step, when it is
# complete; the next build removes the remains of an interrupted one.
exec 9>"$cache/lock"
flock 9
if [[ ! -x $cache/$entry/$program ]]; then
  rm -rf "$cache"/building-*
  made=$(mktemp -d "$cache/building-XXXXXX")
  trap 'rm -rf "$made"' EXIT
  chmod 755 "$made"
  printf 'Building %s in %s; the first time takes some minutes\n' "$program" "$cache" >&2
  minor=${version#v1.}
  stamp=k8s.io/component-base/version
  # Go uses the installed toolchain and downloads only modules.
  cd "$here"
  export GOTOOLCHAIN=local GOFLAGS=$go_flags CGO_ENABLED=0
  nice "$go" build -p 2 -tags "$dialect" -trimpath -o "$made/$program" -ldflags \
    "-s -w -X $stamp.gitVersion=$version -X $stamp.gitMajor=1 -X $stamp.gitMinor=${minor%%.*} -X $stamp.gitTreeState=clean" . >&2 9>&-
  if [[ $dialect == coscheduling ]]; then
    # `record` and `up` install the CRDs beside the program.
    plugins=$("$go" list -m -f '{{.Dir}}' sigs.k8s.io/scheduler-plugins)
    mkdir "$made/crds"
    install -m 644 "$plugins"/config/crd/bases/scheduling.x-k8s.io_*.yaml "$made/crds/"
  fi
  mv -T "$made" "$cache/$entry"
fi

# The three most recently used entries of each program stay, and those used within three hours: a run may be using one.
for kind in reference-native reference; do
  find "$cache" -mindepth 1 -maxdepth 1 -type d -regextype posix-extended -regex ".*/$kind-[0-9a-f]{16}" -printf '%T@ %p\n' |
    sort -rn | tail -n +4 | cut -d ' ' -f 2- | while IFS= read -r old; do
    if [[ -n $(find "$old" -maxdepth 0 -mmin +180) ]]; then
      mv -T "$old" "$cache/building-old" && rm -rf "$cache/building-old"
    fi
  done
done
printf '%s\n' "$cache/$entry/$program"
