// SPDX-License-Identifier: Apache-2.0
// What is asked of the API server, and what it answers.
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

// How long a request may be on its way, where one that comes too late does harm.
struct Term {
  std::function<BootClock::time_point()> end; // asked again each time before anything is sent
  std::string reason;                         // why it ends, as a sentence's end: "the Lease … is not held any more"
};

// Whether the request must not leave any more.
inline bool is_over(const std::optional<Term>& term, BootClock::time_point now) { return term && term->end() <= now; }

struct Request {
  Method method = Method::Get;
  std::string path; // below the server's own prefix, escaped (resource_path does that)
  Query query;
  std::string accept = "application/json";
  std::string body; // POST, PUT, PATCH
  std::string content_type;
  // What it is about, for error texts: "pods", "podgroups.scheduling.x-k8s.io"; empty where it is no resource.
  std::string resource;
  std::string name;
  // Where the client has no --request-timeout. (client-go limits discovery to 32 s)
  std::optional<std::chrono::milliseconds> default_timeout;
  // No answer is Outcome::lost of this request alone, and not the end of all. For writes: nobody knows what became of
  // one that was lost, so whoever sent it has to look.
  bool tells_loss = false;
  // At its end the request is lost, whether it has left or not. The server is told of no longer timeout.
  std::optional<Term> term;
};

struct Response {
  int status = 0;
  Headers headers;  // names in lower case, values without blanks around them, in the order of their arrival
  std::string body; // unpacked
  std::string url;  // that was asked, for messages: without secrets

  std::string_view header(std::string_view name) const; // the first of that name, else empty
  bool has_header(std::string_view name) const;
  bool is_json() const;
};

} // namespace kube
