import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
metrics = ["count", "median:price_per_sqm"]
found = gable.get_listing_analytics(group_by=["property_type"], metrics=metrics, time_bucket="month")
for row in found["data"]:
    print(row["group"]["event_at"], row["group"].get("property_type"), row["metrics"])
