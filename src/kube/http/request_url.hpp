// SPDX-License-Identifier: Apache-2.0
// Targets of requests: paths of the API, and the URL for libcurl.
#pragma once

#include "kube/http/curl_handles.hpp"
#include "kube/http/request.hpp"

#include <string>
#include <string_view>

namespace kube {

// Rejects names that libcurl, a proxy or a server could interpret as a path of their own.
struct ResourceAddress {
  std::string_view group = {}; // empty: the core group
  std::string_view version = {};
  std::string_view namespace_name = {}; // empty: all namespaces, or none
  std::string_view resource = {};
  std::string_view name = {};        // empty: the collection
  std::string_view subresource = {}; // only with a name
};

// "/apis/batch/v1/namespaces/ml/jobs/train/status", escaped. Throws util::Error for a name that is `.` or `..` or
// contains `/` or `%` (apimachinery, IsValidPathSegmentName).
std::string resource_path(const ResourceAddress& address);

struct Target {
  UrlHandle url;
  std::string text;        // the URL with the server's own host
  std::string host;        // "127.0.0.1:6443", as the connection names the server
  std::string host_header; // the server's host if the URL has another one (tls-server-name), else empty
  std::string connect_to;  // the same, in the format of CURLOPT_CONNECT_TO
};

// `server` is that of a Connection. Sorts query parameters by key, like client-go. libcurl checks a certificate only
// against the URL's host. So a `tls_server_name` becomes the URL's host; the connection and the Host header still use
// the real one.
Target request_target(std::string_view server, std::string_view path, Query query, std::string_view tls_server_name);

} // namespace kube
