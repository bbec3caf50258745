// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects.hpp"

#include "util/concat.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace {

std::string metadata_of(std::string_view key, std::string_view more) {
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) { return util::concat("metadata: {name: \"", key, "\", ", more, "}"); }
  return util::concat("metadata: {namespace: \"", key.substr(0, slash), "\", name: \"", key.substr(slash + 1), "\", ",
                      more, "}");
}

} // namespace

std::string node(std::string_view name, const NodeText& text) {
  return util::concat("---\n{apiVersion: v1, kind: Node, ",
                      metadata_of(name, util::concat("labels: {", text.labels, "}")), ", spec: {", text.spec,
                      "}, status: {allocatable: {", text.allocatable, "}, ", text.status, "}}\n");
}

std::string pod(std::string_view key, const PodText& text) {
  const std::string container =
      util::concat("{name: main, image: a, resources: {requests: {", text.requests, "}}, ", text.container, "}");
  return util::concat("---\n{apiVersion: v1, kind: Pod, ",
                      metadata_of(key, util::concat(text.metadata, "labels: {", text.labels, "}")),
                      ", spec: {containers: [", container, "], ", text.spec, "}, status: {", text.status, "}}\n");
}

std::string group(std::string_view key, int min_member, std::string_view api_group) {
  return object(util::concat(api_group, "/v1alpha1"), "PodGroup", key,
                util::concat("spec: {minMember: ", min_member, "}"));
}

std::string object(std::string_view api_version, std::string_view kind, std::string_view key, std::string_view body) {
  return util::concat("---\n{apiVersion: ", api_version, ", kind: ", kind, ", ", metadata_of(key, ""), ", ", body,
                      "}\n");
}

std::vector<std::string> texts(const std::vector<util::Problem>& problems) {
  std::vector<std::string> out;
  for (const util::Problem& problem : problems) {
    out.push_back(util::concat(problem.place, " | ", problem.object, " | ", problem.message));
  }
  return out;
}

static model::PodIndex index_of(const model::ClusterSnapshot& cluster, std::string_view key) {
  const std::size_t slash = key.find('/');
  const model::PodIndex index = cluster.find_pod(key.substr(0, slash), key.substr(slash + 1));
  REQUIRE(index != model::k_none);
  return index;
}

const model::Pod& find(const model::ClusterSnapshot& cluster, std::string_view key) {
  return cluster.pods[static_cast<std::size_t>(index_of(cluster, key))];
}

model::NodeIndex node_of(const model::ClusterSnapshot& cluster, std::string_view key) {
  return cluster.node_of(index_of(cluster, key));
}

std::string label_of(const model::Pod& pod, std::string_view key) {
  return std::string(model::find_label(*pod.labels, key).value_or("(none)"));
}

const model::PodGroup& find_group(const model::ClusterSnapshot& cluster, std::string_view key) {
  for (const model::PodGroup& candidate : cluster.groups) {
    if (util::concat(candidate.namespace_name, '/', candidate.name) == key) { return candidate; }
  }
  FAIL("no group " << key);
  return cluster.groups.front();
}

TemporaryFile::TemporaryFile(const std::string& text) {
  static int number = 0;
  const std::string name = util::concat("snapshot-test-", ::getpid(), '-', ++number, ".yaml");
  m_path = (std::filesystem::temp_directory_path() / name).string();
  write(text);
}

TemporaryFile::~TemporaryFile() { std::filesystem::remove(m_path); }

void TemporaryFile::write(const std::string& text) const { std::ofstream(m_path) << text; }
