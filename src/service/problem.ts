import { type RequestFault, ruleFault, type Violation } from '../lib/request-fault.ts';

/** Every problem the service can answer with. `type` on the wire is `/problems/{name}`, a page that explains it. */
export const problems = {
  'bad-request': {
    status: 400,
    title: 'Bad request',
    explanation:
      'Something in the request has no meaning for this service: malformed JSON or text that is not UTF-8, a member or query parameter that does not exist, a value of the wrong JSON type, or a value outside a closed list. Each fault is listed in "violations" with its path. Nothing was changed.',
  },
  validation: {
    status: 422,
    title: 'Validation failed',
    explanation:
      'The request was understood, but a value breaks a rule: a number out of range, a required member missing, a text that is too long or holds characters that cannot be stored. Each fault is listed in "violations" with its path. Nothing was changed.',
  },
  'unsupported-country': {
    status: 422,
    title: 'Unsupported country',
    explanation:
      'Addresses are resolved with the registries of France. The property is in another country; nothing was charged.',
  },
  'query-too-heavy': {
    status: 422,
    title: 'Query too heavy',
    explanation:
      'The query was understood, but answering it takes longer than a query may, so it was ended. Sent again as it is, it would most likely end the same way. Narrow it: name a place or a smaller one, draw a shape with fewer corners, ask for a shorter time or fewer groups, add conditions such as price, area or type, and leave out what left the market. Nothing was changed or charged.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    explanation:
      'Every call carries the header X-API-KEY with a key created in the console or with "gable key create". The key was missing, mistyped, revoked or of the earlier major version.',
  },
  'out-of-credits': {
    status: 402,
    title: 'Out of credits',
    explanation:
      'The account is billed in credits, one for each property in an answer, and has fewer left than this answer costs. The call was neither served nor charged; calls that cost nothing are still answered.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    explanation:
      'The key or the session is valid, but lacks the right or the scope that this call needs; or a call with a session of the console did not come from a page of the console.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    explanation: 'There is no such path, or no such resource among those your account may see.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    explanation: 'The path exists; the Allow header of the answer lists the methods that it takes.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    explanation:
      'The Accept header must leave room for application/vnd.api+json (JSON:API, the default) or application/json (flat JSON).',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    explanation: 'Headers and body of a request must arrive within 15 seconds.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    explanation: 'A request body holds at most 1 MiB, a batch of observations 8 MiB. Send less at a time.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    explanation:
      'Send bodies as application/json or application/vnd.api+json (without a charset), not compressed.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    explanation:
      'An account may make 500 requests in any moving minute, over all its keys and IP addresses; calls without a valid key, 60 per IP address. X-RateLimit-Retry-After holds the Unix time from which calls are admitted again, Retry-After the seconds until then. An account whose queries take long may have two of them answered at once; the same headers say when to try again.',
  },
  'too-many-mails': {
    status: 429,
    title: 'Too many confirmation emails',
    explanation:
      'An email is asked to confirm before anything is sent to it. So that nobody is flooded, one mailbox gets at most 3 of these mails in 24 hours from all accounts together, an account sends at most 20 in an hour, and the service as a whole 500. Nothing was created; Retry-After holds the seconds until the next may be sent.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request header fields too large',
    explanation: 'All headers of a request together hold at most 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'Internal server error',
    explanation:
      'The fault is ours. It was recorded under the request id given in "instance"; please quote it when you report it.',
  },
  'two-regions': {
    status: 409,
    title: 'Listings of two regions',
    explanation:
      'The decision names listings that this service keeps in different regions. A listing stays in its region and is grouped with the listings of that region alone, so they cannot become one home or be separated. Nothing was changed.',
  },
  'several-regions': {
    status: 501,
    title: 'Not available with several regions',
    explanation:
      'This service keeps its homes in several regions, and this call cannot be answered for all of them yet; or the process that was asked does not serve the region of the home. An answer for some of the regions would look complete, so none is given. Nothing was changed or charged.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    explanation:
      'The service cannot reach its database, is starting or stopping, or has more figures to work out than it can just now. Nothing was changed; try again after the seconds given in Retry-After.',
  },
} as const satisfies Record<string, { status: number; title: string; explanation: string }>;

export type ProblemName = keyof typeof problems;

/** A refusal on its way to the renderer. Only the API and MCP throw it; domain functions return values. */
export class Problem extends Error {
  readonly problem: ProblemName;
  readonly violations: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    problem: ProblemName,
    detail: string,
    more: { violations?: readonly Violation[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.problem = problem;
    this.violations = more.violations ?? [];
    this.headers = more.headers ?? {};
  }
}

/** Violations listed in one answer, so that a hostile body cannot make the answer long. */
const MAX_VIOLATIONS = 100;

/** One problem for all faults: 400 when any of them has no meaning, else 422. */
export function faultsProblem(faults: readonly RequestFault[]): Problem {
  const name = faults.every((fault) => fault.understood) ? 'validation' : 'bad-request';
  const more = faults.length > MAX_VIOLATIONS ? ` The first ${MAX_VIOLATIONS} are listed.` : '';
  const detail =
    faults.length === 1 ? (faults[0]?.message ?? '') : `${faults.length} faults were found.${more}`;
  const violations = faults
    .slice(0, MAX_VIOLATIONS)
    .map(({ propertyPath, message, code }) => ({ propertyPath, message, code }));
  return new Problem(name, detail, { violations });
}

/** Refuses a request with all its faults, if it has any. */
export function requireNoFaults(faults: readonly RequestFault[]): void {
  if (faults.length > 0) throw faultsProblem(faults);
}

export const validationProblem = (propertyPath: string, message: string, code: string): Problem =>
  faultsProblem([ruleFault(propertyPath, message, code)]);

export const resourceNotFound = (): Problem => new Problem('not-found', 'There is no such resource.');
