// SPDX-License-Identifier: Apache-2.0
// What the JSON and the YAML reader hand their objects to: sees to kinds, nested lists and snapshots, then calls the
// user of the room.
#pragma once

#include "document/bytes/item.hpp"
#include "document/bytes/type_meta.hpp"
#include "document/bytes/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace document {

TypeMeta type_of(Value object);

inline constexpr std::string_view k_snapshot_kind = "Snapshot";

// What the items of a list are where they do not say: PodList makes Pods. (apimachinery unstructured, decodeToList)
TypeMeta type_of_items(TypeMeta list);

// Whether an object without a kind is worth passing on, when it is no item of a list: a folder holds other files too.
enum class Strays { Keep, Skip };

class Items {
 public:
  Items(std::string_view file, const ItemSink& sink, const ProblemSink& problems, Strays strays)
      : m_file(file), m_sink(sink), m_problems(problems), m_strays(strays) {}

  std::string_view file() const { return m_file; }

  // A document, or an element of a list whose items are `inherited` where they do not say. null is nothing; a list is
  // taken apart.
  void deliver(Value value, Place place, TypeMeta inherited, Prepared* prepared = nullptr);
  // What a Snapshot holds besides its items.
  void deliver_snapshot(Value without_items, Place place);
  // An element that cannot be read: a Problem instead of an item.
  void fail(Place place, const std::string& why);
  // Something to say about an object that is read all the same.
  void warn(Place place, Value object, const std::string& message);

  // The elements of the present document so far. A document that turns out to be no JSON is read again from its start,
  // as YAML: skip_first(delivered()) leaves out what has been seen.
  void begin_document() { m_delivered = 0; }
  std::size_t delivered() const { return m_delivered; }
  void skip_first(std::size_t count) { m_to_skip = count; }

 private:
  void emit(Value value, const Place& place, TypeMeta type, Prepared* prepared = nullptr);
  void take_apart(Value list, Value items, const Place& place, TypeMeta type);
  bool skips();

  std::string_view m_file;
  const ItemSink& m_sink;
  const ProblemSink& m_problems;
  Strays m_strays;
  Tree m_rest;
  std::size_t m_delivered = 0;
  std::size_t m_to_skip = 0;
};

} // namespace document
