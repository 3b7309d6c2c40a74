"""Verification of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from ._errors import WebhookError
from ._schemas import WebhookPayload

_DEFAULT_TOLERANCE_SECONDS = 300


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    keys: str | Sequence[str],
    *,
    tolerance_seconds: float = _DEFAULT_TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookPayload:
    """The payload of a webhook, from the bytes as received.

    Several keys are accepted, for the two hours after a rotation. The same `eventId` may arrive more than once.
    """
    by_name = {name.lower(): value for name, value in headers.items()}
    timestamp = by_name.get("x-webhook-timestamp", "")
    signature = by_name.get("x-webhook-signature", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookError("The request has no timestamp.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The timestamp is too far from the clock.")
    # All keys are compared, so that the time does not depend on which one fits.
    fits = [
        hmac.compare_digest(_sign(key, timestamp, body), signature.encode())
        for key in ([keys] if isinstance(keys, str) else keys)
    ]
    if True not in fits:
        raise WebhookError("The signature does not fit.")
    payload: WebhookPayload = json.loads(body)
    return payload


def _sign(key: str, timestamp: str, body: bytes) -> bytes:
    digest = hmac.new(key.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"sha256={digest}".encode()
