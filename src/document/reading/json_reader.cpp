// SPDX-License-Identifier: Apache-2.0
#include "document/reading/json_reader.hpp"

#include "document/yaml/yaml_reader.hpp"
#include "util/concat.hpp"

#include <utility>

namespace document {

namespace {

// An item that is not valid JSON is read as YAML, which is slow, up to this size.
constexpr std::uint64_t k_yaml_item_bytes = std::uint64_t{1024} * 1024;
// Small enough to stay in the processor's second-level cache during parsing.
constexpr std::size_t k_batch_bytes = std::size_t{64} * 1024;

} // namespace

JsonReader::JsonReader(Window& window, Items& items, const ReadOptions& options, unsigned threads)
    : JsonText(window, options.max_item_bytes), m_items(items), m_batches(threads, options.wanted_of, options.prepare) {
}

std::optional<Failure> JsonReader::read(std::uint64_t start) {
  m_at = start;
  while (peek_text() >= 0) {
    if (!read_document()) { return m_failure; }
  }
  return std::nullopt;
}

bool JsonReader::read_document() {
  m_document_start = m_at;
  m_item = 0;
  ++m_documents;
  m_items.begin_document();
  release();
  switch (peek()) {
  case '{':
    return read_object();
  case '[': {
    if (m_items.refuses_bare_lists()) { return fail(Failure::Kind::Refused, k_bare_list); }
    List list;
    list.knows_kind = true; // a plain array has none
    return read_items(list);
  }
  default:
    return fail(Failure::Kind::Syntax, "something that is no object follows");
  }
}

// {"kind": "PodList", "items": [...], ...} or any other object.
bool JsonReader::read_object() {
  const std::uint64_t begin = m_at++;
  List list;
  bool closed = peek_text() == '}';
  if (closed) { ++m_at; }
  while (!closed) {
    if (!read_member(list) || !separator('}', closed)) { return false; }
    if (!list.is_list && m_at - begin > m_limit) { return too_long(); }
  }
  return list.is_list ? end_list(list) : deliver_document({begin, m_at});
}

bool JsonReader::read_member(List& list) {
  const int first = peek_text();
  if (first < 0) { return cut_off(); }
  if (first != '"') { return fail(Failure::Kind::Syntax, "a key in double quotes is missing"); }
  Span member{m_at, 0};
  if (!skip_to_end()) { return false; }
  const bool is_items = text({member.begin, m_at}) == "\"items\"";
  const int colon = peek_text();
  if (colon < 0) { return cut_off(); }
  if (colon != ':') { return fail(Failure::Kind::Syntax, "a colon is missing"); }
  ++m_at;
  if (is_items && peek_text() == '[') {
    if (!list.is_list) { add_members(list, text({m_document_start + 1, member.begin})); }
    list.is_list = true;
    return (list.knows_kind || read_members(list)) && read_items(list);
  }
  if (!skip_value()) { return false; }
  if (list.is_list) { add_members(list, text({member.begin, m_at})); }
  return true;
}

bool JsonReader::read_items(List& list) {
  ++m_at;
  m_item = 0;
  bool closed = peek_text() == ']';
  if (closed) { ++m_at; }
  bool ok = true;
  while (ok && !closed) {
    ++m_item;
    ok = read_item(list) && separator(']', closed);
    if (ok) { release(); }
  }
  deliver_all(list); // also the items before a failure
  if (ok) { m_item = 0; }
  return ok;
}

bool JsonReader::read_item(List& list) {
  const int first = peek_text();
  const std::uint64_t begin = m_at;
  if (!skip_value()) { return false; }
  const std::size_t size = static_cast<std::size_t>(m_at - begin);
  if (m_batch && m_batch->bytes() + size > k_batch_bytes) { submit(list); }
  if (!m_batch) { m_batch = m_batches.new_batch(); }
  m_batch->add(text({begin, m_at}), m_item, first == '{');
  return true;
}

// ---- items, in batches ---------------------------------------------------------------------------------------------

void JsonReader::submit(List& list) {
  while (m_batches.is_full()) { deliver_next(list); }
  m_batch->inherit(list.knows_kind ? type_of_items(list.type()) : TypeMeta());
  m_batches.submit(std::move(m_batch));
}

void JsonReader::deliver_all(List& list) {
  if (m_batch) { submit(list); }
  while (!m_batches.is_empty()) { deliver_next(list); }
}

void JsonReader::deliver_next(List& list) {
  std::unique_ptr<JsonBatch> batch = m_batches.next();
  const std::size_t waited = list.waiting.size();
  for (std::size_t i = 0; i < batch->elements().size(); ++i) {
    const JsonBatch::Element& element = batch->elements()[i];
    const bool lacks_kind =
        element.is_object && (element.result != JsonResult::Ok || type_of(batch->value(element)).kind.empty());
    if (!list.knows_kind && (lacks_kind || !list.waiting.empty())) {
      list.waiting.push_back({batch.get(), i});
    } else {
      deliver(*batch, element, type_of_items(list.type()));
    }
  }
  if (list.waiting.size() > waited) {
    list.kept.push_back(std::move(batch));
  } else {
    m_batches.give_back(std::move(batch));
  }
}

void JsonReader::deliver(const JsonBatch& batch, const JsonBatch::Element& element, TypeMeta inherited) {
  const Place place = place_of(element.item);
  if (!element.is_object) {
    if (batch.text(element) == "null") {
      m_items.deliver(Value(), place, {});
    } else {
      m_items.fail(place, "this item of the list is no object");
    }
  } else if (element.result == JsonResult::Ok) {
    warn_if_repaired(element.repaired, place, batch.value(element));
    m_items.deliver(batch.value(element), place, inherited, element.prepared.get());
  } else if (element.result == JsonResult::TooDeep) {
    m_items.fail(place, element.failure);
  } else if (!read_as_yaml(batch.text(element), place, element.failure, inherited)) {
    m_items.fail(place, util::concat("this is no JSON: ", element.failure));
  }
}

// Reads one item as YAML: kubectl reads `{"a": 1,}` that way.
bool JsonReader::read_as_yaml(std::string_view text, const Place& place, const std::string& failure,
                              TypeMeta inherited) {
  if (text.size() > k_yaml_item_bytes) { return false; }
  const ItemSink deliver = [&](const Item& read) {
    m_items.warn(place, read.value,
                 util::concat("this is no JSON: ", failure, "; it is read as YAML, as kubectl does"));
    m_items.deliver(read.value, place, inherited);
  };
  const ProblemSink warn = [&](const util::Problem& problem) { m_items.warn(place, Value(), problem.message); };
  Items inner(m_items.file(), deliver, warn, Strays::Keep);
  return !YamlReader(text_source(text), inner, k_yaml_item_bytes).read();
}

void JsonReader::warn_if_repaired(bool repaired, const Place& place, Value value) {
  if (!repaired) { return; }
  m_items.warn(place, value, "it holds bytes that are not UTF-8; they are read as U+FFFD, as kubectl does");
}

// ---- outside of items ----------------------------------------------------------------------------------------------

bool JsonReader::end_list(List& list) {
  if (!read_members(list)) { return false; }
  if (!m_tree.root()["metadata"]["continue"].text().empty()) { return fail(Failure::Kind::Refused, k_one_page); }
  for (const Waiting& waiting : list.waiting) {
    deliver(*waiting.batch, waiting.batch->elements()[waiting.element], type_of_items(list.type()));
  }
  list.waiting.clear();
  list.kept.clear();
  if (list.kind != k_snapshot_kind) { return true; }
  // Again, because delivering has overwritten the tree.
  if (!read_members(list)) { return false; }
  m_items.deliver_snapshot(m_tree.root(), place());
  return true;
}

bool JsonReader::deliver_document(Span span) {
  switch (m_parser.parse(text(span), m_tree)) {
  case JsonResult::Ok:
    break;
  case JsonResult::TooDeep:
    return fail(Failure::Kind::Refused, m_parser.failure());
  case JsonResult::Syntax:
    return fail(Failure::Kind::Syntax, m_parser.failure());
  }
  warn_if_repaired(m_parser.repaired(), place(), m_tree.root());
  m_items.deliver(m_tree.root(), place(), {});
  return true;
}

void JsonReader::add_members(List& list, std::string_view text) {
  while (!text.empty() && (is_json_blank(text.front()) || text.front() == ',')) { text.remove_prefix(1); }
  while (!text.empty() && (is_json_blank(text.back()) || text.back() == ',')) { text.remove_suffix(1); }
  if (text.empty()) { return; }
  if (!list.members.empty()) { list.members += ','; }
  list.members += text;
}

// Parses the list's own members so far into m_tree.
bool JsonReader::read_members(List& list) {
  m_list_text = util::concat('{', list.members, '}');
  const std::size_t size = m_list_text.size();
  m_list_text.append(JsonParser::k_padding, ' ');
  const auto result = m_parser.parse(std::string_view(m_list_text).substr(0, size), m_tree);
  if (result != JsonResult::Ok) { return fail(Failure::Kind::Syntax, m_parser.failure()); }
  const TypeMeta type = type_of(m_tree.root());
  list.kind = type.kind;
  list.api_version = type.api_version;
  list.knows_kind = !type.kind.empty();
  return true;
}

Place JsonReader::place_of(std::int64_t item) const { return {m_items.file(), item, 0, m_documents}; }

} // namespace document
