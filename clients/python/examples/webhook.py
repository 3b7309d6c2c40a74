import http.server, os
from gable import verify_webhook
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = verify_webhook(body, dict(self.headers), os.environ["GABLE_SIGNING_KEY"])
        print(event["eventType"], event["data"]["id"], flush=True)
        self.send_response(204)
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
