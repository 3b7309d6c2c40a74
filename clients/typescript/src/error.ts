import type { Problem } from './generated/schemas.ts';

/** A reply that is no success, with the problem document of the service. */
export class GableError extends Error {
  override name = 'GableError';
  readonly status: number;
  /** All faults of the request are in `problem.violations`. */
  readonly problem: Partial<Problem>;
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;

  constructor(status: number, problem: Partial<Problem>, requestId: string | undefined) {
    const faults = (problem.violations ?? []).map(
      ({ propertyPath, message }) => `${propertyPath}: ${message}`,
    );
    super([`${status} ${problem.title ?? 'error'}`, problem.detail, ...faults].filter(Boolean).join('\n'));
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
  }
}

export async function readError(response: Response): Promise<GableError> {
  const text = await response.text();
  return new GableError(
    response.status,
    parseProblem(text),
    response.headers.get('x-request-id') ?? undefined,
  );
}

/** A proxy may answer in its own words. */
function parseProblem(text: string): Partial<Problem> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return text === '' ? {} : { detail: text.slice(0, 500) };
  }
}
