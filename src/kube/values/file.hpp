// SPDX-License-Identifier: Apache-2.0
// The files that a connection is made of: kubeconfigs, certificates, keys, tokens.
#pragma once

#include <optional>
#include <string>

namespace kube {

// "no such file or directory": what the system says about an error number, in Go's spelling.
std::string reason(int error_number);

// A kubeconfig or kuberc. Pipes are read too: --kubeconfig <(…) is common.
struct ConfigFile {
  std::string text;
  unsigned mode = 0; // permission bits; 0 where it is no regular file
};

// nullopt where there is no such file. Throws util::Error ("open F: permission denied", "read F: is a directory").
std::optional<ConfigFile> read_config_file(const std::string& path);

// A certificate, key or token: a regular file of at most 1 MiB, since a kubeconfig from elsewhere may name any path,
// and what stands there goes to the server that it names. Throws util::Error ("open P: no such file or directory").
std::string read_credential_file(const std::string& path);

} // namespace kube
