"""Requests over HTTP, with the standard library alone."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http.client import HTTPException, HTTPResponse
from typing import Any, Literal, TypeVar, cast

from ._errors import GableError, parse_problem
from ._retry import Retry, is_retryable, wait_seconds

Answer = TypeVar("Answer")
Paging = Literal["page", "search-cursor", "body-cursor", "query-cursor"]


@dataclass(frozen=True)
class Operation:
    """A route of the service."""

    method: str
    path: str
    body_type: str | None = None
    paging: Paging | None = None
    file: bool = False
    # Creates something: it is sent with an idempotency key.
    creates: bool = False
    # Sends something out each time: it is repeated only when the service refused it.
    sends: bool = False


@dataclass(frozen=True)
class Call:
    operation: Operation
    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Any = None
    # The same key gets the same answer for 24 hours, so that a repeated request creates nothing twice.
    idempotency_key: str = field(default_factory=lambda: str(uuid.uuid4()))

    def with_query(self, name: str, value: object) -> Call:
        return replace(self, query={**self.query, name: value})

    def members(self) -> dict[str, Any]:
        """The members of the body."""
        return cast(dict[str, Any], self.body or {})

    def with_body(self, **members: object) -> Call:
        return replace(self, body={**self.members(), **members})


@dataclass(frozen=True)
class Reply:
    value: Any
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Transport:
    url: str
    key: str
    retry: Retry
    timeout_seconds: float
    user_agent: str

    def send(self, call: Call) -> Reply:
        """Sends a call and repeats it where that is safe."""
        return self._repeat(call, lambda: self._send_once(call))

    def open(self, call: Call, media_type: str) -> HTTPResponse:
        """The body of the reply, line by line as it arrives."""
        return self._repeat(call, lambda: self._open_once(call, media_type))

    def _repeat(self, call: Call, attempt_once: Callable[[], Answer]) -> Answer:
        may_arrive_twice = not call.operation.sends
        attempt = 0
        while True:
            attempt += 1
            is_last = attempt >= self.retry.max_attempts
            try:
                return attempt_once()
            except GableError as error:
                wait = wait_seconds(attempt, error.retry_after)
                too_long = wait > self.retry.max_wait_seconds
                if is_last or too_long or not is_retryable(error.status, may_arrive_twice):
                    raise
            except (OSError, HTTPException):
                if is_last or not may_arrive_twice:
                    raise
                wait = wait_seconds(attempt, None)
            time.sleep(min(wait, self.retry.max_wait_seconds))

    def _send_once(self, call: Call) -> Reply:
        with self._open_once(call, "application/json") as response:
            body: bytes = response.read()
            headers = {name.lower(): value for name, value in response.headers.items()}
        if not body:
            return Reply(None, headers)
        return Reply(body if call.operation.file else json.loads(body), headers)

    def _open_once(self, call: Call, media_type: str) -> HTTPResponse:
        try:
            return urllib.request.urlopen(self._request(call, media_type), timeout=self.timeout_seconds)
        except urllib.error.HTTPError as refused:
            with refused:
                request_id, retry_after = refused.headers.get("X-Request-Id"), refused.headers.get("Retry-After")
                raise GableError(refused.code, parse_problem(refused.read()), request_id, retry_after) from None

    def _request(self, call: Call, media_type: str) -> urllib.request.Request:
        operation = call.operation
        path = re.sub(r"\{(\w+)\}", lambda found: urllib.parse.quote(call.path[found[1]], safe=""), operation.path)
        query = urllib.parse.urlencode(_query_pairs(call.query))
        headers = {"X-API-KEY": self.key, "Accept": media_type, "User-Agent": self.user_agent}
        data = None
        if operation.body_type is not None:
            headers["Content-Type"] = operation.body_type
            data = _encode(call.body)
        if operation.creates:
            headers["Idempotency-Key"] = call.idempotency_key
        url = f"{self.url.rstrip('/')}{path}{'?' + query if query else ''}"
        return urllib.request.Request(url, data=data, headers=headers, method=operation.method)


def _encode(body: Any) -> bytes:
    if isinstance(body, bytes):
        return body
    return (body if isinstance(body, str) else json.dumps(body)).encode()


def _query_pairs(query: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, list):
            pairs.extend((f"{name}[]", _text(one)) for one in cast(list[object], value))
        elif value is not None:
            pairs.append((name, _text(value)))
    return pairs


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
