import { session } from '../state/session.ts';

export interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

/** A refusal of the service, as its problem document tells it. */
export class Refused extends Error {
  readonly status: number;
  readonly violations: readonly Violation[];

  constructor(status: number, detail: string, violations: readonly Violation[] = []) {
    super(detail);
    this.status = status;
    this.violations = violations;
  }
}

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Query;
  readonly body?: unknown;
  /** Paging figures stand in the JSON:API form only. */
  readonly accept?: 'application/json' | 'application/vnd.api+json';
  readonly signal?: AbortSignal;
}

const withQuery = (path: string, query: Query = {}): string => {
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
export async function call<T>(path: string, { query, ...asked }: Call = {}): Promise<T> {
  const { method = asked.body === undefined ? 'GET' : 'POST', accept = 'application/json' } = asked;
  // A page of another site cannot send this header without asking first, and is refused then.
  const headers: Record<string, string> = { accept, 'x-gable-console': '1' };
  if (asked.body !== undefined) headers['content-type'] = 'application/json';
  const reply = await fetch(withQuery(path, query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
    ...(asked.signal && { signal: asked.signal }),
  });
  if (reply.status === 401 && session.get()) session.set(null);
  if (!reply.ok) throw await refusal(reply);
  return (reply.status === 204 ? undefined : await reply.json()) as T;
}

async function refusal(reply: Response): Promise<Refused> {
  try {
    const problem = (await reply.json()) as { detail?: string; title?: string; violations?: Violation[] };
    return new Refused(
      reply.status,
      problem.detail ?? problem.title ?? String(reply.status),
      problem.violations,
    );
  } catch {
    return new Refused(reply.status, `${reply.status} ${reply.statusText}`);
  }
}
