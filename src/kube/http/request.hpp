// SPDX-License-Identifier: Apache-2.0
// Requests to the API server, and its responses.
#pragma once

#include "kube/http/credentials.hpp"
#include "kube/values/boot_clock.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kube {

enum class Method { Get, Post, Put, Patch };
std::string_view text_of(Method method); // "GET"

using Query = std::vector<std::pair<std::string, std::string>>; // neither escaped nor sorted

// Time limit of a request that does harm if it arrives late.
struct Term {
  std::function<BootClock::time_point()> end; // evaluated again each time before anything is sent
  std::string reason; // why it ends: the end of a sentence, "the Lease … is not held any more"
};

// True if the request must not leave any more.
inline bool is_over(const std::optional<Term>& term, BootClock::time_point now) { return term && term->end() <= now; }

struct Request {
  Method method = Method::Get;
  std::string path; // below the server's own prefix, escaped (by resource_path)
  Query query;
  std::string accept = "application/json";
  std::string body; // POST, PUT, PATCH
  std::string content_type;
  // The resource, for error texts: "pods", "podgroups.scheduling.x-k8s.io"; empty if the path is no resource.
  std::string resource;
  std::string name;
  // Timeout if the client has no --request-timeout. (client-go limits discovery to 32 s.)
  std::optional<std::chrono::milliseconds> default_timeout;
  // A missing answer sets Outcome::lost of this request instead of ending everything. For writes: the server may or may
  // not have done a lost one, so the caller has to check.
  bool tells_loss = false;
  // At its end the request is lost, sent or not. The timeout sent to the server is never longer.
  std::optional<Term> term;
};

struct Response {
  int status = 0;
  Headers headers;  // lowercase names, values without surrounding blanks, in order of arrival
  std::string body; // decompressed
  std::string url;  // the requested URL, for messages: without secrets

  std::string_view header(std::string_view name) const; // the first with that name, else empty
  bool has_header(std::string_view name) const;
  bool is_json() const;
};

} // namespace kube
