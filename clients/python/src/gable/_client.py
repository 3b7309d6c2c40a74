"""The two clients."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from ._changes import follow_changes, follow_changes_async
from ._operations import API_VERSION, OPERATIONS, AsyncOperations, Operations
from ._retry import Retry
from ._schemas import Criteria
from ._transport import Transport

_DEFAULT_URL = "http://localhost:8080"
_DEFAULT_TIMEOUT_SECONDS = 30.0
_USER_AGENT = f"gable-python/{API_VERSION}"


class Client(Operations):
    """A client of the service: one method for each operation of its OpenAPI document."""

    def __init__(
        self,
        key: str,
        url: str = _DEFAULT_URL,
        *,
        retry: Retry = Retry(),
        timeout_seconds: float = _DEFAULT_TIMEOUT_SECONDS,
    ) -> None:
        super().__init__(Transport(url, key, retry, timeout_seconds, _USER_AGENT), OPERATIONS)

    def changes(
        self, *, cursor: str | None = None, since: str | None = None, criteria: Criteria | None = None
    ) -> Iterator[dict[str, Any]]:
        """Every change as it happens, from now on or after the change with the cursor."""
        return follow_changes(self._transport, cursor, since, criteria)


class AsyncClient(AsyncOperations):
    """The same for asyncio: methods are awaited, lists are iterated with `async for`."""

    def __init__(
        self,
        key: str,
        url: str = _DEFAULT_URL,
        *,
        retry: Retry = Retry(),
        timeout_seconds: float = _DEFAULT_TIMEOUT_SECONDS,
    ) -> None:
        super().__init__(Transport(url, key, retry, timeout_seconds, _USER_AGENT), OPERATIONS)

    def changes(
        self, *, cursor: str | None = None, since: str | None = None, criteria: Criteria | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """Every change as it happens, from now on or after the change with the cursor."""
        return follow_changes_async(follow_changes(self._transport, cursor, since, criteria))
