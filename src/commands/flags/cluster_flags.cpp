// SPDX-License-Identifier: Apache-2.0
// --from, --now and -n.
#include "commands/flags/cluster_flags.hpp"

#include "commands/line/usage_error.hpp"
#include "util/concat.hpp"

namespace commands {

namespace {

std::optional<model::Time> read_time(const std::optional<std::string>& text) {
  if (!text) { return std::nullopt; }
  const std::optional<model::Time> time = model::parse_time(*text);
  if (!time) {
    throw UsageError(util::concat("invalid argument \"", *text,
                                  "\" for \"--now\" flag: it must be a time such as 2026-01-02T03:04:05Z"));
  }
  return time;
}

void refuse_urls(const std::vector<std::string>& sources) {
  for (const std::string& source : sources) {
    if (!source.starts_with("http://") && !source.starts_with("https://")) { continue; }
    throw UsageError(util::concat("--from reads files and folders, not URLs (only -f reads URLs): save ", source,
                                  " to a file, or pipe it to --from -"));
  }
}

// "-n --from x": the flag after it was read as its value.
void refuse_flag_as_namespace(const std::optional<std::string>& namespace_name) {
  if (!namespace_name || !namespace_name->starts_with('-')) { return; }
  throw UsageError(util::concat("flag needs an argument: -n, --namespace (it got ", *namespace_name, ')'));
}

} // namespace

void add_flags(CLI::App& app, ClusterFlags& flags, Listed listed) {
  const FlagGroup group(app, listed);
  group.add_list(
      "--from", flags.from,
      "File or folder to read the cluster from, - for standard input: the output of `kubectl get -o json` "
      "or `-o yaml`, a snapshot, or the folder of `kubectl cluster-info dump -A`; plain, gzip or zstd. Repeat it "
      "to merge sources. Default: the live cluster of the current context.");
  group.add_text("-n,--namespace", flags.namespace_name,
                 "Namespace to look in. Default: that of the context, else default; all namespaces for queue.");
  group.add_text("--now", flags.now,
                 "Answer for this time, such as 2026-01-02T03:04:05Z. Default: the time of the capture, else the "
                 "newest time in the data, else the clock.");
  // Tests use this flag to show that answers do not depend on the number of threads.
  FlagGroup(app, Listed::Nowhere).add_number("--read-threads", flags.read_threads, 1, "document::ReadOptions");
  add_flags(app, flags.connection);
}

ClusterInput resolve(const ClusterFlags& flags, const Session& session) {
  ClusterInput input;
  input.now = read_time(flags.now);
  refuse_urls(flags.from);
  refuse_flag_as_namespace(flags.namespace_name);
  input.sources = flags.from;
  input.read_threads = static_cast<unsigned>(flags.read_threads.value_or(0));
  if (input.sources.empty() && !flags.none) { input.live = resolve(flags.connection, session); }
  input.namespace_given = flags.namespace_name && !flags.namespace_name->empty();
  input.namespace_name = input.namespace_given ? *flags.namespace_name
                         : input.live          ? input.live->connection.namespace_name
                                               : "default";
  return input;
}

} // namespace commands
