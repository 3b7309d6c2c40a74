import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
[town] = gable.autocomplete_places(query="lyon", type=["MUNICIPALITY"], limit=1)
codes = [town["metadata"]["uniqueCode"]]
homes = gable.search_properties({"criteria": {"property": {"locations": {"in": {"uniqueCodes": codes}}}}})
print(town["name"], len(homes))
