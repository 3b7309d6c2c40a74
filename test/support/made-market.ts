import { seededRandom } from '../../src/lib/seeded-random.ts';
import {
  addMarketRow,
  createMarketRows,
  type MarketRow,
  type MarketRows,
} from '../../src/valuation/model/market-rows.ts';

/** A made city for tests: the price follows the place, the area, the floor, a terrace and the month, with some noise. */
export function makeMarket(count: number, { seed = 1, noise = 0.08, months = 6 } = {}): MarketRow[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, home) => {
    const [east, north] = [random(), random()];
    const area = Math.round(30 + random() * 90);
    const [terrace, elevator] = [random() < 0.3 ? 1 : 0, random() < 0.6 ? 1 : 0];
    const floor = Math.floor(random() * 7);
    const month = 24_216 + Math.floor(random() * months);
    const log =
      8 +
      0.5 * Math.sin(4 * east) +
      0.4 * Math.cos(5 * north) -
      0.15 * Math.log(area / 60) +
      0.1 * terrace +
      0.02 * floor * (elevator - 0.5) +
      0.01 * (month - 24_216);
    return {
      longitude: 2 + east * 0.06,
      latitude: 41 + north * 0.05,
      area,
      month,
      home,
      price: Math.exp(log + noise * normal()) * area,
      facts: { rooms: Math.max(1, Math.round(area / 25)), terrace, elevator, floor, propertyType: 1 },
    };
  });
}

export function collectMarketRows(given: readonly MarketRow[]): MarketRows {
  const rows = createMarketRows(given.length);
  for (const row of given) addMarketRow(rows, row, { latitude: 41 });
  return rows;
}
