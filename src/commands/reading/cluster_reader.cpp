// SPDX-License-Identifier: Apache-2.0
#include "commands/reading/cluster_reader.hpp"

#include "document/reading/reader.hpp"
#include "snapshot/build/prepare.hpp"
#include "snapshot/save/wanted.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <cstddef>
#include <filesystem>
#include <system_error>

namespace commands {

namespace {

// Throws util::Error for a source without objects: an empty folder is a typing error and not an empty cluster.
void read_source(const std::string& source, const ClusterInput& input, const ObjectSinks& sinks) {
  std::size_t found = 0;
  document::ReadOptions options;
  options.wanted_of = input.for_manifest ? snapshot::wanted_beside_manifest : snapshot::wanted_of;
  options.prepare = snapshot::prepare;
  options.threads = input.read_threads;
  document::read(
      source, options,
      [&](const document::Item& item) {
        ++found;
        sinks.object(item);
      },
      [&](util::Problem problem) {
        ++found;
        sinks.problem(std::move(problem));
      });
  std::error_code ignored;
  if (found == 0 && std::filesystem::is_directory(source, ignored)) {
    throw util::Error(util::concat(source,
                                   " holds no objects: files in a folder are read when they end in .json, .yaml or "
                                   ".yml, also with .gz or .zst"));
  }
}

} // namespace

snapshot::Taken read_objects(const ClusterInput& input, const ObjectSinks& sinks, const Messages& messages,
                             Session& session) {
  if (input.live) { return read_live(*input.live, input.namespace_name, sinks, messages, session); }
  sinks.begin();
  for (const std::string& source : input.sources) { read_source(source, input, sinks); }
  return {};
}

} // namespace commands
