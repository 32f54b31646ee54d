"""``python -m trigrad``."""

from trigrad.cli import run

run()
