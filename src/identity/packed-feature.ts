import type { ListingFeature } from './feature.ts';

/** The members of a feature in the order in which the database keeps their values. A new one comes last. */
const MEMBERS = [
  'listingId',
  'source',
  'transaction',
  'type',
  'zone',
  'department',
  'neighbourhood',
  'street',
  'number',
  'point',
  'precise',
  'area',
  'otherAreas',
  'rooms',
  'bedrooms',
  'bathrooms',
  'floor',
  'floors',
  'land',
  'year',
  'charges',
  'tax',
  'certificate',
  'kwh',
  'co2',
  'letter',
  'lot',
  'newBuild',
  'prices',
  'net',
  'flags',
  'read',
  'from',
  'to',
  'agency',
  'reference',
  'privatePhone',
  'phone',
  'photos',
  'shingles',
  'words',
] as const satisfies readonly (keyof ListingFeature)[];

type Packed<Name extends keyof ListingFeature> = Name extends 'photos' | 'shingles' | 'words'
  ? string
  : ListingFeature[Name];

/**
 * A feature as the database keeps it: the values of its members, and its lists of hashes as 32-bit numbers in base 64. Every placing reads
 * some twenty features: one takes 8 µs, by the names of its members it took 20, and with its hashes as decimals longer still and most were too
 * wide to be kept as they are.
 */
export type PackedFeature = Values<typeof MEMBERS>;

type Values<Names extends readonly (keyof ListingFeature)[]> = {
  readonly [At in keyof Names]: Packed<Names[At]> | null;
};

/** Those kept before, by name. */
interface NamedFeature extends Omit<ListingFeature, 'photos' | 'shingles' | 'words'> {
  photos: string | number[];
  shingles: string | number[];
  words?: string | number[];
}

const NUMBER_BYTES = 4;

export function packFeature(feature: ListingFeature): PackedFeature {
  const values: unknown[] = [];
  for (const name of MEMBERS) values.push(feature[name] ?? null);
  values[MEMBERS.indexOf('photos')] = encodeNumbers(feature.photos);
  values[MEMBERS.indexOf('shingles')] = encodeNumbers(feature.shingles);
  values[MEMBERS.indexOf('words')] = encodeNumbers(feature.words);
  return values as unknown as PackedFeature;
}

export const unpackFeature = (kept: PackedFeature | NamedFeature): ListingFeature =>
  'listingId' in kept ? fromNames(kept) : fromValues(kept);

/** All of one shape: they are compared by the dozen. */
function fromValues(kept: PackedFeature): ListingFeature {
  return {
    listingId: kept[0] ?? '',
    source: kept[1] ?? '',
    transaction: kept[2] ?? undefined,
    type: kept[3] ?? undefined,
    zone: kept[4] ?? undefined,
    department: kept[5] ?? undefined,
    neighbourhood: kept[6] ?? undefined,
    street: kept[7] ?? undefined,
    number: kept[8] ?? undefined,
    point: kept[9] ?? undefined,
    precise: kept[10] ?? false,
    area: kept[11] ?? undefined,
    otherAreas: kept[12] ?? undefined,
    rooms: kept[13] ?? undefined,
    bedrooms: kept[14] ?? undefined,
    bathrooms: kept[15] ?? undefined,
    floor: kept[16] ?? undefined,
    floors: kept[17] ?? undefined,
    land: kept[18] ?? undefined,
    year: kept[19] ?? undefined,
    charges: kept[20] ?? undefined,
    tax: kept[21] ?? undefined,
    certificate: kept[22] ?? undefined,
    kwh: kept[23] ?? undefined,
    co2: kept[24] ?? undefined,
    letter: kept[25] ?? undefined,
    lot: kept[26] ?? undefined,
    newBuild: kept[27] ?? false,
    prices: kept[28] ?? [],
    net: kept[29] ?? undefined,
    flags: kept[30] ?? {},
    read: kept[31] ?? [],
    from: kept[32] ?? 0,
    to: kept[33] ?? undefined,
    agency: kept[34] ?? undefined,
    reference: kept[35] ?? undefined,
    privatePhone: kept[36] ?? undefined,
    phone: kept[37] ?? undefined,
    photos: decodeNumbers(kept[38] ?? ''),
    shingles: decodeNumbers(kept[39] ?? ''),
    words: decodeNumbers(kept[40] ?? ''),
  };
}

function fromNames(kept: NamedFeature): ListingFeature {
  const read = kept as unknown as ListingFeature;
  read.photos = decodeNumbers(kept.photos);
  read.shingles = decodeNumbers(kept.shingles);
  read.words = decodeNumbers(kept.words ?? '');
  return read;
}

function encodeNumbers(numbers: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(numbers.length * NUMBER_BYTES);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * NUMBER_BYTES);
  return bytes.toString('base64');
}

/** Those kept longest stand as they are. */
function decodeNumbers(text: string | number[]): number[] {
  if (typeof text !== 'string') return text;
  const bytes = Buffer.from(text, 'base64');
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at += NUMBER_BYTES) {
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
    numbers.push((low | ((bytes[at + 3] ?? 0) << 24)) >>> 0);
  }
  return numbers;
}

/** A member that is not among them would be lost. */
type Unlisted = Exclude<keyof ListingFeature, (typeof MEMBERS)[number]>;
export const NONE_UNLISTED: [Unlisted] extends [never] ? true : never = true;

/** Reads features as they are written in the database, each text once: what is read twice in a transaction is one and the same. */
export class FeatureReader {
  readonly #read = new Map<string, ListingFeature>();

  read(text: string): ListingFeature {
    let feature = this.#read.get(text);
    if (feature === undefined) {
      feature = unpackFeature(JSON.parse(text));
      this.#read.set(text, feature);
    }
    return feature;
  }
}
