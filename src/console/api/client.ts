import { session } from '../state/session.ts';

export interface ViolationJson {
  readonly propertyPath: string;
  readonly message: string;
}

/** A refusal of the service, as its problem document tells it. */
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
  /** Paging figures stand in the JSON:API form only. */
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

/** Calls a route of the service as the person signed in. */
export async function sendRequest<T>(path: string, { query, ...asked }: RequestOptions = {}): Promise<T> {
  const { method = asked.body === undefined ? 'GET' : 'POST', accept = 'application/json' } = asked;
  // A page of another site cannot send this header without asking first, and is refused then.
  const headers: Record<string, string> = { accept, 'x-gable-console': '1' };
  if (asked.body !== undefined) headers['content-type'] = 'application/json';
  const reply = await fetch(appendQuery(path, query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
    ...(asked.signal && { signal: asked.signal }),
  });
  if (reply.status === 401 && session.get()) session.set(null);
  if (!reply.ok) throw await toApiError(reply);
  return (reply.status === 204 ? undefined : await reply.json()) as T;
}

async function toApiError(reply: Response): Promise<ApiError> {
  try {
    const problem = (await reply.json()) as { detail?: string; title?: string; violations?: ViolationJson[] };
    return new ApiError(
      reply.status,
      problem.detail ?? problem.title ?? String(reply.status),
      problem.violations,
    );
  } catch {
    return new ApiError(reply.status, `${reply.status} ${reply.statusText}`);
  }
}
