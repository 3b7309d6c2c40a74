import { countBits } from '../lib/count-bits.ts';
import type { ListingFeature } from './feature.ts';
import { type PackedFlags, packFlags, unpackFlags } from './packed-flags.ts';

/** The members of a feature in the order in which the database keeps their values. A new one comes last. */
export const MEMBERS = [
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
 * A feature as the database keeps it: the members that it has, as bits of a number, and their values. Every placing reads
 * some twenty features: one takes 8 µs, by the names of its members it took 20. Of a list of hashes it has the length;
 * releases before stored the hashes as 32-bit numbers in base 64.
 */
export type PackedFeature = readonly [present: number, ...values: unknown[]];

/** Of older releases: a value or null for each member. */
export type FormerPackedFeature = Values<typeof MEMBERS>;

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

/** Bits of the first members; bitwise operators have 32. */
const LOW_BITS = 24;
const LOW = 2 ** LOW_BITS;
/** Releases before stored the id of the listing, which its row has. */
const FIRST_STORED = MEMBERS.indexOf('source');
const FLAGS = MEMBERS.indexOf('flags');
const HASHES: readonly number[] = (['photos', 'shingles', 'words'] as const).map((name) =>
  MEMBERS.indexOf(name),
);

/** Hashes are put at the end of `hashes`. */
export function packFeature(feature: ListingFeature, hashes: number[]): PackedFeature {
  let [low, high] = [0, 0];
  const values: [number, ...unknown[]] = [0];
  for (let at = FIRST_STORED; at < MEMBERS.length; at += 1) {
    const name = MEMBERS[at] as (typeof MEMBERS)[number];
    const value: unknown = feature[name];
    if (value === undefined || value === null) continue;
    if (at < LOW_BITS) low |= 1 << at;
    else high |= 1 << (at - LOW_BITS);
    if (at === FLAGS) values.push(packFlags(feature.flags));
    else if (HASHES.includes(at)) {
      for (const hash of value as number[]) hashes.push(hash);
      values.push((value as number[]).length);
    } else values.push(value);
  }
  values[0] = high * LOW + low;
  return values;
}

/** Where among the values of a feature its lists of hashes are: their members come last. */
export function hashPositions(present: number): number[] {
  const [high, low] = [Math.floor(present / LOW), present % LOW];
  const positions: number[] = [];
  let position = countBits(low) + countBits(high);
  for (const member of HASHES.toReversed())
    if ((high & (1 << (member - LOW_BITS))) !== 0) positions.unshift(position--);
  return positions;
}

/** Of an older release: the values without null, and the bits of what is there. */
function fromFormer(kept: FormerPackedFeature): PackedFeature {
  let [low, high] = [0, 0];
  const values: [number, ...unknown[]] = [0];
  for (const [at, value] of kept.entries()) {
    if (value === null) continue;
    if (at < LOW_BITS) low |= 1 << at;
    else high |= 1 << (at - LOW_BITS);
    values.push(at === FLAGS ? ['', value] : value);
  }
  values[0] = high * LOW + low;
  return values;
}

const isFormer = (kept: PackedFeature | FormerPackedFeature): kept is FormerPackedFeature =>
  typeof kept[0] !== 'number';

export const unpackFeature = (
  listingId: string,
  kept: PackedFeature | FormerPackedFeature | NamedFeature,
): ListingFeature => {
  if ('listingId' in kept) return fromNames(kept);
  return fromValues(listingId, isFormer(kept) ? fromFormer(kept) : kept);
};

/** All of one shape: they are compared by the dozen. In the order of MEMBERS, a bit each. */
function fromValues(listingId: string, kept: PackedFeature): ListingFeature {
  const high = Math.floor(kept[0] / LOW);
  const low = kept[0] - high * LOW;
  let next = 1;
  return {
    listingId: (low & 0x1 ? kept[next++] : listingId) as ListingFeature['listingId'],
    source: (low & 0x2 ? kept[next++] : '') as ListingFeature['source'],
    transaction: (low & 0x4 ? kept[next++] : undefined) as ListingFeature['transaction'],
    type: (low & 0x8 ? kept[next++] : undefined) as ListingFeature['type'],
    zone: (low & 0x10 ? kept[next++] : undefined) as ListingFeature['zone'],
    department: (low & 0x20 ? kept[next++] : undefined) as ListingFeature['department'],
    neighbourhood: (low & 0x40 ? kept[next++] : undefined) as ListingFeature['neighbourhood'],
    street: (low & 0x80 ? kept[next++] : undefined) as ListingFeature['street'],
    number: (low & 0x100 ? kept[next++] : undefined) as ListingFeature['number'],
    point: (low & 0x200 ? kept[next++] : undefined) as ListingFeature['point'],
    precise: (low & 0x400 ? kept[next++] : false) as ListingFeature['precise'],
    area: (low & 0x800 ? kept[next++] : undefined) as ListingFeature['area'],
    otherAreas: (low & 0x1000 ? kept[next++] : undefined) as ListingFeature['otherAreas'],
    rooms: (low & 0x2000 ? kept[next++] : undefined) as ListingFeature['rooms'],
    bedrooms: (low & 0x4000 ? kept[next++] : undefined) as ListingFeature['bedrooms'],
    bathrooms: (low & 0x8000 ? kept[next++] : undefined) as ListingFeature['bathrooms'],
    floor: (low & 0x10000 ? kept[next++] : undefined) as ListingFeature['floor'],
    floors: (low & 0x20000 ? kept[next++] : undefined) as ListingFeature['floors'],
    land: (low & 0x40000 ? kept[next++] : undefined) as ListingFeature['land'],
    year: (low & 0x80000 ? kept[next++] : undefined) as ListingFeature['year'],
    charges: (low & 0x100000 ? kept[next++] : undefined) as ListingFeature['charges'],
    tax: (low & 0x200000 ? kept[next++] : undefined) as ListingFeature['tax'],
    certificate: (low & 0x400000 ? kept[next++] : undefined) as ListingFeature['certificate'],
    kwh: (low & 0x800000 ? kept[next++] : undefined) as ListingFeature['kwh'],
    co2: (high & 0x1 ? kept[next++] : undefined) as ListingFeature['co2'],
    letter: (high & 0x2 ? kept[next++] : undefined) as ListingFeature['letter'],
    lot: (high & 0x4 ? kept[next++] : undefined) as ListingFeature['lot'],
    newBuild: (high & 0x8 ? kept[next++] : false) as ListingFeature['newBuild'],
    prices: (high & 0x10 ? kept[next++] : []) as ListingFeature['prices'],
    net: (high & 0x20 ? kept[next++] : undefined) as ListingFeature['net'],
    flags: high & 0x40 ? unpackFlags(kept[next++] as PackedFlags) : {},
    read: (high & 0x80 ? kept[next++] : []) as NonNullable<ListingFeature['read']>,
    from: (high & 0x100 ? kept[next++] : 0) as ListingFeature['from'],
    to: (high & 0x200 ? kept[next++] : undefined) as ListingFeature['to'],
    agency: (high & 0x400 ? kept[next++] : undefined) as ListingFeature['agency'],
    reference: (high & 0x800 ? kept[next++] : undefined) as ListingFeature['reference'],
    privatePhone: (high & 0x1000 ? kept[next++] : undefined) as ListingFeature['privatePhone'],
    phone: (high & 0x2000 ? kept[next++] : undefined) as ListingFeature['phone'],
    photos: high & 0x4000 ? decodeNumbers(kept[next++] as string) : [],
    shingles: high & 0x8000 ? decodeNumbers(kept[next++] as string) : [],
    words: high & 0x10000 ? decodeNumbers(kept[next++] as string) : [],
  };
}

function fromNames(kept: NamedFeature): ListingFeature {
  const read = kept as unknown as ListingFeature;
  read.photos = decodeNumbers(kept.photos);
  read.shingles = decodeNumbers(kept.shingles);
  read.words = decodeNumbers(kept.words ?? '');
  return read;
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
