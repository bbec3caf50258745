# SPDX-License-Identifier: Apache-2.0
"""The combinations of the trust table, one module for each axis."""
from trust_table import kueue

TABLE = {"kueue": kueue.combinations}
