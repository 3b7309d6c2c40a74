"""Lists, page by page."""

from __future__ import annotations

from typing import Any

from ._transport import Call, Reply

# Pages by number have 30 entries; a shorter one is the last.
_FULL_PAGE_ENTRIES = 30


def first_page(call: Call) -> Call:
    if call.operation.paging != "search-cursor":
        return call
    return call.with_body(**{"size": 100, **call.members(), "paginationType": "CURSOR"})


def read_page(call: Call, reply: Reply) -> tuple[list[Any], Call | None]:
    """The entries of a page, and the call for the next one."""
    paging = call.operation.paging
    if paging == "search-cursor":
        cursor = reply.headers.get("x-next-cursor")
        return reply.value, None if cursor is None else call.with_body(cursor=cursor)
    if paging in ("body-cursor", "query-cursor"):
        meta = reply.value["meta"]
        # `nextCursor` until the end, or `cursor` beside `hasMore`.
        cursor = meta["cursor"] if meta.get("hasMore") else meta.get("nextCursor")
        return reply.value["data"], None if cursor is None else _continued(call, cursor)
    entries: list[Any] = reply.value
    size = call.query.get("limit") or _FULL_PAGE_ENTRIES
    page = (call.query.get("page") or 1) + 1
    return entries, call.with_query("page", page) if len(entries) >= size else None


def _continued(call: Call, cursor: str) -> Call:
    if call.operation.paging == "query-cursor":
        return call.with_query("cursor", cursor)
    return call.with_body(page={**call.members().get("page", {}), "cursor": cursor})
