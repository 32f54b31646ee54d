"""What districts, leaders and events do, in a sentence each, for the pages."""

from trigrad.engine.text import Text
from trigrad.games.quebec import components as c

DISTRICT_EFFECTS = {
    "archdiocese": Text("Any religious action"),
    "irish": Text("1 point; activate 1 worker; place 1 in any zone"),
    "protestant": Text("Place 1 worker in the Citadel and 1 in another zone"),
    "jewish": Text("Place 1 worker in any zone; move 1 or 2 of yours from one zone to another"),
    "government_seat": Text("Any political action"),
    "municipal": Text("Place up to 2 workers in religion or economy"),
    "national": Text("Place up to 2 workers in politics or culture"),
    "military": Text("Place up to 2 workers in the Citadel"),
    "public_market": Text("Any economic action"),
    "rich": Text("Start a building"),
    "business": Text("Contribute to another building from your supply, without its action"),
    "port": Text("Activate 3 workers"),
    "social_club": Text("Any cultural action"),
    "entertainment": Text("1, 3 or 4 points for 1, 2 or more active workers"),
    "academic": Text("1, 3 or 4 points for workers in 1, 2 or more zones"),
    "arts": Text("One of your tokens gets another star"),
}

_LEADER_EFFECTS = {
    "religious": Text("Your own building gives you its action too"),
    "political": Text("When a building is completed, send your workers there to the corner zone you like"),
    "economic": Text("The neutral architect builds for you"),
    "citadel": Text("Place 3 workers in the Citadel at once"),
}
_LEADER_EFFECTS_OF_TWO = {
    **_LEADER_EFFECTS,
    "political": Text("Place 2 workers each in religion and economy, or in politics and culture, at once"),
    "economic": Text("Contribute to the neutral architect's building from your supply at once"),
}


def leader_effect(leader: str, players: int) -> Text:
    """What a leader does with this number of players."""
    if leader != "cultural":
        return (_LEADER_EFFECTS_OF_TWO if players == c.DUEL else _LEADER_EFFECTS)[leader]
    one, two, three = (int(points) for points in c.CULTURAL_POINTS[players][1:])
    return Text(
        "Points for each star token you place: {one}, {two} or {three} for its 1, 2 or 3 stars",
        {"one": one, "two": two, "three": three},
    )


EVENT_EFFECTS = {
    "champlain": Text("At the end of the game: 8 points for the most adjacent buildings with stars"),
    "sovereign_council": Text("First 8, second 4 points: two buildings with stars in each of three colours"),
    "jean_talon": Text("First 8, second 4 points: a building of three stars in each colour"),
    "fort_fire": Text("First 8, second 4 points: three blue buildings with stars"),
    "plains_of_abraham": Text("In the scoring, all move half of their workers from the Citadel to politics"),
    "seven_years_war": Text("Taking a leader activates nobody"),
    "royal_proclamation": Text("No leader can be taken"),
    "fortification": Text("A single contribution gives no star token"),
    "british_immigration": Text("Starting a building activates 4 workers"),
    "war_of_1812": Text("Starting a building activates 2 workers"),
    "provincial_capital": Text("When it is revealed, all activate as many workers as their rank"),
    "naval_canals": Text("After the scoring, nobody keeps more than 3 active workers"),
    "conscription": Text("Before the scoring, workers leave zones where their player has only 1 or 2"),
    "winter_carnival": Text("Before the scoring, 5 points for workers in all five zones"),
    "summit_of_americas": Text("Workers cascade only to zones where their player has some already"),
    "anniversary_400": Text("Only players with workers in all four corner zones cascade"),
}
