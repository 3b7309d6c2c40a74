"""Client of the Gable API: search, alerts, webhooks and figures of homes."""

from . import _schemas as types
from ._client import AsyncClient, Client
from ._errors import GableError, WebhookError
from ._operations import API_VERSION
from ._retry import Retry
from ._webhooks import verify_webhook
from .criteria import all_of, any_of

__version__ = API_VERSION
__all__ = [
    "API_VERSION",
    "AsyncClient",
    "Client",
    "GableError",
    "Retry",
    "WebhookError",
    "all_of",
    "any_of",
    "types",
    "verify_webhook",
]
