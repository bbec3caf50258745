// SPDX-License-Identifier: Apache-2.0
// One attempt at one request. Sets up a libcurl handle to do what client-go would do, without libcurl's own features
// (redirects, other protocols, its own choice of proxies and certificates).
#pragma once

#include "kube/http/client_options.hpp"
#include "kube/http/connection_error.hpp"
#include "kube/http/credentials.hpp"
#include "kube/http/curl_handles.hpp"
#include "kube/http/request.hpp"
#include "kube/http/request_url.hpp"
#include "kube/http/system_roots.hpp"
#include "kube/values/connection.hpp"

#include <chrono>
#include <exception>
#include <optional>
#include <string>

namespace kube {

struct TransferSetup {
  const Connection& connection;
  const ClientOptions& options;
  const SystemRoots& system;
};

class Transfer {
 public:
  // `request` must live as long as the transfer. Throws util::Error for a request that cannot be sent: a header that
  // contains a line end, a name that breaks the URL.
  Transfer(const Request& request, const TransferSetup& setup, const Identity& identity,
           std::optional<std::chrono::nanoseconds> time_left);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() = default;

  CURL* handle() const { return m_handle.get(); }
  const std::string& url() const { return m_target.text; }
  const Headers& request_headers() const { return m_request_headers; }

  bool has_left() const { return m_has_left; }
  // Valid after libcurl reports the transfer as done:
  bool was_late() const { return m_was_late; } // its term was over before the request left
  FailedTransfer failure(CURLcode code) const; // without its request; code is not CURLE_OK
  Loss loss(const FailedTransfer& failed) const;
  Response take_response();
  const Response& response() const { return m_response; }

 private:
  void choose_headers(const Request& request, const TransferSetup& setup, const Identity& identity);
  void set_up(const TransferSetup& setup, const Identity& identity);
  void set_up_method(const Request& request);
  void set_up_headers();
  void set_up_proxy(const TransferSetup& setup);
  void set_up_times(const ClientOptions& options, std::optional<std::chrono::nanoseconds> time_left);
  void set_up_callbacks();

  static std::size_t take_header(const char* bytes, std::size_t, std::size_t count, void* self);
  static std::size_t take_body(const char* bytes, std::size_t, std::size_t count, void* self);
  static int before_request(void* self, char*, char*, int, int);
  void header_line(std::string_view line);
  bool body_bytes(std::string_view bytes);

  Target m_target;
  Headers m_request_headers;
  Response m_response;
  std::uint64_t m_max_body;
  const Clock& m_clock;
  const std::optional<Term>& m_term; // of the request
  std::size_t m_header_bytes = 0;
  std::string m_refusal; // our reason for aborting the transfer
  std::string m_verified_name;
  bool m_verifies = false;
  bool m_has_proxy = false;
  bool m_has_left = false;
  bool m_was_late = false;
  std::optional<std::chrono::nanoseconds> m_time_left;
  char m_detail[CURL_ERROR_SIZE] = {};
  CurlList m_header_list, m_connect_to;
  EasyHandle m_handle; // destroyed first: libcurl may use all members above
};

} // namespace kube
