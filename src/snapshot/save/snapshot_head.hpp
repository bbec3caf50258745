// SPDX-License-Identifier: Apache-2.0
// The members of a Snapshot other than its items. They come from the heads of the source snapshots, from how the
// objects arrived, and from facts about their source.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/save/saver.hpp"

#include <map>
#include <set>
#include <string>

namespace snapshot {

class SnapshotHead {
 public:
  void add(const document::Item& head); // the head of a source snapshot
  void note_item(const document::Item& item);
  void note_left_out(const document::Item& item); // of a kind that is not saved
  void add_redaction(std::string_view what) { m_redactions.emplace(what); }

  // Completes the head. `newest` is the newest time in the data.
  void settle(const Taken& taken, std::optional<model::Time> now, std::optional<model::Time> newest);

  // The members after items: "metadata":{…},"omitted":[…],"redactions":[…].
  std::string text(const SaveOptions& options) const;
  std::vector<std::string> omitted_lists() const;
  std::optional<model::Time> captured_at() const { return m_captured_at; }

 private:
  void omit(model::OmittedList omitted) { m_omitted.try_emplace(omitted.list, omitted); }
  void omit_what_files_lack();
  void omit_policies();
  void note_group_of(document::Value metadata);
  void note_namespace_of(document::Value metadata);

  Collected m_heads; // heads of the source snapshots, as every command reads them
  bool m_nodes = false, m_pods = false, m_groups = false, m_volcano_queues = false, m_runtime_classes = false;
  bool m_config_maps = false, m_secrets = false, m_immutable_config = false;
  bool m_server_nodes = false;                         // some node has a uid: an API server wrote it
  bool m_several_namespaces = false;                   // of pods
  bool m_pods_on_nodes = false;                        // some pod has a node
  std::string m_namespace;                             // of the first pod
  bool m_names_group = false;                          // some pod does
  bool m_names_runtime_class = false;                  // some pod does
  bool m_holds_pods_back = false;                      // by Volcano or Kueue
  bool m_is_of_volcano = false;                        // some pod or PodGroup is
  std::map<std::string, model::OmittedList> m_omitted; // by list
  std::map<std::string, std::string> m_resource_versions;
  std::set<std::string> m_redactions;
  std::string m_server_version;
  std::optional<model::Time> m_captured_at;
};

// A Snapshot without items, as JSON, that says the same about its source. Gives the snapshot of a live cluster its
// head.
std::string head_text(const Taken& taken);

} // namespace snapshot
