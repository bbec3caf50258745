// SPDX-License-Identifier: Apache-2.0
// Finds and merges the kubeconfig files (client-go tools/clientcmd/loader.go, Load).
#include "kube/identity/kubeconfig.hpp"

#include "kube/identity/kubeconfig_file.hpp"
#include "kube/values/file.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace kube {

namespace {

// Elements between colons, without duplicates; ~ and variables have no meaning in them.
std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> files;
  while (true) {
    const std::size_t colon = text.find(':');
    const std::string file(text.substr(0, colon));
    if (!file.empty() && std::find(files.begin(), files.end(), file) == files.end()) { files.push_back(file); }
    if (colon == std::string_view::npos) { return files; }
    text.remove_prefix(colon + 1);
  }
}

// Without HOME there is no default file. client-go would use .kube/config of the current folder, which another user may
// have written.
std::vector<std::string> files_to_read(const std::string& explicit_path, const Environment& environment) {
  if (!explicit_path.empty()) { return {explicit_path}; }
  const std::string list = environment("KUBECONFIG").value_or("");
  if (!list.empty()) { return split_list(list); }
  const std::string home = environment("HOME").value_or("");
  if (home.empty()) { return {}; }
  return {util::concat(home, "/.kube/config")};
}

std::string octal(unsigned mode) {
  std::string out = "0";
  for (const unsigned shift : {6U, 3U, 0U}) { out += static_cast<char>('0' + ((mode >> shift) & 7U)); }
  return out;
}

void warn_of_readers(const std::string& path, const ConfigFile& file, const Kubeconfig& content,
                     std::vector<util::Problem>& warnings) {
  if ((file.mode & 077U) == 0 || !holds_secrets(content)) { return; }
  warnings.push_back({path, "",
                      util::concat("holds credentials and can be opened by other users (mode ", octal(file.mode),
                                   "); chmod 600 keeps it to its owner")});
}

// Adds the entries with new names. It never merges one entry from two files.
template <typename Named>
void add_new(std::vector<Named>& to, std::vector<Named>&& from) {
  for (Named& entry : from) {
    const auto same = [&entry](const Named& other) { return other.name == entry.name; };
    if (std::none_of(to.begin(), to.end(), same)) { to.push_back(std::move(entry)); }
  }
}

void merge(Kubeconfig& into, Kubeconfig&& file) {
  add_new(into.clusters, std::move(file.clusters));
  add_new(into.users, std::move(file.users));
  add_new(into.contexts, std::move(file.contexts));
  if (into.current_context.empty()) { into.current_context = std::move(file.current_context); }
}

template <typename Named>
const Named* find(const std::vector<Named>& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [name](const Named& entry) { return entry.name == name; });
  return found == list.end() ? nullptr : &*found;
}

} // namespace

const Cluster* Kubeconfig::find_cluster(std::string_view name) const { return find(clusters, name); }
const User* Kubeconfig::find_user(std::string_view name) const { return find(users, name); }
const Context* Kubeconfig::find_context(std::string_view name) const { return find(contexts, name); }

Kubeconfig load_kubeconfig(const std::string& explicit_path, const Environment& environment,
                           std::vector<util::Problem>& warnings) {
  Kubeconfig all;
  for (const std::string& path : files_to_read(explicit_path, environment)) {
    try {
      const std::optional<ConfigFile> file = read_config_file(path);
      if (!file) {
        all.missing.push_back(path);
        continue;
      }
      Kubeconfig content = parse_kubeconfig(file->text, path);
      warn_of_readers(path, *file, content, warnings);
      merge(all, std::move(content));
    } catch (const util::Error& error) {
      throw util::Error(util::concat("error loading config file \"", path, "\": ", error.what()));
    }
  }
  if (!explicit_path.empty() && !all.missing.empty()) {
    throw util::Error(util::concat("stat ", explicit_path, ": ", reason(ENOENT)));
  }
  return all;
}

} // namespace kube
