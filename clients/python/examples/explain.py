import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
[home] = gable.search_properties({"size": 1})
cheap = gable.explain_criteria(
    {"propertyId": home["id"], "criteria": {"property": {"pricing": {"displayed": {"lte": 100_000}}}}})
print(cheap["matches"])
