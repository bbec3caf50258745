// SPDX-License-Identifier: Apache-2.0
#include "document/json/json_batch.hpp"

#include "document/bytes/items.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace document {

namespace {

constexpr std::size_t k_first_batch_bytes = std::size_t{128} * 1024;
constexpr std::size_t k_most_kept_bytes = std::size_t{4} * 1024 * 1024;

} // namespace

// ---- one batch -----------------------------------------------------------------------------------------------------

void JsonBatch::add(std::string_view text, std::int64_t item, bool is_object) {
  const std::size_t wanted = m_size + text.size() + JsonParser::k_padding;
  if (wanted > m_capacity) {
    const std::size_t capacity = std::max({wanted, 2 * m_capacity, k_first_batch_bytes});
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (m_size != 0) { std::memcpy(larger.get(), m_text.get(), m_size); }
    m_text = std::move(larger);
    m_capacity = capacity;
  }
  std::memcpy(m_text.get() + m_size, text.data(), text.size());
  Element& element = m_elements.emplace_back();
  element.begin = m_size;
  element.size = text.size();
  element.item = item;
  element.is_object = is_object;
  m_size += text.size();
}

void JsonBatch::parse(JsonParser& parser, const WantedOf& wanted_of, const Prepare& prepare) {
  std::fill_n(m_text.get() + m_size, JsonParser::k_padding, ' '); // readable padding without meaning
  m_tree.clear();
  m_tree.begin_array();
  for (Element& element : m_elements) {
    if (!element.is_object) { continue; }
    element.node = m_tree.node_count();
    element.result = parser.append(text(element), wanted_of, m_inherited, m_tree);
    element.repaired = parser.repaired();
    if (element.result != JsonResult::Ok) { element.failure = parser.failure(); }
  }
  m_tree.end();
  if (!prepare) { return; }
  for (Element& element : m_elements) {
    if (!element.is_object || element.result != JsonResult::Ok) { continue; }
    const Value item = value(element);
    const TypeMeta type = own_or_inherited(type_of(item), m_inherited);
    element.prepared = prepare({item, type.kind, type.api_version, {}, nullptr});
  }
}

void JsonBatch::clear() {
  m_elements.clear();
  m_tree.clear();
  m_inherited = {};
  m_size = 0;
  if (m_capacity > k_most_kept_bytes) {
    m_text.reset();
    m_capacity = 0;
  }
}

// ---- many ----------------------------------------------------------------------------------------------------------

JsonBatches::JsonBatches(unsigned threads, WantedOf wanted_of, Prepare prepare)
    : m_threads(std::max(1U, threads)), m_most(m_threads == 1 ? 1 : 2 * std::size_t{m_threads}),
      m_wanted_of(std::move(wanted_of)), m_prepare(std::move(prepare)) {}

JsonBatches::~JsonBatches() {
  for (std::jthread& worker : m_workers) { worker.request_stop(); }
}

std::unique_ptr<JsonBatch> JsonBatches::new_batch() {
  if (m_used.empty()) { return std::make_unique<JsonBatch>(); }
  std::unique_ptr<JsonBatch> batch = std::move(m_used.back());
  m_used.pop_back();
  return batch;
}

void JsonBatches::give_back(std::unique_ptr<JsonBatch> batch) {
  batch->clear();
  m_used.push_back(std::move(batch));
}

void JsonBatches::submit(std::unique_ptr<JsonBatch> batch) {
  {
    const std::scoped_lock lock(m_mutex);
    m_turns.push_back({std::move(batch), State::Waiting, nullptr});
  }
  m_some_wait.notify_one();
  // The first batch may be the last one. The second one shows that there is work for several threads.
  if (m_turns.size() > 1 && m_workers.empty()) {
    for (unsigned i = 1; i < m_threads; ++i) {
      m_workers.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
  }
}

std::unique_ptr<JsonBatch> JsonBatches::next() {
  std::unique_lock lock(m_mutex);
  if (m_turns.empty()) { return nullptr; }
  while (m_turns.front().state != State::Done) {
    if (Turn* const turn = begin_one()) {
      parse(*turn, m_parser, lock);
    } else {
      m_some_done.wait(lock);
    }
  }
  Turn turn = std::move(m_turns.front());
  m_turns.pop_front();
  if (turn.error) { std::rethrow_exception(turn.error); }
  return std::move(turn.batch);
}

JsonBatches::Turn* JsonBatches::begin_one() {
  const auto waiting = std::ranges::find(m_turns, State::Waiting, &Turn::state);
  if (waiting == m_turns.end()) { return nullptr; }
  waiting->state = State::Busy;
  return &*waiting; // stays in place: a deque only grows and shrinks at its ends
}

void JsonBatches::parse(Turn& turn, JsonParser& parser, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  std::exception_ptr error;
  try {
    turn.batch->parse(parser, m_wanted_of, m_prepare);
  } catch (...) { error = std::current_exception(); }
  lock.lock();
  turn.error = error;
  turn.state = State::Done;
}

void JsonBatches::work(const std::stop_token& stop) {
  JsonParser parser;
  std::unique_lock lock(m_mutex);
  while (!stop.stop_requested()) {
    if (Turn* const turn = begin_one()) {
      parse(*turn, parser, lock);
      m_some_done.notify_one();
    } else {
      m_some_wait.wait(lock, stop,
                       [this] { return std::ranges::find(m_turns, State::Waiting, &Turn::state) != m_turns.end(); });
    }
  }
}

} // namespace document
