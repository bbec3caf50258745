// SPDX-License-Identifier: Apache-2.0
// Takes the objects of the JSON and YAML readers, handles kinds, nested lists and snapshots, and calls the sink of the
// module's user.
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

// The API server cut the list into pages (limit, continue), and the file has one of them.
inline constexpr std::string_view k_one_page =
    "the list goes on (metadata.continue): the file has only a part of it. kubectl get prints all of it";

inline constexpr std::string_view k_bare_list = "this is a list without a kind, which kubectl does not read: separate "
                                                "its objects by lines of ---, or put them into "
                                                "the items of a List";

// Type of a list's items that have none of their own: PodList makes Pods. (apimachinery unstructured, decodeToList)
TypeMeta type_of_items(TypeMeta list);

// Whether to pass on an object with neither kind nor metadata outside of lists: a folder also contains unrelated files.
enum class Strays { Keep, Skip };

class Items {
 public:
  Items(std::string_view file, const ItemSink& sink, const ProblemSink& problems, Strays strays)
      : m_file(file), m_sink(sink), m_problems(problems), m_strays(strays) {}

  std::string_view file() const { return m_file; }

  // See ReadOptions::bare_lists.
  void refuse_bare_lists() { m_refuses_bare_lists = true; }
  bool refuses_bare_lists() const { return m_refuses_bare_lists; }

  // Takes a document or an element of a list. `inherited` is the type of elements without one. Ignores null, and splits
  // a list into its elements.
  void deliver(Value value, Place place, TypeMeta inherited, Prepared* prepared = nullptr);
  // Takes the fields of a Snapshot besides its items.
  void deliver_snapshot(Value without_items, Place place);
  // Reports an unreadable element: a Problem instead of an item.
  void fail(Place place, const std::string& why);
  // Reports a problem with an object that the reader still accepts.
  void warn(Place place, Value object, const std::string& message);

  // Number of elements of the current document so far. A document that is not valid JSON is read again from its start
  // as YAML: skip_first(delivered()) leaves out the elements that were delivered before.
  void begin_document() { m_delivered = 0; }
  std::size_t delivered() const { return m_delivered; }
  void skip_first(std::size_t count) { m_to_skip = count; }

 private:
  void emit(Value value, const Place& place, TypeMeta type, Prepared* prepared = nullptr);
  void leave_out(Place place, const std::string& why);
  void take_apart(Value list, Value items, const Place& place, TypeMeta type);
  bool skips();

  std::string_view m_file;
  const ItemSink& m_sink;
  const ProblemSink& m_problems;
  Strays m_strays;
  bool m_refuses_bare_lists = false;
  Tree m_rest;
  std::size_t m_delivered = 0;
  std::size_t m_to_skip = 0;
};

} // namespace document
