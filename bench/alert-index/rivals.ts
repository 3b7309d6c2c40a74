import sift from 'sift';
import type { Predicate } from '../../src/criteria/matches.ts';
import { compilePredicate } from '../../src/criteria/matches.ts';
import type { Cell, SearchRow } from '../../src/criteria/search-row.ts';
import { parseBenchCriteria } from './market.ts';

/** Its declaration differs from what Node imports. */
const compileTest = sift as unknown as (query: object) => (home: object) => boolean;

type Home = Readonly<Record<string, Cell>>;
interface CriteriaJson {
  property: {
    locations?: { in: { uniqueCodes: string[] } };
    transaction: { type: string };
    type?: { in: string[] };
    pricing: { displayed: { lte: number; gte?: number } };
    areas?: { displayed: { gte: number } };
    unit?: { rooms: { gte: number; orMissing?: boolean } };
  };
}

/** Milliseconds to match the homes with so many trees, one after the other. */
export function linearScan(criteria: readonly object[], homes: readonly SearchRow[]): number {
  const predicates: Predicate[] = criteria.map((one) => compilePredicate(parseBenchCriteria(one)));
  const started = performance.now();
  for (const home of homes) for (const holds of predicates) holds(home);
  return (performance.now() - started) / homes.length;
}

/** The same with the sift library, which tests objects with MongoDB-style queries; without features and phrases, to its advantage. */
export function blockFilterScan(criteria: readonly object[], homes: readonly Home[]): number {
  const tests = criteria.map((one) => compileTest(queryOf(one)));
  const started = performance.now();
  for (const home of homes) for (const holds of tests) holds(home);
  return (performance.now() - started) / homes.length;
}

function queryOf(criteria: object): Record<string, unknown> {
  if ('or' in criteria) return { $or: (criteria.or as object[]).map(queryOf) };
  const { locations, transaction, type, pricing, areas, unit } = (criteria as CriteriaJson).property;
  const { lte, gte } = pricing.displayed;
  return {
    transaction_type: transaction.type,
    ...(locations && { division_codes: { $in: locations.in.uniqueCodes } }),
    ...(type && { type: { $in: type.in } }),
    pricing_displayed: { $lte: lte, ...(gte !== undefined && { $gte: gte }) },
    ...(areas && { areas_displayed: { $gte: areas.displayed.gte } }),
    ...(unit && !unit.rooms.orMissing && { unit_rooms: { $gte: unit.rooms.gte } }),
  };
}
