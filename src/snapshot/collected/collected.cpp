// SPDX-License-Identifier: Apache-2.0
// The objects read so far.
#include "snapshot/collected/collected.hpp"

#include "util/concat.hpp"

namespace snapshot {

namespace {

// True for "dump/ml/pods.json" and the namespace ml.
bool is_file_of_dump(std::string_view file, std::string_view namespace_name) {
  const std::size_t slash = file.rfind('/');
  if (slash == file.npos || !file.substr(slash + 1).starts_with("pods.")) { return false; }
  const std::string_view folder = file.substr(0, slash);
  return folder == namespace_name || folder.ends_with(util::concat('/', namespace_name));
}

} // namespace

void PodLists::note(const document::Item& pod) {
  if (!m_is_dump) { return; }
  if (pod.value["kind"].exists()) { // of a List of kubectl get, or by itself
    m_is_dump = false;
    return;
  }
  const std::string_view given = pod.value["metadata"]["namespace"].text();
  const std::string_view name = given.empty() ? "default" : given;
  const document::Place& place = pod.place;
  const bool is_in_list = m_lists > 0 && place.file == m_file && place.document == m_document && place.item > m_item;
  if (is_in_list) {
    m_is_dump = name == m_namespace;
  } else {
    begin(place, name);
  }
  m_item = place.item;
}

void PodLists::begin(const document::Place& place, std::string_view namespace_name) {
  ++m_lists;
  m_file = place.file;
  m_document = place.document;
  m_namespace = namespace_name;
  m_is_in_folder = is_file_of_dump(place.file, namespace_name);
  if (namespace_name == "kube-system") { return; }
  m_is_dump = m_other.empty() || m_other == namespace_name;
  m_other = namespace_name;
}

Origin Collected::origin_of(const document::Place& place) {
  if (files.empty() || files.back() != place.file) { files.emplace_back(place.file); }
  Origin origin;
  origin.file = static_cast<std::uint32_t>(files.size() - 1);
  origin.item = static_cast<std::uint32_t>(place.item);
  origin.line = static_cast<std::uint32_t>(place.line);
  origin.document = static_cast<std::uint32_t>(place.document);
  return origin;
}

std::string Collected::place_text(const Origin& origin) const {
  if (origin.file >= files.size()) { return {}; }
  document::Place place;
  place.file = files[origin.file];
  place.item = origin.item;
  place.line = origin.line;
  place.document = origin.document;
  return place.text();
}

model::ResourceQuantities Collected::lasting(model::ResourceQuantities quantities) {
  for (auto& [name, quantity] : quantities) { name = sharing.text(name); }
  return quantities;
}

} // namespace snapshot
