import { once } from 'node:events';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Receiver } from './receiver.ts';

export interface Outcome {
  status?: number | undefined;
  headers: IncomingMessage['headers'];
  /** The body in chunks, as the client received it. */
  pieces: Buffer[];
  interim: number;
  /** Code and message of the first failure. */
  error?: string | undefined;
  failure?: string;
}

export interface Sending extends RequestOptions {
  servername?: string;
  body?: Buffer;
}

/** One request by a real client on its own connection, and its outcome. */
export async function send(receiver: Receiver, sending?: Sending): Promise<Outcome> {
  const { outcome, ended } = begin(receiver, sending);
  await ended;
  return outcome;
}

/** The same while it runs: `outcome` fills as the reply arrives. */
export function begin(receiver: Receiver, { body, ...options }: Sending = {}) {
  const outcome: Outcome = { headers: {}, pieces: [], interim: 0 };
  const failed = (error: NodeJS.ErrnoException) => {
    outcome.error ??= error.code;
    outcome.failure ??= error.message;
  };
  const client = receiver.url.startsWith('https') ? https : http;
  const request = client.request(receiver.url, {
    ca: receiver.authority.certificate,
    agent: false,
    ...options,
  });
  request.on('error', failed);
  request.on('information', () => {
    outcome.interim += 1;
  });
  request.on('response', (response) => {
    outcome.status = response.statusCode;
    outcome.headers = response.headers;
    response.on('data', (piece: Buffer) => outcome.pieces.push(piece));
    response.on('error', failed);
    response.on('end', () => request.destroy());
  });
  const ended = once(request, 'close').catch(failed);
  request.end(body);
  return { outcome, ended, leave: () => request.destroy() };
}

export function textOf(outcome: Outcome): string {
  return Buffer.concat(outcome.pieces).toString();
}
