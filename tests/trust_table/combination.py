# SPDX-License-Identifier: Apache-2.0
"""A question of the table, and the expected answer."""
import dataclasses

YES, NO, UNKNOWN = "Yes", "No", "Unknown"
NOT_YES = "NotYes"  # the rule rejects a Yes and does not decide between No and Unknown
NOT_NO = "NotNo"  # the rule allows it; the program may answer that it did not ask

VERDICTS = {YES: {YES}, NO: {NO}, UNKNOWN: {UNKNOWN}, NOT_YES: {NO, UNKNOWN}, NOT_NO: {YES, UNKNOWN}}
EXIT_STATUS = {YES: 0, NO: 1, UNKNOWN: 2}


@dataclasses.dataclass
class Combination:
    """`expected`: a key of VERDICTS. `first_line`: the first line has to contain one of these words; none: no condition.
    `rule`: the authority that decides, and its upstream source."""
    name: str
    expected: str
    rule: str
    cluster: list
    manifest: list = None  # dry-run; without it, explain of `group`
    group: str = ""
    flags: tuple = ()
    first_line: tuple = ()
    config: dict = None  # of --scheduler-config
    command: str = ""  # another command than dry-run or explain
