// SPDX-License-Identifier: Apache-2.0
// Objects as YAML documents, so that a test contains only the fields it is about:
//
//   const auto cluster = tests::cluster(node("n1") + pod("ml/a", {.spec = "nodeName: n1"}) + group("ml/train", 2));
#pragma once

#include "support/catch.hpp"
#include "support/cluster_text.hpp"
#include "util/error.hpp"

#include <string>
#include <string_view>
#include <vector>

// Members of YAML flow mappings, without the braces.
struct PodText {
  std::string metadata = {}; // "creationTimestamp: …, "
  std::string labels = {};
  std::string requests = "cpu: 1";
  std::string container = {};
  std::string spec = {};
  std::string status = {};
};

struct NodeText {
  std::string allocatable = "cpu: 4, memory: 8Gi, pods: 10";
  std::string labels = {};
  std::string spec = {};
  std::string status = {};
};

std::string node(std::string_view name, const NodeText& text = {});
std::string pod(std::string_view key, const PodText& text = {}); // "namespace/name", or "name"
std::string group(std::string_view key, int min_member, std::string_view api_group = "scheduling.x-k8s.io");
std::string object(std::string_view api_version, std::string_view kind, std::string_view key,
                   std::string_view body = {}); // body: further members of the object

inline const std::string k_label = "scheduling.x-k8s.io/pod-group: ";
inline const std::string k_sigs_label = "pod-group.scheduling.sigs.k8s.io: ";

// Problems as "place | object | message".
std::vector<std::string> texts(const std::vector<util::Problem>& problems);

const model::Pod& find(const model::ClusterSnapshot& cluster, std::string_view key);
model::NodeIndex node_of(const model::ClusterSnapshot& cluster, std::string_view key);
std::string label_of(const model::Pod& pod, std::string_view key); // "(none)" if the pod lacks it
const model::PodGroup& find_group(const model::ClusterSnapshot& cluster, std::string_view key);

// A file that the destructor removes.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text = {});
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  void write(const std::string& text) const;
  const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

// Message of the util::Error that `call` throws; "" if it throws none.
template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const util::Error& error) { return error.what(); }
  return {};
}
