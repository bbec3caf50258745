# SPDX-License-Identifier: Apache-2.0
"""The combinations of the trust table, one module for each axis."""
from trust_table import dialects, inputs, kinds, kueue, schedulers, volcano

TABLE = {"kueue": kueue.combinations, "dialects": dialects.combinations, "volcano": volcano.combinations, "kinds": kinds.combinations,
         "schedulers": schedulers.combinations, "inputs": inputs.combinations}
