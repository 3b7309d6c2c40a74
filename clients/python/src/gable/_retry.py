"""When a request is repeated, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

# The service did not begin these: any request may be repeated.
_REFUSED = frozenset({429, 503})
# These say nothing about what was done: only a request that may arrive twice is repeated.
_UNCERTAIN = frozenset({500, 502, 504})

_FIRST_BACKOFF_SECONDS = 0.25
_MAX_DOUBLINGS = 20


@dataclass(frozen=True)
class Retry:
    """Attempts in all, and the longest wait for one of them; a longer `Retry-After` is an error at once."""

    max_attempts: int = 5
    max_wait_seconds: float = 60.0


def is_retryable(status: int, may_arrive_twice: bool) -> bool:
    return status in _REFUSED or (may_arrive_twice and status in _UNCERTAIN)


def wait_seconds(attempt: int, retry_after: str | None) -> float:
    """What `Retry-After` asks for, in seconds or as a date; otherwise a growing, random wait."""
    if retry_after is not None and retry_after.isdigit():
        return float(retry_after)
    if retry_after is not None:
        try:
            until = parsedate_to_datetime(retry_after)
            return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())
        except (TypeError, ValueError):
            pass
    return _FIRST_BACKOFF_SECONDS * 2 ** min(attempt - 1, _MAX_DOUBLINGS) * (0.5 + random.random())
