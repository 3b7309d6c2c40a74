# A webhook receiver in Python 3.9 or later: python3 receiver.py, settings SIGNING_KEY and PORT.
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ["SIGNING_KEY"].encode()
TOLERANCE_SECONDS = 300
seen = set()  # the same event may come twice: keep this in your database


def is_genuine(timestamp: str, signature: str, body: bytes) -> bool:
    """`body` are the bytes as they came: parsing and writing them again would change them."""
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    mac = hmac.new(KEY, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(("sha256=" + mac).encode(), signature.encode("latin-1"))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        timestamp = self.headers.get("X-Webhook-Timestamp", "")
        signature = self.headers.get("X-Webhook-Signature", "")
        if not is_genuine(timestamp, signature, body):
            return self.reply(401)
        event = json.loads(body)
        # A probe of a suspended destination is an empty event: any 2xx answers it.
        if "eventId" in event and event["eventId"] not in seen:
            seen.add(event["eventId"])
            print(event["eventType"], event["alert"]["name"], event["data"]["id"], flush=True)
        self.reply(204)

    def reply(self, status: int):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", 8000))), Receiver)
print("listening", flush=True)
server.serve_forever()
