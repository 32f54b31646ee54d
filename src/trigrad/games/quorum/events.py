"""What can happen in a game of Quorum, as the journal notes it.

Cards are numbered 0..71, gods 0..6, provinces 0..5, positions of Rome 0..4. The player is the one whose turn it
is, or -1 where a card comes to Rome.
"""

from trigrad.engine.journal import EventTable

EVENTS = EventTable()

TAKEN = EVENTS.kind("taken", "position card")  # a card of Rome by a player; card -1 = a god, still face down
REFILLED = EVENTS.kind("refilled", "position card")  # a position of Rome from the deck; card -1 = a god, face down
REPLACED = EVENTS.kind("replaced", "automatic")  # all of Rome; automatic 1 = by Ruling Q6, 0 = by choice
TURNED_UP = EVENTS.kind("turned_up", "god")  # the god that was taken
ADVANCED = EVENTS.kind("advanced", "province before after")  # a marker, from space to space; equal = it was on 15
CHANGED = EVENTS.kind("changed", "province before after")  # a province's value; equal = the change was ignored
PLAYED = EVENTS.kind("played", "card")  # from the hand

# After these a choice cannot be undone, since something hidden was seen: at least the back of the next card
REVEALING = frozenset({REFILLED})
