// SPDX-License-Identifier: Apache-2.0
// One object as read. JSON and YAML have the same form, so there is one decoding path.
//
// A Value is a small view into the Tree that owns it, like an iterator: cheap to copy, valid until the Tree is cleared.
// Decoders walk members in one forward pass (for (auto [key, value] : object.members())) and switch on the key.
// operator[] serves the few places that look up one member.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

namespace document {

enum class Type : std::uint8_t { Missing, Null, Boolean, Number, String, Array, Object };

class Tree;

// (implementation detail of Value and Tree)
struct Node {
  const char* text = nullptr; // String: content; Number: source text; Array, Object: their source, if known
  const char* key = nullptr;  // member's key, inside an object
  std::uint32_t size = 0;     // bytes of text; Array, Object: number of children; Boolean: 0 or 1
  std::uint32_t key_size = 0;
  std::uint32_t span = 1;        // nodes of this subtree, itself included: next sibling is this + span
  std::uint32_t source_size = 0; // Array, Object
  Type type = Type::Null;
};

class Value {
 public:
  Value() = default;
  explicit Value(const Node* node) : m_node(node) {}

  Type type() const { return m_node ? m_node->type : Type::Missing; }
  bool exists() const { return m_node != nullptr; }
  bool is_null() const { return type() == Type::Null; }
  bool absent() const { return !m_node || is_null(); } // null means absent throughout the Kubernetes API
  bool is_string() const { return type() == Type::String; }
  bool is_number() const { return type() == Type::Number; }
  bool is_boolean() const { return type() == Type::Boolean; }
  bool is_array() const { return type() == Type::Array; }
  bool is_object() const { return type() == Type::Object; }

  // String: its content. Number: its source text, exactly as in the JSON ("1e3", "12345678901234567890"). Otherwise
  // empty.
  std::string_view text() const {
    return is_string() || is_number() ? std::string_view(m_node->text, m_node->size) : std::string_view();
  }
  bool boolean() const { return is_boolean() && m_node->size != 0; }
  std::size_t size() const { return is_array() || is_object() ? m_node->size : 0; } // children
  // Array, Object: the JSON source, with brackets and unwanted members; empty if unknown. Equal sources are equal
  // values.
  std::string_view source() const {
    return is_array() || is_object() ? std::string_view(m_node->text, m_node->source_size) : std::string_view();
  }

  // Value of the last member named `key` (Go: the last duplicate wins). Missing if there is none or this is no object.
  // Linear.
  Value operator[](std::string_view key) const;

  struct Member; // {key, value}

  template <bool WithKeys>
  class Children {
   public:
    class Iterator {
     public:
      Iterator(const Node* node, std::uint32_t left) : m_at(node), m_left(left) {}
      std::conditional_t<WithKeys, Member, Value> operator*() const;
      Iterator& operator++() {
        m_at += m_at->span;
        --m_left;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return m_left != other.m_left; }

     private:
      const Node* m_at;
      std::uint32_t m_left;
    };
    explicit Children(const Node* parent) : m_parent(parent) {}
    Iterator begin() const { return {m_parent ? m_parent + 1 : nullptr, m_parent ? m_parent->size : 0}; }
    Iterator end() const { return {nullptr, 0}; }

   private:
    const Node* m_parent;
  };

  // The children in document order; none if this is no object (members) or no array (elements).
  Children<true> members() const { return Children<true>(is_object() ? m_node : nullptr); }
  Children<false> elements() const { return Children<false>(is_array() ? m_node : nullptr); }

  const Node* node() const { return m_node; }

 private:
  const Node* m_node = nullptr;
};

struct Value::Member {
  std::string_view key;
  Value value;
};

template <>
inline Value::Member Value::Children<true>::Iterator::operator*() const {
  return {std::string_view(m_at->key, m_at->key_size), Value(m_at)};
}

template <>
inline Value Value::Children<false>::Iterator::operator*() const {
  return Value(m_at);
}

// Owns the nodes of one object and the texts that changed on reading (unescaped strings). Unchanged texts point into
// the source buffer, which must live as long as the Values. One tree serves many objects: clear() keeps the memory.
//
// Built depth first: begin_object(), key("a"), string("x"), end(). The first value added is the root.
class Tree {
 public:
  void clear();
  Value root() const { return m_nodes.empty() ? Value() : Value(m_nodes.data()); } // valid after building has ended

  void key(std::string_view text) { m_key = text; } // names the next value; `text` must stay valid
  void begin_object() { begin(Type::Object); }
  void begin_array() { begin(Type::Array); }
  void end();
  // The same with a known source: from `source` in begin(…) to `source_end`.
  void begin(Type type, const char* source = nullptr) {
    add(type, source, 0);
    m_open.push_back(static_cast<std::uint32_t>(m_nodes.size() - 1));
    m_key = {};
  }
  void end(const char* source_end);
  void string(std::string_view text) { add(Type::String, text.data(), text.size()); } // must stay valid (see keep)
  void number(std::string_view source_text) { add(Type::Number, source_text.data(), source_text.size()); }
  void boolean(bool value) { add(Type::Boolean, nullptr, value ? 1 : 0); }
  void null() { add(Type::Null, nullptr, 0); }
  // Copies another value (of this or another tree) here as the next value.
  void copy(Value value);

  // Copies `text`. The copy lives as long as this tree's content.
  std::string_view keep(std::string_view text);
  // Memory for `bytes` characters of text to build in place. It lives as long as this tree's content.
  char* room(std::size_t bytes);

  // The next value becomes at(node_count()). A complete value is readable before the rest is built; it stays valid
  // until the next value is added.
  std::size_t node_count() const { return m_nodes.size(); }
  Value at(std::size_t node) const { return Value(m_nodes.data() + node); }
  // Removes the complete value at(node), a child of the value under construction: the earlier of two members of one
  // name.
  void remove(std::size_t node);
  // Undoes everything from at(node) on, complete or not.
  void take_back(std::size_t node);

 private:
  void add(Type type, const char* text, std::size_t size) {
    if (!m_open.empty()) { ++m_nodes[m_open.back()].size; }
    m_nodes.push_back(
        {text, m_key.data(), static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(m_key.size()), 1, 0, type});
  }

  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };

  std::vector<Node> m_nodes;
  std::vector<std::uint32_t> m_open;
  std::vector<Block> m_blocks; // the tree's own texts; the first m_blocks_used are in use
  std::size_t m_blocks_used = 0;
  std::size_t m_block_left = 0; // unused bytes at the end of the last one in use
  std::string_view m_key;
};

} // namespace document
