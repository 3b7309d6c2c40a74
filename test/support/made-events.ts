import { type AnalyticsColumn, columns } from '../../src/analytics/columns.ts';
import type { EventRow } from '../../src/analytics/store.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';

export const pick = <Value>(random: () => number, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};

const uuid = (random: () => number): string =>
  '00000000-0000-4000-8000-000000000000'.replace(/0/g, () => Math.floor(random() * 16).toString(16));

/** Few enough that groups contain several events. */
const POOL = 7;
export const idPool: readonly string[] = Array.from({ length: POOL }, (_, at) => uuid(seededRandom(at + 1)));

export const FIRST_EVENT = Date.UTC(2025, 9, 1);
export const LAST_EVENT = Date.UTC(2026, 1, 28);
const UNKNOWN_SHARE = 0.15;

/** A value of the type of a column, sometimes none; many values repeat, so that ranks tie. */
function valueFor(
  { name, type, vocabulary, within }: AnalyticsColumn,
  random: () => number,
): string | number | null {
  if (name === 'listing_id' || name === 'revision_id' || name === 'property_id') return uuid(random);
  if (type === 'TIMESTAMP') {
    return new Date(FIRST_EVENT + Math.floor(random() * (LAST_EVENT - FIRST_EVENT))).toISOString();
  }
  if (random() < UNKNOWN_SHARE) return null;
  if (vocabulary !== undefined) return pick(random, vocabulary.values);
  if (type === 'VARCHAR') return pick(random, idPool);
  if (type === 'INTEGER') return Math.floor(random() * 9);
  if (within !== undefined) return within[0] / 10 + random() * ((within[1] - within[0]) / 10);
  return random() < 0.3 ? Math.round(random() * 20) * 10_000 : Math.round(random() * 1e8) / 100;
}

/** Events of any listing with every value the columns allow. */
export function generateEvents(count: number, seed: number): EventRow[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const event = Object.fromEntries(columns.map((column) => [column.name, valueFor(column, random)]));
    return {
      listing_id: String(event['listing_id']),
      revision_id: String(event['revision_id']),
      month: `${String(event['event_at']).slice(0, 7)}-01`,
      event,
    };
  });
}
