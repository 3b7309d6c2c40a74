import createRouter from 'find-my-way';
import { Problem } from '../service/problem.ts';
import { type EndpointConfig, NO_ROUTE } from './request-context.ts';

/** A path with parameters as the router writes it. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** A known path, the methods for which a route of another path would take it, and its refusal. */
interface MethodRefusal {
  url: string;
  methods: string[];
  endpoint: EndpointConfig & { refusal: () => Problem };
}

/**
 * The refusals of known paths with another method. Where a path with parameters covers the path, the refusal must be a route:
 * `PUT /alerts/forecast` would otherwise be `PUT /alerts/{alertId}`. Elsewhere `findWithoutRoute` is enough. A route for each
 * of Node's 35 methods took 0.15 s of CPU at every start.
 */
export function createMethodRefusals(routes: readonly { path: string; method?: string }[]): MethodRefusal[] {
  const served = routes.flatMap(({ path, method = 'GET' }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => ({ path, method: each })),
  );
  // A path without parameters is the path of no other route.
  const covering = served
    .filter(({ path }) => /[{*]/.test(path))
    .map(({ path, method }) => ({ method, covers: coverOf(path) }));
  return [...Map.groupBy(served, ({ path }) => path)].flatMap(([path, group]) => {
    // Below a wildcard path nothing is known to exist: another method is just not found.
    if (path.endsWith('*')) return [];
    const taken = new Set(group.map(({ method }) => method));
    const others = covering.filter(({ method, covers }) => !taken.has(method) && covers.test(path));
    const endpoint = refuseOthers([...taken].sort().join(', '));
    return { url: routerPath(path), methods: [...new Set(others.map(({ method }) => method))], endpoint };
  });
}

/** The paths that the router may take for this one, those with parameters of their own included. */
const coverOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.?+()[\]|^$]/g, '\\$&')
      .replace(/\*$/, '.*')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );

/** What a request without a route gets: a known path is refused with the methods it takes, any other is not found. */
export function findWithoutRoute(
  refusals: readonly MethodRefusal[],
  maxParamLength: number,
): (url: string) => EndpointConfig {
  const createPaths = () => {
    const paths = createRouter({ maxParamLength });
    for (const { url, endpoint } of refusals) paths.on('GET', url, () => undefined, endpoint);
    return paths;
  };
  // At the first such request: the router compiles code for each path.
  let paths: ReturnType<typeof createPaths> | undefined;
  return (url) => {
    paths ??= createPaths();
    return (paths.find('GET', url)?.store as EndpointConfig | undefined) ?? NO_ROUTE;
  };
}

const refuseOthers = (allow: string): MethodRefusal['endpoint'] => ({
  access: 'open',
  name: 'no method',
  refusal: () => new Problem('method-not-allowed', `This path takes ${allow}.`, { headers: { allow } }),
});
