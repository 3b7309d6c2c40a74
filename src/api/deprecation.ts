import type { Deprecation } from '../catalogue/deprecation.ts';
import type { Route } from './route.ts';

/** The reference shows each mark with what to use instead. */
const LINK = '</docs>; rel="deprecation"; type="text/html", </docs>; rel="sunset"; type="text/html"';

/** The members of a call, by their names in the query or in the body. */
interface CallMembers {
  query: unknown;
  body: unknown;
}

export type DeprecationHeaders = (members: CallMembers) => Record<string, string> | undefined;

/** Undefined for a route with no mark: its calls cost nothing more. */
export function deprecationHeaders(
  route: Pick<Route, 'deprecated' | 'deprecatedMembers'>,
): DeprecationHeaders | undefined {
  const { deprecated, deprecatedMembers = {} } = route;
  const members = Object.entries(deprecatedMembers);
  if (deprecated === undefined && members.length === 0) return undefined;
  return ({ query, body }) => {
    const used = members.filter(([name]) => hasMember(query, name) || hasMember(body, name));
    const marks = [...(deprecated === undefined ? [] : [deprecated]), ...used.map(([, mark]) => mark)];
    return marks.length === 0 ? undefined : renderHeaders(marks);
  };
}

const hasMember = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value;

/** Of several marks the first deprecation and the first sunset count. */
function renderHeaders(marks: readonly Deprecation[]): Record<string, string> {
  const first = (days: readonly string[]): number => Math.min(...days.map((day) => Date.parse(day)));
  const since = first(marks.map((mark) => mark.since));
  const sunset = first(marks.map((mark) => mark.sunset));
  return {
    deprecation: `@${since / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: LINK,
  };
}
