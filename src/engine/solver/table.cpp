// SPDX-License-Identifier: Apache-2.0
// f[i][j]: the largest number of placed members of the largest class if at least i of the first and j of the second are
// placed. Each node adds one of its Pareto-greatest combinations. The end drops members beyond a class's size.
#include "engine/index.hpp"
#include "engine/solver/bounds.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <limits>

namespace engine::solver {

namespace {

constexpr std::size_t k_most_classes = 3;
constexpr std::size_t k_listed_combinations = 256; // a digest replaces a longer frontier
constexpr std::int64_t k_most_cells = 20'000'000;  // over all nodes: way_back() needs a choice of 2 bytes for each
constexpr std::int64_t k_most_steps = 400'000'000; // cells times combinations

// Numbers of members on a node: of the two smaller classes, and of the largest. With two classes `j` is 0, with one
// also `i`.
struct Combination {
  std::int32_t i = 0, j = 0, largest = 0;
  friend bool operator==(const Combination&, const Combination&) = default;
};
using Combinations = std::vector<Combination>; // none exceeds another in all three; descending

class Table {
 public:
  explicit Table(const Problem& problem);
  std::optional<Bounded> solve();

 private:
  std::int32_t size(std::optional<std::size_t> c) const {
    return c ? static_cast<std::int32_t>(m_problem.classes[*c].size()) : 0;
  }
  std::size_t cells() const { return static_cast<std::size_t>(m_rows) * static_cast<std::size_t>(m_columns); }
  std::size_t cell(std::int32_t i, std::int32_t j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(m_columns) + static_cast<std::size_t>(j);
  }
  std::int32_t most_beside(const NodeKind& kind, std::int32_t i, std::int32_t j) const;
  Combinations greatest_on(const NodeKind& kind) const;
  Combinations greatest_of_all() const;
  bool fold_all();
  void fold(model::NodeIndex node, const Combinations& combinations);
  std::vector<NodeLoad> way_back(Combination from) const;
  std::vector<std::int64_t> by_class(const Combination& combination) const;
  model::Frontier named(const Combinations& combinations) const;
  model::TableBound described(std::int64_t at_most, const Combinations& together) const;

  struct Kind {
    const NodeKind* nodes;
    Combinations combinations;
  };
  struct Step {
    model::NodeIndex node;
    const Combinations* combinations;
    std::vector<std::uint16_t> choice; // by cell; k_nothing: the node adds nothing
  };
  static constexpr std::int32_t k_impossible = std::numeric_limits<std::int32_t>::min() / 2;
  static constexpr std::uint16_t k_nothing = std::numeric_limits<std::uint16_t>::max();

  const Problem& m_problem;
  std::size_t m_largest = 0;
  std::optional<std::size_t> m_first, m_second; // the other classes
  std::int32_t m_rows = 1, m_columns = 1;
  std::vector<Kind> m_kinds;
  std::vector<std::int32_t> m_most; // f; k_impossible if i and j members do not fit
  std::vector<Step> m_steps;
};

Table::Table(const Problem& problem) : m_problem(problem) {
  for (std::size_t c = 0; c < problem.classes.size(); ++c) {
    if (problem.classes[c].size() > problem.classes[m_largest].size()) { m_largest = c; }
  }
  for (std::size_t c = 0; c < problem.classes.size(); ++c) {
    if (c != m_largest) { (m_first ? m_second : m_first) = c; }
  }
  m_rows = size(m_first) + 1;
  m_columns = size(m_second) + 1;
}

// Number of members of the largest class that fit with i and j of the others; k_impossible if those alone do not fit.
std::int32_t Table::most_beside(const NodeKind& kind, std::int32_t i, std::int32_t j) const {
  const std::pair<std::optional<std::size_t>, std::int32_t> others[] = {{m_first, i}, {m_second, j}};
  std::int64_t most = kind.open[m_largest] ? size(m_largest) : 0;
  if (m_problem.exclude(kind, m_largest, m_largest)) { most = std::min<std::int64_t>(most, 1); }
  for (const auto& [c, count] : others) {
    if (count == 0) { continue; }
    if (!kind.open[*c] || (count > 1 && m_problem.exclude(kind, *c, *c))) { return k_impossible; }
    if (m_problem.exclude(kind, *c, m_largest)) { most = 0; }
  }
  if (i > 0 && j > 0 && m_problem.exclude(kind, *m_first, *m_second)) { return k_impossible; }
  for (std::size_t r = 0; r < m_problem.resources.size(); ++r) {
    std::int64_t left = kind.room[r];
    for (const auto& [c, count] : others) {
      if (count > 0) { left -= count * m_problem.classes[*c].requests[r]; }
    }
    if (left < 0) { return k_impossible; }
    const std::int64_t each = m_problem.classes[m_largest].requests[r];
    if (each > 0) { most = std::min(most, left / each); }
  }
  return static_cast<std::int32_t>(most);
}

// Keeps candidates that no earlier one equals or exceeds. Candidates come in descending order of (i, j).
class Greatest {
 public:
  explicit Greatest(std::int32_t columns) : m_best(static_cast<std::size_t>(columns), -1) {}
  void new_row() { m_running = -1; }
  void offer(const Combination& candidate) {
    std::int32_t& best = m_best[static_cast<std::size_t>(candidate.j)];
    m_running = std::max(m_running, best);
    if (candidate.largest <= m_running) { return; }
    best = m_running = candidate.largest;
    found.push_back(candidate);
  }
  Combinations found;

 private:
  std::vector<std::int32_t> m_best; // by j, over the earlier rows
  std::int32_t m_running = -1;      // the best of them for this j and larger ones
};

Combinations Table::greatest_on(const NodeKind& kind) const {
  Greatest greatest(m_columns);
  const std::int64_t most_i = m_first ? m_problem.copies(kind, *m_first) : 0;
  const std::int64_t most_j = m_second ? m_problem.copies(kind, *m_second) : 0;
  for (auto i = static_cast<std::int32_t>(most_i); i >= 0; --i) {
    greatest.new_row();
    for (auto j = static_cast<std::int32_t>(most_j); j >= 0; --j) {
      if (const std::int32_t most = most_beside(kind, i, j); most >= 0) { greatest.offer({i, j, most}); }
    }
  }
  return std::move(greatest.found);
}

Combinations Table::greatest_of_all() const {
  Greatest greatest(m_columns);
  for (std::int32_t i = m_rows - 1; i >= 0; --i) {
    greatest.new_row();
    for (std::int32_t j = m_columns - 1; j >= 0; --j) {
      if (m_most[cell(i, j)] >= 0) { greatest.offer({i, j, std::min(m_most[cell(i, j)], size(m_largest))}); }
    }
  }
  return std::move(greatest.found);
}

// Updates in place: a cell reads only itself and cells that the loop writes later.
void Table::fold(model::NodeIndex node, const Combinations& combinations) {
  Step step{node, &combinations, std::vector<std::uint16_t>(cells(), k_nothing)};
  for (std::int32_t i = m_rows - 1; i >= 0; --i) {
    for (std::int32_t j = m_columns - 1; j >= 0; --j) {
      const std::size_t here = cell(i, j);
      std::int32_t most = m_most[here];
      for (std::size_t k = 0; k < combinations.size(); ++k) {
        const Combination& added = combinations[k];
        const std::int32_t sum = m_most[cell(std::max(0, i - added.i), std::max(0, j - added.j))] + added.largest;
        if (sum > most) {
          most = sum;
          step.choice[here] = static_cast<std::uint16_t>(k);
        }
      }
      m_most[here] = most;
    }
  }
  m_steps.push_back(std::move(step));
}

// Adds node after node, those that hold most first, until all members fit. Returns false if the table gets too big.
bool Table::fold_all() {
  std::vector<const Kind*> by_size;
  for (const Kind& kind : m_kinds) { by_size.push_back(&kind); }
  const auto most_members = [](const Kind* kind) {
    std::int32_t most = 0;
    for (const Combination& c : kind->combinations) { most = std::max(most, c.i + c.j + c.largest); }
    return most;
  };
  std::ranges::stable_sort(by_size, std::greater<>(), most_members);
  m_most.assign(cells(), k_impossible);
  m_most.front() = 0;
  const auto all_cells = static_cast<std::int64_t>(cells());
  std::int64_t steps = 0;
  for (const Kind* const kind : by_size) {
    // More nodes than members cannot help.
    const std::int64_t useful = std::min<std::int64_t>(std::ssize(kind->nodes->nodes), m_problem.size());
    for (std::int64_t n = 0; n < useful; ++n) {
      if (m_most[cell(m_rows - 1, m_columns - 1)] >= size(m_largest)) { return true; }
      steps += all_cells * std::ssize(kind->combinations);
      if (steps > k_most_steps || (std::ssize(m_steps) + 1) * all_cells > k_most_cells) { return false; }
      fold(kind->nodes->nodes[static_cast<std::size_t>(n)], kind->combinations);
    }
  }
  return true;
}

std::vector<std::int64_t> Table::by_class(const Combination& combination) const {
  std::vector<std::int64_t> counts(m_problem.classes.size(), 0);
  if (m_first) { counts[*m_first] = combination.i; }
  if (m_second) { counts[*m_second] = combination.j; }
  counts[m_largest] = combination.largest;
  return counts;
}

// The nodes' choices that lead to the cell, last node first. The caller drops members beyond a class's size.
std::vector<NodeLoad> Table::way_back(Combination from) const {
  std::vector<NodeLoad> loads;
  for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
    const std::uint16_t choice = step->choice[cell(from.i, from.j)];
    if (choice == k_nothing) { continue; }
    const Combination& added = (*step->combinations)[choice];
    loads.push_back({step->node, by_class(added)});
    from.i = std::max(0, from.i - added.i);
    from.j = std::max(0, from.j - added.j);
  }
  return loads;
}

model::Frontier Table::named(const Combinations& combinations) const {
  model::Frontier frontier;
  for (const Combination& c : combinations) {
    std::vector<std::int64_t>& row = frontier.emplace_back();
    if (m_first) { row.push_back(c.i); }
    if (m_second) { row.push_back(c.j); }
    row.push_back(c.largest);
  }
  return frontier;
}

std::string digest_of(const model::Frontier& frontier) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto take = [&](std::string_view text) {
    for (const char c : text) { hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U; }
  };
  for (const std::vector<std::int64_t>& vector : frontier) {
    for (std::size_t j = 0; j < vector.size(); ++j) { take(util::concat(j > 0 ? "," : "", vector[j])); }
    take(";");
  }
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4U) { text[i] = "0123456789abcdef"[hash & 15U]; }
  return text;
}

model::TableBound Table::described(std::int64_t at_most, const Combinations& together) const {
  model::TableBound bound;
  bound.at_most = at_most;
  for (const std::optional<std::size_t> c : {m_first, m_second, std::optional(m_largest)}) {
    if (!c) { continue; }
    std::vector<std::string>& names = bound.classes.emplace_back();
    for (const model::PodIndex member : m_problem.classes[*c].members) {
      names.emplace_back(m_problem.gang.pod(member).name);
    }
  }
  std::vector<const Combinations*> known;
  for (const Kind& kind : m_kinds) {
    const auto same = std::ranges::find_if(known, [&](const Combinations* c) { return *c == kind.combinations; });
    if (same != known.end()) {
      bound.nodes[static_cast<std::size_t>(same - known.begin())].count += std::ssize(kind.nodes->nodes);
      continue;
    }
    known.push_back(&kind.combinations);
    bound.nodes.push_back({std::ssize(kind.nodes->nodes),
                           std::string(m_problem.gang.nodes().node(kind.nodes->nodes.front()).name),
                           named(kind.combinations)});
  }
  bound.frontier = named(together);
  if (bound.frontier.size() > k_listed_combinations) {
    bound.digest = digest_of(bound.frontier);
    bound.frontier.clear();
  }
  return bound;
}

std::optional<Bounded> Table::solve() {
  for (const NodeKind& kind : m_problem.kinds) {
    Kind& known = m_kinds.emplace_back(Kind{&kind, greatest_on(kind)});
    if (known.combinations.size() >= k_nothing) { return std::nullopt; }
  }
  if (!fold_all()) { return std::nullopt; }
  const Combinations together = greatest_of_all();
  Combination best;
  for (const Combination& c : together) {
    if (c.i + c.j + c.largest > best.i + best.j + best.largest) { best = c; }
  }
  const std::int64_t members = std::int64_t{best.i} + best.j + best.largest;
  const std::int64_t at_most = m_problem.gang.fixed + members;
  const bool all = members == m_problem.size(); // then there is nothing to prove
  return Bounded{all ? model::TableBound() : described(at_most, together), at_most, way_back(best)};
}

} // namespace

std::optional<Bounded> table_bound(const Problem& problem) {
  if (problem.classes.empty() || problem.classes.size() > k_most_classes) { return std::nullopt; }
  return Table(problem).solve();
}

} // namespace engine::solver
