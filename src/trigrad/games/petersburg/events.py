"""The events of Saint Petersburg: kind, player, values. All of them are public facts."""

EV_ROUND = 1  # round; player -1
EV_DISC = 2  # points of the disc's owner
EV_PHASE = 3  # phase; player = who acts first
EV_THEFT = 4  # the Theft is played
EV_PASS = 5  # -
EV_BUY = 6  # kind, price, place on the board or components of state.FROM_*, displaced kind or -1
EV_TAKE = 7  # kind, place on the board (FROM_DRAWN = drawn)
EV_OBSERVE = 8  # kind, deck
EV_DROP = 9  # kind: the drawn card, or a hand card by "Away with it!", is discarded
EV_ACTION_CARD = 10  # kind
EV_HOST = 11  # kind of the action card, kind it lies on
EV_DONKEY = 12  # rubles
EV_INCOME = 13  # phase, rubles, points
EV_HOST_USED = 14  # kind of the action card, kind it lay on; both discarded if c = 1
EV_UPKEEP = 15  # Sycophants paid for, Sycophants discarded
EV_GUILD = 16  # rubles, points
EV_POINTS_BOUGHT = 17  # kind, points, rubles
EV_CLEAR = 18  # kind: a card of the lower row is discarded
EV_MOVE_DOWN = 19  # cards that move from the upper row to the lower
EV_REFILL = 20  # kind, place on the board
EV_LAST_ROUND = 21  # deck that ran out, round that is the last
EV_FINAL = 22  # points for aristocrats, for money, for hand cards (negative)
EV_END = 23  # -
EV_PICK = 24  # kind out of the discard pile, drawn by (state.BY_*)
EV_PRISON = 25  # the Debtor's Prison is used
EV_CHOOSE = 26  # a trading card is being bought: kind, source as in EV_BUY

# Events after which a choice cannot be undone, since something hidden was seen
REVEALING = (EV_REFILL, EV_OBSERVE)
