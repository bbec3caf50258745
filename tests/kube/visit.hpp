// SPDX-License-Identifier: Apache-2.0
// Vocabulary for exchanges between a client and the misbehaving server:
//
//   Visit visit("good", "fail~429~1~2");      // which listener, which scenario
//   const Listing pods = visit.list_pods();
//   CHECK(pods.names.size() == 1200);
//   CHECK(visit.journal().size() == 5);       // requests that the server received
//
// Time passes only while the client sleeps: pauses cost nothing, and waited() returns their sum.
#pragma once

#include "kube/api/client.hpp"
#include "kube/api/lister.hpp"
#include "kube/misbehaving_server.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tests {

struct Listing {
  kube::ListOutcome outcome;
  std::vector<std::string> names;
  std::vector<std::string> kinds; // different ones, with apiVersion
  std::vector<std::string> progress;
  std::string error; // from `outcome`, or thrown
};

struct Asked {
  std::string method, path, rest, listener, body, client;
  int port = 0; // the client's port: one per connection
  std::multimap<std::string, std::string> headers;
  std::map<std::string, std::string> query;
  std::string header(const std::string& name) const;
};

class Visit {
 public:
  Visit(const std::string& listener, const std::string& scenario, const std::string& host = "127.0.0.1");

  kube::Connection connection;
  kube::ClientOptions options;
  kube::Identity identity;
  std::vector<kube::Identity> later; // identities for refresh(), one by one
  int refreshes = 0;
  std::vector<std::string> log, warnings, notices;

  kube::Client& client(); // created on first use, from the fields above
  void use_token(const std::string& token) { identity.headers = {{"Authorization", "Bearer " + token}}; }
  void use_real_time() { options.clock = kube::process_clock(); }

  kube::Response get(const std::string& path = "/api/v1/pods");
  std::string error_of_get(); // empty if there is none
  Listing list_pods(kube::Query query = {});
  Listing list(kube::ListRequest request);

  std::vector<Asked> journal() const { return journal_of(m_run); }
  static std::vector<Asked> journal_of(const std::string& run);
  std::chrono::milliseconds waited() const { return *m_waited; }
  const std::string& run() const { return m_run; }

 private:
  std::string m_run;
  std::shared_ptr<std::chrono::milliseconds> m_waited = std::make_shared<std::chrono::milliseconds>(0);
  std::unique_ptr<kube::Client> m_client;
};

// The error that a GET of `scenario` ends with.
inline std::string error_of_answer(const std::string& scenario) {
  Visit visit("good", scenario);
  return visit.error_of_get();
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace tests
