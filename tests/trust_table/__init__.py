# SPDX-License-Identifier: Apache-2.0
"""The combinations of the trust table, one module for each axis."""
from trust_table import (
    admission, bindings, changed, completed, configurations, denied, dialects, doubtful, gangs_and_queues, given, inputs, kinds,
    kubelets, kueue, operator_parts, operators, owners, owners_above, platforms, schedulers, strict, updates, volcano, webhooks)

AXES = (
    kueue, dialects, volcano, kinds, operators, operator_parts, schedulers, inputs, admission, configurations, denied, strict, given,
    updates, completed, kubelets, webhooks, owners, owners_above, bindings, changed, doubtful, platforms, gangs_and_queues)
TABLE = {axis.__name__.rsplit(".", maxsplit=1)[-1]: axis.combinations for axis in AXES}
