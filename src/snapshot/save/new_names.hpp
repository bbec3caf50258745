// SPDX-License-Identifier: Apache-2.0
// --anonymize: other names for everything that people named, so that all answers stay the same up to the names.
//
// Names decide in a scheduler: of equal nodes the first by name is taken, and of equally old pods the first by
// "namespace/name". So a new name has to stand where the old one stood in every comparison, also of names that are put
// together ("web-" + a hash is a ReplicaSet, "<pod>-<volume>" is a claim). Therefore not names but words are replaced:
//
//   train-worker-0     team/train       the words are train, worker, 0, team
//   xdq-xec-xaa        xcf/xdq          each has a code of its own, all of the same length
//
// A word is what stands between the characters below '0', which are '-', '.', '/' and their like and stay. Codes are
// given out in the byte order of the words. Then every comparison comes out as before: where two names first differ,
// either both go on with a word, and the codes compare as the words did; or one word is the start of the other, which
// goes on with a character that is greater than the '-' or the end that follows the shorter one; or both differ in what
// stays. (Words may hold any character from '0' on.) No code is a word of the source.
//
// Keys of labels and names of resources are replaced one by one and may change their order among those that stay, which
// decides nothing but the order in which a sentence lists them.
//
// What is not replaced: names of the Kubernetes project and of known vendors (nvidia.com/gpu, topology.kubernetes.io/
// zone), for people named none of them; values of kubernetes.io/arch and /os, of labels that are compared as numbers
// and of those that count members; kinds and API groups, schedulerNames, times and amounts.
#pragma once

#include "snapshot/save/cut.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace snapshot {

class NewNames {
 public:
  // First every text, then settle(), then new texts can be asked for.
  void note(const CutText& text);
  void settle();
  // Valid until the next call. Throws util::Error where a new name is longer than a name may be.
  std::string_view text_of(const CutText& text);

 private:
  template <typename Visit>
  void each_part(const CutText& text, Visit&& visit) const;
  bool stays(const CutText& text) const;
  std::string_view code_or(std::string_view word, std::string_view otherwise) const;
  std::string_view expression_of(std::string_view expression);
  std::string_view quota_of(std::string_view resource);

  std::map<std::string, std::string, std::less<>> m_codes; // of each word
  std::set<std::string, std::less<>> m_number_keys;        // labels that a selector compares by Gt or Lt
  std::string m_text;
};

} // namespace snapshot
