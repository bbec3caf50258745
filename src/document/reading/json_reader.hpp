// SPDX-License-Identifier: Apache-2.0
// Reads a stream of JSON documents: an object, a list, or several of them one after the other.
#pragma once

#include "document/bytes/items.hpp"
#include "document/bytes/window.hpp"
#include "document/json/json_batch.hpp"
#include "document/json/json_object.hpp"
#include "document/reading/json_text.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace document {

// Walks the outermost levels itself (`{"kind": ..., "items": [`). It passes the objects in `items` to JsonBatches, and
// each whole document that is no list to JsonParser. Only the batches have to be in memory, with two exceptions:
// - The first k_held_bytes of a document stay. JSON with a trailing comma or a comment is YAML to kubectl, so the
//   program reads it again from the start of the document.
// - Items without a kind wait in memory while the list's kind is unknown: `kind` may come after `items`.
class JsonReader : private JsonText {
 public:
  using JsonText::k_held_bytes;

  // `threads`: see JsonBatches.
  JsonReader(Window& window, Items& items, const ReadOptions& options, unsigned threads);

  // Reads all documents from `start` on. After a failure the three functions below give its position.
  std::optional<Failure> read(std::uint64_t start);

  std::uint64_t document_start() const { return m_document_start; }
  std::int64_t documents() const { return m_documents; } // including the failed one
  // True if the failed document can be read again: it is still in memory, from its first byte on.
  bool is_held() const { return m_window.begin() <= m_document_start; }

 private:
  struct Waiting {
    const JsonBatch* batch = nullptr; // of `kept`
    std::size_t element = 0;
  };
  // The current list. Collects the list's own members as text, to parse them once they are complete.
  struct List {
    std::string members; // `"kind":"PodList","metadata":{}`
    std::string kind, api_version;
    bool is_list = false;
    bool knows_kind = false;
    std::vector<Waiting> waiting;
    std::vector<std::unique_ptr<JsonBatch>> kept;
    TypeMeta type() const { return {kind, api_version}; }
  };

  // These return false on failure (JsonText::failure).
  bool read_document();
  bool read_object();
  bool read_member(List& list);
  bool read_items(List& list);
  bool read_item(List& list);
  bool end_list(List& list);
  bool deliver_document(Span span);

  void submit(List& list);
  void deliver_next(List& list);
  void deliver_all(List& list);
  void deliver(const JsonBatch& batch, const JsonBatch::Element& element, TypeMeta inherited);
  bool read_as_yaml(std::string_view text, const Place& place, const std::string& failure, TypeMeta inherited);
  void warn_if_repaired(bool repaired, const Place& place, Value value);
  void add_members(List& list, std::string_view text);
  bool read_members(List& list);

  Place place() const { return place_of(m_item); }
  Place place_of(std::int64_t item) const;

  Items& m_items;
  JsonBatches m_batches;
  std::unique_ptr<JsonBatch> m_batch; // being filled
  JsonParser m_parser;
  Tree m_tree;
  std::string m_list_text;
};

} // namespace document
