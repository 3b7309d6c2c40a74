// The endpoint of `npm run bench -- delivery`, in its own process: HTTPS, 204 to everything. Sends its port; answers a message
// with the number of requests since the last one.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const { key, cert } = JSON.parse(process.env['BENCH_IDENTITY'] ?? '{}');
let requests = 0;
let bytes = 0;
let delays: number[] = [];
const STAMP = /"name":"(\d{13})"/;

const server = createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
  let head = '';
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (head === '') head = piece.toString('latin1', 0, 400);
  });
  request.on('end', () => {
    requests += 1;
    const sent = STAMP.exec(head)?.[1];
    if (sent !== undefined) delays.push(Date.now() - Number(sent));
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  process.send?.({ requests, bytes, delays });
  requests = 0;
  bytes = 0;
  delays = [];
});
