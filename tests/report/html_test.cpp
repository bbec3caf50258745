// SPDX-License-Identifier: Apache-2.0
// Contents of HTML reports. tests/browser.py checks how browsers show them.
#include "report/html/markup.hpp"
#include "report/html_check.hpp"
#include "report/samples.hpp"
#include "support/catch.hpp"

#include <string>
#include <string_view>

using report::Format;
using report::Markup;
using namespace samples;
using tests::is_whole_html;

namespace {

std::string page(const model::Report& report) { return text(report, Format::Html); }

model::Report drawn() {
  model::Report report = explanation({fragmented()});
  report.picture = four_nodes();
  model::Fix fix;
  fix.kind = model::FixKind::Evict;
  model::Change change;
  change.kind = "Pod";
  change.namespace_name = "ml";
  change.name = "speech-0";
  change.node = "gpu-b";
  fix.changes = {change};
  fix.effects = {{"gpu-b", 8, 2, 4, 0}};
  report.groups.front().fixes = {fix};
  return report;
}

// True if the words follow each other, with anything between them.
bool in_order(std::string_view page, std::initializer_list<std::string_view> words) {
  std::size_t from = 0;
  for (const std::string_view word : words) {
    from = page.find(word, from);
    if (from == std::string_view::npos) {
      UNSCOPED_INFO("not there, or not in this order: " << word);
      return false;
    }
    from += word.size();
  }
  return true;
}

} // namespace

TEST_CASE("text never becomes markup") {
  const std::string nasty = "</p><script>\"'&\x1b[31m\xe2\x80\xae";
  Markup html;
  html.open("p", {{"title", nasty}, {"id", 7}}).text(nasty).element("b", nasty).alone("br", {}).close();
  const std::string escaped = "&lt;/p&gt;&lt;script&gt;&quot;&#39;&amp;\\x1b[31m\\u202e";
  CHECK(html.take() == "<p title=\"" + escaped + "\" id=\"7\">" + escaped + "<b>" + escaped + "</b><br/></p>");
}

TEST_CASE("the check of pages finds every fault") {
  CHECK(is_whole_html("<!DOCTYPE html><p a=\"b\">x &amp; y<br/></p>"));
  for (const std::string_view broken : {"<p>", "</p>", "<p></b>", "<p a=b></p>", "<p a=\"<\"></p>", "a > b", "a & b",
                                        "<p a=\"b></p>", "<b><i></b></i>", "&nbsp;"}) {
    INFO(broken);
    CHECK_FALSE(is_whole_html(broken));
  }
}

TEST_CASE("a page shows the verdict, the cause, the cluster, then the remedies") {
  const std::string html = page(drawn());
  CHECK(is_whole_html(html));
  CHECK(in_order(html, {"<h1>",
                        "ml/train",
                        "does not fit",
                        "</h1>",
                        "1 of its 3 members can be placed",
                        "need 4 nvidia.com/gpu on one node",
                        "The cluster, as the run leaves it",
                        "4 nodes of 8 nvidia.com/gpu, 64 cpu",
                        "gpu-a",
                        "takes one more",
                        "gpu-b",
                        "has too little nvidia.com/gpu",
                        "Would each node take one more member?",
                        "3 nodes have too little nvidia.com/gpu and 1 node takes one more",
                        "Ways to start it, cheapest first",
                        "Evict ml/speech-0 on gpu-b",
                        "BEFORE",
                        "AFTER",
                        "on gpu-b",
                        "evicted",
                        "nvidia.com/gpu on gpu-b",
                        "2 of 8 free",
                        "4 of 8 free",
                        "starts",
                        "worker-1",
                        "as of 2026-03-02T09:00:00Z"}));
}

TEST_CASE("a page fetches nothing and runs nothing") {
  const std::string html = page(drawn());
  CHECK(in_order(html, {"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src "
                        "&#39;unsafe-inline&#39;"}));
  for (const std::string_view word :
       {"<script", " src=", " href=", " style=", "http://", "https://", "@import", "<img"}) {
    INFO(word);
    CHECK(html.find(word) == std::string::npos);
  }
}

TEST_CASE("many nodes become cells, in a table as well") {
  model::Report report = drawn();
  model::NodeClass& nodes = report.picture->classes.front();
  for (int i = 0; i < 200; ++i) {
    nodes.nodes.push_back(nodes.nodes[1]);
    nodes.nodes.back().name = "more-" + std::to_string(i);
  }
  nodes.count = 204;
  const std::string html = page(report);
  CHECK(is_whole_html(html));
  CHECK(html.find("class=\"tile") == std::string::npos);
  CHECK(in_order(html, {"Free nvidia.com/gpu on single nodes", "class=\"cells\"",
                        "gpu-a: 6 of 8 nvidia.com/gpu free; takes one more", "The same as a table (204 nodes)",
                        "<td>more-199</td>"}));
}

TEST_CASE("a page counts the nodes that it does not draw") {
  model::Report report = drawn();
  report.picture->classes.front().count = 9;
  CHECK(page(report).find("5 more nodes are in the sums and not drawn.") != std::string::npos);
}

TEST_CASE("many groups give a headline, a table and a part each") {
  model::GroupReport other = gang("other", 1);
  other.verdict = model::GroupVerdict::Fits;
  model::Report report = explanation({fragmented(), other});
  report.picture = four_nodes();
  report.summary.emplace();
  report.summary->blocked_groups = report.summary->starting_groups = 1;
  const std::string html = page(report);
  CHECK(is_whole_html(html));
  CHECK(in_order(html,
                 {"<h1>", "No", "</h1>", "1 of 2 groups is blocked", "NAMESPACE", "<details class=\"group\" open=\"\">",
                  "ml/train", "1 group that is not blocked", "<details class=\"group\">", "ml/other", "The cluster"}));
}

TEST_CASE("a queue report draws every turn") {
  model::Report report = explanation({});
  report.kind = model::ReportKind::QueueReport;
  report.queue = {
      {1, {model::QueueKind::PodGroup, "ml", "train", 0}, std::nullopt, "", model::GroupVerdict::Fits, std::nullopt}};
  model::AttemptReport attempt;
  attempt.pod = "ml/train-0";
  attempt.group = "train";
  attempt.at = model::Time::from_seconds(1'772'442'000);
  attempt.result = model::AttemptResult::Bound;
  attempt.node = "gpu-a";
  report.attempts = {attempt};
  const std::string html = page(report);
  CHECK(is_whole_html(html));
  CHECK(in_order(html, {"The queue: 1 of 1 come to start", "The run, turn by turn", "class=\"timeline\"", "ml/train",
                        "turn 1, 2026-03-02T09:00:00.000Z: 1 bound", "In the order of the queue"}));
}

TEST_CASE("an empty answer is a page, too") {
  CHECK(in_order(page(explanation({})), {"<h1>Nothing was found to explain</h1>", "</html>"}));
  model::Report queue = explanation({});
  queue.kind = model::ReportKind::QueueReport;
  CHECK(in_order(page(queue), {"<h1>Nothing is waiting to be scheduled</h1>", "</html>"}));
}
