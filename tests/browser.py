#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens HTML reports in headless Chromium, light and dark, wide and narrow, and checks each page.

    tests/browser.py --binary build/release/src/kubectl-gang [--large] [--keep FOLDER] [PAGE ...]

Each page must print nothing on the console, send no network request, and run no script. Text has a contrast of at least 4.5 to 1
to its background, areas of a drawing 3 to 1. Drawings and tables have labels, headings follow each other, and nothing is wider than
the window. Names from a hostile cluster appear as text. The checks first run on a broken page, where each must find a fault.
--large adds a cluster of 5,000 nodes, whose page must stay below 3 MB. --keep leaves pages, screenshots and prints in a folder.
"""
import argparse
import html
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
MOST_BYTES = 3_000_000
SECONDS = 120
SPEAKS_BY_ITSELF = re.compile(r"(^|\.)(google|googleapis|gvt1|gstatic|chromium)\.(com|org)(:\d+)?$")  # the browser's own

# Runs in a copy of the page without its policy; adds its findings to the page, which Chromium then prints as text.
PROBE = r"""
(() => {
  const found = [];
  const say = (what, node) => found.push(what + (node ? ": " + (node.outerHTML || node.textContent).slice(0, 160) : ""));
  const parse = (text) => {
    const n = (text.match(/[\d.]+/g) || []).map(Number);
    return n.length < 3 ? [0, 0, 0, 0] : [n[0], n[1], n[2], n.length > 3 ? n[3] : 1];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const light = (c) => {
    const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Map();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || ["SCRIPT", "STYLE", "title"].includes(element.nodeName)) continue;
    ++texts;
    const style = getComputedStyle(element), svg = element.closest("svg");
    const color = parse(svg ? style.fill : style.color), below = ground(element);
    const key = color + "/" + below;
    if (!seen.has(key)) seen.set(key, contrast(over(color, below), below));
    if (seen.get(key) < 4.5) say("text with a contrast of " + seen.get(key).toFixed(2), element);
  }
  if (texts < 5) say("hardly any text");

  let areas = 0;
  for (const rect of document.querySelectorAll("svg rect, svg path")) {
    if (rect.closest("defs") || rect.matches(".row, .jump, .cell, .hold")) continue; // frames, and what has a sign too
    ++areas;
    const style = getComputedStyle(rect);
    let below = ground(rect.closest("svg"));
    if (rect.matches(".on-dark")) below = over(parse(getComputedStyle(rect.previousElementSibling).fill), below);
    const paints = [style.fill, style.stroke].filter((paint) => paint.startsWith("rgb")).map(parse);
    if (!paints.some((paint) => contrast(over(paint, below), below) >= 3)) say("an area that is hard to see", rect);
  }

  if (!document.title) say("no title");
  if (!document.documentElement.lang) say("no language");
  if (document.querySelectorAll("h1").length !== 1) say("not one headline");
  let level = 1;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const next = Number(heading.nodeName[1]);
    if (next > level + 2) say("a heading too deep", heading);
    level = next;
  }
  for (const svg of document.querySelectorAll("svg")) {
    const labelled = svg.getAttribute("role") === "img" && svg.getAttribute("aria-label");
    if (!labelled && svg.getAttribute("aria-hidden") !== "true") say("a drawing without a label", svg);
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.querySelector("th[scope]")) say("a table without headers", table);
  }
  for (const details of document.querySelectorAll("details")) {
    if (!details.querySelector(":scope > summary")) say("details without a summary", details);
  }

  if (document.scripts.length !== 1 || window.pwned) say("a script of the cluster");
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      const foreign = /^(on|src|href|style|srcdoc|action|formaction|xlink)/.test(name) || /^\s*javascript:/i.test(value);
      if (foreign) say("the attribute " + name, element);
    }
  }
  if (document.querySelector("img, iframe, object, embed, link, form, base, image, use, foreignObject, audio, video"))
    say("an element that has no place here");
  if (document.documentElement.scrollWidth > innerWidth)
    say("wider than the window: " + document.documentElement.scrollWidth + " of " + innerWidth);

  const results = document.createElement("pre");
  results.id = "findings";
  results.textContent = JSON.stringify({ found, texts, areas, dark: matchMedia("(prefers-color-scheme: dark)").matches });
  document.body.append(results);
})();
"""

BROKEN = """<!DOCTYPE html><html><head></head><body style="background: white"><h1>One</h1><h1>Two</h1>
<p style="color: #999">grey</p> <p>some</p> <p>more</p> <p>text</p> <p>here</p>
<svg width="9" height="9"><rect fill="rgb(240, 240, 240)" width="9" height="9"/></svg>
<table><tr><td>1</td></tr></table><details>x</details><script>window.pwned = 1; console.error("boo");</script>
<div style="width: 9000px">wide</div><img src="http://elsewhere.test/x.png"></body></html>"""
BROKEN_SAYS = ["text with a contrast of", "hard to see", "no title", "no language", "not one headline",
               "a drawing without a label", "a table without headers", "details without a summary",
               "a script of the cluster", "the attribute style", "an element that has no place", "wider than the window"]

NASTY = ["<script>pwned=1</script>", "\"><img src=http://elsewhere.test/a.png onerror=pwned=1>", "'onmouseover='pwned=1",
         "</title><script>pwned=1</script>", "</style><script>pwned=1</script>", "a\u202eb\u200bc\u0007", "&lt;b&gt;&amp;",
         "javascript:pwned=1", "-->]]><svg onload=pwned=1>"]


def hostile_cluster():
    """Names that the reader accepts are plain; all other text is nasty."""
    def of(kind, api, name, spec, status=None, namespace="ml", **metadata):
        meta = {"name": name, "creationTimestamp": "2026-03-02T09:00:00Z", **metadata}
        if namespace:
            meta["namespace"] = namespace
        return {"apiVersion": api, "kind": kind, "metadata": meta, "spec": spec, "status": status or {}}

    def pod(name, nasty, cpu, group=None, node=None, **more):
        spec = {"containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}], "schedulerName": nasty, **more}
        if node:
            spec["nodeName"] = node
        status = {"phase": "Running" if node else "Pending"}
        if not node:
            status["conditions"] = [{"type": "PodScheduled", "status": "False", "reason": nasty, "message": nasty}]
        return of("Pod", "v1", name, spec, status, labels={"scheduling.x-k8s.io/pod-group": group} if group else {},
                  ownerReferences=[{"apiVersion": nasty, "kind": nasty, "name": nasty, "uid": nasty, "controller": True}])

    items = []
    for i, nasty in enumerate(NASTY):
        taints = [{"key": nasty, "value": nasty, "effect": "NoSchedule"}] if i % 3 == 2 else []
        items.append(of("Node", "v1", "n-%d" % i, {"taints": taints}, namespace=None,
                        labels={"node.kubernetes.io/instance-type": nasty, "topology.kubernetes.io/zone": nasty},
                        status={"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}}))
        items += [pod("runs-%d" % i, nasty, "1", node="n-%d" % i), pod("loose-%d" % i, nasty, "99"),
                  pod("gated-%d" % i, nasty, "1", group="g-%d" % i, schedulingGates=[{"name": nasty}]),
                  pod("member-%d" % i, nasty, "9", group="g-%d" % i),
                  of("PodGroup", "scheduling.x-k8s.io/v1alpha1", "g-%d" % i, {"minMember": 1},
                     {"phase": nasty, "conditions": [{"type": nasty, "message": nasty, "reason": nasty}]})]
    return {"apiVersion": "v1", "kind": "List", "items": items}


# name: (folder, arguments). The stories check the rest of a page's content.
PAGES = {
    "fragmented": ("00-tour", ["explain", "train", "-n", "ml", "--from", "cluster.json"]),
    "fits": ("00-tour", ["explain", "train", "-n", "ml", "--from", "cluster.json", "--add-nodes", "gpu-a=1"]),
    "many": ("06-never-starts", ["explain", "-A", "--from", "nodes.yaml", "--from", "bert.yaml", "--from", "eval.yaml",
                                 "--from", "finetune.yaml", "--from", "pretrain.yaml"]),
    "dry-run": ("11-dry-run-job", ["dry-run", "-f", "job.yaml", "-n", "ml", "--from", "cluster.yaml"]),
    "queue": ("08-queue-order", ["queue", "--from", "cluster.yaml"]),
    "timeouts": ("09-ten-percent", ["queue", "--from", "cluster.yaml", "--from", "ten-percent.yaml"]),
    "preemption": ("14-preemption", ["queue", "--from", "cluster.yaml", "--from", "three.yaml"]),
    "real": ("15-real-cluster", ["dry-run", "-f", "train-64.yaml", "--from", "cluster.json.gz"]),
}


class Proxy(http.server.BaseHTTPRequestHandler):
    """Receives all network requests of the browser; pages.test has the pages."""
    pages, asked = {}, []

    def do_GET(self):  # noqa: N802 (the library's name)
        host, _, path = self.path.removeprefix("http://").partition("/")
        body = self.pages.get(path) if host == "pages.test" else None
        if body is None and not SPEAKS_BY_ITSELF.search(host) and path != "favicon.ico":
            self.asked.append(self.path)
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body or b"")

    def do_CONNECT(self):  # noqa: N802
        if not SPEAKS_BY_ITSELF.search(self.path):
            self.asked.append("CONNECT " + self.path)
        self.send_error(502)

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):  # the browser closed the connection early
        pass


class Browser:
    def __init__(self, folder):
        self.server = Server(("127.0.0.1", 0), Proxy)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.folder = folder

    def run(self, page, *flags, columns=1100, dark=False):
        """Standard output, and the console's messages, of the page with this name."""
        command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--disable-sync",
                   "--user-data-dir=" + str(self.folder / "profile"), "--enable-logging=stderr",
                   "--proxy-server=127.0.0.1:%d" % self.server.server_address[1], "--proxy-bypass-list=<-loopback>",
                   "--window-size=%d,1400" % columns, *flags]
        if dark:
            command.append("--force-dark-mode")
        command.append("http://pages.test/" + page)
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:  # on a busy machine the browser itself may hang; a page that hangs does so twice
            ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        if ran.returncode != 0:
            raise SystemExit("chromium ended with status %d:\n%s" % (ran.returncode, ran.stderr[-2000:]))
        return ran.stdout, [line for line in ran.stderr.splitlines() if "CONSOLE" in line]


def probed(page):
    """The page with the probe, and without the policy that would block it."""
    without = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
    return without.replace("</body>", "<script>%s</script></body>" % PROBE)


def findings(browser, name, **window):
    dom, console = browser.run(name + "?probed", "--dump-dom", **window)
    held = re.search(r'<pre id="findings">(.*?)</pre>', dom, re.S)
    if not held:
        return {"found": ["the probe did not run: %s" % console], "texts": 0, "areas": 0, "dark": None}
    return json.loads(html.unescape(held.group(1)))


def check_checks(browser):
    """On a page with every fault each check must find its own."""
    Proxy.pages["broken"] = BROKEN.encode()
    Proxy.pages["broken?probed"] = probed(BROKEN).encode()
    _, console = browser.run("broken", "--dump-dom")
    found = findings(browser, "broken")["found"]
    problems = ["the checks do not find: %s" % words for words in BROKEN_SAYS if not any(words in f for f in found)]
    if not console:
        problems.append("the checks do not notice the console")
    if not any("elsewhere.test" in request for request in Proxy.asked):
        problems.append("the checks do not notice the network")
    Proxy.asked.clear()
    return problems


def check_page(browser, name, page, keep):
    problems = []
    Proxy.pages[name] = page.encode()
    Proxy.pages[name + "?probed"] = probed(page).encode()
    if "default-src &#39;none&#39;" not in page:
        problems.append("no policy")
    if len(page.encode()) > MOST_BYTES:
        problems.append("%d bytes" % len(page.encode()))
    if re.search(r"<script", page, re.I):
        problems.append("a script tag in the source")
    if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", page):
        problems.append("characters that deceive")
    dom, console = browser.run(name, "--dump-dom")
    problems += ["console: " + line for line in console]
    if name.startswith("hostile") and page.count("&lt;script&gt;pwned") + page.count("&quot;&gt;&lt;img src=") < 3:
        problems.append("the page contains hardly any nasty text: the check is blind")
    if "<main" not in dom or "</footer>" not in dom:
        problems.append("the page is not whole")
    for columns, dark in [(1100, False), (1100, True), (500, False)]:
        said = findings(browser, name, columns=columns, dark=dark)
        where = "%d wide, %s" % (columns, "dark" if dark else "light")
        if said["dark"] is not None and said["dark"] != dark:
            problems.append("%s: the page ignores the scheme" % where)
        problems += ["%s: %s" % (where, finding) for finding in said["found"][:8]]
    problems += ["asked the network for " + request for request in Proxy.asked]
    Proxy.asked.clear()
    if keep:
        (keep / (name + ".html")).write_text(page, encoding="utf-8")
        for dark in [False, True]:
            shot = keep / ("%s-%s.png" % (name, "dark" if dark else "light"))
            browser.run(name, "--screenshot=" + str(shot), "--hide-scrollbars", dark=dark)
        browser.run(name, "--print-to-pdf=" + str(keep / (name + ".pdf")))
    return problems


def report(binary, folder, arguments):
    ran = subprocess.run([binary, *arguments, "-o", "html"], cwd=folder, capture_output=True, timeout=600)
    if ran.returncode not in (0, 1):
        raise SystemExit("%s: status %d: %s" % (" ".join(arguments), ran.returncode, ran.stderr.decode()))
    return ran.stdout.decode("utf-8")


def pages(binary, folder, large):
    for name, (story, arguments) in PAGES.items():
        yield name, lambda s=story, a=arguments: report(binary, EXAMPLES / s, a)
    nasty = folder / "<script>pwned=1<b>.json"
    nasty.write_text(json.dumps(hostile_cluster()), encoding="utf-8")
    for name, arguments in {"hostile": ["explain", "-A"], "hostile-one": ["explain", "g-2", "-n", "ml"],
                            "hostile-queue": ["queue"]}.items():
        yield name, lambda a=arguments: report(binary, folder, a + ["--from", str(nasty)])
    if large:
        sys.path.insert(0, str(ROOT / "tests/bench"))
        import cluster
        files = [argument for path in cluster.make(folder, 5000, 20000) for argument in ("--from", path)]
        yield "large", lambda: report(binary, folder, ["explain", "-A", *files])
        yield "large-queue", lambda: report(binary, folder, ["queue", *files])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="of %s (default: all)" % ", ".join(PAGES))
    parser.add_argument("--binary", default=str(ROOT / "build/release/src/kubectl-gang"))
    parser.add_argument("--large", action="store_true", help="also a cluster of 5,000 nodes")
    parser.add_argument("--keep", metavar="FOLDER", help="where to leave pages and screenshots")
    arguments = parser.parse_args()
    if not shutil.which("chromium"):
        print("chromium is missing")
        return 77
    binary = os.path.abspath(arguments.binary)
    keep = pathlib.Path(arguments.keep) if arguments.keep else None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    passed = failed = 0

    def tell(name, problems):
        nonlocal passed, failed
        passed, failed = passed + (not problems), failed + bool(problems)
        for problem in problems:
            print("FAIL %s: %s" % (name, problem))

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        browser = Browser(folder)
        tell("the checks", check_checks(browser))
        for name, make in pages(binary, folder, arguments.large):
            if not arguments.pages or name in arguments.pages:
                tell(name, check_page(browser, name, make(), keep))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
