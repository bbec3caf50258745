// SPDX-License-Identifier: Apache-2.0
// The fields that scheduling reads, kind by kind: what a snapshot holds and nothing else.
//
// The table in allow_list.cpp is the one place that says so. A decoder that reads a new field gets a row there;
// tests/snapshots.py fails where answers from a snapshot differ from those of the objects it was taken from.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace snapshot {

// What stands in a field: how it is cut, and what --anonymize makes of it.
enum class Content : std::uint8_t {
  Branch,        // an object or an array: see below it
  Plain,         // numbers, words of the API, quantities: kept as they are
  Time,          // kept; "now" may be the newest of them
  Seen,          // a time that only counts for "now": not kept
  Presence,      // only whether it is there, and of which type
  Name,          // of an object; also parts of names, references, ids of disks
  Namespace,     // the same
  Uid,           // of an object
  Key,           // of a label or a taint
  LabelValue,    // of a label or a taint; its key stands beside it
  Operator,      // of a selector: Gt and Lt make numbers of the values
  Qualified,     // a resource, driver, device class or gate: "nvidia.com/gpu"
  Quota,         // what a quota counts: "pods", "requests.nvidia.com/gpu", "count/jobs.batch"
  Image,         // of a container
  Address,       // of a host
  Manager,       // of managedFields: a program, where it wrote the status; else kube-scheduler or "other"
  Message,       // what somebody wrote for people
  FailedMessage, // the same of a FailedScheduling event, which tells whether a group gave up
  Expression,    // CEL
  NameList,      // names in JSON: ["ml/a"]
  TaskGroups,    // YuniKorn's task groups in JSON, of which names and counts are kept
};

// One row: `path` from an object's root or, below another row, from there.
//   metadata.name              a member of a member
//   spec.taints[]              the elements of a list
//   status.conditions[type=A|B]    those of them whose type is A or B, or cannot be told
//   spec.volumes[has=csi|rbd]      those that have a member csi or rbd
//   metadata.labels{Key}       the members of a map, whose names are Keys
//   metadata.annotations.'a.b/c'   a member whose name is no plain word
struct Allowed {
  struct Rows {
    const Allowed* first = nullptr;
    std::size_t count = 0;
    constexpr Rows() = default;
    template <std::size_t Count>
    constexpr Rows(const Allowed (&rows)[Count]) : first(rows), count(Count) {}
  };

  std::string_view path;
  Content content = Content::Branch;
  Rows below = {};
};

// The rows of a kind, as a tree.
struct Field {
  struct Member;

  Content content = Content::Branch;
  std::vector<Member> members; // of an object
  std::vector<Field> element;  // of a list: one or none
  std::vector<Field> any;      // of a map: one or none
  Content keys = Content::Plain;
  std::string_view filter; // "type=A|B" or "has=a|b"
  bool kept = true;        // false: there is nothing but Seen in it

  const Field* find(std::string_view name) const;
};

struct Field::Member {
  std::string_view name;
  Field field;
};

struct AllowedKind {
  std::string_view api_group, kind;
  bool namespaced = true;
  Field root;
};

// Null for a kind that scheduling does not read.
const AllowedKind* find_allowed(std::string_view api_group, std::string_view kind);

// What is kept of an object of any other kind that stands between a pod and the object that a person made: whose it is.
const AllowedKind& allowed_of_owners();

// Whether objects of this kind can stand there: custom resources, for the kinds of Kubernetes that own pods are known.
bool may_own_pods(std::string_view api_group);

} // namespace snapshot
