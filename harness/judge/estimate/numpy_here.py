"""Numpy, or one sentence on how to get it."""

from __future__ import annotations

import sys

try:
    import numpy as numpy
except Exception as problem:  # a broken one raises anything
    sys.exit(f"schedlab: {sys.executable} can't load numpy ({problem}); install the package python3-numpy, in a checkout by "
             "`make setup`")
