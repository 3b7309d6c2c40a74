import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
for sale in gable.iter_transactions({"dateMutation": {"after": "2026-01-01"}}):
    print(sale["dateMutation"], sale["propertyType"], sale["price"]["amountCents"])
[home] = gable.search_properties({"size": 1})
print(gable.list_sales_nearby(home["id"], radius=500)["count"])
