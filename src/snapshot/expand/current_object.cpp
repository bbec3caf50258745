// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/current_object.hpp"

#include "document/reading/editing.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

CurrentObject::CurrentObject(Collected& collected, Manifest& manifest)
    : m_collected(collected), m_manifest(manifest), m_now(manifest.options.now) {
  if (!m_now) { m_now = collected.cluster.captured_at ? collected.cluster.captured_at : collected.newest.newest(); }
}

void CurrentObject::begin_object(const KeptObject& object) {
  m_top = source_of(object);
  m_expansion = m_manifest.expansions.size();
}

std::string text_of(const Source& source) {
  return util::concat(source.kind, ' ', source.namespace_name, '/', source.name);
}

Source CurrentObject::source_of(const KeptObject& object) const {
  const Path root;
  Metadata metadata = metadata_of(object.value()["metadata"], root["metadata"], m_collected.newest);
  if (metadata.name.empty() && !metadata.generate_name.empty()) {
    metadata.name = m_collected.lasting(util::concat(metadata.generate_name, 'x')); // replaces the random suffix
  }
  check_names(metadata, Scope::Namespaced);
  const std::string_view namespace_name =
      metadata.namespace_name.empty() ? default_namespace() : metadata.namespace_name;
  return {object.api_version, object.kind, m_collected.lasting(namespace_name), metadata.name, object.origin};
}

Source CurrentObject::child(const Source& parent, std::string_view api_version, std::string_view kind,
                            std::string_view name) {
  return {lasting(api_version), lasting(kind), parent.namespace_name, lasting(name), parent.origin};
}

const KeptObject* CurrentObject::find_template(std::string_view kind, std::string_view namespace_name,
                                               std::string_view name) const {
  for (const KeptObject& object : m_manifest.templates) {
    const document::Value metadata = object.value()["metadata"];
    const std::string_view written = metadata["namespace"].text();
    const bool here = namespace_name.empty() || (written.empty() ? default_namespace() : written) == namespace_name;
    if (object.kind == kind && metadata["name"].text() == name && here) { return &object; }
  }
  return nullptr;
}

document::Value CurrentObject::readable(const document::Output& value) {
  document::Tree& tree = m_trees.emplace_back();
  document::build(tree, value);
  return tree.root();
}

void CurrentObject::assume(const std::string& sentence) {
  std::vector<std::string>& said = m_collected.cluster.assumptions;
  if (std::ranges::find(said, sentence) == said.end()) { said.push_back(sentence); }
}

void CurrentObject::warn(const Source& source, std::string message) {
  m_collected.cluster.problems.push_back({m_collected.place_text(source.origin), text_of(source), std::move(message)});
}

void CurrentObject::note(model::Authority authority, model::Reply reply, std::string because, std::string object) {
  model::Asked entry{authority, reply, std::move(because), std::move(object), text_of(m_top)};
  model::Ledger& ledger = m_collected.cluster.asked;
  while (m_noted_count < ledger.size()) { m_noted.insert(ledger[m_noted_count++]); } // entries of others
  if (m_noted.insert(entry).second) {
    ledger.push_back(std::move(entry));
    ++m_noted_count;
  }
}

bool CurrentObject::makes_pods() const {
  if (m_expansion == m_manifest.expansions.size()) { return false; }
  const model::Expansion& made = m_manifest.expansions[m_expansion];
  return std::ranges::any_of(made.roles,
                             [](const model::Expansion::Role& role) { return role.now > 0 || !role.pods.empty(); });
}

model::Expansion& CurrentObject::expansion() {
  if (m_expansion == m_manifest.expansions.size()) {
    model::Expansion& made = m_manifest.expansions.emplace_back();
    made.kind = m_top.kind;
    made.namespace_name = m_top.namespace_name;
    made.name = m_top.name;
  }
  return m_manifest.expansions[m_expansion];
}

// Merges roles that have the same name and look alike, such as those of a JobSet's Jobs.
void CurrentObject::record(model::Expansion::Role&& role) {
  std::vector<model::Expansion::Role>& roles = expansion().roles;
  const auto alike = std::ranges::find_if(roles, [&](const model::Expansion::Role& other) {
    return other.name == role.name && other.requests == role.requests && other.waits_for == role.waits_for &&
           other.scheduler_name == role.scheduler_name;
  });
  if (alike == roles.end()) {
    roles.push_back(std::move(role));
    return;
  }
  alike->count += role.count;
  alike->now += role.now;
  alike->most = alike->most && role.most ? std::optional(*alike->most + *role.most) : std::nullopt;
  alike->pods.insert(alike->pods.end(), role.pods.begin(), role.pods.end());
  std::ranges::sort(alike->pods);
}

} // namespace snapshot
