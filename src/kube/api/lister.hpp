// SPDX-License-Identifier: Apache-2.0
// Lists of a cluster, page by page, several in parallel.
//
// Reads a page while the next one is in transit, so at most two pages of each list are in memory. If a list expires in
// the middle (410: its revision has been compacted away), the lister restarts it, first in pages, then as a whole. A
// snapshot that mixes two revisions would show a cluster that never existed.
#pragma once

#include "document/bytes/item.hpp"
#include "kube/api/client.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kube {

struct ListRequest {
  std::string group{}; // empty: the core group
  std::string version{};
  std::string resource{};       // "pods"
  std::string namespace_name{}; // empty: all
  Query query{};                // labelSelector, fieldSelector, resourceVersion, resourceVersionMatch
  std::string kind{};           // required kind of the items, "Pod"; empty: any
};

struct ListProgress {
  std::int64_t items = 0;                // received so far
  std::optional<std::int64_t> remaining; // if the server knows
};

// Callbacks from the thread that runs the lister. For each list they follow the order of its items.
struct ListSink {
  std::function<void(const document::Item&)> item;   // valid during the call; place has its position in the list
  std::function<void()> restart;                     // the items so far are void: the list starts again
  std::function<void(const ListProgress&)> progress; // may be empty; after each page
};

struct ListOutcome {
  std::optional<ApiError> error; // from the server; earlier items may have been delivered
  std::string resource_version;
  std::chrono::system_clock::time_point taken_at; // the server's clock when it made the first page, else ours
  std::int64_t items = 0;
  int restarts = 0;
};

class Lister {
 public:
  static constexpr int k_page_size = 500; // kubectl's --chunk-size

  explicit Lister(Client& client, int page_size = k_page_size); // 0: each list as a whole
  ~Lister();
  Lister(const Lister&) = delete;
  Lister& operator=(const Lister&) = delete;

  void add(ListRequest request, ListSink sink);

  // Fetches all added lists and returns their outcomes, in that order. If the server denies a list, the others go on.
  // Throws if the connection fails. Throws util::Error, naming the request, for a page that is cut off, is not JSON, or
  // has the wrong kind.
  std::vector<ListOutcome> run();

 private:
  struct List;
  void ask(List& list, const std::string& token);
  void arrived(List& list, const std::string& token, Outcome outcome);
  void take_page(List& list, const std::string& token, Response response);
  void begin_anew(List& list, const ApiError& expired);
  bool read_some();
  void read_item(List& list);

  Client& m_client;
  int m_page_size;
  std::vector<std::unique_ptr<List>> m_lists;
  std::size_t m_turn = 0;
};

} // namespace kube
