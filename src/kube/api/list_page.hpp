// SPDX-License-Identifier: Apache-2.0
// One page of a list: its metadata, and its items one after the other.
//
// The token for the next page is in the metadata, which comes before the items for Kubernetes' own types and after them
// for custom resources. So the constructor walks the page once and only notes where things are. The client can then
// request the next page while it reads the items of this one.
#pragma once

#include "document/bytes/item.hpp"
#include "document/bytes/items.hpp"
#include "document/bytes/value.hpp"
#include "document/json/json_object.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kube {

class ListPage {
 public:
  // Throws util::Error, a clause like "it is cut off", if `body` is no list.
  explicit ListPage(std::string body);
  ListPage(const ListPage&) = delete;
  ListPage& operator=(const ListPage&) = delete;

  const std::string& kind() const { return m_kind; } // "PodList"
  const std::string& api_version() const { return m_api_version; }
  const std::string& resource_version() const { return m_resource_version; }
  const std::string& continue_token() const { return m_continue_token; } // empty: the last page
  std::optional<std::int64_t> remaining() const { return m_remaining; }  // items on later pages, if the server knows

  std::size_t size() const { return m_items.size(); }
  bool at_end() const { return m_next == m_items.size(); }
  // Reads the next item, which is valid until the next call. An item without a kind gets the list's. Throws
  // util::Error, a clause, if the item is no JSON object.
  document::Item next();

 private:
  struct Span {
    std::size_t begin = 0, end = 0;
  };
  void walk();
  void walk_items();
  void read_head(std::string_view head);

  std::size_t skip_blanks(std::size_t at) const;
  std::size_t skip_value(std::size_t at) const;
  std::size_t skip_string(std::size_t at) const;
  std::size_t skip_brackets(std::size_t at) const;
  char byte(std::size_t at) const;
  std::string_view text(Span span) const { return std::string_view(m_body).substr(span.begin, span.end - span.begin); }

  std::string m_body; // with the padding that the parser needs
  std::size_t m_size; // without it
  std::string m_kind, m_api_version, m_resource_version, m_continue_token;
  std::optional<std::int64_t> m_remaining;
  document::TypeMeta m_item_type;
  bool m_has_items = false;
  std::size_t m_items_end = 0;
  std::vector<Span> m_items;
  std::size_t m_next = 0;
  document::JsonParser m_parser;
  document::Tree m_tree;
};

} // namespace kube
