// SPDX-License-Identifier: Apache-2.0
// The ledger of an answer: each authority that can refuse or hold the pods of the question, and its reply. An answer is
// Yes only if no authority refuses and each was asked.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace model {

// In the order in which a pod meets them.
enum class Authority : std::uint8_t {
  Operator,  // creates the pods of an object
  Switch,    // suspend, pause: whether the operator creates them now
  Admission, // what the API server rejects or changes
  Quota,     // ResourceQuota
  Queue,     // of Kueue, Volcano and similar systems
  Scheduler,
  Gate,   // spec.schedulingGates
  Inputs, // what filters read: claims, volumes, devices, nodes, other pods
  NodeName,
};

enum class Reply : std::uint8_t { Allows, Assumed, NotAsked, Refuses };

struct Asked {
  Authority authority = Authority::Operator;
  Reply reply = Reply::Allows;
  std::string
      because; // a clause without a full stop: "LocalQueue ml/research is not in the input"; Allows: may be empty
  std::string object; // the object that decides: "LocalQueue ml/research"; empty: none
  std::string of;     // the subject: "ml/train", "pod ml/x", "Job ml/train"; empty: all of the question
  friend auto operator<=>(const Asked&, const Asked&) = default;
};

using Ledger = std::vector<Asked>;

// The first entry with this reply; null if there is none.
const Asked* first_with(const Ledger& ledger, Reply reply);

} // namespace model
