// SPDX-License-Identifier: Apache-2.0
// The client lists exactly the kinds that the builder reads.
#include "snapshot/objects/kinds.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

using namespace snapshot;

TEST_CASE("the builder reads every list with a decoder, and no other") {
  for (const Kind& list : listed_kinds()) {
    INFO(list.api_group << "/" << list.resource);
    CHECK(find_kind(list.api_group, list.kind) == (list.add ? &list : nullptr));
    CHECK(find_listed_kind(list.api_group, list.kind) == &list);
    CHECK_FALSE(list.versions.empty());
    CHECK_FALSE(list.hides.empty());
  }
}

TEST_CASE("the client lists every kind that the builder reads, but our own and the other spelling of events") {
  for (const Kind& kind : kinds()) {
    const bool elsewhere = kind.api_group == "kubectl-gang" || kind.api_group == "events.k8s.io";
    INFO(kind.api_group << "/" << kind.kind);
    CHECK((find_listed_kind(kind.api_group, kind.kind) != nullptr) != elsewhere);
  }
}

TEST_CASE("a list appears once, as the plural of its kind in lower case") {
  std::vector<std::string> names;
  for (const Kind& list : listed_kinds()) {
    std::string kind(list.kind);
    std::ranges::transform(kind, kind.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    INFO(list.resource);
    CHECK(list.resource.substr(0, kind.size() - 1) == kind.substr(0, kind.size() - 1)); // policies, classes
    names.push_back(std::string(list.resource) + "." + std::string(list.api_group));
  }
  std::ranges::sort(names);
  CHECK(std::ranges::adjacent_find(names) == names.end());
}
