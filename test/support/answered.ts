import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** An answer as a client holds it. */
export interface Answered {
  status: number;
  headers: IncomingHttpHeaders | OutgoingHttpHeaders;
  text: string;
  /** The body as JSON; undefined when it is of another type or empty. */
  body: unknown;
}

export const headerOf = ({ headers }: Answered, name: string): string | undefined => {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value);
};

export function asAnswered(status: number, headers: Answered['headers'], text: string): Answered {
  const isJson = /[/+]json\b/.test(String(headers['content-type'] ?? ''));
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}
