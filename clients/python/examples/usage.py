import os

from gable import Client

gable = Client(os.environ["GABLE_KEY"], os.environ["GABLE_URL"])
usage = gable.get_api_usage(granularity="MONTH", group_by="ROUTE")
print(usage["totals"], len(usage["timeSeries"]))
