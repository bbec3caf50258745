#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# System packages of this project. examples/run.sh and tests/run.sh source this file; run by itself it installs all packages, with
# --all also those for tests/run.sh --all. It installs only missing packages, and only on Debian and derivatives; elsewhere it names
# the missing tools.

# For the build (compiler, cmake, and the libraries of ARCHITECTURE.md), and in addition for the tests.
build_packages=(g++ cmake ninja-build libcli11-dev libfmt-dev libyaml-cpp-dev libsimdjson-dev zlib1g-dev libzstd-dev libcurl4-openssl-dev ccache)
test_packages=(catch2 curl openssl python3 python3-yaml python3-jsonschema libxml2-utils mandoc fish zsh clang-format-14 shellcheck)
# In addition for packaging/build.sh, and for its test (tests/run.sh --all).
package_packages=(dpkg-dev rpm git python3)
package_test_packages=(lintian debootstrap man-db binutils)
# A browser for HTML reports, and a font for it (tests/run.sh --all).
browser_packages=(chromium fonts-liberation)
# A second compiler, with the run-time parts of its sanitizers and of libFuzzer, and static checkers (tests/run.sh --all).
checker_packages=(clang-14 libclang-rt-14-dev llvm-14 clang-tidy)

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# missing_packages PACKAGE...: prints the packages that dpkg does not list as installed, one per line.
missing_packages() {
  local package
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      printf '%s\n' "$package"
    fi
  done
}

# as_root COMMAND...: runs it directly as root, else with sudo, which may ask for a password unless CI is set.
as_root() {
  if [[ $(id -u) -eq 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    if [[ -n ${CI:-} ]]; then sudo -n "$@"; else sudo "$@"; fi
  else
    die "cannot install packages: this is not root and there is no sudo; run tests/setup.sh as root first"
  fi
}

install_debian() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  if [[ ${#missing[@]} -eq 0 ]]; then
    return
  fi
  printf 'Installing %s\n' "${missing[*]}"
  # Package lists may be absent (a fresh container) or old; a failed update is only fatal if the install then fails.
  as_root apt-get update -q || true
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install: ${missing[*]}"
}

# Elsewhere: names the missing tools, and Debian's names of the other packages.
require_tools() {
  local tool absent=()
  for tool in cmake ninja c++; do
    command -v "$tool" >/dev/null || absent+=("$tool")
  done
  if [[ ${#absent[@]} -gt 0 ]]; then
    die "not found: ${absent[*]}. This system has no apt-get; please install what Debian calls: $*"
  fi
  printf 'This system has no apt-get. If a library is not found, install what Debian calls: %s\n' "$*"
}

# set_up PACKAGE...: installs the packages and chooses $python: the system's own python3, to which Debian's modules belong, if it
# has the modules that the tests import.
set_up() {
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_debian "$@"
  else
    require_tools "$@"
  fi
  if command -v ccache >/dev/null; then
    # With precompiled headers ccache must check includes itself, and ignore times. Paths below the project's folder count as
    # relative, so that another clone finds the results of this one.
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD
  fi
  python=python3
  if [[ -x /usr/bin/python3 ]] && /usr/bin/python3 -c 'import yaml, jsonschema' 2>/dev/null; then
    python=/usr/bin/python3
  fi
  export python
}

# build PRESET [TARGET...]: configures and builds it, with as many jobs as cores, and prints only failures. The tests run with
# $python.
build() {
  local preset=$1 log target=()
  shift
  if [[ $# -gt 0 ]]; then target=(--target "$@"); fi
  log=$(mktemp)
  if ! { cmake --preset "$preset" -D Python3_EXECUTABLE="$(command -v "$python")" &&
    cmake --build --preset "$preset" --parallel "$(nproc)" "${target[@]}" -- -k 0; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -euo pipefail
  wanted=("${build_packages[@]}" "${test_packages[@]}")
  if [[ ${1:-} == --all ]]; then
    wanted+=("${package_packages[@]}" "${package_test_packages[@]}" "${browser_packages[@]}" "${checker_packages[@]}")
  fi
  set_up "${wanted[@]}"
fi
