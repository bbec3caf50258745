// SPDX-License-Identifier: Apache-2.0
// Why no answer came, in the words of kubectl (which are Go's) instead of libcurl's.
#pragma once

#include "kube/http/curl_handles.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace kube {

// What is known about a transfer that failed.
struct FailedTransfer {
  CURL* handle = nullptr;
  CURLcode code = CURLE_OK;
  std::string detail;            // libcurl's own words
  std::string host;              // as the server was written, "127.0.0.1:6443"
  std::string request;           // "GET https://127.0.0.1:6443/api", without secrets
  std::string verified_name;     // what the certificate should have been for
  std::string certificate_names; // what it is for, "DNS:kubernetes, IP Address:10.0.0.1"; empty: not known
  bool has_proxy = false;
  bool has_headers = false; // of the answer
  bool ran_out_of_time = false;
};

struct Loss {
  bool is_lost = false;    // a connection that broke; a GET may be sent again
  bool is_refused = false; // by the server itself
  bool is_cut_off = false; // in the middle of an answer
  std::string cause{};     // "EOF", "x509: certificate signed by unknown authority"
};

Loss loss_of(const FailedTransfer& failed);

// The sentence for it; `cause` may hold more than loss.cause (Retry::with_previous).
std::string sentence(const FailedTransfer& failed, const Loss& loss, const std::string& cause);

} // namespace kube
