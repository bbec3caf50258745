// SPDX-License-Identifier: Apache-2.0
// Rules that the two operators of Spark share.
#pragma once

#include "snapshot/collected/fields.hpp"
#include "snapshot/expand/expander.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace snapshot {

inline constexpr std::int64_t k_least_overhead_mib = 384; // beside the memory of a pod

// The properties that an application gives to spark-submit: sparkConf.
class SparkConf {
 public:
  SparkConf(document::Value spec, const Path& path)
      : m_path(path["sparkConf"]), m_properties(object_of(spec["sparkConf"], m_path)) {}

  Path path(std::string_view key) const { return m_path[key]; }
  document::Value properties() const { return m_properties; }
  std::string_view text(std::string_view key) const { return m_properties[key].text(); }
  bool is_true(std::string_view key) const;
  std::int32_t number(std::string_view key, std::int32_t otherwise) const; // of pods; not negative

  // A property of the role, else of both roles: spark.kubernetes.driver.scheduler.name,
  // spark.kubernetes.scheduler.name.
  std::string_view text_of_role(std::string_view role, std::string_view key) const;

  // spark.kubernetes.driver.label.x: "y" → x: "y" in the field of `object`, which stays absent if there is none.
  void copy(std::string_view prefix, document::Output& object, std::string_view field) const;

  // spark.driver.resource.gpu.amount and .vendor → limits: vendor/gpu.
  void add_devices(document::Output& container, std::string_view role) const;

 private:
  Path m_path;
  document::Value m_properties;
};

// Parses "512m" or "2g" like the JVM, where a number without a unit means mebibytes. Returns MiB. Throws DecodeError.
std::int64_t jvm_mib(std::string_view text, const Path& path);

// The containers of a pod of the role. Spark adds one if the template has none. (BasicDriverFeatureStep,
// BasicExecutorFeatureStep)
document::Output::Array& spark_containers(PodTemplate& pod_template, std::string_view role);

// Adds the executors PREFIX-exec-1 to PREFIX-exec-COUNT. The pod `driver` creates them once it runs, and owns them.
void add_executors(const Source& owner, const Prepared& prepared, std::string_view prefix, std::int32_t count,
                   const std::string& driver, Expander& expander);

} // namespace snapshot
