import { readError } from './error.ts';
import { API_VERSION } from './generated/operations.ts';
import type { CallOptions, OperationRow } from './operation.ts';
import { DEFAULT_RETRY, isRetryable, type RetryOptions, sleep, waitMs } from './retry.ts';

export interface ClientOptions {
  /** An API key of the account: `gbl_live_…`. */
  key: string;
  /** The URL of the service; `http://localhost:8080` by default. */
  url?: string | undefined;
  retry?: Partial<RetryOptions>;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
}

/** A call with its parameters and body apart. */
export interface Call {
  row: OperationRow;
  parameters: Readonly<Record<string, unknown>>;
  body: unknown;
  options: CallOptions;
  /** The media type of the reply; JSON when left out. */
  accept?: string;
}

const DEFAULT_URL = 'http://localhost:8080';

/** Sends a call, repeats it where that is safe, and returns the successful response. */
export async function send(client: ClientOptions, call: Call): Promise<Response> {
  const { maxAttempts, maxWaitMs } = { ...DEFAULT_RETRY, ...client.retry };
  const { url, init } = buildRequest(client, call);
  const fetchOnce = client.fetch ?? fetch;
  const mayArriveTwice = !call.row.sends;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= maxAttempts;
    const response = await fetchOnce(url, init).catch((error: unknown) => {
      if (isLast || !mayArriveTwice || init.signal?.aborted) throw error;
      return undefined;
    });
    if (response?.ok) return response;
    if (response !== undefined && (isLast || !isRetryable(response.status, mayArriveTwice)))
      throw await readError(response);
    const wait = waitMs(attempt, response?.headers.get('retry-after') ?? null, Date.now());
    if (response !== undefined && wait > maxWaitMs) throw await readError(response);
    await response?.body?.cancel();
    await sleep(Math.min(wait, maxWaitMs), call.options.signal);
  }
}

function buildRequest(client: ClientOptions, { row, parameters, body, options, accept }: Call) {
  const inPath = new Set([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (inPath.has(name) || value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) query.append(`${name}[]`, String(one));
    else query.append(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  const headers: Record<string, string> = {
    'x-api-key': client.key,
    accept: accept ?? 'application/json',
    ...(row.body !== undefined && { 'content-type': row.body }),
    ...(row.creates && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
    ...(isNode() && { 'user-agent': `gable-typescript/${API_VERSION}` }),
  };
  const init: RequestInit = {
    method: row.method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  };
  return { url: `${(client.url ?? DEFAULT_URL).replace(/\/+$/, '')}${path}${search}`, init };
}

/** A browser sends its own User-Agent, and forbids another. */
const isNode = (): boolean => !('document' in globalThis);
