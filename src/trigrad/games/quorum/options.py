"""What a table may choose in Quorum: nothing beside the number of players."""

from trigrad.engine.game import Option

OPTIONS: tuple[Option, ...] = ()
