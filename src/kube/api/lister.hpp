// SPDX-License-Identifier: Apache-2.0
// Lists of a cluster, page by page, several side by side.
//
// While a page is on its way, the one before it is read: of each list two pages are in memory at most. A list that
// expires in the middle (410: its revision has been compacted away) is begun anew, once in pages, once as a whole; a
// picture made of two revisions would show a cluster that never was.
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
  std::string kind{};           // that the items must have, "Pod"; empty: any
};

struct ListProgress {
  std::int64_t items = 0;                // received so far
  std::optional<std::int64_t> remaining; // where the server knows
};

// Called from the thread that runs the lister, for each list in the order of its items.
struct ListSink {
  std::function<void(const document::Item&)> item;   // valid during the call; place says its position in the list
  std::function<void()> restart;                     // the items so far are void: the list begins anew
  std::function<void(const ListProgress&)> progress; // may be empty; after each page
};

struct ListOutcome {
  std::optional<ApiError> error; // the server's No; items may have been delivered before
  std::string resource_version;
  std::chrono::system_clock::time_point taken_at; // the server's clock when the first page was made, else ours
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

  // Fetches all that was added and returns what became of them, in that order. A list that the server denies does not
  // stop the others. Throws where there is no connection, and util::Error, naming the request, for a page that is cut
  // off, is not JSON, or of another kind than was asked for.
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
