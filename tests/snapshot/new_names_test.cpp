// SPDX-License-Identifier: Apache-2.0
// New names that sort as the old ones do.
#include "snapshot/save/new_names.hpp"

#include "support/catch.hpp"
#include "util/error.hpp"

#include <random>
#include <vector>

using snapshot::Content;
using snapshot::NewNames;

namespace {

// New names of `texts`, in order.
std::vector<std::string> renamed(const std::vector<snapshot::CutText>& texts) {
  NewNames names;
  for (const snapshot::CutText& text : texts) { names.note(text); }
  names.settle();
  std::vector<std::string> out;
  for (const snapshot::CutText& text : texts) { out.emplace_back(names.text_of(text)); }
  return out;
}

std::string renamed(Content content, std::string_view text, std::string_view key = {}) {
  return renamed({{content, text, key}}).front();
}

// Short names from few characters, so that one is often a prefix of another.
std::string random_name(std::mt19937& random) {
  constexpr std::string_view k_alphabet = "ab19-.";
  std::string name;
  const std::size_t length = 1 + random() % 8;
  for (std::size_t at = 0; at < length; ++at) {
    const bool at_edge = at == 0 || at + 1 == length;
    name += k_alphabet[random() % (at_edge ? 4 : k_alphabet.size())];
  }
  return name;
}

} // namespace

TEST_CASE("a resource that contains the name of a DeviceClass gets its new name") {
  const auto names =
      renamed({{Content::Qualified, "big", {}}, {Content::Qualified, "deviceclass.resource.kubernetes.io/big", {}}});
  CHECK(names[0] != "big");
  CHECK(names[1] == "deviceclass.resource.kubernetes.io/" + names[0]);
}

TEST_CASE("words of rules keep their names: the taints of the autoscaler, the numbers of a StatefulSet's pods") {
  CHECK(renamed(Content::Key, "ToBeDeletedByClusterAutoscaler") == "ToBeDeletedByClusterAutoscaler");
  CHECK(renamed(Content::Key, "workflows.argoproj.io/workflow") == "workflows.argoproj.io/workflow");
  CHECK(renamed(Content::Key, "ToBeDeletedByUs") != "ToBeDeletedByUs");
  CHECK(renamed(Content::LabelValue, "12", "apps.kubernetes.io/pod-index") == "12");
  CHECK(renamed(Content::LabelValue, "12", "example.com/rack") != "12");
}

TEST_CASE("new names compare as the old ones do, alone and joined") {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> before;
    for (int i = 0; i < 40; ++i) { before.push_back(random_name(random)); }
    std::vector<snapshot::CutText> texts;
    for (const std::string& name : before) { texts.push_back({Content::Name, name, {}}); }
    const std::vector<std::string> after = renamed(texts);
    const auto together = [&](const std::vector<std::string>& names, std::size_t at, char between) {
      return names[at] + between + names[(at * 7 + 3) % names.size()];
    };
    for (std::size_t a = 0; a < before.size(); ++a) {
      for (std::size_t b = 0; b < before.size(); ++b) {
        INFO(before[a] << " and " << before[b] << " became " << after[a] << " and " << after[b]);
        CHECK((before[a] <=> before[b]) == (after[a] <=> after[b]));
        for (const char between : {'/', '-', '.'}) {
          CHECK((together(before, a, between) <=> together(before, b, between)) ==
                (together(after, a, between) <=> together(after, b, between)));
          CHECK((before[a] <=> together(before, b, between)) == (after[a] <=> together(after, b, between)));
        }
      }
    }
  }
}

TEST_CASE("no new name is a word of the source") {
  std::vector<std::string> words = {"xaa", "xab", "xad", "xazz", "other"};
  std::vector<snapshot::CutText> texts;
  for (const std::string& word : words) { texts.push_back({Content::Name, word, {}}); }
  for (const std::string& code : renamed(texts)) {
    INFO(code);
    CHECK(std::find(words.begin(), words.end(), code) == words.end());
  }
}

TEST_CASE("names of Kubernetes and of vendors stay, and names that people choose do not") {
  for (const char* const name : {"cpu", "hugepages-2Mi", "nvidia.com/gpu", "gpu.nvidia.com", "pd.csi.storage.gke.io",
                                 "kubernetes.io/no-provisioner"}) {
    CHECK(renamed(Content::Qualified, name) == name);
  }
  for (const char* const key :
       {"topology.kubernetes.io/zone", "kubernetes.io/hostname", "scheduling.x-k8s.io/pod-group",
        "pod-group.scheduling.sigs.k8s.io", "pod-template-hash", "metadata.name"}) {
    CHECK(renamed(Content::Key, key) == key);
  }
  for (const char* const key : {"node-role.kubernetes.io/zebra", "zebra.node-restriction.kubernetes.io/wolf",
                                "zebra.com/wolf", "notkubernetes.io/zebra", "wolf", "zebra"}) {
    INFO(key);
    const std::string name = renamed(Content::Key, key);
    CHECK(name.find("zebra") == std::string::npos);
    CHECK(name.find("wolf") == std::string::npos);
  }
  CHECK(renamed(Content::Name, "nvidia.com") != "nvidia.com"); // a node may have this name
}

TEST_CASE("label values that compare as numbers stay") {
  const auto values = renamed(
      {{Content::Operator, "Gt", "cores"}, {Content::LabelValue, "16", "cores"}, {Content::LabelValue, "16", "rack"}});
  CHECK(values[1] == "16");
  CHECK(values[2] != "16");
  CHECK(renamed(Content::LabelValue, "amd64", "kubernetes.io/arch") == "amd64");
  CHECK(renamed(Content::LabelValue, "3", "pod-group.scheduling.sigs.k8s.io/min-available") == "3");
  CHECK(renamed(Content::LabelValue, "", "rack").empty());
}

TEST_CASE("a volume in several zones stays in the same zones") {
  const auto values = renamed({{Content::LabelValue, "za__zb", "topology.kubernetes.io/zone"},
                               {Content::LabelValue, "za", "topology.kubernetes.io/zone"},
                               {Content::LabelValue, "zb", "topology.kubernetes.io/zone"}});
  CHECK(values[0] == values[1] + "__" + values[2]);
}

TEST_CASE("resources and classes that a quota counts get the same new names as elsewhere") {
  CHECK(renamed(Content::Quota, "requests.cpu") == "requests.cpu");
  CHECK(renamed(Content::Quota, "requests.nvidia.com/gpu") == "requests.nvidia.com/gpu");
  CHECK(renamed(Content::Quota, "count/pods") == "count/pods");
  const auto names = renamed({{Content::Qualified, "zebra.com/gpu", {}},
                              {Content::Quota, "requests.zebra.com/gpu", {}},
                              {Content::Name, "wolf", {}},
                              {Content::Quota, "wolf.storageclass.storage.k8s.io/requests.storage", {}}});
  CHECK(names[0] != "zebra.com/gpu");
  CHECK(names[1] == "requests." + names[0]);
  CHECK(names[2] != "wolf");
  CHECK(names[3] == names[2] + ".storageclass.storage.k8s.io/requests.storage");
}

TEST_CASE("only kube-scheduler keeps its name, of the managers of a pod") {
  CHECK(renamed(Content::Manager, "kube-scheduler") == "kube-scheduler");
  CHECK(renamed(Content::Manager, "zebra-operator") == "other");
}

TEST_CASE("an image without a tag still means the latest") {
  const auto images = renamed({{Content::Image, "registry.example:5000/zebra", {}},
                               {Content::Image, "registry.example:5000/zebra:latest", {}},
                               {Content::Image, "registry.example:5000/zebra:v2", {}}});
  CHECK(images[1] == images[0] + ":latest");
  CHECK(images[2].starts_with(images[0] + ":x"));
  CHECK(images[0].find("5000") == std::string::npos);
}

TEST_CASE("every address gets a new one but 0.0.0.0") {
  CHECK(renamed(Content::Address, "0.0.0.0") == "0.0.0.0");
  CHECK(renamed(Content::Address, "10.1.2.3") != "10.1.2.3");
}

TEST_CASE("an expression keeps what the decoder reads, with new names") {
  CHECK(renamed(Content::Expression, "device.driver == 'gpu.nvidia.com'") == "(device.driver == \"gpu.nvidia.com\")");
  const auto own =
      renamed({{Content::Expression, "device.driver == \"zebra.com\"", {}}, {Content::Qualified, "zebra.com", {}}});
  CHECK(own[0] == "(device.driver == \"" + own[1] + "\")");
  CHECK(renamed(Content::Expression, "device.attributes[\"zebra\"].x > 3") ==
        "(device.attributes[\"xaa\"][\"x\"] > 3)");
  CHECK(renamed(Content::Expression, "device.attributes[\"zebra\"].x.startsWith(\"y\")") == "(left out)");
}

TEST_CASE("a new name that is too long causes an error with the old name") {
  std::string name = "a";
  for (char letter = 'b'; letter <= 'z'; ++letter) { name += std::string("-") + letter; }
  CHECK(renamed(Content::Name, name).size() > 63);
  CHECK_THROWS_WITH(renamed(Content::Namespace, name), Catch::Contains(name) && Catch::Contains("63 are allowed"));
}
