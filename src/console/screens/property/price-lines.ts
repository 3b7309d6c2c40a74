import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import type { StatedListingJson } from '../../api/generated/console.ts';
import type { Series } from '../../parts/chart-series.ts';

interface PricePoint {
  readonly at: number;
  /** Undefined from the moment on when nobody asks a price. */
  readonly price: number | undefined;
}

/** The displayed price of the property over time, from the changes of the price. */
function buildOwnStory({ changes, pricing, createdAt }: ConsolidatedProperty): PricePoint[] {
  const priceChanges = changes
    .filter(({ attribute, numericNew }) => attribute === 'DISPLAYED_PRICE' && numericNew !== undefined)
    .toSorted((one, other) => one.occurredAt.localeCompare(other.occurredAt));
  const start = priceChanges[0]?.numericOld ?? pricing?.displayed;
  const points: PricePoint[] = start === undefined ? [] : [{ at: Date.parse(createdAt), price: start }];
  for (const { occurredAt, numericNew } of priceChanges)
    points.push({ at: Date.parse(occurredAt), price: numericNew });
  return points;
}

/** What one listing asks over time, until it left or was last seen. */
const listPrices = ({ prices, expiredAt }: StatedListingJson): PricePoint[] => [
  ...prices.map(({ since, price }) => ({ at: Date.parse(since), price })),
  ...(expiredAt === null ? [] : [{ at: Date.parse(expiredAt), price: undefined }]),
];

const byTime = (one: PricePoint, other: PricePoint): number => one.at - other.at;

/** The value that holds at a moment. */
function priceAt(points: readonly PricePoint[], at: number): number | undefined {
  return points.findLast((point) => point.at <= at)?.price;
}

export interface PriceLines {
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

/** The story of the property, then one line for each advertiser, all at the same moments. */
export function buildPriceLines(
  property: ConsolidatedProperty,
  listings: readonly StatedListingJson[],
  ownName: string,
): PriceLines {
  const own = buildOwnStory(property).toSorted(byTime);
  const advertisers = Map.groupBy(
    listings.filter(({ prices }) => prices.length > 0),
    ({ publisher, source, id }) => publisher ?? source ?? id.slice(0, 8),
  );
  const lines = [...advertisers].map(([name, mine]) => ({ name, of: mine.map(listPrices) }));
  const lastSeen = listings.map(({ lastSeenAt }) => Date.parse(lastSeenAt));
  const all = [...own, ...lines.flatMap(({ of }) => of.flat())].map(({ at }) => at);
  const times = [...new Set([...all, ...lastSeen])].toSorted((one, other) => one - other);
  return {
    times,
    series: [
      { name: ownName, values: times.map((at) => priceAt(own, at)) },
      ...lines.map(({ name, of }) => ({
        name,
        // On several portals an advertiser may ask several prices for a while: the lowest is what it asks.
        values: times.map((at) => {
          const asked = of.flatMap((points) => priceAt(points, at) ?? []);
          return asked.length === 0 ? undefined : Math.min(...asked);
        }),
      })),
    ],
  };
}
