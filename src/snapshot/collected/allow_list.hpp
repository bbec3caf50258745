// SPDX-License-Identifier: Apache-2.0
// The fields that scheduling reads, by kind. A snapshot contains these fields and no others.
//
// The tables in allow_list_*.cpp are the only place that lists them. A decoder that reads a new field needs a row
// there; tests/snapshots.py fails if a snapshot and the objects that it came from give different answers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace snapshot {

// The content of a field decides how we cut it and how --anonymize changes it.
enum class Content : std::uint8_t {
  Branch,        // an object or an array, with rows below it
  Plain,         // numbers, words of the API, quantities: unchanged
  Time,          // unchanged; "now" may be the newest of them
  Seen,          // a time that counts only for "now": dropped
  Presence,      // keeps only its type, to show that the field exists
  Name,          // of an object; also parts of names, references, disk ids
  Namespace,     // the name of one
  Uid,           // of an object
  Key,           // of a label or a taint
  LabelValue,    // of a label or a taint; its key is next to it
  Operator,      // of a selector: Gt and Lt read the values as numbers
  Qualified,     // a resource, driver, device class or gate: "nvidia.com/gpu"
  Quota,         // a name that a quota counts: "pods", "requests.nvidia.com/gpu", "count/jobs.batch"
  Image,         // of a container
  Address,       // of a host
  Manager,       // of managedFields: a program that wrote the status, or kube-scheduler; else "other"
  Message,       // text for people
  FailedMessage, // the same of a FailedScheduling event; shows if its group was rejected
  Attribute,     // of a device, with or without its domain: "gpu.example.com/model"; only the domain changes
  Expression,    // CEL
  NameList,      // names in JSON: ["ml/a"]
  PairList,      // keys and values of labels: "pool=gpu,zone=a"
  TaskGroups,    // YuniKorn's task groups in JSON; keeps names, counts and resources
  ProgramFlags,  // the template of an operator's Deployment; keeps the flags that decide about its objects
  Document,      // an object in JSON or YAML, with rows below it
  LastApplied,   // the object as kubectl has applied it, in JSON; keeps the fields of its kind
};

// One row. `path` starts at the object's root or, in `below`, at the row above.
//   metadata.name              a member of a member
//   spec.taints[]              the elements of a list
//   status.conditions[type=A|B]    elements whose type is A or B, or not a string
//   spec.volumes[has=csi|rbd]      elements that have a member csi or rbd
//   metadata.labels{Key}       the members of a map, whose names are Keys
//   metadata.annotations.'a.b/c'   a member whose name is not a plain word
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

// The rows of a kind as a tree.
struct Field {
  struct Member;

  Content content = Content::Branch;
  std::vector<Member> members; // if it is an object
  std::vector<Field> element;  // if it is a list: one or none
  std::vector<Field> any;      // if it is a map: one or none
  Content keys = Content::Plain;
  std::string_view filter; // "type=A|B" or "has=a|b"
  bool kept = true;        // false: everything in it is Seen

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

// The fields to keep of any other kind that sits between a pod and the object that the user created: only its owner.
const AllowedKind& allowed_of_owners();

// The fields to keep of an event of a pod that cannot start: no message.
const AllowedKind& allowed_of_start_events();

// True if objects of this API group can sit there: only custom resources, because we know all kinds of Kubernetes that
// own pods.
bool may_own_pods(std::string_view api_group);

} // namespace snapshot
