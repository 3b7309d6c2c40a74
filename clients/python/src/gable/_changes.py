"""The change stream, as it happens."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from http.client import HTTPException
from typing import Any

from ._errors import GableError
from ._operations import OPERATIONS
from ._retry import is_retryable, wait_seconds
from ._schemas import Criteria
from ._transport import Call, Transport


def follow_changes(
    transport: Transport,
    cursor: str | None = None,
    since: str | None = None,
    criteria: Criteria | None = None,
) -> Iterator[dict[str, Any]]:
    """Every change once. A lost connection is opened again after the last change, until the service refuses."""
    operation = OPERATIONS["listChanges"]
    fixed = {} if criteria is None else {"criteria": json.dumps(criteria)}
    position = {"cursor": cursor} if cursor is not None else {"since": since} if since is not None else None
    is_opened, losses = False, 0
    while True:
        try:
            # A stream that starts now notes its cursor first: a connection lost before its first event skips nothing.
            if position is None:
                position = {"cursor": transport.send(Call(operation, {}, fixed)).value["meta"]["cursor"]}
            with transport.open(Call(operation, {}, {**fixed, **position}), "text/event-stream") as lines:
                is_opened = True
                for event in _read_events(lines):
                    losses = 0
                    if event.get("event") == "problem":
                        problem = json.loads(event["data"])
                        raise GableError(problem.get("status", 400), problem, None)
                    if "id" in event:
                        position = {"cursor": event["id"]}
                    if "data" in event:
                        yield json.loads(event["data"])
        except GableError as error:
            if not is_opened or not is_retryable(error.status, True):
                raise
        except (OSError, HTTPException):
            if not is_opened:
                raise
        losses += 1
        time.sleep(min(wait_seconds(losses, None), transport.retry.max_wait_seconds))


def _read_events(lines: Iterator[bytes]) -> Iterator[Mapping[str, str]]:
    """The complete events of a body: one that is cut off is not read."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            fields[name] = value
        elif fields:
            yield fields
            fields = {}


async def follow_changes_async(changes: Iterator[dict[str, Any]]) -> AsyncIterator[dict[str, Any]]:
    """Each change is awaited in a thread, so that the loop goes on."""
    end = object()
    while (change := await asyncio.to_thread(next, changes, end)) is not end:
        yield change  # type: ignore[misc]
