#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Puts simdjson.h and simdjson.cpp of Debian's source package into FOLDER, in the version of the installed
# libsimdjson-dev, which the tests use. Debian has no archive of it to link. apt checks the signatures.
#
#   packaging/simdjson.sh FOLDER
set -euo pipefail

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

[[ $# -eq 1 ]] || die "usage: packaging/simdjson.sh FOLDER"
folder=$1
version=$(dpkg-query -W -f '${source:Version}' libsimdjson-dev 2>/dev/null) || die "libsimdjson-dev is not installed"
if [[ -e $folder/version && $(<"$folder/version") == "$version" ]]; then
  exit 0
fi

# The source package is at the URI of the binary package; apt's sources may list binary packages only. The options below
# leave apt's own lists unchanged.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/source"
apt-cache madison libsimdjson-dev | awk -F '|' '{print $3}' | while read -r uri suite _; do
  printf 'deb-src %s %s %s\n' "$uri" "${suite%/*}" "${suite##*/}"
done | sort -u >"$work/sources.list"
[[ -s $work/sources.list ]] || die "apt does not know where libsimdjson-dev comes from; run apt-get update"
options=(-q -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State=$work/state"
  -o "Dir::State::lists=$work/state/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User="$(id -un)")
{
  apt-get "${options[@]}" update
  cd "$work/source"
  apt-get "${options[@]}" --only-source --download-only source "simdjson=$version"
} >"$work/log" 2>&1 || { cat "$work/log" >&2; die "the source of simdjson $version could not be had"; }

tar -xf "$work"/source/simdjson_*.orig.tar.* -C "$work/source" --strip-components 2 --wildcards '*/singleheader/simdjson.h' '*/singleheader/simdjson.cpp'
cd - >/dev/null
mkdir -p "$folder"
cp "$work/source/simdjson.h" "$work/source/simdjson.cpp" "$folder"
printf '%s\n' "$version" >"$folder/version"
