import { type IncomingMessage, request } from 'node:http';

export interface UncachedResponse {
  status: number;
  /** Which thread of the process answered: ids of requests begin alike in each. */
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

/** Calls over a connection of its own, so that any thread of the process may answer. `hear` reads the answer as it comes, and may leave. */
export function requestOnNewConnection(
  url: string,
  { method, key, headers, body }: UncachedRequest = {},
  hear?: (text: string, leave: () => void) => void,
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
    const asked = request(url, { agent: false, method: verb, headers: sent }, (answered) => {
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
        hear?.(text, () => asked.destroy());
      });
      answered.on('end', done).on('error', done);
    });
    asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
