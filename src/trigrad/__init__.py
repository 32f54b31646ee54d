"""Trigrad: three modern board games, for people in a browser, for bots, and for research."""

__version__ = "0.1.0"
