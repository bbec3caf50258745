// SPDX-License-Identifier: Apache-2.0
#include "kube/api/lister.hpp"

#include "kube/api/list_page.hpp"
#include "kube/http/request_url.hpp"
#include "kube/http/server_time.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <deque>
#include <utility>

namespace kube {

namespace {

// Items between two checks of the network: some hundred microseconds.
constexpr int k_items_at_once = 32;

[[noreturn]] void unusable(const std::string& url, std::string_view why) {
  throw util::Error(util::concat("the answer to GET ", url, " cannot be used: ", why));
}

bool is_expired(const ApiError& error) { return error.code() == 410; }

} // namespace

struct Lister::List {
  List(ListRequest what, ListSink where) : request(std::move(what)), sink(std::move(where)) {}

  enum class Way { Paged, PagedAgain, Whole };
  struct Page {
    Page(std::string body, std::string from, std::int64_t earlier)
        : items(std::move(body)), url(std::move(from)), before(earlier) {}
    ListPage items;
    std::string url;
    std::int64_t before; // items of the list on earlier pages
  };
  ListRequest request;
  ListSink sink;
  ListOutcome outcome;
  Way way = Way::Paged;
  std::deque<std::unique_ptr<Page>> pages;
  std::string next_token; // of the next page; requested when fewer than two pages are in memory
  std::int64_t received = 0;
};

Lister::Lister(Client& client, int page_size) : m_client(client), m_page_size(page_size) {}
Lister::~Lister() = default;

void Lister::add(ListRequest request, ListSink sink) {
  m_lists.push_back(std::make_unique<List>(std::move(request), std::move(sink)));
}

std::vector<ListOutcome> Lister::run() {
  for (const auto& list : m_lists) { ask(*list, ""); }
  m_client.run([this] { return read_some(); });
  std::vector<ListOutcome> outcomes;
  for (const auto& list : m_lists) { outcomes.push_back(std::move(list->outcome)); }
  m_lists.clear();
  return outcomes;
}

void Lister::ask(List& list, const std::string& token) {
  const ListRequest& asked = list.request;
  Request request;
  request.path = resource_path({.group = asked.group,
                                .version = asked.version,
                                .namespace_name = asked.namespace_name,
                                .resource = asked.resource});
  for (const auto& parameter : asked.query) {
    // The token contains the revision; a server refuses a second one.
    const bool is_revision = parameter.first == "resourceVersion" || parameter.first == "resourceVersionMatch";
    if (token.empty() || !is_revision) { request.query.push_back(parameter); }
  }
  if (list.way != List::Way::Whole && m_page_size > 0) {
    request.query.emplace_back("limit", std::to_string(m_page_size));
  }
  if (!token.empty()) { request.query.emplace_back("continue", token); }
  request.resource = asked.group.empty() ? asked.resource : util::concat(asked.resource, '.', asked.group);
  m_client.start(std::move(request),
                 [this, &list, token](Outcome outcome) { arrived(list, token, std::move(outcome)); });
}

void Lister::arrived(List& list, const std::string& token, Outcome outcome) {
  if (!outcome.error) { return take_page(list, token, std::move(outcome.response)); }
  if (is_expired(*outcome.error) && !token.empty()) { return begin_anew(list, *outcome.error); }
  list.pages.clear();
  list.outcome.error = std::move(outcome.error);
}

void Lister::begin_anew(List& list, const ApiError& expired) {
  list.pages.clear();
  if (list.way == List::Way::Whole) {
    list.outcome.error = expired;
    return;
  }
  list.way = list.way == List::Way::Paged ? List::Way::PagedAgain : List::Way::Whole;
  const int restarts = list.outcome.restarts + 1;
  list.outcome = {};
  list.outcome.restarts = restarts;
  list.received = 0;
  list.sink.restart();
  ask(list, "");
}

void Lister::take_page(List& list, const std::string& token, Response response) {
  const auto taken_at = server_time(response);
  std::unique_ptr<List::Page> page;
  try {
    page = std::make_unique<List::Page>(std::move(response.body), response.url, list.received);
  } catch (const util::Error& error) { unusable(response.url, error.what()); }
  const ListRequest& asked = list.request;
  const ListPage& items = page->items;
  const std::string api_version = asked.group.empty() ? asked.version : util::concat(asked.group, '/', asked.version);
  const bool is_kind = asked.kind.empty() ? items.kind().ends_with("List") : items.kind() == asked.kind + "List";
  if (!is_kind || items.api_version() != api_version) {
    unusable(page->url, util::concat("it is a ", items.api_version(), " ", items.kind(), ", and a list of ",
                                     api_version, " ", asked.resource, " was asked for"));
  }
  const std::string next = items.continue_token();
  if (!next.empty() && next == token) { unusable(page->url, "it continues with itself"); }
  if (token.empty()) {
    list.outcome.resource_version = items.resource_version();
    list.outcome.taken_at = taken_at;
  }
  list.received += static_cast<std::int64_t>(items.size());
  if (list.sink.progress) { list.sink.progress({list.received, items.remaining()}); }
  list.pages.push_back(std::move(page));
  if (next.empty()) { return; }
  if (list.pages.size() == 1) { return ask(list, next); }
  list.next_token = next;
}

// Reads some items of one list; the lists take turns. False if there is nothing to read.
bool Lister::read_some() {
  for (std::size_t tried = 0; tried < m_lists.size(); ++tried) {
    m_turn = (m_turn + 1) % m_lists.size();
    List& list = *m_lists[m_turn];
    if (list.pages.empty()) { continue; }
    for (int i = 0; i < k_items_at_once && !list.pages.front()->items.at_end(); ++i) { read_item(list); }
    if (!list.pages.front()->items.at_end()) { return true; }
    list.pages.pop_front();
    if (!list.next_token.empty()) { ask(list, std::exchange(list.next_token, "")); }
    return true;
  }
  return false;
}

void Lister::read_item(List& list) {
  List::Page& page = *list.pages.front();
  document::Item item;
  try {
    item = page.items.next();
  } catch (const util::Error& error) { unusable(page.url, error.what()); }
  item.place.file = list.request.resource;
  item.place.item += page.before;
  ++list.outcome.items;
  list.sink.item(item);
}

} // namespace kube
