// SPDX-License-Identifier: Apache-2.0
// The manifest object that is being expanded, and what is recorded about it.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace snapshot {

// An object that owns pods, as an owner reference would name it: one of the manifest, or one that its controller
// creates. The strings outlive the document.
struct Source {
  std::string_view api_version, kind, namespace_name, name;
  Origin origin;
};

std::string text_of(const Source& source); // "Job ml/train"

class CurrentObject {
 public:
  const Source& top() const { return m_top; }

  Source source_of(const KeptObject& object) const;
  // An object of the same namespace that a controller creates for `parent`.
  Source child(const Source& parent, std::string_view api_version, std::string_view kind, std::string_view name);

  // An object that others refer to, from the manifest or else from saved state. An empty namespace means a
  // cluster-scoped object. Null if there is none.
  const KeptObject* find_template(std::string_view kind, std::string_view namespace_name, std::string_view name) const;

  // Makes a new value readable like one of the manifest; it lives as long as this object.
  document::Value readable(const document::Output& value);
  std::string_view lasting(std::string_view text) { return m_collected.lasting(text); }

  void assume(const std::string& sentence); // reported once
  void warn(const Source& source, std::string message);
  void refuse(std::string sentence) { m_manifest.refusals.push_back(std::move(sentence)); }
  // Records a fact about the object once, for the ledger of the answer.
  void note(model::Authority authority, model::Reply reply, std::string because, std::string object);
  // The processes of its pods wait for each other until all of them run.
  void need_all_pods() { expansion().needs_all_pods = true; }
  void add_misplaced_mark(model::Expansion::MisplacedMark mark) {
    expansion().misplaced_marks.push_back(std::move(mark));
  }
  // True if it has any pods, created or existing ones.
  bool makes_pods() const;

  Collected& collected() { return m_collected; }
  const Collected& collected() const { return m_collected; }
  const Manifest& manifest() const { return m_manifest; }
  std::string_view option(std::string_view name) const { return m_manifest.options.operator_options.get(name); }
  std::optional<model::Time> now() const { return m_now; }
  std::string_view default_namespace() const { return m_manifest.options.default_namespace; }

 protected:
  // Both must outlive it.
  CurrentObject(Collected& collected, Manifest& manifest);
  ~CurrentObject() = default;
  void begin_object(const KeptObject& object);
  model::Expansion& expansion();
  void record(model::Expansion::Role&& role);

  Collected& m_collected;
  Manifest& m_manifest;
  std::optional<model::Time> m_now;

 private:
  std::set<model::Asked> m_noted; // the first m_noted_count entries of the ledger
  std::size_t m_noted_count = 0;
  Source m_top;
  std::size_t m_expansion = 0; // into Manifest::expansions; its size: none yet
  std::deque<document::Tree> m_trees;
};

} // namespace snapshot
