// SPDX-License-Identifier: Apache-2.0
// --from, --now and -n.
#include "commands/cluster_flags.hpp"

#include "commands/usage_error.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace commands {

namespace {

// kubectl's connection flags (cli-runtime, ConfigFlags).
constexpr std::array<std::string_view, 20> k_connection_flags = {"--as",
                                                                 "--as-group",
                                                                 "--as-uid",
                                                                 "--as-user-extra",
                                                                 "--cache-dir",
                                                                 "--certificate-authority",
                                                                 "--client-certificate",
                                                                 "--client-key",
                                                                 "--cluster",
                                                                 "--context",
                                                                 "--disable-compression",
                                                                 "--insecure-skip-tls-verify",
                                                                 "--kubeconfig",
                                                                 "--password",
                                                                 "--request-timeout",
                                                                 "--server",
                                                                 "--tls-server-name",
                                                                 "--token",
                                                                 "--user",
                                                                 "--username"};

// What somebody who wants the live cluster does meanwhile.
constexpr std::string_view k_save_first =
    "save it with `kubectl get nodes,namespaces,pods,podgroups.scheduling.x-k8s.io,priorityclasses,events -A -o json > "
    "cluster.json` and pass --from cluster.json";

std::optional<model::Time> read_time(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const std::optional<model::Time> time = model::parse_time(*text);
  if (!time) {
    throw UsageError(util::concat("invalid argument \"", *text,
                                  "\" for \"--now\" flag: it must be a time such as 2026-01-02T03:04:05Z"));
  }
  return time;
}

} // namespace

void add_flags(CLI::App& app, ClusterFlags& flags, Listed listed) {
  const FlagGroup group(app, listed);
  group.add_list("--from", flags.from,
                 "File or folder to read the cluster from, - for standard input: what `kubectl get -o json` or "
                 "`-o yaml` prints, a snapshot, a `kubectl cluster-info dump` folder; plain, gzip or zstd. May be "
                 "repeated; the sources are merged.");
  group.add_text("-n,--namespace", flags.namespace_name,
                 "Namespace to look in. When it is not given, that is default, and all namespaces for queue.");
  group.add_text("--now", flags.now,
                 "Answer for this time, such as 2026-01-02T03:04:05Z. When it is not given, that is the time of the "
                 "capture, else the newest time in the data, else the clock.");
}

ClusterInput resolve(const ClusterFlags& flags) {
  ClusterInput input;
  input.now = read_time(flags.now);
  if (flags.from.empty()) {
    throw util::Error(util::concat("reading a live cluster is not available in this version: ", k_save_first));
  }
  input.sources = flags.from;
  input.namespace_given = flags.namespace_name && !flags.namespace_name->empty();
  input.namespace_name = input.namespace_given ? *flags.namespace_name : "default";
  return input;
}

bool is_connection_flag(std::string_view flag) {
  return flag == "-s" ||
         std::find(k_connection_flags.begin(), k_connection_flags.end(), flag) != k_connection_flags.end();
}

std::string connection_flag_sentence(std::string_view flag) {
  return util::concat(flag,
                      " is about a live cluster, and reading one is not available in this version: ", k_save_first);
}

} // namespace commands
