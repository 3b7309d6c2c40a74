import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** A response as a client sees it. */
export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders | OutgoingHttpHeaders;
  text: string;
  /** The body as JSON; undefined when it is of another type or empty. */
  body: unknown;
}

export const readHeader = ({ headers }: TestResponse, name: string): string | undefined => {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value);
};

export function toTestResponse(status: number, headers: TestResponse['headers'], text: string): TestResponse {
  const isJson = /[/+]json\b/.test(String(headers['content-type'] ?? ''));
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}
