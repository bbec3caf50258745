// SPDX-License-Identifier: Apache-2.0
// Reasons for a missing answer, in kubectl's words (which are Go's) instead of libcurl's.
#pragma once

#include "kube/http/curl_handles.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace kube {

// Facts about a failed transfer.
struct FailedTransfer {
  CURL* handle = nullptr;
  CURLcode code = CURLE_OK;
  std::string detail;            // libcurl's own words
  std::string host;              // as the connection names the server, "127.0.0.1:6443"
  std::string request;           // "GET https://127.0.0.1:6443/api", without secrets
  std::string verified_name;     // the name that the certificate should have
  std::string certificate_names; // the names that it has, "DNS:kubernetes, IP Address:10.0.0.1"; empty: unknown
  bool has_proxy = false;
  bool has_headers = false; // of the answer
  bool ran_out_of_time = false;
};

struct Loss {
  bool is_lost = false;    // a connection that broke; a GET may be retried
  bool is_refused = false; // by the server itself
  bool is_cut_off = false; // in the middle of an answer
  std::string cause{};     // "EOF", "x509: certificate signed by unknown authority"
};

Loss loss_of(const FailedTransfer& failed);

// The sentence about a loss; `cause` may contain more than loss.cause (Retry::with_previous).
std::string sentence(const FailedTransfer& failed, const Loss& loss, const std::string& cause);

} // namespace kube
