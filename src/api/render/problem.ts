import { redactApiKeys } from '../../accounts/key.ts';
import { type Problem, problems } from '../../service/problem.ts';

export const PROBLEM_JSON = 'application/problem+json';

/** RFC 9457. `instance` is the request id, also sent as X-Request-Id; our log has the details under it. */
export function problemBody(problem: Problem, requestId: string): Buffer {
  const { status, title } = problems[problem.problem];
  const body = {
    type: `/problems/${problem.problem}`,
    title,
    status,
    detail: problem.message,
    instance: requestId,
    ...(problem.violations.length > 0 ? { violations: problem.violations } : {}),
  };
  // An API key that was sent in a name or a path is redacted too.
  return Buffer.from(redactApiKeys(JSON.stringify(body)));
}

export const problemStatus = (problem: Problem): number => problems[problem.problem].status;
