import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
[home] = gable.search_properties({"size": 1})
resolved = gable.resolve_property_address(home["id"])
print(resolved["confidence"], resolved["address"] and resolved["address"]["label"])
