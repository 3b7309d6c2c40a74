import { Problem } from '../../service/problem.ts';
import { onlyReads, type Route } from '../route.ts';
import { routes } from '../routes/table.ts';
import { HomeBudget } from './home-budget.ts';
import { requireSignedIn } from './people-routes.ts';

/** Before the path of a route of the API: the same answer for a person who looks, never metered or charged. */
export const READING_PREFIX = '/console/api/read';

/** Reads for programs that copy: a key pays for them. */
const COPYING: readonly string[] = ['listChanges'];

const isLooking = (route: Route): boolean =>
  onlyReads(route) && route.download === undefined && !COPYING.includes(route.operationId);

/**
 * Every reading route of the API once more, for a session of the console only. The document of the console names the
 * prefix instead of repeating them.
 */
export function readingRoutes(budget = new HomeBudget()): Route[] {
  return routes.filter(isLooking).map((route) => ({
    ...route,
    path: READING_PREFIX + route.path,
    access: 'session',
    run: (call) => runWithin(budget, route, call),
  }));
}

async function runWithin(
  budget: HomeBudget,
  route: Route,
  call: Parameters<Route['run']>[0],
): ReturnType<Route['run']> {
  const { personId } = requireSignedIn(call);
  const now = call.clock.monotonicMs();
  const waitMs = budget.waitMs(personId, now);
  if (waitMs > 0) throw tooManyHomes(waitMs, call.clock.now());
  const response = await route.run(call);
  budget.spend(personId, response.results, now);
  return response;
}

function tooManyHomes(waitMs: number, now: Date): Problem {
  const seconds = Math.ceil(waitMs / 1_000);
  const retryAt = Math.ceil(now.getTime() / 1_000) + seconds;
  return new Problem(
    'too-many-requests',
    'That were many homes at once. Go on in a moment, or read them with a key or an export.',
    { headers: { 'retry-after': String(seconds), 'x-ratelimit-retry-after': String(retryAt) } },
  );
}
