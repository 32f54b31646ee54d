"""The games as environments of other libraries, each a module and an extra: PettingZoo, OpenSpiel, Gymnasium.

Whole games are ``trigrad.games.load(name)``, and thousands of them at once ``trigrad.vector``;
what stands here is thin.
"""
