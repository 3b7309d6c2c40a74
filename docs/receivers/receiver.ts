// A webhook receiver in TypeScript: node receiver.ts (Node 24 or later), settings SIGNING_KEY and PORT.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const KEY = process.env['SIGNING_KEY'] ?? '';
const TOLERANCE_SECONDS = 300;

/** `body` are the bytes as they came: parsing and writing them again would change them. */
function isGenuine(timestamp: string, signature: string, body: Buffer): boolean {
  if (!/^\d+$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const mac = createHmac('sha256', KEY).update(`${timestamp}.`).update(body).digest('hex');
  const [expected, given] = [Buffer.from(`sha256=${mac}`), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The same event may come twice: keep this in your database. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const header = (name: string): string => String(request.headers[name] ?? '');
  if (!isGenuine(header('x-webhook-timestamp'), header('x-webhook-signature'), body)) {
    response.writeHead(401).end();
    return;
  }
  const event = JSON.parse(body.toString());
  // A probe of a suspended destination is an empty event: any 2xx answers it.
  if (event.eventId !== undefined && !seen.has(event.eventId)) {
    seen.add(event.eventId);
    console.log(event.eventType, event.alert.name, event.data.id);
  }
  response.writeHead(204).end();
});
server.listen(Number(process.env['PORT'] ?? 8000), () => console.log('listening'));
