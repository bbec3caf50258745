#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What this project needs from the system. Sourced by examples/run.sh and tests/run.sh; run by itself it installs all
# of it, with --all also what tests/run.sh --all needs. Only what is missing is installed, and only on Debian and
# its kin; elsewhere the missing tools are named.

# To build (compiler, cmake, and the libraries of ARCHITECTURE.md), and what the tests use beside that.
build_packages=(g++ cmake ninja-build libcli11-dev libfmt-dev libyaml-cpp-dev libsimdjson-dev zlib1g-dev libzstd-dev libcurl4-openssl-dev ccache)
test_packages=(catch2 curl openssl python3 python3-yaml python3-jsonschema libxml2-utils mandoc fish zsh clang-format-14 shellcheck)
# What packaging/build.sh needs beside the first, and what its test does (tests/run.sh --all).
package_packages=(dpkg-dev rpm git python3)
package_test_packages=(lintian debootstrap man-db binutils)
# A browser to open HTML reports in, and a font for it (tests/run.sh --all).
browser_packages=(chromium fonts-liberation)
# A second compiler, with the run-time parts of its sanitizers and of libFuzzer, and who reads code (tests/run.sh --all).
checker_packages=(clang-14 libclang-rt-14-dev llvm-14 clang-tidy)

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# missing_packages PACKAGE...: those that dpkg does not know as installed, one a line.
missing_packages() {
  local package
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      printf '%s\n' "$package"
    fi
  done
}

# as_root COMMAND...: as it is for root, else with sudo, which may ask for a password unless CI is set.
as_root() {
  if [[ $(id -u) -eq 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    if [[ -n ${CI:-} ]]; then sudo -n "$@"; else sudo "$@"; fi
  else
    die "packages are to be installed, but this is not root and there is no sudo; run tests/setup.sh as root first"
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

# Elsewhere: name what is missing and how Debian calls the rest.
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

# set_up PACKAGE...: installs them, and chooses $python: the system's own python3, to which Debian's modules belong, where
# it has what the tests import.
set_up() {
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_debian "$@"
  else
    require_tools "$@"
  fi
  if command -v ccache >/dev/null; then
    # With precompiled headers ccache has to look at includes by itself, and not at times. Paths below the folder of the project
    # count as relative, so that another clone finds what this one compiled.
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD
  fi
  python=python3
  if [[ -x /usr/bin/python3 ]] && /usr/bin/python3 -c 'import yaml, jsonschema' 2>/dev/null; then
    python=/usr/bin/python3
  fi
  export python
}

# build PRESET [TARGET...]: configures and builds it, as many jobs as there are cores; quiet unless something goes wrong. The
# tests run with $python.
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
