// SPDX-License-Identifier: Apache-2.0
// Builds and searches the tree that both JSON and YAML use.
#include "document/bytes/value.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace document {

namespace {

constexpr std::size_t k_block_bytes = std::size_t{16} * 1024;
// One tree serves all objects of a file. Memory that one huge object needed is freed before the other 50,000.
constexpr std::size_t k_kept_block_bytes = std::size_t{1024} * 1024;
constexpr std::size_t k_kept_nodes = std::size_t{1024} * 1024;

} // namespace

Value Value::operator[](std::string_view key) const {
  Value found;
  for (const auto [name, value] : members()) {
    if (name == key) { found = value; }
  }
  return found;
}

void Tree::clear() {
  if (m_nodes.capacity() > k_kept_nodes) { std::vector<Node>().swap(m_nodes); }
  std::erase_if(m_blocks, [](const Block& block) { return block.size > k_kept_block_bytes; });
  m_nodes.clear();
  m_open.clear();
  m_blocks_used = 0;
  m_block_left = 0;
  m_key = {};
}

void Tree::end() {
  assert(!m_open.empty());
  const std::uint32_t opened = m_open.back();
  m_open.pop_back();
  m_nodes[opened].span = static_cast<std::uint32_t>(m_nodes.size()) - opened;
  m_key = {};
}

void Tree::end(const char* source_end) {
  Node& node = m_nodes[m_open.back()];
  node.source_size = static_cast<std::uint32_t>(source_end - node.text); // no text is longer than 32 bits can count
  end();
}

void Tree::copy(Value value) {
  const Node* const from = value.node();
  if (from == nullptr) { return null(); }
  const std::size_t span = from->span;
  const bool own = !m_nodes.empty() && from >= m_nodes.data() && from < m_nodes.data() + m_nodes.size();
  const std::size_t index = own ? static_cast<std::size_t>(from - m_nodes.data()) : 0;
  add(from->type, from->text, from->size); // may move m_nodes, and `from` with them
  m_nodes.back().span = static_cast<std::uint32_t>(span);
  const std::size_t to = m_nodes.size();
  m_nodes.resize(to + span - 1);
  const Node* const rest = (own ? m_nodes.data() + index : from) + 1;
  std::copy_n(rest, span - 1, m_nodes.data() + to);
  m_key = {};
}

std::string_view Tree::keep(std::string_view text) {
  if (text.empty()) { return {}; }
  char* const copy = room(text.size());
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

char* Tree::room(std::size_t bytes) {
  bytes = std::max<std::size_t>(bytes, 1);
  if (bytes > m_block_left) {
    while (m_blocks_used < m_blocks.size() && m_blocks[m_blocks_used].size < bytes) { ++m_blocks_used; }
    if (m_blocks_used == m_blocks.size()) {
      // Twice as many each time: a manifest may keep 100,000 small trees.
      const std::size_t next = m_blocks.size() < 6 ? k_block_bytes >> (6 - m_blocks.size()) : k_block_bytes;
      const std::size_t size = std::max(bytes, next);
      m_blocks.push_back({std::make_unique_for_overwrite<char[]>(size), size});
    }
    m_block_left = m_blocks[m_blocks_used++].size;
  }
  const Block& block = m_blocks[m_blocks_used - 1];
  char* const start = block.bytes.get() + (block.size - m_block_left);
  m_block_left -= bytes;
  return start;
}

void Tree::remove(std::size_t node) {
  assert(!m_open.empty() && node > m_open.back());
  --m_nodes[m_open.back()].size;
  const auto first = m_nodes.begin() + static_cast<std::ptrdiff_t>(node);
  m_nodes.erase(first, first + static_cast<std::ptrdiff_t>(first->span));
}

void Tree::take_back(std::size_t node) {
  if (node == m_nodes.size()) { return; }
  while (!m_open.empty() && m_open.back() >= node) { m_open.pop_back(); }
  if (!m_open.empty()) { --m_nodes[m_open.back()].size; }
  m_nodes.resize(node);
  m_key = {};
}

} // namespace document
