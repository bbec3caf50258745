// SPDX-License-Identifier: Apache-2.0
#include "kube/http/curl_library.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <array>
#include <dlfcn.h>
#include <string>

namespace kube {

namespace {

// The soname of its binary interface, unchanged since 2006. Debian has one libcurl per TLS library.
constexpr std::array<const char*, 2> k_names = {"libcurl.so.4", "libcurl-gnutls.so.4"};

std::string last_error() {
  const char* const text = dlerror();
  return text == nullptr ? "?" : text;
}

class Loader {
 public:
  Loader() {
    std::string why;
    for (const char* const name : k_names) {
      m_handle = dlopen(name, RTLD_NOW | RTLD_LOCAL); // never closed: its threads and tables live as long as the
                                                      // never closed: its threads and tables stay in use
      if (m_handle != nullptr) { return; }
      if (why.empty()) { why = last_error(); }
    }
    throw util::Error(
        util::concat("a live cluster needs libcurl, which cannot be loaded: ", why,
                     "; install libcurl4 (Debian, Ubuntu) or libcurl (others), or give files with --from"));
  }

  CurlLibrary functions() const {
    CurlLibrary library = {};
    found("curl_global_init", library.global_init);
    found("curl_version_info", library.version_info);
    found("curl_free", library.free);
    found("curl_getdate", library.getdate);
    found("curl_slist_append", library.slist_append);
    found("curl_slist_free_all", library.slist_free_all);
    found("curl_easy_init", library.easy_init);
    found("curl_easy_cleanup", library.easy_cleanup);
    found("curl_easy_setopt", library.easy_setopt);
    found("curl_easy_getinfo", library.easy_getinfo);
    found("curl_easy_escape", library.easy_escape);
    found("curl_easy_strerror", library.easy_strerror);
    found("curl_easy_option_by_id", library.easy_option_by_id);
    found("curl_multi_init", library.multi_init);
    found("curl_multi_cleanup", library.multi_cleanup);
    found("curl_multi_add_handle", library.multi_add_handle);
    found("curl_multi_remove_handle", library.multi_remove_handle);
    found("curl_multi_perform", library.multi_perform);
    found("curl_multi_info_read", library.multi_info_read);
    found("curl_multi_poll", library.multi_poll);
    found("curl_multi_strerror", library.multi_strerror);
    found("curl_url", library.url);
    found("curl_url_cleanup", library.url_cleanup);
    found("curl_url_get", library.url_get);
    found("curl_url_set", library.url_set);
    found("curl_url_strerror", library.url_strerror);
    return library;
  }

 private:
  template <typename Function>
  void found(const char* name, Function& function) const {
    void* const address = dlsym(m_handle, name);
    if (address == nullptr) {
      throw util::Error(util::concat("libcurl is too old: ", last_error(), "; 7.80 is the first that will do"));
    }
    function = reinterpret_cast<Function>(address); // POSIX allows this cast
  }

  void* m_handle = nullptr;
};

} // namespace

const CurlLibrary& curl() {
  static const CurlLibrary library = Loader().functions();
  return library;
}

} // namespace kube
