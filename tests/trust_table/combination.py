# SPDX-License-Identifier: Apache-2.0
"""What the table asks, and what the answer has to be."""
import dataclasses

YES, NO, UNKNOWN = "Yes", "No", "Unknown"
NOT_YES = "NotYes"  # the rule refuses a Yes and does not decide between No and Unknown
NOT_NO = "NotNo"  # the rule allows it; the program may say that it did not ask

VERDICTS = {YES: {YES}, NO: {NO}, UNKNOWN: {UNKNOWN}, NOT_YES: {NO, UNKNOWN}, NOT_NO: {YES, UNKNOWN}}
EXIT_STATUS = {YES: 0, NO: 1, UNKNOWN: 2}


@dataclasses.dataclass
class Combination:
    """`expected`: a key of VERDICTS. `first_line`: words of which the first line has to hold one; none: any line will do.
    `rule`: who decides, and where upstream that is written."""
    name: str
    expected: str
    rule: str
    cluster: list
    manifest: list = None  # dry-run; without it, explain of `group`
    group: str = ""
    flags: tuple = ()
    first_line: tuple = ()
    config: dict = None  # of --scheduler-config
    command: str = ""  # another one than dry-run or explain
