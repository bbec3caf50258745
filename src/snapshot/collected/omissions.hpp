// SPDX-License-Identifier: Apache-2.0
// Which lists are missing, as the heads of one or several snapshots say. What one of them holds is there, whatever the
// others lack and in whichever order they come.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/cluster/omitted_list.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

// The two reasons that are no loss: there are no such objects; files could not have held them.
inline constexpr std::string_view k_not_served = "NotServed";
inline constexpr std::string_view k_not_in_source = "NotInSource";

class Omissions {
 public:
  void add_head(const std::vector<model::OmittedList>& omitted);

  // What every head lacks, in the order in which it was first named. Where one of them says that the list is not
  // served, so it is: that is an answer.
  std::vector<model::OmittedList> in_all() const;
  bool any_head() const { return m_heads > 0; }

  // Of one list. `any`: the input holds some of its objects.
  bool is_given(std::string_view list, bool any) const; // an object that is not in it does not exist
  bool is_not_served(std::string_view list) const;
  bool is_denied(std::string_view list) const; // the list exists, and could not be had

 private:
  struct Entry {
    model::OmittedList omitted;
    int heads = 0; // that lack it
    int last = 0;  // the number of the last of them
  };

  // Why every head lacks the list; nullopt: one of them has it, or there is no head.
  std::optional<std::string_view> reason_of(std::string_view list) const;

  std::vector<Entry> m_entries;
  int m_heads = 0;
};

// Says in `cluster` what can and what cannot be told from its lists.
void note_omissions(const Omissions& omissions, model::ClusterSnapshot& cluster);

} // namespace snapshot
