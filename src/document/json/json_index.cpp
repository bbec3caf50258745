// SPDX-License-Identifier: Apache-2.0
#include "document/json/json_index.hpp"

#include <algorithm>
#include <new>
#include <simdjson.h>

namespace document {

namespace {

constexpr std::size_t k_first_index_capacity = std::size_t{64} * 1024;
constexpr std::size_t k_most_kept_capacity = std::size_t{16} * 1024 * 1024;
constexpr std::size_t k_depth = 16; // of simdjson's second stage, which never runs

} // namespace

struct JsonIndex::Simdjson {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

JsonIndex::JsonIndex() : m_simdjson(std::make_unique<Simdjson>()) {}
JsonIndex::~JsonIndex() = default;

// Doubles the capacity, so that slowly growing texts do not allocate each time.
void JsonIndex::reserve(std::size_t bytes) {
  auto& parser = m_simdjson->parser;
  if (parser && parser->capacity() > k_most_kept_capacity && bytes <= k_most_kept_capacity) { parser.reset(); }
  if (parser && parser->capacity() >= bytes) { return; }
  const std::size_t capacity = std::max({bytes, parser ? 2 * parser->capacity() : 0, k_first_index_capacity});
  const auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, k_depth, parser);
  if (error != simdjson::SUCCESS) { throw std::bad_alloc(); }
}

JsonIndex::Result JsonIndex::read(std::string_view text) {
  reserve(text.size());
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto error = m_simdjson->parser->stage1(bytes, text.size(), simdjson::stage1_mode::regular);
  if (error == simdjson::SUCCESS) { return Result::Ok; }
  m_failure = simdjson::error_message(error);
  return error == simdjson::UTF8_ERROR ? Result::NoUtf8 : Result::Refused;
}

std::span<const std::uint32_t> JsonIndex::offsets() const {
  return {m_simdjson->parser->structural_indexes.get(), m_simdjson->parser->n_structural_indexes};
}

} // namespace document
