// SPDX-License-Identifier: Apache-2.0
// How many copies of a job fit, how large it may be, and how fragmented the remaining capacity is: dry-run's
// --how-many and --largest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace model {

struct GroupReport;
struct PodReport;

// Copies of the whole manifest, tried one after the other. All pending pods keep their turns in the queue.
struct CopiesReport {
  std::int64_t fit = 0;                // copies that start, including the job itself
  std::int64_t limit = 0;              // counting stops there
  std::optional<std::int64_t> at_most; // proven limit of copies that fit at once; absent: not proven
  std::int64_t victims = 0;            // pods that the additional copies evict
  // What is counted for the first copy alone, so that `fit` is not certain: "count/jobs.batch of ResourceQuota ml/q".
  std::vector<std::string> not_counted;
  // Why the next one does not start: its group, or its pod of no group; both empty if the count reached the limit.
  std::vector<GroupReport> next_group;
  std::vector<PodReport> next_pod;
};

// The largest size of one role with which every pod of the job fits. All else stays the same.
struct LargestReport {
  std::string kind, namespace_name, object; // the object with the role
  std::string role;                         // may be empty
  std::string resource;                     // the resource whose request varies; empty: the number of replicas varies
  std::int64_t asked = 0;                   // as the scheduler counts (cpu in milli-cores)
  std::int64_t greatest = 0;                // the size with which the simulation places everything; 0: none
  bool exact = false;            // a proof excludes more; otherwise the simulation does not place the next size
  bool limit_reached = false;    // the search did not try larger ones
  bool moves_min_member = false; // minMember is the group's size, and changes with it
};

// Free capacity of a resource, and the part of it that the pods seen in the cluster cannot use.
struct FragmentationReport {
  struct StrandedNode {
    std::string name;
    std::int64_t free_milli = 0;
    std::string lacks;   // the resource whose shortage excludes most of those pods
    bool is_new = false; // because of the job
  };
  std::string resource;
  std::int64_t pods = 0; // pods that request the resource; the expectation is over these
  // In thousandths of its unit (GPUs, cores), on nodes that accept any of those pods.
  std::int64_t free_before_milli = 0, free_after_milli = 0;
  std::int64_t unusable_before_milli = 0, unusable_after_milli = 0;
  std::vector<StrandedNode> stranded; // after; by name
};

} // namespace model
