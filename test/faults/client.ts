import { once } from 'node:events';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Receiver } from './receiver.ts';

export interface Outcome {
  status?: number | undefined;
  /** The code of the first failure. */
  error?: string | undefined;
}

export interface Sending extends RequestOptions {
  servername?: string;
  body?: Buffer;
}

/** One request by a real client on its own connection, and its outcome. */
export async function send(receiver: Receiver, { body, ...options }: Sending = {}): Promise<Outcome> {
  const outcome: Outcome = {};
  const failed = (error: NodeJS.ErrnoException) => {
    outcome.error ??= error.code;
  };
  const client = receiver.url.startsWith('https') ? https : http;
  const request = client.request(receiver.url, {
    ca: receiver.authority.certificate,
    agent: false,
    ...options,
  });
  request.on('error', failed);
  request.on('response', (response) => {
    outcome.status = response.statusCode;
    response.on('error', failed);
    response.resume().on('end', () => request.destroy());
  });
  const ended = once(request, 'close').catch(failed);
  request.end(body);
  await ended;
  return outcome;
}
