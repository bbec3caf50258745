// SPDX-License-Identifier: Apache-2.0
#include "kube/visit.hpp"

#include "kube/http/json_answer.hpp"

#include <algorithm>

namespace tests {

namespace {

std::string url_of(const std::string& listener, const std::string& host) {
  const char* const scheme = listener == "plain" ? "http://" : "https://";
  return scheme + host + ":" + std::to_string(MisbehavingServer::instance().port(listener));
}

} // namespace

std::string Asked::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Visit::Visit(const std::string& listener, const std::string& scenario, const std::string& host) {
  static int runs = 0;
  m_run = "r" + std::to_string(++runs);
  connection.server = url_of(listener, host) + "/" + scenario + "/" + m_run;
  connection.tls.authorities_pem = MisbehavingServer::instance().pem("authority");
  const auto start = kube::BootClock::now();
  options.clock.now = [waited = m_waited, start] { return start + *waited; };
  options.clock.sleep = [waited = m_waited](std::chrono::milliseconds duration) { *waited += duration; };
  options.warning = [this](std::string_view text) { warnings.emplace_back(text); };
  options.notice = [this](std::string_view text) { notices.emplace_back(text); };
  options.log = [this](int, std::string_view line) { log.emplace_back(line); };
}

kube::Client& Visit::client() {
  if (!m_client) {
    kube::IdentitySource source{[this]() -> const kube::Identity& { return identity; },
                                [this] {
                                  ++refreshes;
                                  if (later.empty()) { return false; }
                                  identity = later.front();
                                  later.erase(later.begin());
                                  return true;
                                }};
    m_client = std::make_unique<kube::Client>(connection, source, options);
  }
  return *m_client;
}

kube::Response Visit::get(const std::string& path) {
  kube::Request request;
  request.path = path;
  request.resource = "pods";
  return client().send(request);
}

std::string Visit::error_of_get() {
  try {
    get();
    return {};
  } catch (const util::Error& error) { return error.what(); }
}

Listing Visit::list_pods(kube::Query query) {
  kube::ListRequest request;
  request.version = "v1";
  request.resource = "pods";
  request.kind = "Pod";
  request.query = std::move(query);
  return list(std::move(request));
}

Listing Visit::list(kube::ListRequest request) {
  Listing listing;
  kube::ListSink sink;
  sink.item = [&listing](const document::Item& item) {
    listing.names.emplace_back(item.value["metadata"]["name"].text());
    const std::string kind = std::string(item.api_version) + " " + std::string(item.kind);
    if (std::find(listing.kinds.begin(), listing.kinds.end(), kind) == listing.kinds.end()) {
      listing.kinds.push_back(kind);
    }
    // Item numbers run through the whole list.
    REQUIRE(item.place.item == static_cast<std::int64_t>(listing.names.size()));
  };
  sink.restart = [&listing] { listing.names.clear(); };
  sink.progress = [&listing](const kube::ListProgress& progress) {
    listing.progress.push_back(std::to_string(progress.items) + "+" +
                               (progress.remaining ? std::to_string(*progress.remaining) : "?"));
  };
  kube::Lister lister(client());
  lister.add(std::move(request), std::move(sink));
  try {
    listing.outcome = lister.run().front();
    if (listing.outcome.error) { listing.error = listing.outcome.error->what(); }
  } catch (const util::Error& error) { listing.error = error.what(); }
  return listing;
}

std::vector<Asked> Visit::journal_of(const std::string& run) {
  kube::Connection connection;
  connection.server = url_of("plain", "127.0.0.1");
  const kube::Identity nobody;
  kube::Client client(connection, {[&nobody]() -> const kube::Identity& { return nobody; }, {}}, {});
  kube::Request request;
  request.path = "/journal/" + run;
  const std::string list = client.send(request).body;
  kube::JsonAnswer answer;
  std::vector<Asked> journal;
  const std::string object = "{\"entries\":" + list + "}";
  for (const document::Value entry : answer.read(object)["entries"].elements()) {
    Asked asked;
    asked.method = entry["method"].text();
    asked.path = entry["path"].text();
    asked.rest = entry["rest"].text();
    asked.listener = entry["listener"].text();
    asked.body = entry["body"].text();
    asked.client = entry["client"].text();
    if (entry["port"].is_number()) { asked.port = std::stoi(std::string(entry["port"].text())); }
    for (const document::Value header : entry["headers"].elements()) {
      std::vector<std::string> pair;
      for (const document::Value text : header.elements()) { pair.emplace_back(text.text()); }
      asked.headers.emplace(pair.at(0), pair.at(1));
    }
    for (const auto member : entry["query"].members()) { asked.query.emplace(member.key, member.value.text()); }
    journal.push_back(std::move(asked));
  }
  return journal;
}

} // namespace tests
