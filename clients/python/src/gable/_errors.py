"""What may go wrong."""

from __future__ import annotations

import json
from typing import Any, cast


class GableError(Exception):
    """A reply that is no success, with the problem document of the service."""

    def __init__(
        self, status: int, problem: dict[str, Any], request_id: str | None, retry_after: str | None = None
    ) -> None:
        faults = [f"{fault['propertyPath']}: {fault['message']}" for fault in problem.get("violations", [])]
        parts = [f"{status} {problem.get('title', 'error')}", problem.get("detail"), *faults]
        super().__init__("\n".join(part for part in parts if part))
        self.status = status
        self.problem = problem
        self.request_id = request_id
        # As the service sent it: seconds, or a date.
        self.retry_after = retry_after


class WebhookError(Exception):
    """The request is not from the service, or too old."""


def parse_problem(body: bytes) -> dict[str, Any]:
    """A proxy may answer in its own words."""
    try:
        parsed: Any = json.loads(body)
    except ValueError:
        return {"detail": body[:500].decode(errors="replace")} if body else {}
    return cast(dict[str, Any], parsed) if isinstance(parsed, dict) else {}
