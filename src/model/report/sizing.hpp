// SPDX-License-Identifier: Apache-2.0
// How many jobs of a kind fit, how large one may be, and how broken up is what they leave: dry-run's --how-many and
// --largest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace model {

struct GroupReport;
struct PodReport;

// Copies of the whole manifest, tried one after the other with everything that is pending in its place.
struct CopiesReport {
  std::int64_t fit = 0;                // that start, the job itself counted
  std::int64_t limit = 0;              // counting ends there
  std::optional<std::int64_t> at_most; // more cannot hold places at once, by proof; absent: not proven
  std::int64_t victims = 0;            // pods that the copies beside the job itself evict
  // Why the next one does not start: its group, or its pod of no group; both empty where the limit was reached.
  std::vector<GroupReport> next_group;
  std::vector<PodReport> next_pod;
};

// The greatest size of one role with which every pod of the job has a place, all else as it is.
struct LargestReport {
  std::string kind, namespace_name, object; // that has the role
  std::string role;                         // may be empty
  std::string resource;                     // of which each pod asks; empty: the number of replicas is the question
  std::int64_t asked = 0;                   // as the scheduler counts (cpu in milli-cores)
  std::int64_t greatest = 0;                // the simulation places everything; 0: it does so at no size
  bool exact = false;                       // more is impossible, by proof; otherwise the next size is merely not found
  bool limit_reached = false;               // larger ones were not tried
  bool moves_min_member = false;            // minMember is the group's size, and goes with it
};

// What is free of a resource, and what of it the pods seen in the cluster cannot use.
struct FragmentationReport {
  struct StrandedNode {
    std::string name;
    std::int64_t free_milli = 0;
    std::string lacks;   // the resource that keeps most of those pods away
    bool is_new = false; // because of the job
  };
  std::string resource;
  std::int64_t pods = 0; // that ask for the resource: those the expectation is over
  // In thousandths of its unit (GPUs, cores), on nodes that take any of those pods.
  std::int64_t free_before_milli = 0, free_after_milli = 0;
  std::int64_t unusable_before_milli = 0, unusable_after_milli = 0;
  std::vector<StrandedNode> stranded; // after; by name
};

} // namespace model
