import { waitUntilOnline } from '../state/connection.ts';
import { session, waitForSignIn } from '../state/session.ts';
import type { ProblemJson } from './generated/public.ts';

type ViolationJson = NonNullable<ProblemJson['violations']>[number];

/** A refusal of the service, with the detail and violations of its problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly violations: readonly ViolationJson[];

  constructor(status: number, detail: string, violations: readonly ViolationJson[] = []) {
    super(detail);
    this.status = status;
    this.violations = violations;
  }
}

export type QueryParameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: QueryParameters;
  readonly body?: unknown;
  /** A POST that only asks, such as a search. */
  readonly isQuery?: boolean;
  /** Only the JSON:API form has paging figures. */
  readonly accept?: 'application/json' | 'application/vnd.api+json';
  readonly signal?: AbortSignal;
  /** The answer 401 is expected: it does not ask the person to sign in again. */
  readonly mayBeSignedOut?: boolean;
}

export const appendQuery = (path: string, query: QueryParameters = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    if (typeof value === 'object') for (const one of value) search.append(`${name}[]`, one);
    else search.append(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

const OWN_ROUTES = '/console/api';
/** Where the service answers what the API answers, for people: neither metered nor charged. */
const READING_ROUTES = `${OWN_ROUTES}/read`;

/** Looking is free: whatever only reads is asked of the console's own routes. */
const freePath = (path: string, isReading: boolean): string =>
  isReading && !path.startsWith(OWN_ROUTES) ? READING_ROUTES + path : path;

/** A pause that a person waits for without being asked; after a longer one the refusal is shown. */
const MAX_PAUSE_SECONDS = 3;
const MAX_PAUSES = 4;

/** Resolves after the pause that a 429 asks for; false when it is too long to wait for, or the caller gave up. */
async function pauseAsAsked(reply: Response, signal: AbortSignal | undefined): Promise<boolean> {
  const seconds = Number(reply.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
  if (reply.status !== 429 || seconds > MAX_PAUSE_SECONDS) return false;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return signal?.aborted !== true;
}

/**
 * Calls a route of the service as the person signed in. When the session has ended, the person signs in above the screen and the
 * same call is sent again: 401 says that nothing was done. So does 429, after the pause that it names. Without a network a change
 * waits; a read fails and is retried.
 */
export async function sendRequest<T>(path: string, options: RequestOptions = {}): Promise<T> {
  let reply = await sendOnce(path, options);
  for (let pauses = 0; pauses < MAX_PAUSES && (await pauseAsAsked(reply, options.signal)); pauses += 1)
    reply = await sendOnce(path, options);
  const hasEnded = reply.status === 401 && options.mayBeSignedOut !== true && Boolean(session.get());
  if (hasEnded && (await waitForSignIn())) reply = await sendOnce(path, options);
  if (!reply.ok) throw await toApiError(reply);
  return (reply.status === 204 ? undefined : await reply.json()) as T;
}

async function sendOnce(path: string, { query, ...options }: RequestOptions): Promise<Response> {
  const { method = options.body === undefined ? 'GET' : 'POST', accept = 'application/json' } = options;
  // Another site cannot send this header without a CORS preflight, which is refused.
  const headers: Record<string, string> = { accept, 'x-gable-console': '1' };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const isReading = method === 'GET' || options.isQuery === true;
  if (!isReading) await waitUntilOnline(options.signal);
  return fetch(appendQuery(freePath(path, isReading), query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  });
}

async function toApiError(reply: Response): Promise<ApiError> {
  try {
    const problem = (await reply.json()) as Partial<ProblemJson>;
    return new ApiError(
      reply.status,
      problem.detail ?? problem.title ?? String(reply.status),
      problem.violations,
    );
  } catch {
    return new ApiError(reply.status, `${reply.status} ${reply.statusText}`);
  }
}
