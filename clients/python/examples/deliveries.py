import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
for delivery in gable.iter_event_notifications(status="PENDING"):
    print(delivery["id"], delivery["status"], delivery["attemptNumber"])
