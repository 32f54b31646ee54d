"""Bots against each other: many games at once, and how fast they go."""
