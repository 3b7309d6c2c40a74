import net from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type TestResponse, toTestResponse } from './test-response.ts';

export interface RawExchange {
  /** Every response in order. */
  answers: TestResponse[];
  /** The server closed the connection. */
  closed: boolean;
  ms: number;
}

export interface RawSendOptions {
  /** How long to wait for the server to close; the exchange is what arrived until then. */
  patienceMs?: number;
  /** Sent one after another, with a pause between two. */
  more?: string[];
  pauseMs?: number;
}

/** Raw bytes on their own connection, until the server closes it or the timeout. */
export async function exchangeBytes(
  port: number,
  bytes: string | Buffer,
  sending: RawSendOptions = {},
): Promise<RawExchange> {
  const { patienceMs = 1_000, more = [], pauseMs = 0 } = sending;
  const started = performance.now();
  const socket = net.connect({ host: '127.0.0.1', port });
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  socket.on('error', () => {});
  const closed = new Promise<boolean>((resolve) => {
    socket.on('end', () => resolve(true));
    socket.on('close', () => resolve(true));
    setTimeout(resolve, patienceMs, false).unref();
  });
  socket.write(bytes);
  void sendSlowly(socket, more, pauseMs);
  const wasClosed = await closed;
  socket.destroy();
  const ms = performance.now() - started;
  return { answers: parseResponse(Buffer.concat(pieces).toString('latin1')), closed: wasClosed, ms };
}

async function sendSlowly(socket: net.Socket, pieces: string[], pauseMs: number): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    if (!socket.writable) return;
    socket.write(piece);
  }
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

/** All our responses have a Content-Length. */
function parseResponse(text: string): TestResponse[] {
  const answers: TestResponse[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`not an answer: ${rest.slice(0, 200)}`);
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const length = status === 100 ? 0 : Number(headers['content-length'] ?? 0);
    const body = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1');
    const decode = DECODERS[headers['content-encoding'] ?? 'identity'];
    const text = decode === undefined || body.length === 0 ? body : decode(body);
    if (status !== 100) answers.push(toTestResponse(status, headers, text.toString()));
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
