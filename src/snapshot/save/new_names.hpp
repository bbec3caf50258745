// SPDX-License-Identifier: Apache-2.0
// --anonymize: replaces all names that users chose, so that every answer stays the same except for names.
//
// Names influence a scheduler: among equal nodes it takes the first by name, and among equally old pods the first by
// "namespace/name". So a new name must sort like the old one in every comparison, also inside composed names ("web-" +
// a hash is a ReplicaSet, "<pod>-<volume>" is a claim). Therefore we replace words, not names:
//
//   train-worker-0     team/train       the words are train, worker, 0, team
//   xdq-xec-xaa        xcf/xdq          each has its own code, all of the same length
//
// A word is the text between characters below '0'. These are '-', '.', '/' and similar ones, and they stay. The byte
// order of the words decides the order of their codes. Then every comparison has the same result as before. At the
// first difference between two names there are three cases:
//   - Both continue with a word: the codes compare like the words.
//   - One word is the start of the other: the longer one continues with a character greater than the '-', or the end,
//     that follows the shorter one.
//   - They differ in characters that stay.
// (Words may contain any character from '0' on.) No code is a word of the source.
//
// Label keys and resource names change one by one, because those of known vendors stay. So their order relative to
// those that stay may change, which only affects the order in which a sentence lists them.
//
// These stay: names of the Kubernetes project and of known vendors (nvidia.com/gpu, topology.kubernetes.io/zone),
// because no user chose them; values of kubernetes.io/arch and /os, of labels that are compared as numbers and of those
// that count members; kinds and API groups, schedulerNames, times and amounts.
#pragma once

#include "snapshot/save/cut.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace snapshot {

class NewNames {
 public:
  // Call note() for every string, then settle(), then text_of() for the new strings.
  void note(const CutText& text);
  void settle();
  // Valid until the next call. Throws util::Error if a new name exceeds the maximum length of names.
  std::string_view text_of(const CutText& text);

 private:
  template <typename Visit>
  void each_part(const CutText& text, Visit&& visit) const;
  bool stays(const CutText& text) const;
  std::string_view code_or(std::string_view word, std::string_view otherwise) const;
  std::string_view attribute_of(std::string_view attribute);
  std::string_view expression_of(std::string_view expression);
  std::string_view quota_of(std::string_view resource);

  std::map<std::string, std::string, std::less<>> m_codes; // by word
  std::set<std::string, std::less<>> m_number_keys;        // labels that a selector compares with Gt or Lt
  std::string m_text;
};

} // namespace snapshot
