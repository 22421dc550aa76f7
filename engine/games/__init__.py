"""The registry: the only place that lists the games (rules §1)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from engine.game import Game
from engine.games import haggis_2, haggis_3, haus_euchre, neeps, tatties

GAMES: MappingProxyType[str, Game[Any]] = MappingProxyType(
    {module.GAME.id: module.GAME for module in (haggis_2, haggis_3, tatties, neeps, haus_euchre)}
)
