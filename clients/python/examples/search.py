import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
flats = gable.search_properties({"criteria": {"property": {
    "type": {"in": ["FLAT"]}, "transaction": {"type": "SELL"}, "pricing": {"displayed": {"lte": 300_000}}}}})
for home in flats:
    print(home["id"], home["property"].get("propertyType"), home["property"].get("pricing", {}).get("displayed"))
