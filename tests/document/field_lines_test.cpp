// SPDX-License-Identifier: Apache-2.0
// Lines of fields, in YAML and in JSON.
#include "document/reading/field_lines.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <string_view>

using document::lines_in_text;
using document::ObjectLines;

namespace {

// 0 if the field has no line.
std::int64_t line(const ObjectLines& object, std::string_view path) {
  const auto found =
      std::ranges::find(object.fields, path, [](const auto& field) { return std::string_view(field.first); });
  return found == object.fields.end() ? 0 : found->second;
}

} // namespace

TEST_CASE("field lines cover documents, nested fields, elements of lists") {
  const auto objects = lines_in_text(R"(# a comment
kind: Job
metadata:
  name: train
  namespace: ml
spec:
  template:
    spec:
      containers:
      - name: a
        resources: {requests: {cpu: "1",
          nvidia.com/gpu: 4}}
      - name: b
        image: x
      ? {a: b}
      : c
      schedulerName: gang
---
# nothing here
---
  kind: PodGroup
  metadata: {name: train}
  spec:

    minMember: 2
)");
  REQUIRE(objects.size() == 2);
  const ObjectLines &job = objects[0], &group = objects[1];
  CHECK((job.kind == "Job" && job.name == "train" && job.namespace_name == "ml" && job.line == 2));
  CHECK(line(job, "spec") == 6);
  CHECK(line(job, "spec.template.spec.containers.name") == 10); // the first element
  CHECK(line(job, "spec.template.spec.containers.resources.requests") == 11);
  CHECK(line(job, "spec.template.spec.containers.resources.requests.nvidia.com/gpu") == 12);
  CHECK(line(job, "spec.template.spec.containers.image") == 14);
  CHECK(line(job, "spec.template.spec.schedulerName") == 17);
  CHECK((group.kind == "PodGroup" && group.name == "train" && group.namespace_name.empty() && group.line == 21));
  CHECK(line(group, "spec.minMember") == 25);
}

TEST_CASE("field lines cover items of lists, in JSON too, one object after the other") {
  for (const char* const text : {R"({"apiVersion": "v1", "kind": "List",
"items": [
  {"kind": "Pod", "metadata": {"name": "a"},
   "spec": {"schedulerName": "x",
            "volumes": []}},
  {
    "metadata": {"name": "b"},
    "spec": {"schedulerName": "y"}}
], "metadata": {}})",
                                 R"([
{"kind": "Pod",
 "metadata": {"name": "a"}, "spec": {
  "schedulerName": "x",
  "volumes": []}},
  {
    "metadata": {"name": "b"},
    "spec": {"schedulerName": "y"}}])"}) {
    INFO(text);
    auto objects = lines_in_text(text);
    std::erase_if(objects, [](const auto& object) { return object.name.empty(); }); // the list itself
    REQUIRE(objects.size() == 2);
    CHECK((objects[0].name == "a" && objects[1].name == "b"));
    CHECK(line(objects[0], "spec.schedulerName") == 4);
    CHECK(line(objects[0], "spec.volumes") == 5);
    CHECK(objects[1].line == 6);
    CHECK(line(objects[1], "spec.schedulerName") == 8);
    CHECK(line(objects[1], "spec.volumes") == 0);
  }
}

TEST_CASE("unreadable text has no field lines, not even guessed ones") {
  CHECK(lines_in_text("").empty());
  CHECK(lines_in_text("a: [").empty());
  CHECK(lines_in_text("a: \x01").empty());
  CHECK(lines_in_text("just text").empty());
  CHECK(lines_in_text(std::string(2 * document::k_most_bytes_for_lines, ' ') + "a: 1").empty());
  CHECK(document::lines_of_objects("/dev/null").empty());
  CHECK(document::lines_of_objects("/nowhere/at/all").empty());
}
