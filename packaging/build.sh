#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds all files of a release from one build into one folder: .deb, .rpm, .tar.gz, the archive and manifest for krew,
# the bill of materials (SPDX) and SHA256SUMS. The build is reproducible: the same commit and the same Debian packages
# give the same bytes. Works on Debian and its derivatives only.
#
#   packaging/build.sh [--output FOLDER] [--release-url URL] [--homepage URL] [--contact 'NAME <ADDRESS>']
#
#   --output       the target folder (default: build/release-files)
#   --release-url  the download location of this version's files; krew's manifest names it
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/setup.sh
source tests/setup.sh

version=$(<VERSION)
output=build/release-files
homepage=https://kubectl-gang.example.org
contact='kubectl gang developers <maintainers@kubectl-gang.example.org>'
release_url=
while [[ $# -gt 0 ]]; do
  [[ $# -ge 2 ]] || die "$1 needs a value"
  case $1 in
    --output) output=$2 ;;
    --release-url) release_url=${2%/} ;;
    --homepage) homepage=${2%/} ;;
    --contact) contact=$2 ;;
    *) die "unknown argument $1; known: --output, --release-url, --homepage, --contact" ;;
  esac
  shift 2
done
release_url=${release_url:-$homepage/releases/v$version}

# Settings that differ between machines and would change the bytes.
umask 022
export LC_ALL=C TZ=UTC
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || die "this is no git repository: set SOURCE_DATE_EPOCH"
export SOURCE_DATE_EPOCH

set_up "${build_packages[@]}" "${package_packages[@]}"
packaging/simdjson.sh build/simdjson
log=$(mktemp)
trap 'rm -rf "$log"' EXIT
# quietly COMMAND...: prints the command's output only if it fails.
quietly() {
  "$@" >"$log" 2>&1 || { cat "$log" >&2; die "$1 failed"; }
}
printf 'Building (some minutes) ...\n'
quietly cmake --preset package "-DKUBECTL_GANG_HOMEPAGE=$homepage" "-DKUBECTL_GANG_CONTACT=$contact"
quietly cmake --build --preset package --parallel "$(nproc)"

rm -rf "$output"
mkdir -p "$output"
output=$(cd "$output" && pwd)
build=$PWD/build/package
rm -rf "$build/packed"
quietly cpack --config "$build/CPackConfig.cmake" -B "$build/packed"
find "$build/packed" -maxdepth 1 -name "kubectl-gang*$version*" -type f -exec cp {} "$output" \;
archive=$(basename "$output"/kubectl-gang-"$version"-linux-*.tar.gz)
architecture=${archive#"kubectl-gang-$version-linux-"}
architecture=${architecture%.tar.gz}

# krew requires regular files in one flat folder, including a licence. It installs only the files that the manifest names.
krew=kubectl-gang-$version-krew-linux-$architecture.tar.gz
staged=$build/krew
rm -rf "$staged"
mkdir -p "$staged"
install -m 755 "$build/src/kubectl-gang" "$staged/kubectl-gang"
install -m 644 "$build/made_for_packages/LICENSE" "$staged/LICENSE"
tar --create --directory "$staged" --format ustar --sort name --owner 0 --group 0 --numeric-owner --mtime "@$SOURCE_DATE_EPOCH" \
  kubectl-gang LICENSE | gzip -9n >"$output/$krew"
sha256=$(sha256sum "$output/$krew" | cut -d ' ' -f 1)
sed -e "s|@VERSION@|$version|" -e "s|@HOMEPAGE@|$homepage|" -e "s|@URI@|$release_url/$krew|" -e "s|@SHA256@|$sha256|" \
  -e "s|@ARCHITECTURE@|$architecture|" packaging/krew.yaml.in >"$output/gang.yaml"

"$python" packaging/sbom.py --build "$build" --version "$version" --homepage "$homepage" >"$output/kubectl-gang-$version.spdx.json"
(cd "$output" && sha256sum -- *) >"$build/SHA256SUMS"
mv "$build/SHA256SUMS" "$output"
printf 'In %s:\n' "$output"
ls -l "$output"
