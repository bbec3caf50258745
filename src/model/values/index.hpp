// SPDX-License-Identifier: Apache-2.0
// Indexes into the lists of a ClusterSnapshot. Each list has its own type of index, so that a pod's index cannot stand
// for a node's.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace model {

// The type of k_none, which converts to every Index and to a number.
struct NoIndex {
  constexpr operator std::int32_t() const { return -1; }
};
inline constexpr NoIndex k_none = {};

// As cheap as its number, and as trivial: a variable without an initial value is undefined, a new element of a vector
// is 0.
template <typename Of>
class Index {
 public:
  Index() = default;
  constexpr explicit Index(std::integral auto value) : m_value(static_cast<std::int32_t>(value)) {}
  constexpr Index(NoIndex none) : m_value(none) {}

  // Not explicit: an Index then compares, with its own type, k_none and numbers, as numbers do.
  constexpr operator std::int32_t() const { return m_value; }

  constexpr Index& operator++() {
    ++m_value;
    return *this;
  }

 private:
  std::int32_t m_value;
};

// Without these, indexes into different lists would also compare as numbers.
template <typename A, typename B>
requires(!std::is_same_v<A, B>) bool operator==(Index<A>, Index<B>) = delete;
template <typename A, typename B>
requires(!std::is_same_v<A, B>) bool operator<=>(Index<A>, Index<B>) = delete;

} // namespace model

template <typename Of>
struct std::hash<model::Index<Of>> {
  std::size_t operator()(model::Index<Of> index) const noexcept { return std::hash<std::int32_t>()(index); }
};

// Not defined: the answers of the general template are wrong, its max() is 0.
template <typename Of>
class std::numeric_limits<model::Index<Of>>;
