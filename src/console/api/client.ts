import { session } from '../state/session.ts';
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
}

const appendQuery = (path: string, query: QueryParameters = {}): string => {
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

/** Calls a route of the service as the person signed in. */
export async function sendRequest<T>(path: string, { query, ...options }: RequestOptions = {}): Promise<T> {
  const { method = options.body === undefined ? 'GET' : 'POST', accept = 'application/json' } = options;
  // Another site cannot send this header without a CORS preflight, which is refused.
  const headers: Record<string, string> = { accept, 'x-gable-console': '1' };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const isReading = method === 'GET' || options.isQuery === true;
  const reply = await fetch(appendQuery(freePath(path, isReading), query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  });
  if (reply.status === 401 && session.get()) session.set(null);
  if (!reply.ok) throw await toApiError(reply);
  return (reply.status === 204 ? undefined : await reply.json()) as T;
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
