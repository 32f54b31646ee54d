"""What a person has set for themselves: each setting with its choices, kept with their identity."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from trigrad.club.people import User
from trigrad.club.refusals import BadSettings
from trigrad.engine.text import Text
from trigrad.store.store import Store


@dataclass(frozen=True)
class Setting:
    """One thing that a person may set. Of its choices, by key, the first one holds until they do."""

    name: str
    label: Text
    choices: Mapping[str, Text]

    @property
    def default(self) -> str:
        """The key of the choice that holds for whoever has chosen nothing."""
        return next(iter(self.choices))


SETTINGS = (
    Setting(
        "theme",
        Text("Colours"),
        {"system": Text("as the device has it"), "light": Text("light"), "dark": Text("dark")},
    ),
    Setting("contrast", Text("Contrast"), {"normal": Text("as drawn"), "more": Text("stronger")}),
    Setting("motion", Text("Motion"), {"system": Text("as the device has it"), "off": Text("nothing moves")}),
    Setting(
        "pace",
        Text("Pace at which things move"),
        {"normal": Text("usual"), "fast": Text("fast"), "slow": Text("slow"), "off": Text("at once")},
    ),
    Setting(
        "confirmation",
        Text("A choice on the board"),
        {
            "touch": Text("a second tap on touch screens, else at once"),
            "always": Text("always with a second tap or click"),
            "never": Text("always at once"),
        },
    ),
    Setting(
        "effects",
        Text("What a choice would bring"),
        {"shown": Text("shown before it is made"), "hidden": Text("not shown")},
    ),
    Setting(
        "volume",
        Text("Sound when my turn comes"),
        {"60": Text("medium"), "30": Text("quiet"), "100": Text("loud"), "0": Text("off")},
    ),
    Setting(
        "finishing",
        Text("My turn ends"),
        {"table": Text("with its last choice, if the table does not ask for more"), "always": Text("when I finish it")},
    ),
    Setting(
        "passing",
        Text("Where only one choice is possible"),
        {"made": Text("it is made for me"), "asked": Text("I am asked")},
    ),
    Setting(
        "learning",
        Text("A word at each new kind of choice, and what things are"),
        {"first": Text("in my first game of a kind"), "always": Text("in every game"), "never": Text("never")},
    ),
    Setting(
        "board",
        Text("Size of the board"),
        {"fit": Text("all of it on the screen"), "larger": Text("larger, and one scrolls in it")},
    ),
    Setting("vibration", Text("Vibration when my turn comes"), {"on": Text("on"), "off": Text("off")}),
    Setting(
        "notifications",
        Text("A notification when my turn comes while I look elsewhere"),
        {"on": Text("shown, where I have allowed it to the browser"), "off": Text("none")},
    ),
)
_BY_NAME = {setting.name: setting for setting in SETTINGS}

Chosen = Mapping[str, str]
DEFAULTS: Chosen = MappingProxyType({setting.name: setting.default for setting in SETTINGS})


def parse(values: Chosen) -> Chosen:
    """Settings as somebody asks for them, the others as they are by default; ``BadSettings`` if there is no such."""
    for name, value in values.items():
        if name not in _BY_NAME or value not in _BY_NAME[name].choices:
            raise BadSettings
    return {**DEFAULTS, **values}


def _known(kept: Chosen) -> Chosen:
    known = {name: value for name, value in kept.items() if name in _BY_NAME and value in _BY_NAME[name].choices}
    return {**DEFAULTS, **known}


class PersonSettings:
    """The settings of all people. Methods may be called from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, user: User) -> Chosen:
        """What holds for a user: what is stored and still exists, and the defaults."""
        return _known(self._store.settings_of(user.id))

    def of_all(self, users: Collection[str]) -> dict[str, Chosen]:
        """The same for each of some users, by their ids."""
        kept = self._store.settings_of_all(users)
        return {user: _known(kept.get(user, {})) for user in users}

    def change(self, user: User, values: Chosen) -> None:
        """Change some of a user's settings; ``BadSettings`` if there is one that does not exist."""
        self.keep(user, {**self.of(user), **values})

    def keep(self, user: User, values: Chosen) -> None:
        """Keep a user's settings in place of what they were; ``BadSettings`` if there is one that does not exist."""
        chosen = parse(values)
        self._store.keep_settings(user.id, {name: value for name, value in chosen.items() if value != DEFAULTS[name]})
