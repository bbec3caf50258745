// SPDX-License-Identifier: Apache-2.0
// Reads the files of a connection: kubeconfigs, certificates, keys, tokens.
#pragma once

#include <optional>
#include <string>

namespace kube {

// "no such file or directory": the system's text for an error number, in Go's spelling.
std::string reason(int error_number);

// A kubeconfig or kuberc. May be a pipe: --kubeconfig <(…) is common.
struct ConfigFile {
  std::string text;
  unsigned mode = 0; // permission bits; 0 if it is no regular file
};

// nullopt if the file does not exist. Throws util::Error ("open F: permission denied", "read F: is a directory").
std::optional<ConfigFile> read_config_file(const std::string& path);

// Reads a certificate, key or token: a regular file of at most 1 MiB. The limits matter because a foreign kubeconfig
// may name any path and the server that gets its content. Throws util::Error ("open P: no such file or directory").
std::string read_credential_file(const std::string& path);

} // namespace kube
