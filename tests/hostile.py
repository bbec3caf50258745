# SPDX-License-Identifier: Apache-2.0
"""Names that could drive a terminal, a CI log, an XML or JSON reader, or deceive a person; and clusters full of them."""
import re

TEXTS = ["a\"/><x>&'", "]]>--><!--", "x\n::add-mask::y", "x\r\n##[error]z", "::error file=a,line=1::b", "%0A%25%", "a,b:c=d",
         "\x1b]0;pwn\x07", "\x9b31m", "\u202e\u2066", "\ufffe\uffff", "\U0001f600", "\x00\x7f", "\ttab", " ", "l" * 4096,
         "]]>::error::", "\u2028\u2029", "&#27;", "${{ secrets.X }}", "{{.}}", "\u200b\u200e\u061c", "../../../etc/passwd", "-o=json",
         "##vso[task.setvariable]", "\u00ad\ufeff", "x ##vso[a.b]y", "x ##[add-mask]y", "\u00a0::add-mask::y", "###[group]", "##VSO[a.b]y",
         "\u3000 \u2003::error::y"]

# Characters that no output of any format may contain: controls except line feeds, characters that reorder or hide text, characters
# that XML excludes.
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]")

# Commands that a CI system would obey: anywhere, and at the start of a line. \s includes the blanks that GitHub skips.
INLINE = re.compile(r"##\[|##vso\[", re.I)
COMMAND = re.compile(r"^\s*::|" + INLINE.pattern, re.M | re.I)


def nodes():
    return [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-%d" % i, "labels": {"kubernetes.io/hostname": "node-%d" % i}},
             "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}}} for i in range(2)]


def groups(named=True):
    """Groups and pods with such names, some of which can never start, as objects that an API server would reject. Without
    `named` the names are valid, as in a manifest, and only other texts are hostile."""
    found = []
    for index, text in enumerate(TEXTS):
        space = TEXTS[(index + 1) % len(TEXTS)] if named and index % 2 else "default"
        name = text if named else "gang-%d" % index
        found.append({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": name, "namespace": space},
                      "spec": {"minMember": 3}, "status": {"phase": text, "occupiedBy": text}})
        for member in range(2):
            found.append({"apiVersion": "v1", "kind": "Pod",
                          "metadata": {"name": "%s-%d" % (name, member), "namespace": space, "annotations": {text: text},
                                       "labels": {"scheduling.x-k8s.io/pod-group": name, text: text},
                                       "ownerReferences": [{"apiVersion": text, "kind": text, "name": text, "uid": text, "controller": True}]},
                          "spec": {"schedulerName": text, "nodeSelector": {text: text},
                                   "tolerations": [{"key": text, "operator": "Exists"}],
                                   "containers": [{"name": text, "image": text, "resources": {"requests": {"cpu": "9", text: "1"}}}]},
                          "status": {"phase": "Pending", "nominatedNodeName": text,
                                     "conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": text}]}})
    return found


def everything():
    """A cluster: objects that the reader skips for their names, with a warning, and objects that reports contain."""
    return nodes() + groups() + groups(named=False)


def faults(text, is_command_log=False):
    """Fault of an output as a sentence; empty if there is none. `is_command_log`: the output is that of -o github."""
    found = FORBIDDEN.search(text)
    if found:
        return "it holds U+%04X: %r" % (ord(found.group()), text[max(0, found.start() - 40):found.end() + 40])
    found = (INLINE if is_command_log else COMMAND).search(text)
    return "it holds a command: %r" % text[found.start():found.start() + 80] if found else ""
