"""Import this before anything else of Trigrad, and the rules run compiled in this process.

``trigrad.vector`` and the environments do. Where ``TRIGRAD_NATIVE`` is set that decides, as everywhere; and where rules
were imported before, they stay as they are (``trigrad.engine.rule.NATIVE`` tells). Other processes that this one starts
are left alone.
"""

import os
import sys


def _compile_rules() -> None:
    if "trigrad.engine.rule" in sys.modules or "TRIGRAD_NATIVE" in os.environ:
        return
    os.environ["TRIGRAD_NATIVE"] = "1"
    try:
        import trigrad.engine.rule  # noqa: F401 - reads the variable
    finally:
        del os.environ["TRIGRAD_NATIVE"]


_compile_rules()
