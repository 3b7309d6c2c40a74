import type { ConsolidatedProperty, ListingEntry, PropertyResult } from '../../src/catalogue/document.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { formatTimestamp } from '../../src/lib/timestamp.ts';
import { createRandom, type RandomSource } from '../../src/world/random.ts';
import { descriptionOf, titleOf } from './texts.ts';
import { type GazetteerTown, pickTown } from './towns.ts';

const NOW = Date.UTC(2026, 10, 1);
const YEAR_MS = 365 * DAY_MS;
const EXPIRED_SHARE = 0.38;
const INCOHERENT_SHARE = 0.02;

const TYPES = [
  ['FLAT', 52],
  ['HOUSE', 33],
  ['LAND', 5],
  ['PARKING', 4],
  ['SHOP', 3],
  ['OFFICE', 2],
  ['BUILDING', 1],
] as const;

const RATINGS = [
  ['A', 3],
  ['B', 6],
  ['C', 20],
  ['D', 32],
  ['E', 22],
  ['F', 10],
  ['G', 7],
] as const;

const FLAGS = [
  ...([
    ['balcony', 0.3],
    ['terrace', 0.25],
    ['garden', 0.25],
    ['cellar', 0.3],
    ['parquet', 0.15],
  ] as const),
  ...([
    ['furnished', 0.12],
    ['fireplace', 0.1],
    ['quiet', 0.2],
    ['lastFloor', 0.1],
    ['doubleGlazing', 0.4],
  ] as const),
];

/** A flat result like those of ingest, at a hundredth of the cost: the same for the same number on every machine. */
export function createProperty(at: number, towns: readonly GazetteerTown[], words?: number): PropertyResult {
  const chance = createRandom('search bench', at);
  const town = pickTown(towns, chance);
  const updated = NOW - Math.floor(chance.unit() ** 2 * YEAR_MS);
  const created = updated - Math.floor(chance.unit() * (YEAR_MS / 4));
  const expired = chance.happens(EXPIRED_SHARE);
  const type = chance.weighted(TYPES);
  const facts = factsOf(chance, town, type);
  const entries = listingsOf(chance, { created, updated, expired });
  const text = {
    title: titleOf(chance, type, facts.unit?.rooms, town.city.name),
    description: descriptionOf(chance, words),
  };
  return {
    id: idAt(chance, created),
    property: {
      createdAt: formatTimestamp(new Date(created)),
      updatedAt: formatTimestamp(new Date(updated)),
      expired,
      propertyType: type,
      ...facts,
      body: text,
      location: locationOf(chance, town),
      pictures: [],
      changes: changesOf(chance, updated),
    },
    publishers: [publisherOf(chance)],
    listings: entries,
  } as PropertyResult;
}

/** Version 7, as the service creates them: new rows are adjacent. */
function idAt(chance: RandomSource, moment: number): string {
  const time = moment.toString(16).padStart(12, '0');
  const rest = () => chance.bits().toString(16).padStart(8, '0');
  const [one, two] = [rest(), rest()];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${one.slice(0, 3)}-8${one.slice(3, 6)}-${two}${one.slice(4)}`;
}

type Facts = Pick<
  ConsolidatedProperty,
  'transaction' | 'area' | 'unit' | 'pricing' | 'building' | 'amenities'
>;

function factsOf(chance: RandomSource, town: GazetteerTown, type: string): Facts {
  const rents = chance.happens(0.28);
  const home = type === 'FLAT' || type === 'HOUSE';
  const area = Math.max(9, Math.round((type === 'HOUSE' ? 105 : 58) * Math.exp(0.4 * chance.normal())));
  const rooms = home ? Math.max(1, Math.round(area / (type === 'HOUSE' ? 24 : 21))) : undefined;
  const perArea = town.level * Math.exp(0.25 * chance.normal()) * (type === 'HOUSE' ? 0.85 : 1);
  const price = Math.round((rents ? (area * perArea) / 220 : area * perArea) / 10) * 10;
  return {
    transaction: { type: rents ? 'RENT' : 'SELL', status: 'AVAILABLE', saleType: 'STANDARD' },
    ...(chance.happens(0.95) ? { area: { displayed: area, unit: 'SQM' } } : {}),
    ...(home ? { unit: unitOf(chance, rooms ?? 1, type) } : {}),
    ...(chance.happens(0.97) ? { pricing: pricingOf(price, area, rents) } : {}),
    ...(home && chance.happens(0.5) ? { building: { constructionYear: chance.whole(1850, 2025) } } : {}),
    ...(type === 'FLAT'
      ? { amenities: { elevator: chance.happens(0.45), digicode: chance.happens(0.3) } }
      : {}),
  };
}

const pricingOf = (price: number, area: number, rents: boolean): NonNullable<Facts['pricing']> => ({
  displayed: price,
  currency: 'EUR',
  pricePerArea: Math.round(price / area),
  ...(rents ? { rental: { rent: { amount: price, currency: 'EUR', frequency: 'MONTHLY' } } } : {}),
});

function unitOf(chance: RandomSource, rooms: number, type: string): NonNullable<Facts['unit']> {
  const flags = FLAGS.flatMap(([name, share]): [string, boolean][] => {
    if (chance.happens(share)) return [[name, true]];
    return chance.happens(0.2) ? [[name, false]] : [];
  });
  return {
    ...(chance.happens(0.93) ? { rooms, bedrooms: Math.max(0, rooms - 1) } : {}),
    ...(type === 'FLAT' && chance.happens(0.7) ? { floor: chance.whole(0, 8) } : {}),
    ...Object.fromEntries(flags),
    ...(chance.happens(0.75)
      ? { diagnostic: { scores: { ENERGY_CONSUMPTION: { rating: chance.weighted(RATINGS) } } } }
      : {}),
  };
}

function locationOf(
  chance: RandomSource,
  { city, district, longitude, latitude }: GazetteerTown,
): ConsolidatedProperty['location'] {
  const near = () => 0.02 * chance.normal();
  return {
    geometry: { type: 'Point', coordinates: [longitude + near(), latitude + near()] },
    accuracy: 'NEIGHBORHOOD',
    countryCode: 'FR',
    city,
    ...(district === undefined ? {} : { district }),
  };
}

function listingsOf(
  chance: RandomSource,
  { created, updated, expired }: { created: number; updated: number; expired: boolean },
): ListingEntry[] {
  const incoherent = chance.happens(INCOHERENT_SHARE);
  return Array.from(
    {
      length: chance.weighted([
        [1, 60],
        [2, 25],
        [3, 10],
        [5, 5],
      ] as const),
    },
    (_, at) => {
      const id = idAt(chance, created + at);
      const slug = chance.pick(['figures-immo', 'grand-portail', 'le-bon-toit', 'agences-reunies']);
      return {
        id,
        url: `https://www.${slug}.example/annonces/${id}`,
        source: { slug },
        lastSeenAt: formatTimestamp(new Date(NOW)),
        createdAt: formatTimestamp(new Date(created)),
        updatedAt: formatTimestamp(new Date(updated)),
        ...(expired ? { expiredAt: formatTimestamp(new Date(updated)) } : {}),
        priceCoherent: !incoherent,
        marketing: { urgent: chance.happens(0.04) },
      };
    },
  );
}

const publisherOf = (chance: RandomSource): PropertyResult['publishers'][number] => ({
  id: idAt(chance, NOW),
  publisherType: chance.weighted([
    ['REAL_ESTATE_AGENCY', 70],
    ['PRIVATE_INDIVIDUAL', 18],
    ['MANDATED_AGENT', 12],
  ] as const),
  ...(chance.happens(0.2) ? { mandate: 'EXCLUSIVE' as const } : {}),
  ...(chance.happens(0.8) ? { contact: { phone: '+33100000000' } } : {}),
});

const changesOf = (chance: RandomSource, updated: number): ConsolidatedProperty['changes'] =>
  chance.happens(0.2)
    ? [
        {
          attribute: 'DISPLAYED_PRICE',
          occurredAt: formatTimestamp(new Date(updated)),
          revisionId: idAt(chance, updated),
          variationPercent: -chance.whole(1, 12),
        },
      ]
    : [];
