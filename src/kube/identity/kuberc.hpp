// SPDX-License-Identifier: Apache-2.0
// kuberc: the credential plugins that the user lets kubeconfigs run (KEP-3104). Reads nothing else of the file.
#pragma once

#include "kube/values/proxy.hpp"
#include "util/problem.hpp"

#include <string>
#include <vector>

namespace kube {

struct PluginPolicy {
  enum class Kind { AllowAll, DenyAll, Allowlist };
  Kind kind = Kind::AllowAll;
  std::vector<std::string> allowlist; // commands; paths are clean
  std::string reason;                 // for DenyAll; empty: the policy itself is the reason
};

// Reads the file `explicit_path` (--kuberc), else KUBERC ("off" turns it off), else ~/.kube/kuberc. Throws util::Error
// if a file that the user named is unreadable. An unreadable default file is a warning; but if it has a policy, no
// plugin may run.
PluginPolicy read_plugin_policy(const std::string& explicit_path, const Environment& environment,
                                std::vector<util::Problem>& warnings);

// The program to run for `command`: exactly the file that was checked. Throws util::Error if the policy forbids it.
std::string permitted_program(const std::string& command, const PluginPolicy& policy, const Environment& environment);

} // namespace kube
