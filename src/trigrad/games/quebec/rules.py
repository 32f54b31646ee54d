"""The rules of Québec, by name; each lives in the module of its section of the rulebook.

``setup`` · ``turn`` (the four actions) · ``buildings`` (starting, completing) ·
``districts`` (complementary actions) · ``leaders`` · ``events`` · ``century`` (its
end, and the game's) · ``scoring`` · ``workers`` (the small moves).
"""

from trigrad.games.quebec.actions import NUM_ACTIONS, REVEALING
from trigrad.games.quebec.setup import resample, setup
from trigrad.games.quebec.turn import apply_action, legal_actions

__all__ = ["NUM_ACTIONS", "REVEALING", "apply_action", "legal_actions", "resample", "setup"]
