"""Trigrad: three modern board games, for people in a browser, for bots, and for research."""
