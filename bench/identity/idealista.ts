import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { ListingFeature } from '../../src/identity/feature.ts';
import type { Model } from '../../src/identity/levels.ts';
import { MemoryIdentityStore } from '../../src/identity/memory-store.ts';
import { resolve } from '../../src/identity/resolve.ts';
import { Scorer } from '../../src/identity/score.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { namedId } from '../../src/lib/ids.ts';
import { computeGroupingScores, type GroupingScores } from './measures.ts';

const NAMESPACE = '0b9a4f0e-7f0c-5b64-9d3a-52b2cf3f9c10';
const QUARTER_MS = 91 * DAY_MS;

/** Real adverts of Valencia with the dwelling each shows: no text, no photos, no advertiser, blurred points, one line a quarter and advert. */
export async function scoreIdealista(
  file: string,
  model: Model,
): Promise<(GroupingScores & { listings: number }) | undefined> {
  if (!existsSync(file)) return undefined;
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true });
  const [store, truth] = [new MemoryIdentityStore(), new Map<string, string>()];
  const identity = { store, scorer: new Scorer(model), zones: () => rows.length };
  const first = Math.min(...rows.map(({ PERIOD }) => Number(PERIOD)));
  for (const [index, row] of rows.entries()) {
    const feature = featureOfRow(row, namedId(NAMESPACE, String(index)), first);
    truth.set(feature.listingId, row['ASSETID'] ?? '');
    await resolve(identity, feature, new Date(feature.from));
  }
  return { ...computeGroupingScores(store.partition(), truth), listings: rows.length };
}

const FLAGS = [
  ...[
    'HASTERRACE',
    'HASLIFT',
    'HASAIRCONDITIONING',
    'HASBOXROOM',
    'HASWARDROBE',
    'HASSWIMMINGPOOL',
    'HASDOORMAN',
    'HASGARDEN',
  ],
  ...['HASPARKINGSPACE', 'ISDUPLEX', 'ISSTUDIO', 'ISINTOPFLOOR'],
];

const known = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text);

function featureOfRow(row: Record<string, string>, listingId: string, first: number): ListingFeature {
  const period = Number(row['PERIOD']);
  const from = Date.UTC(2018, 0, 1) + ((period - first) / 3) * QUARTER_MS;
  return {
    ...{ listingId, source: 'idealista', transaction: 'SELL', type: 'FLAT', zone: '46250', department: '46' },
    ...{ neighbourhood: undefined, street: undefined, number: undefined, precise: false },
    point: [Number(row['LONGITUDE']), Number(row['LATITUDE'])],
    area: known(row['CONSTRUCTEDAREA']),
    rooms: undefined,
    bathrooms: known(row['BATHNUMBER']),
    floors: known(row['CADMAXBUILDINGFLOOR']),
    bedrooms: known(row['ROOMNUMBER']),
    floor: known(row['FLOORCLEAN']),
    year: known(row['CONSTRUCTIONYEAR']) ?? known(row['CADCONSTRUCTIONYEAR']),
    ...{
      land: undefined,
      charges: undefined,
      tax: undefined,
      certificate: undefined,
      kwh: undefined,
      co2: undefined,
    },
    ...{
      letter: undefined,
      lot: undefined,
      newBuild: row['BUILTTYPEID_1'] === '1',
      photos: [],
      shingles: [],
    },
    prices: [Number(row['PRICE'])],
    flags: Object.fromEntries(FLAGS.map((name) => [name, row[name] === '1'])),
    ...{
      agency: undefined,
      reference: undefined,
      privatePhone: undefined,
      phone: undefined,
      from,
      to: from + QUARTER_MS,
    },
  };
}
