// SPDX-License-Identifier: Apache-2.0
// Where a request goes: paths of the API, and the URL as libcurl takes it.
#pragma once

#include "kube/http/curl_handles.hpp"
#include "kube/http/request.hpp"

#include <string>
#include <string_view>

namespace kube {

// Names that libcurl, a proxy or a server could take for a path of their own are refused.
struct ResourceAddress {
  std::string_view group = {}; // empty: the core group
  std::string_view version = {};
  std::string_view namespace_name = {}; // empty: all namespaces, or none
  std::string_view resource = {};
  std::string_view name = {};        // empty: the collection
  std::string_view subresource = {}; // only with a name
};

// "/apis/batch/v1/namespaces/ml/jobs/train/status", escaped. Throws util::Error for a name that is `.` or `..` or has
// a `/` or `%` in it (apimachinery, IsValidPathSegmentName).
std::string resource_path(const ResourceAddress& address);

struct Target {
  UrlHandle url;
  std::string text;        // the URL with the server's own host
  std::string host;        // "127.0.0.1:6443", as the server was written
  std::string host_header; // where the URL has another host (tls-server-name), else empty
  std::string connect_to;  // the same, as CURLOPT_CONNECT_TO wants it
};

// `server` is that of a Connection. Query parameters are sorted by key, as client-go does.
// libcurl checks a certificate against the URL's host and nothing else; so with a `tls_server_name` that becomes the
// host, the connection is sent to the real one, and so is the Host header.
Target request_target(std::string_view server, std::string_view path, Query query, std::string_view tls_server_name);

} // namespace kube
