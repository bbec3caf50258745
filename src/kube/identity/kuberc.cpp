// SPDX-License-Identifier: Apache-2.0
#include "kube/identity/kuberc.hpp"

#include "document/reading/reader.hpp"
#include "kube/values/fields.hpp"
#include "kube/values/file.hpp"
#include "kube/values/path_lookup.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>

namespace kube {

namespace {

using Kind = PluginPolicy::Kind;

struct KubercPath {
  std::string path; // empty: read none
  bool is_explicit = false;
};

KubercPath path_of(const std::string& explicit_path, const Environment& environment) {
  const std::string variable = environment("KUBERC").value_or("");
  if (variable == "off" && !explicit_path.empty()) {
    throw util::Error("KUBERC=off and --kuberc contradict each other; leave out one of them");
  }
  if (variable == "off" || environment("KUBECTL_KUBERC").value_or("") == "false") { return {}; }
  if (!explicit_path.empty()) { return {explicit_path, true}; }
  if (!variable.empty()) { return {variable, true}; }
  const std::string home = environment("HOME").value_or("");
  return {home.empty() ? "" : util::concat(home, "/.kube/kuberc"), false};
}

bool is_preference(const document::Item& item) {
  return item.kind == "Preference" &&
         (item.api_version == "kubectl.config.k8s.io/v1alpha1" || item.api_version == "kubectl.config.k8s.io/v1beta1");
}

// Kubernetes 1.35 called this field `name`.
std::string command_of(const Fields& entry) {
  const std::string command = entry.text("command");
  const std::string name = entry.text("name");
  if (!command.empty() && !name.empty() && command != name) {
    throw util::Error(util::concat(entry.path, ": command and name differ; give command only"));
  }
  std::string text = command.empty() ? name : command;
  if (text.empty()) { throw util::Error(util::concat(entry.path, ".command is empty")); }
  const bool is_clean = std::filesystem::path(text).lexically_normal().string() == text;
  if (!is_clean || text.ends_with('/') || text == "." || text == "..") {
    throw util::Error(util::concat(entry.path, ".command \"", text, "\" is no clean path"));
  }
  return text;
}

PluginPolicy policy_of(const Fields& root) {
  const std::string name = root.text("credentialPluginPolicy");
  const bool has_list = !root.value["credentialPluginAllowlist"].absent();
  PluginPolicy policy;
  for (const Fields& entry : root.objects("credentialPluginAllowlist")) {
    policy.allowlist.push_back(command_of(entry));
  }
  if (name == "Allowlist") {
    if (policy.allowlist.empty()) {
      throw util::Error("credentialPluginPolicy Allowlist needs a credentialPluginAllowlist");
    }
    policy.kind = Kind::Allowlist;
    return policy;
  }
  if (has_list) { throw util::Error("credentialPluginAllowlist needs credentialPluginPolicy: Allowlist"); }
  if (name == "DenyAll") {
    policy.kind = Kind::DenyAll;
  } else if (!name.empty() && name != "AllowAll") {
    throw util::Error(
        util::concat("credentialPluginPolicy \"", name, "\" is not known; it is AllowAll, DenyAll or Allowlist"));
  }
  return policy;
}

// Takes the first Preference of the file, at any position.
PluginPolicy parse_policy(std::string_view text) {
  std::optional<PluginPolicy> policy;
  std::optional<util::Error> refusal;
  const auto take = [&](const document::Item& item) {
    if (policy || refusal || !is_preference(item)) { return; }
    try {
      policy = policy_of(Fields{item.value, ""});
    } catch (const util::Error& error) { refusal = error; }
  };
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) { return {}; }
  try {
    document::read_text(text, "it", {}, take, [](const util::Problem&) {});
  } catch (const util::Error&) {
    if (!policy && !refusal) { throw; }
  }
  if (refusal) { throw util::Error(*refusal); }
  if (!policy) { throw util::Error("it holds no Preference of kubectl.config.k8s.io/v1beta1"); }
  return *policy;
}

PluginPolicy policy_of_broken_default(const std::string& path, const std::string& text, const std::string& why,
                                      std::vector<util::Problem>& warnings) {
  PluginPolicy policy;
  if (text.find("credentialPlugin") == std::string::npos) {
    warnings.push_back({path, "", util::concat("no preferences are read: ", why)});
    return policy;
  }
  policy.kind = Kind::DenyAll;
  policy.reason = util::concat("the policy in ", path, " cannot be read: ", why);
  return policy;
}

[[noreturn]] void refuse(const std::string& command, const PluginPolicy& policy) {
  if (policy.kind == Kind::Allowlist) {
    throw util::Error(
        util::concat("plugin path \"", command, "\" is not permitted by the credential plugin allowlist"));
  }
  throw util::Error(util::concat(
      "plugin \"", command, "\" not allowed: ", policy.reason.empty() ? "policy set to \"DenyAll\"" : policy.reason));
}

} // namespace

PluginPolicy read_plugin_policy(const std::string& explicit_path, const Environment& environment,
                                std::vector<util::Problem>& warnings) {
  const KubercPath where = path_of(explicit_path, environment);
  if (where.path.empty()) { return {}; }
  std::string text;
  try {
    const std::optional<ConfigFile> file = read_config_file(where.path);
    if (!file && !where.is_explicit) { return {}; }
    if (!file) { throw util::Error(util::concat("open ", where.path, ": ", reason(ENOENT))); }
    text = file->text;
    return parse_policy(text);
  } catch (const util::Error& error) {
    if (where.is_explicit) { throw util::Error(util::concat("kuberc ", where.path, ": ", error.what())); }
    return policy_of_broken_default(where.path, text, error.what(), warnings);
  }
}

// An entry permits the program that it resolves to; PATH resolves a bare name.
std::string permitted_program(const std::string& command, const PluginPolicy& policy, const Environment& environment) {
  if (policy.kind == Kind::AllowAll) { return command; }
  if (policy.kind == Kind::DenyAll) { refuse(command, policy); }
  const std::string path_variable = environment("PATH").value_or("");
  std::string program = look_up_program(command, path_variable).path;
  const auto leads_there = [&](const std::string& entry) {
    return look_up_program(entry, path_variable).path == program;
  };
  const bool permitted = !program.empty() && std::any_of(policy.allowlist.begin(), policy.allowlist.end(), leads_there);
  if (!permitted) { refuse(command, policy); }
  return program;
}

} // namespace kube
