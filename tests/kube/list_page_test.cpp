// SPDX-License-Identifier: Apache-2.0
#include "kube/api/list_page.hpp"

#include "support/catch.hpp"
#include "util/error.hpp"

using kube::ListPage;

namespace {

const std::string k_list =
    R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9","continue":"c\u0041",)"
    R"("remainingItemCount":12},"items":[{"metadata":{"name":"a\"]},{\\"}}, )"
    R"({"kind":"Other","x":[[],{}]}]}
)";

std::string failure(const std::string& text) {
  try {
    ListPage page(text);
    while (!page.at_end()) { page.next(); }
    return {};
  } catch (const util::Error& error) { return error.what(); }
}

} // namespace

TEST_CASE("a page yields its metadata and items") {
  ListPage page(k_list);
  CHECK(page.kind() == "PodList");
  CHECK(page.api_version() == "v1");
  CHECK(page.resource_version() == "9");
  CHECK(page.continue_token() == "cA");
  CHECK(page.remaining() == 12);
  REQUIRE(page.size() == 2);
  const document::Item first = page.next();
  CHECK(first.value["metadata"]["name"].text() == "a\"]},{\\");
  CHECK(first.kind == "Pod");
  CHECK(first.api_version == "v1");
  CHECK(page.next().kind == "Other");
  CHECK(page.at_end());
}

TEST_CASE("a page cut off anywhere is an error, and no changed byte crashes") {
  const std::string list = k_list.substr(0, k_list.size() - 1);
  REQUIRE(failure(list).empty());
  for (std::size_t size = 0; size < list.size(); ++size) {
    INFO(size);
    CHECK(failure(list.substr(0, size)) == (size == 0 ? "it is empty" : "it is cut off"));
    for (const char byte : {'\0', '"', '{', '}', '[', ']', '\\', ',', ':', ' ', '\xff'}) {
      std::string changed = list;
      changed[size] = byte;
      (void)failure(changed);
    }
  }
}

TEST_CASE("input that is no list is an error") {
  CHECK(failure(" ") == "it is empty");
  CHECK(failure("[]") == "it is no JSON object");
  CHECK(failure("{}") == "it is of kind \"\" and no list");
  CHECK(failure(R"({"kind":"PodList","items":{}})") == "it is of kind \"PodList\" and no list");
  CHECK(failure(R"({"kind":"PodList","items":null})").empty());
  CHECK(failure(k_list + "{}") == "something follows the list");
  CHECK(failure(R"({"items":[{},]})") == "it is not JSON");
  CHECK(failure(R"({"items":[{} {}]})") == "it is not JSON");
  CHECK(failure(R"({"items":[}]})").substr(0, 14) == "it is not JSON");
  CHECK(failure(R"({"kind":x,"items":[]})").substr(0, 14) == "it is not JSON");
  CHECK(failure(R"({"items":[{"a":}]})").find("its item 1 cannot be read") == 0);
}
