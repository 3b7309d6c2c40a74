import asyncio, os
from gable import AsyncClient

async def main() -> None:
    gable, count = AsyncClient(os.environ["GABLE_KEY"], os.environ["GABLE_URL"]), 0
    async for home in gable.iter_properties({"criteria": {"property": {"type": {"in": ["FLAT"]}}}}):
        count += len(home["listings"])
    print(f"{count} listings of flats")

asyncio.run(main())
