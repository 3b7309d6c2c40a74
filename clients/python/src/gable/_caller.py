"""What the methods of the operations are made of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from ._pages import first_page, read_page
from ._transport import Call, Operation, Transport

__all__ = ["AsyncCaller", "Caller", "Operation"]


class _Base:
    def __init__(self, transport: Transport, operations: Mapping[str, Operation]) -> None:
        self._transport = transport
        self._operations = operations

    def _build(self, name: str, path: Mapping[str, str], query: Mapping[str, Any], body: Any) -> Call:
        return Call(self._operations[name], path, query, body)


class Caller(_Base):
    def _call(self, name: str, path: Mapping[str, str], query: Mapping[str, Any], body: Any = None) -> Any:
        return self._transport.send(self._build(name, path, query, body)).value

    def _each(
        self, name: str, path: Mapping[str, str], query: Mapping[str, Any], body: Any = None
    ) -> Iterator[Any]:
        call: Call | None = first_page(self._build(name, path, query, body))
        while call is not None:
            entries, call = read_page(call, self._transport.send(call))
            yield from entries


class AsyncCaller(_Base):
    """Each request waits in a thread of its own, so that the loop goes on."""

    async def _call(self, name: str, path: Mapping[str, str], query: Mapping[str, Any], body: Any = None) -> Any:
        reply = await asyncio.to_thread(self._transport.send, self._build(name, path, query, body))
        return reply.value

    async def _each(
        self, name: str, path: Mapping[str, str], query: Mapping[str, Any], body: Any = None
    ) -> AsyncIterator[Any]:
        call: Call | None = first_page(self._build(name, path, query, body))
        while call is not None:
            entries, call = read_page(call, await asyncio.to_thread(self._transport.send, call))
            for entry in entries:
                yield entry
