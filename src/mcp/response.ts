import type { ReadableStream } from 'node:stream/web';
import type { MountedResponse } from '../service/mount.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** An error of the protocol itself, without a request id. */
export const protocolError = (status: number, code: number, message: string): MountedResponse => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
});

export async function toMountedResponse(response: Response): Promise<MountedResponse> {
  const headers = Object.fromEntries(response.headers);
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
  if (response.body === null) return { status: response.status, headers, body: undefined };
  const body = isStream ? (response.body as unknown as ReadableStream) : await response.text();
  return { status: response.status, headers, body };
}
