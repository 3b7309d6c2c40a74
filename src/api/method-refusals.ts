import createRouter from 'find-my-way';
import { Problem } from '../service/problem.ts';
import { type EndpointConfig, NO_ROUTE } from './request-context.ts';

/** A path with parameters as the router writes it. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** A known path, the methods of other paths that it does not take, and its refusal. */
interface MethodRefusal {
  url: string;
  methods: string[];
  endpoint: EndpointConfig & { refusal: () => Problem };
}

/**
 * The refusals of known paths with another method. Methods that some path takes must be routes: `PUT /alerts/forecast` would
 * otherwise be the route `PUT /alerts/{alertId}`. For the other thirty of Node, `findWithoutRoute` is enough.
 */
export function createMethodRefusals(routes: readonly { path: string; method?: string }[]): MethodRefusal[] {
  const known = Map.groupBy(routes, (route) => route.path);
  const inUse = [...new Set([...routes.map(methodOf), 'HEAD'])];
  // Below a wildcard path nothing is known to exist: another method is just not found.
  return [...known].flatMap(([path, group]) => {
    if (path.endsWith('*')) return [];
    const taken = new Set(group.map(methodOf));
    if (taken.has('GET')) taken.add('HEAD');
    const endpoint = refuseOthers([...taken].sort().join(', '));
    return { url: routerPath(path), methods: inUse.filter((method) => !taken.has(method)), endpoint };
  });
}

/** What a request without a route gets: a known path is refused with the methods it takes, any other is not found. */
export function findWithoutRoute(
  refusals: readonly MethodRefusal[],
  maxParamLength: number,
): (url: string) => EndpointConfig {
  const paths = createRouter({ maxParamLength });
  for (const { url, endpoint } of refusals) paths.on('GET', url, () => undefined, endpoint);
  return (url) => (paths.find('GET', url)?.store as EndpointConfig | undefined) ?? NO_ROUTE;
}

const methodOf = ({ method = 'GET' }: { method?: string }): string => method;

const refuseOthers = (allow: string): MethodRefusal['endpoint'] => ({
  access: 'open',
  name: 'no method',
  refusal: () => new Problem('method-not-allowed', `This path takes ${allow}.`, { headers: { allow } }),
});
