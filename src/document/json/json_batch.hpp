// SPDX-License-Identifier: Apache-2.0
// Parses items of a list in batches, on all threads, and returns them in order.
//
// The reader of the list copies items into a batch and submits it when it is full; next() returns the oldest one,
// parsed. If no thread has started with a batch, next() parses it itself instead of waiting. So the number of threads
// affects only the time; with one thread, or one batch, no thread starts.
#pragma once

#include "document/bytes/item.hpp"
#include "document/bytes/value.hpp"
#include "document/bytes/wanted.hpp"
#include "document/json/json_object.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace document {

class JsonBatch {
 public:
  struct Element {
    std::size_t begin = 0, size = 0; // in the batch's text
    std::int64_t item = 0;           // its number in the list, from 1
    bool is_object = false;          // others are not parsed
    // Set by parse():
    JsonResult result = JsonResult::Ok;
    std::size_t node = 0; // its root in the tree
    bool repaired = false;
    std::string failure;
    std::unique_ptr<Prepared> prepared;
  };

  void add(std::string_view text, std::int64_t item, bool is_object);
  bool is_empty() const { return m_elements.empty(); }
  std::size_t bytes() const { return m_size; }
  // Sets the type of items without one. Must stay valid until parse() has run.
  void inherit(TypeMeta type) { m_inherited = type; }

  const std::vector<Element>& elements() const { return m_elements; }
  std::string_view text(const Element& element) const { return {m_text.get() + element.begin, element.size}; }
  Value value(const Element& element) const { return m_tree.at(element.node); }

  void parse(JsonParser& parser, const WantedOf& wanted_of, const Prepare& prepare);
  void clear(); // keeps the memory, except that of a huge item

 private:
  std::unique_ptr<char[]> m_text;
  std::size_t m_size = 0, m_capacity = 0;
  std::vector<Element> m_elements;
  Tree m_tree;
  TypeMeta m_inherited;
};

class JsonBatches {
 public:
  // `threads` is the total, including the caller's.
  JsonBatches(unsigned threads, WantedOf wanted_of, Prepare prepare = {});
  ~JsonBatches();
  JsonBatches(const JsonBatches&) = delete;
  JsonBatches& operator=(const JsonBatches&) = delete;

  std::unique_ptr<JsonBatch> new_batch(); // may be a used one
  void give_back(std::unique_ptr<JsonBatch> batch);

  void submit(std::unique_ptr<JsonBatch> batch);
  bool is_empty() const { return m_turns.empty(); }
  bool is_full() const { return m_turns.size() >= m_most; } // more would only cost memory
  std::unique_ptr<JsonBatch> next();                        // null if there is none

 private:
  enum class State : std::uint8_t { Waiting, Busy, Done };
  struct Turn {
    std::unique_ptr<JsonBatch> batch;
    State state = State::Waiting;
    std::exception_ptr error;
  };

  Turn* begin_one(); // with m_mutex held
  void parse(Turn& turn, JsonParser& parser, std::unique_lock<std::mutex>& lock);
  void work(const std::stop_token& stop);

  unsigned m_threads;
  std::size_t m_most;
  WantedOf m_wanted_of;
  Prepare m_prepare;
  JsonParser m_parser; // the caller's
  std::vector<std::unique_ptr<JsonBatch>> m_used;
  std::deque<Turn> m_turns; // in order; only the caller adds and removes
  std::mutex m_mutex;
  std::condition_variable_any m_some_wait, m_some_done;
  std::vector<std::jthread> m_workers; // last: destroyed before the members that they use
};

} // namespace document
