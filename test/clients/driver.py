"""Runs the Python client as the tests say: commands as lines of JSON, or the change stream from a cursor."""

import asyncio
import json
import sys

from gable import AsyncClient, Client, GableError


def run(gable: Client, command: dict) -> int:
    try:
        if command["call"] == "createAlert":
            gable.create_alert(command["body"])
        else:
            gable.test_event_destination(command["id"], command["body"])
        return 0
    except GableError as error:
        return error.status


async def follow(gable: AsyncClient, cursor: str | None) -> None:
    async for change in gable.changes(cursor=cursor):
        print(json.dumps(change), flush=True)


url, key, mode, cursor = sys.argv[1], sys.argv[2], sys.argv[3], (sys.argv[4:] or [None])[0]
if mode == "commands":
    for line in sys.stdin:
        print(run(Client(key, url), json.loads(line)), flush=True)
elif mode == "changes":
    for change in Client(key, url).changes(cursor=cursor):
        print(json.dumps(change), flush=True)
else:
    asyncio.run(follow(AsyncClient(key, url), cursor))
