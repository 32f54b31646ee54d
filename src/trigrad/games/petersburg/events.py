"""What can happen in Saint Petersburg, as journals note it: all of it public.

``card``, ``guest``, ``host`` and ``displaced`` are kinds of cards (see ``components``), ``phase`` and ``deck`` 0..3,
points and rubles what the player of the event gains or, where a comment says so, pays. Where nothing else is said the
player is the one who chose; events of the board have none (-1).
"""

from trigrad.engine.journal import EventTable

EVENTS = EventTable()

# Rounds and phases
ROUND_BEGAN = EVENTS.kind("round_began", "round")  # from 2: the first has begun with the game; no player
DISC_SCORED = EVENTS.kind("disc_scored", "points")  # by the disc's owner
PHASE_BEGAN = EVENTS.kind("phase_began", "phase")  # the player acts first
LAID_OUT = EVENTS.kind("laid_out", "card place")  # a new card on the board; no player
MOVED_DOWN = EVENTS.kind("moved_down", "cards")  # how many went from the upper row to the lower; no player
CLEARED = EVENTS.kind("cleared", "card")  # a card of the lower row was discarded; no player
RAN_OUT = EVENTS.kind("ran_out", "deck round")  # a deck; that round is the last; no player
FINAL_SCORED = EVENTS.kind("final_scored", "aristocrats money hand")  # points for each, for the hand 0 or less

# Actions; ``source`` is a place on the board, state.FROM_HAND + a place in the hand, or state.FROM_DRAWN
PASSED = EVENTS.kind("passed")
TRADING_CHOSEN = EVENTS.kind("trading_chosen", "card source")  # a trading card: next, which own card makes room
BOUGHT = EVENTS.kind("bought", "card price source displaced")  # price paid in rubles; displaced -1 = none
TAKEN = EVENTS.kind("taken", "card source")  # in hand

# Cards with a rule of their own
OBSERVED = EVENTS.kind("observed", "card deck")  # drawn with an Observatory
PRISON_USED = EVENTS.kind("prison_used")  # the Debtor's Prison
PICKED = EVENTS.kind("picked", "card drawn_by")  # out of the discard pile; drawn_by state.BY_*
DISCARDED = EVENTS.kind("discarded", "card")  # the card drawn, or by "Away with it!" one of the hand
ACTION_CARD_PLAYED = EVENTS.kind("action_card_played", "card")
PICKPOCKET_PLAYED = EVENTS.kind("pickpocket_played")
DONKEY_PAID = EVENTS.kind("donkey_paid", "rubles")
GUEST_LAID = EVENTS.kind("guest_laid", "guest host")  # the Jester or the Banquet on an own card
GUEST_LEFT = EVENTS.kind("guest_left", "guest host displaced")  # the owner's; displaced 1 = its host goes too, else 0

# Income; the player is the one who gets it
INCOME_PAID = EVENTS.kind("income_paid", "phase rubles points")
SYCOPHANTS_PAID = EVENTS.kind("sycophants_paid", "rubles lost")  # rubles paid for them; how many were discarded
GUILD_PAID = EVENTS.kind("guild_paid", "rubles points")  # the mix chosen at the Guild Hall
POINTS_BOUGHT = EVENTS.kind("points_bought", "card points rubles")  # at Trading House or Pubs; rubles paid; 0 = none

REVEALING = frozenset({LAID_OUT, OBSERVED})
"""After these a choice cannot be undone, since the top of a deck was seen."""
