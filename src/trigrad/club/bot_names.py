"""What the bots at a table are called: by small particles, so that nobody takes them for people."""

import hashlib

NAMES = (
    "Axion", "Boson", "Electron", "Fermion", "Gluon", "Hadron", "Hyperon", "Kaon", "Lepton", "Meson",
    "Muon", "Neutrino", "Neutron", "Phonon", "Photon", "Pion", "Positron", "Proton", "Quark", "Tachyon",
)  # fmt: skip


def of_seat(table_id: str, seat: int) -> str:
    """The name of the bot at a seat: always the same one, and another one at each seat of a table."""
    shuffled = sorted(NAMES, key=lambda name: hashlib.sha256(f"{table_id} {name}".encode()).digest())
    return shuffled[seat]
