import { columnAt, searchColumns } from '../../src/criteria/columns.ts';
import type { Cell, SearchRow } from '../../src/criteria/search-row.ts';
import type { RandomSource } from '../../src/world/random.ts';

/** Towns of a generated country, in departments of 30: the first are searched and advertised most, as cities are. */
export interface AlertMarket {
  readonly towns: number;
  /** The first towns are drawn most: of 3,000 the first has one home in 50. */
  draw(chance: RandomSource): number;
}

/** Ranks that the largest towns share. */
const FLATTENED = 8;

export function createAlertMarket(towns: number): AlertMarket {
  const spread = Math.log((towns + FLATTENED) / FLATTENED);
  return {
    towns,
    draw: (chance) =>
      Math.min(towns - 1, Math.floor(FLATTENED * Math.exp(chance.unit() * spread) - FLATTENED)),
  };
}

const code = (town: number): string => `T${town}`;
const department = (town: number): string => `D${Math.floor(town / 30)}`;
const FEATURES = ['BALCONY', 'TERRACE', 'GARDEN', 'CELLAR', 'PARQUET', 'FIREPLACE'] as const;

/** A person's search: a few towns, a budget, a size; one in 200 names no place at all. */
export function randomAlertCriteria(chance: RandomSource, market: AlertMarket, wideShare = 0.005): object {
  const one = (): object => {
    const budget = Math.round(chance.between(80, 900)) * 1000;
    const places = Array.from({ length: chance.whole(1, 5) }, () => code(market.draw(chance)));
    return {
      property: {
        ...(!chance.happens(wideShare) && {
          locations: { countryCode: 'FR', in: { uniqueCodes: [...new Set(places)] } },
        }),
        transaction: { type: chance.happens(0.8) ? 'SELL' : 'RENT' },
        ...(chance.happens(0.85) && { type: { in: chance.happens(0.7) ? ['FLAT'] : ['FLAT', 'HOUSE'] } }),
        pricing: { displayed: { lte: budget, ...(chance.happens(0.4) && { gte: budget * 0.5 }) } },
        ...(chance.happens(0.7) && { areas: { displayed: { gte: chance.whole(20, 120) } } }),
        ...((chance.happens(0.6) || undefined) && {
          unit: {
            rooms: { gte: chance.whole(1, 5), ...(chance.happens(0.2) && { orMissing: true }) },
            ...(chance.happens(0.25) && { features: { in: chance.some(FEATURES, chance.whole(1, 2)) } }),
          },
        }),
        ...(chance.happens(0.02) && {
          body: { description: { in: [chance.pick(['vue mer', 'sans vis-à-vis'])] } },
        }),
      },
    };
  };
  return chance.happens(0.2) ? { or: [one(), one()] } : one();
}

/** The columns of one home; other columns are unknown. */
export function randomHome(chance: RandomSource, market: AlertMarket): Record<string, Cell> {
  const town = market.draw(chance);
  const features = chance.bits() & chance.bits() & 0xffff;
  return {
    country_code: 'FR',
    transaction_type: chance.happens(0.8) ? 'SELL' : 'RENT',
    type: chance.happens(0.7) ? 'FLAT' : 'HOUSE',
    expired: false,
    division_codes: [code(town), department(town), 'R1', 'FR'],
    pricing_displayed: Math.round(chance.between(60, 1200)) * 1000,
    areas_displayed: chance.whole(15, 180),
    unit_rooms: chance.happens(0.9) ? chance.whole(1, 6) : null,
    unit_features: features,
  };
}

/** As the flat property is arranged for trees. */
export function toSearchRow(home: Readonly<Record<string, Cell>>): SearchRow {
  const cells: (Cell | readonly Cell[])[] = searchColumns.map(({ scope, required, type }) => {
    if (scope !== 'property') return [];
    if (!required) return null;
    if (type.endsWith('[]')) return [];
    return type === 'boolean' ? true : 0;
  });
  for (const [name, cell] of Object.entries(home)) cells[columnAt(name).position] = cell;
  return cells;
}
