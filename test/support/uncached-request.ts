import { type IncomingMessage, request } from 'node:http';

export interface UncachedResponse {
  status: number;
  /** The thread of the process that answered: request ids of one thread share a prefix. */
  thread: string;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface UncachedRequest {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Calls over its own connection, so that any thread of the process may answer. `onText` reads the response as it arrives, and may abort. */
export function requestOnNewConnection(
  url: string,
  { method, key, headers, body }: UncachedRequest = {},
  onText?: (text: string, abort: () => void) => void,
): Promise<UncachedResponse> {
  const sent = {
    accept: 'application/json',
    connection: 'close',
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const verb = method ?? (body === undefined ? 'GET' : 'POST');
    const outgoing = request(url, { agent: false, method: verb, headers: sent }, (answered) => {
      let text = '';
      const done = (): void =>
        resolve({
          status: answered.statusCode ?? 0,
          thread: String(answered.headers['x-request-id']).slice(0, 16),
          headers: answered.headers,
          text,
        });
      answered.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        onText?.(text, () => outgoing.destroy());
      });
      answered.on('end', done).on('error', done);
    });
    outgoing.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
