// SPDX-License-Identifier: Apache-2.0
// Loads libcurl when the program first needs a cluster. With its own libraries it costs several milliseconds and
// megabytes, which a question about files should not pay. And a program linked with one distribution's libcurl needs
// symbol versions that others lack.
#pragma once

#include <curl/curl.h>

namespace kube {

// Functions that the program calls, as <curl/curl.h> declares them.
struct CurlLibrary {
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_version_info) version_info;
  decltype(&::curl_free) free;
  decltype(&::curl_getdate) getdate;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;

  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_escape) easy_escape;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_easy_option_by_id) easy_option_by_id;

  decltype(&::curl_multi_init) multi_init;
  decltype(&::curl_multi_cleanup) multi_cleanup;
  decltype(&::curl_multi_add_handle) multi_add_handle;
  decltype(&::curl_multi_remove_handle) multi_remove_handle;
  decltype(&::curl_multi_perform) multi_perform;
  decltype(&::curl_multi_info_read) multi_info_read;
  decltype(&::curl_multi_poll) multi_poll;
  decltype(&::curl_multi_strerror) multi_strerror;

  decltype(&::curl_url) url;
  decltype(&::curl_url_cleanup) url_cleanup;
  decltype(&::curl_url_get) url_get;
  decltype(&::curl_url_set) url_set;
  decltype(&::curl_url_strerror) url_strerror;
};

// Loads libcurl at the first call. Throws util::Error if it is not installed, or too old to have all functions.
const CurlLibrary& curl();

} // namespace kube
