// SPDX-License-Identifier: Apache-2.0
#include "kube/identity/kubeconfig_file.hpp"

#include "document/reading/json_line.hpp"
#include "kube/values/fields.hpp"
#include "kube/values/first_document.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <filesystem>

namespace kube {

namespace {

constexpr std::string_view k_exec_extension = "client.authentication.k8s.io/exec";

void check_type(const Fields& root) {
  const std::string kind = root.text("kind");
  const std::string version = root.text("apiVersion");
  if ((kind.empty() || kind == "Config") && (version.empty() || version == "v1")) { return; }
  throw util::Error(util::concat("no kind \"", kind.empty() ? "Config" : kind, "\" is registered for version \"",
                                 version.empty() ? "v1" : version, "\"; a kubeconfig is a Config of version v1"));
}

// clientcmd.ResolveLocalPaths
class Folder {
 public:
  explicit Folder(const std::string& file) {
    std::error_code ignored;
    m_path = std::filesystem::absolute(std::filesystem::path(file), ignored).parent_path();
  }
  std::string resolve(const std::string& path) const {
    if (path.empty() || path.starts_with('/')) { return path; }
    return (m_path / path).lexically_normal().string();
  }

 private:
  std::filesystem::path m_path;
};

Cluster cluster_of(const std::string& name, const Fields& fields, const Folder& folder) {
  Cluster cluster;
  cluster.name = name;
  cluster.server = fields.text("server");
  cluster.tls_server_name = fields.text("tls-server-name");
  cluster.insecure_skip_tls_verify = fields.flag("insecure-skip-tls-verify");
  cluster.certificate_authority = folder.resolve(fields.text("certificate-authority"));
  cluster.certificate_authority_data = fields.data("certificate-authority-data");
  cluster.proxy_url = fields.text("proxy-url");
  cluster.disable_compression = fields.flag("disable-compression");
  for (const Fields& extension : fields.objects("extensions")) {
    if (extension.text("name") == k_exec_extension) {
      cluster.exec_config_json.clear();
      document::append_json_line(cluster.exec_config_json, extension.value["extension"]);
    }
  }
  return cluster;
}

// A command without a slash stays; PATH finds it.
std::string resolve_command(const std::string& command, const Folder& folder) {
  return command.find('/') == std::string::npos ? command : folder.resolve(command);
}

ExecConfig exec_of(const Fields& fields, const Folder& folder) {
  ExecConfig exec;
  exec.api_version = fields.text("apiVersion");
  exec.command = resolve_command(fields.text("command"), folder);
  exec.arguments = fields.texts("args");
  for (const Fields& variable : fields.objects("env")) {
    exec.environment.emplace_back(variable.text("name"), variable.text("value"));
  }
  exec.install_hint = fields.text("installHint");
  exec.provide_cluster_info = fields.flag("provideClusterInfo");
  exec.interactive_mode = fields.text("interactiveMode");
  // clientcmd/api/v1 SetDefaults_ExecConfig: API versions older than the field may prompt for input.
  const bool is_older = exec.api_version == "client.authentication.k8s.io/v1beta1" ||
                        exec.api_version == "client.authentication.k8s.io/v1alpha1";
  if (exec.interactive_mode.empty() && is_older) { exec.interactive_mode = "IfAvailable"; }
  return exec;
}

Impersonation impersonation_of(const Fields& fields) {
  Impersonation impersonate;
  impersonate.user = fields.text("as");
  impersonate.uid = fields.text("as-uid");
  impersonate.groups = fields.texts("as-groups");
  const Fields extra = fields.object("as-user-extra");
  for (const auto [key, values] : extra.value.members()) {
    impersonate.extra.emplace_back(std::string(key), extra.texts(key));
  }
  return impersonate;
}

User user_of(const std::string& name, const Fields& fields, const Folder& folder) {
  User user;
  user.name = name;
  user.client_certificate = folder.resolve(fields.text("client-certificate"));
  user.client_certificate_data = fields.data("client-certificate-data");
  user.client_key = folder.resolve(fields.text("client-key"));
  user.client_key_data = fields.data("client-key-data");
  user.token = fields.text("token");
  user.token_file = folder.resolve(fields.text("tokenFile"));
  user.username = fields.text("username");
  user.password = fields.text("password");
  user.impersonate = impersonation_of(fields);
  if (const Fields provider = fields.object("auth-provider"); !provider.value.absent()) {
    user.auth_provider = AuthProvider{provider.text("name"), provider.text_map("config")};
  }
  if (const Fields exec = fields.object("exec"); !exec.value.absent()) { user.exec = exec_of(exec, folder); }
  return user;
}

Context context_of(const std::string& name, const Fields& fields) {
  return {name, fields.text("cluster"), fields.text("user"), fields.text("namespace")};
}

// The list `key`, whose elements have a name and, under `inner`, an object. Errors never show the list itself, because
// it contains tokens.
template <typename Named, typename Make>
std::vector<Named> named_list(const Fields& root, std::string_view key, std::string_view inner, Make make) {
  std::vector<Named> list;
  for (const Fields& element : root.objects(key)) {
    const std::string name = element.text("name");
    const auto same = [&name](const Named& other) { return other.name == name; };
    if (std::any_of(list.begin(), list.end(), same)) {
      throw util::Error(util::concat(key, ": duplicate name \"", name, "\" in list"));
    }
    list.push_back(make(name, element.object(inner)));
  }
  return list;
}

} // namespace

Kubeconfig parse_kubeconfig(std::string_view text, const std::string& path) {
  Kubeconfig config;
  const Folder folder(path);
  read_first_document(text, [&](const document::Item& item) {
    const Fields root{item.value, ""};
    check_type(root);
    config.clusters = named_list<Cluster>(root, "clusters", "cluster", [&](const auto& name, const Fields& fields) {
      return cluster_of(name, fields, folder);
    });
    config.users = named_list<User>(
        root, "users", "user", [&](const auto& name, const Fields& fields) { return user_of(name, fields, folder); });
    config.contexts = named_list<Context>(root, "contexts", "context", context_of);
    config.current_context = root.text("current-context");
  });
  return config;
}

bool holds_secrets(const Kubeconfig& file) {
  return std::any_of(file.users.begin(), file.users.end(), [](const User& user) {
    const bool has_config = user.auth_provider && !user.auth_provider->config.empty();
    return !user.token.empty() || !user.password.empty() || !user.client_key_data.empty() || has_config;
  });
}

} // namespace kube
