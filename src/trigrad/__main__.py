"""``python -m trigrad``."""

from trigrad.cli import main

main(prog_name="trigrad")
