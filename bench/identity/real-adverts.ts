import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { buildFeature, type ListingFeature } from '../../src/identity/feature.ts';
import { type Observation, validateObservation } from '../../src/ingest/observation.ts';
import { ListingStates } from './states.ts';

/** A real advert with the dwelling it shows, and the quarter of 2018 in which it was on the market. */
export interface RealAdvert {
  feature: ListingFeature;
  dwelling: string;
  period: string;
  /** The cell of about a kilometre it lies in: folds take whole cells. */
  cell: string;
}

export interface RealCity {
  name: string;
  file: string;
}

/** Where the samples lie beside a checkout. */
export const SAMPLES = join(import.meta.dirname, '../../../shared/samples');

/** The samples of idealista18 (ODbL), which are not part of this repository. */
export const realCities = (directory: string): { barcelona: RealCity; valencia: RealCity } => ({
  barcelona: { name: 'Barcelona', file: join(directory, 'idealista18-barcelona', 'barcelona-2018.csv.gz') },
  valencia: {
    name: 'Valencia',
    file: join(directory, 'labelled-duplicates', 'idealista18-valencia-part1.csv'),
  },
});

type Row = Readonly<Record<string, string>>;

export const isPresent = ({ file }: RealCity): boolean => existsSync(file);

export function readRows({ file }: RealCity): Row[] {
  const bytes = readFileSync(file);
  return parse(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true });
}

/** Every dwelling with several adverts, and one of `share` with a single one: as the Valencia sample was drawn. */
export function sampleRows(rows: readonly Row[], share: number): Row[] {
  const adverts = new Map<string, number>();
  for (const { ASSETID = '' } of rows) adverts.set(ASSETID, (adverts.get(ASSETID) ?? 0) + 1);
  return rows.filter(
    ({ ASSETID = '' }) => (adverts.get(ASSETID) ?? 0) > 1 || hashText(ASSETID) % share === 0,
  );
}

export async function toAdverts(rows: readonly Row[], city: string): Promise<RealAdvert[]> {
  const states = new ListingStates();
  const adverts: RealAdvert[] = [];
  for (const [index, row] of rows.entries()) {
    const state = await states.after(toObservation(row, index, city));
    if (state === undefined) continue;
    const cell = `${Math.floor(Number(row['LONGITUDE']) * 83)} ${Math.floor(Number(row['LATITUDE']) * 111)}`;
    const [dwelling = '', period = ''] = [row['ASSETID'], row['PERIOD']];
    adverts.push({ feature: buildFeature(state), dwelling, period, cell });
  }
  return adverts;
}

/** What the advert states, as a feed would write it. Year and height of the building are the cadastre's where it has none. */
export function toObservation(row: Row, index: number, city: string): Observation {
  const month = Number(row['PERIOD']?.slice(4)) - 2;
  const stated = validateObservation({
    source: 'idealista18',
    url: `https://idealista18.example/${city.toLowerCase()}/${index}`,
    observedAt: `2018-${String(month).padStart(2, '0')}-15T00:00:00.000Z`,
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      ...(row['BUILTTYPEID_1'] === '1' ? { constructionStatus: 'NEW' } : {}),
      displayedPrice: known(row['PRICE']),
      currency: 'EUR',
      area: { displayed: known(row['CONSTRUCTEDAREA']), unit: 'SQM' },
      bedrooms: known(row['ROOMNUMBER']),
      bathrooms: known(row['BATHNUMBER']),
      floor: known(row['FLOORCLEAN']),
      buildingFloors: known(row['CADMAXBUILDINGFLOOR']),
      constructionYear: known(row['CONSTRUCTIONYEAR']) ?? known(row['CADCONSTRUCTIONYEAR']),
      condition:
        row['BUILTTYPEID_2'] === '1' ? 'TO_RENOVATE' : row['BUILTTYPEID_3'] === '1' ? 'GOOD' : undefined,
      equippedKitchen: Number(row['AMENITYID']) >= 2,
      furnished: row['AMENITYID'] === '3',
      parking: { total: Number(row['HASPARKINGSPACE']) },
      orientation: ORIENTATIONS.filter((side) => row[`HAS${side}ORIENTATION`] === '1'),
      ...Object.fromEntries(Object.entries(FLAGS).map(([column, name]) => [name, row[column] === '1'])),
      location: {
        countryCode: 'ES',
        city,
        coordinates: [Number(row['LONGITUDE']), Number(row['LATITUDE'])],
        accuracy: 'NEIGHBORHOOD',
      },
    },
  });
  if (!('observation' in stated)) throw new Error(stated.reason);
  return stated.observation;
}

const ORIENTATIONS = ['NORTH', 'SOUTH', 'EAST', 'WEST'];
const FLAGS: Readonly<Record<string, string>> = {
  HASTERRACE: 'terrace',
  HASLIFT: 'elevator',
  HASAIRCONDITIONING: 'airConditioning',
  HASBOXROOM: 'storage',
  HASWARDROBE: 'dressing',
  HASSWIMMINGPOOL: 'swimmingPool',
  HASDOORMAN: 'caretaker',
  HASGARDEN: 'garden',
  ISINTOPFLOOR: 'lastFloor',
};

const known = (text: string | undefined): number | undefined =>
  text === undefined || text === '' || text === 'NA' ? undefined : Number(text);

/** FNV-1a: the same draw on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
