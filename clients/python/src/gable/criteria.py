"""Criteria are plain dictionaries with types; these two join them."""

from __future__ import annotations

from ._schemas import Criteria


def all_of(*nodes: Criteria) -> Criteria:
    """All of the criteria hold."""
    return {"and": list(nodes)}


def any_of(*nodes: Criteria) -> Criteria:
    """Any of the criteria holds."""
    return {"or": list(nodes)}
