export interface Receiver {
  readonly name: string;
  readonly code: string;
}

const node = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const timestamp = request.headers['x-webhook-timestamp'] ?? '';
  const given = Buffer.from(request.headers['x-webhook-signature'] ?? '');
  const expected = Buffer.from(
    'sha256=' + createHmac('sha256', process.env.GABLE_SIGNING_KEY)
      .update(timestamp + '.').update(body).digest('hex'),
  );
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  response.writeHead(isFresh && isOurs ? 204 : 401).end();
  if (isFresh && isOurs) console.log(JSON.parse(body).eventType);
}).listen(3000);`;

const python = `import hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        timestamp = self.headers.get("X-Webhook-Timestamp", "")
        given = self.headers.get("X-Webhook-Signature", "")
        key = os.environ["GABLE_SIGNING_KEY"].encode()
        digest = hmac.new(key, timestamp.encode() + b"." + body, hashlib.sha256)
        fresh = timestamp.isdigit() and abs(time.time() - int(timestamp)) <= 300
        ours = hmac.compare_digest(given, "sha256=" + digest.hexdigest())
        self.send_response(204 if fresh and ours else 401)
        self.end_headers()

HTTPServer(("", 3000), Receiver).serve_forever()`;

const php = `<?php
$body = file_get_contents('php://input');
$timestamp = $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '';
$given = $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '';
$expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, getenv('GABLE_SIGNING_KEY'));
$fresh = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
http_response_code($fresh && hash_equals($expected, $given) ? 204 : 401);`;

/** Whole programs, short enough to read. */
export const receivers: readonly Receiver[] = [
  { name: 'Node', code: node },
  { name: 'Python', code: python },
  { name: 'PHP', code: php },
];
