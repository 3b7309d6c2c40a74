import json, os
from datetime import datetime, timezone
from gable import Client, types

location: types.ObservationPayloadLocation = {"city": "Lyon", "postalCode": "69003", "coordinates": [4.85, 45.76]}
payload: types.ObservationPayload = {"propertyType": "FLAT", "transactionType": "SELL", "displayedPrice": 250_000,
                                     "area": {"displayed": 52, "unit": "SQM"}, "location": location}
seen: types.Observation = {"source": "le-bon-toit", "url": "https://www.le-bon-toit.example/ventes/1", "kind": "seen",
                           "observedAt": datetime.now(timezone.utc).isoformat(), "payload": payload}
print(Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"]).feed_observations(json.dumps(seen)))
