import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
print(gable.forecast_alert({"criteria": {"property": {"type": {"in": ["FLAT"]}}}}))
print(gable.create_alert({
    "name": "Flats", "criteria": {"property": {"type": {"in": ["FLAT"]}}},
    "notificationConfig": {"rules": [{"eventType": "NEW_MATCH"}]},
    "notificationDestination": {"webhookUrl": "https://hooks.example.org/gable"}}))
