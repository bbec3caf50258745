// SPDX-License-Identifier: Apache-2.0
// Exec credential plugins: programs of the user that print a token or a client certificate (client-go
// plugin/pkg/client/auth/exec; client.authentication.k8s.io/v1 and v1beta1).
#pragma once

#include "kube/values/connection.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kube {

struct ExecCredential {
  std::string token;
  std::string client_certificate_pem;
  std::string client_key_pem;
  std::optional<std::chrono::sys_seconds> expiration; // none: valid until the program ends
};

struct ExecLimits {
  std::chrono::milliseconds time{60'000}; // for a plugin that is not interactive; a person may take longer
  std::size_t output = std::size_t{1024} * 1024;
};

inline constexpr std::string_view k_exec_v1 = "client.authentication.k8s.io/v1";
inline constexpr std::string_view k_exec_v1beta1 = "client.authentication.k8s.io/v1beta1";

// Runs the plugin with the process's environment and our standard error. An interactive plugin also has our standard
// input. Throws util::Error, which never contains the plugin's output.
ExecCredential run_exec_plugin(const ExecPlugin& plugin, const ExecLimits& limits = {});

// The value of KUBERNETES_EXEC_INFO, with its line end.
std::string exec_info(const ExecPlugin& plugin, bool interactive);

// Text to show to the user, with control and format characters written as U+001B. Line ends and tabs stay.
std::string clean_install_hint(std::string_view hint);

} // namespace kube
