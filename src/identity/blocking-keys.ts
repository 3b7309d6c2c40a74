import { hashText } from '../lib/text.ts';
import type { ListingFeature } from './feature.ts';
import { hasFiguresOnly } from './feature.ts';
import { isMove, isRound, MAX_MOVE_DIFFERENCE } from './prices.ts';

/** Two listings that share a key are compared. */
export interface BlockingKey {
  key: number;
  /** Of a photo key: the whole hash, so that only near photos bring candidates. */
  photo?: readonly [number, number] | undefined;
  /** With more postings it is not read; MAX_POSTINGS unless stated. */
  maxPostings?: number | undefined;
}

export interface ListingKeys {
  listingId: string;
  keys: readonly BlockingKey[];
}

/**
 * Postings of a key by size or price of a whole town. With 200, an advert of a dense town had 200 candidates and half a
 * linked one among them; there the point and the fine area find it. Of 60,000 adverts of one town the price alone brought
 * the last ones 110 of 160 candidates, and hardly a true pair that no other key finds.
 */
const MAX_COARSE_POSTINGS = 60;

const AREA_STEP = 0.06;
const PRICE_STEP = 0.2;
const FINE_AREA_STEP = 0.025;
/**
 * Masked points of one home lie up to 160 m apart. In Barcelona cells of 300 m for size hold half as many adverts as cells
 * of 500 m. With the larger cells for the rest of the home they find more true pairs: the borders of both differ.
 */
const SIZE_CELL_METRES = 300;
const HOME_CELL_METRES = 500;
const METRES_PER_DEGREE = 111_320;
/** Degrees of longitude shrink northwards. One factor for bands of latitude keeps the grid the same for neighbours. */
const LATITUDE_BAND_DEGREES = 5;
/** Below it a log step is less than a metre, and 21 and 22 m² would never share a cell. */
const MIN_LOG_AREA = 40;
const MAX_KEYED_PHOTOS = 8;
const MINHASHES = 12;
const BAND_ROWS = 3;
const MAX_KEYED_PRICES = 3;
/** Grids overlap by half a step: moves that count as the same share a cell. */
const MOVE_SHARE_STEP = 2 * MAX_MOVE_DIFFERENCE;

/**
 * Keys are posted and probed alike and grids overlap by half a step, so blocking does not depend on the order of arrival.
 * City and coarse figures find most pairs; the other keys find pairs with a wrong city or a misprint.
 */
export function blockingKeys(feature: ListingFeature): BlockingKey[] {
  const texts = [
    ...figureKeys(feature),
    ...moveKeys(feature),
    ...pointKeys(feature),
    ...nameKeys(feature),
    ...textKeys(feature),
  ];
  return [
    ...Array.from(new Set(texts), (text): BlockingKey => ({ key: hash52(text) })),
    ...Array.from(new Set(coarseKeys(feature)), toCoarseKey),
    ...photoKeys(feature),
  ];
}

const toCoarseKey = (text: string): BlockingKey => ({ key: hash52(text), maxPostings: MAX_COARSE_POSTINGS });

/** The cell of a value in each of two grids of steps, shifted by half a step. */
const cells = (value: number, step: number): [string, string] => shiftedCells(Math.log(value) / step);

const shiftedCells = (at: number): [string, string] => [`a${Math.floor(at)}`, `b${Math.floor(at + 0.5)}`];

/** Below 40 m² the steps are of so many metres as the share makes there. */
const areaCells = (area: number, step: number): [string, string] =>
  area >= MIN_LOG_AREA
    ? cells(area, step)
    : shiftedCells(Math.log(MIN_LOG_AREA) / step + (area - MIN_LOG_AREA) / (MIN_LOG_AREA * step));

/** Finds neighbours of one size where a dense town has more adverts of that size and price than one key may hold. */
function* pointKeys(feature: ListingFeature): Generator<string> {
  const { transaction, type, point, area } = feature;
  if (transaction === undefined || point === undefined) return;
  const here = `${transaction}/${type}`;
  const sizes = area === undefined || area <= 0 ? [] : areaCells(area, AREA_STEP);
  for (const cell of pointCells(point, SIZE_CELL_METRES))
    for (const size of sizes) yield `near/${here}/${cell}/${size}`;
  const home = describeHome(feature);
  if (home === undefined) return;
  for (const cell of pointCells(point, HOME_CELL_METRES)) yield `home/${here}/${cell}/${home}`;
}

/** The cell of a point in each of two grids, shifted by half a cell. */
function pointCells([longitude, latitude]: readonly [number, number], metres: number): string[] {
  const band = Math.round(latitude / LATITUDE_BAND_DEGREES) * LATITUDE_BAND_DEGREES;
  const east = (longitude * Math.cos((band * Math.PI) / 180) * METRES_PER_DEGREE) / metres;
  const north = (latitude * METRES_PER_DEGREE) / metres;
  return [0, 0.5].map((shift) => `${shift}/${Math.floor(east + shift)}/${Math.floor(north + shift)}`);
}

/**
 * A home by all but its size, for adverts of figures only: built or usable area, with or without the terrace. In
 * Barcelona these keys find half of the true pairs that no other key finds, one in twenty of all.
 */
function describeHome(feature: ListingFeature): string | undefined {
  const { bedrooms, bathrooms, floor, floors, year } = feature;
  const facts = [bedrooms, bathrooms, floor, floors, year];
  return facts.includes(undefined) || !hasFiguresOnly(feature) ? undefined : facts.join('/');
}

function* figureKeys(feature: ListingFeature): Generator<string> {
  const { transaction, zone, area, land, rooms } = feature;
  const size = area ?? land;
  if (transaction === undefined || zone === undefined) return;
  const here = `${transaction}/${zone}`;
  const prices = feature.prices.slice(-MAX_KEYED_PRICES);
  if (size !== undefined && size > 0) {
    if (rooms !== undefined)
      for (const cell of areaCells(size, FINE_AREA_STEP)) yield `rooms/${here}/${rooms}/${cell}`;
    const price = prices.at(-1);
    yield* wrongTownKeys(feature, size, price);
    if (price !== undefined && !isRound(price))
      yield `fine/${transaction}/${feature.type}/${price}/${Math.round(size)}`;
    if (!Number.isInteger(size))
      for (const asked of prices) yield `exact-price/${transaction}/${feature.type}/${asked}/${size}`;
    if (!Number.isInteger(size)) yield `exact/${transaction}/${feature.department}/${size}`;
  }
  if (land !== undefined) yield `land/${here}/${land}`;
}

/**
 * Finds listings of one seller by a price move that they share, by amount or by share, whatever size and fees they state.
 * The lots of a programme get cheaper together.
 */
function* moveKeys({ transaction, zone, type, prices, newBuild }: ListingFeature): Generator<string> {
  if (transaction === undefined || zone === undefined || newBuild || prices.length < 2) return;
  const here = `${transaction}/${zone}/${type}`;
  const keyed = prices.slice(-MAX_KEYED_PRICES);
  for (const [at, to] of keyed.entries()) {
    const from = keyed[at - 1];
    if (from === undefined || !isMove(from, to)) continue;
    yield `moved/${here}/${to - from}`;
    for (const cell of cells(to / from, MOVE_SHARE_STEP)) yield `moved-share/${here}/${cell}`;
  }
}

/** By price, by size and price, or by size alone, in the whole town. */
function* coarseKeys(feature: ListingFeature): Generator<string> {
  const { transaction, zone, area, land, rooms, prices } = feature;
  const size = area ?? land;
  if (transaction === undefined || zone === undefined) return;
  const here = `${transaction}/${zone}`;
  const keyed = prices.slice(-MAX_KEYED_PRICES);
  for (const price of keyed) yield `price/${here}/${price}`;
  yield* valueKeys(feature, here);
  if (size === undefined || size <= 0) return;
  for (const areaCell of areaCells(size, AREA_STEP))
    for (const price of keyed)
      for (const priceCell of cells(price, PRICE_STEP)) yield `size/${here}/${areaCell}/${priceCell}`;
  if (rooms === undefined) yield `area/${here}/${Math.floor(size)}`;
}

/**
 * Finds adverts without an area by rooms and price. One with an area has the cell of its price, one without also the
 * nearest beside it: prices up to half a step apart meet, at one key for each of the many that state their area.
 */
function* valueKeys({ type, area, rooms, prices }: ListingFeature, here: string): Generator<string> {
  const price = prices.at(-1);
  if (rooms === undefined || price === undefined) return;
  const at = Math.log(price) / PRICE_STEP;
  const cell = Math.floor(at);
  yield `value/${here}/${type}/${rooms}/${cell}`;
  if (area === undefined)
    yield `value/${here}/${type}/${rooms}/${Math.round(at) === cell ? cell - 1 : cell + 1}`;
}

/** Finds homes whose field names another town of the department: by price and size, or by the quarter and size. */
function* wrongTownKeys(
  { transaction, type, department, neighbourhood, rooms }: ListingFeature,
  size: number,
  price: number | undefined,
): Generator<string> {
  if (department === undefined) return;
  const there = `${transaction}/${type}/${department}`;
  if (price !== undefined)
    for (const metres of new Set([Math.floor(size), Math.round(size)]))
      yield `department/${there}/${price}/${metres}`;
  if (neighbourhood === undefined || rooms === undefined) return;
  for (const cell of areaCells(size, FINE_AREA_STEP))
    yield `quarter/${there}/${neighbourhood}/${rooms}/${cell}`;
}

function* nameKeys(feature: ListingFeature): Generator<string> {
  const { transaction, agency, phone, reference, zone } = feature;
  if (agency !== undefined && reference !== undefined) yield `reference/${agency}/${reference}`;
  else if (phone !== undefined && reference !== undefined) yield `phone-reference/${phone}/${reference}`;
  if (feature.privatePhone !== undefined) yield `private/${transaction}/${feature.privatePhone}`;
  if (feature.certificate !== undefined) yield `certificate/${feature.certificate}`;
  if (feature.kwh !== undefined && feature.co2 !== undefined)
    yield `energy/${transaction}/${feature.type}/${Math.round(feature.kwh)}/${Math.round(feature.co2)}`;
  if (feature.number !== undefined) yield `address/${zone}/${feature.number}/${feature.street}`;
  yield* costKeys(feature);
  if (feature.charges !== undefined && feature.tax !== undefined)
    yield `costs/${Math.round(feature.charges * 12)}/${Math.round(feature.tax * 12)}`;
}

/** Costs and energy find homes without an area; with the area they find those with a wrong town. */
function* costKeys({ transaction, type, zone, area, charges, tax, kwh }: ListingFeature): Generator<string> {
  for (const [name, figure] of [
    ['charges', charges === undefined ? undefined : Math.round(charges * 12)],
    ['tax', tax === undefined ? undefined : Math.round(tax * 12)],
    ['kwh', kwh === undefined ? undefined : Math.round(kwh)],
  ] as const) {
    if (figure === undefined) continue;
    if (zone !== undefined) yield `${name}/${transaction}/${zone}/${type}/${figure}`;
    if (area !== undefined && name !== 'kwh')
      yield `${name}-area/${transaction}/${type}/${figure}/${Math.round(area)}`;
  }
}

/**
 * MinHash in four bands of three: texts that share three quarters almost always share a band, texts that share a quarter
 * hardly ever. Keys hold within a department and type: agencies of the whole country write alike, and country-wide keys
 * brought over half of all candidates and hardly a pair.
 */
function* textKeys({ transaction, type, department, shingles }: ListingFeature): Generator<string> {
  if (shingles.length < MINHASHES) return;
  for (let band = 0; band < MINHASHES / BAND_ROWS; band += 1) {
    const least = Array.from({ length: BAND_ROWS }, (_, row) => minHash(shingles, band * BAND_ROWS + row));
    yield `text/${transaction}/${type}/${department}/${band}/${least.join('/')}`;
  }
}

function minHash(shingles: readonly number[], salt: number): number {
  const factor = Math.imul(salt * 2 + 1, 0x9e3779b1) | 1;
  let least = 0xffffffff;
  for (const shingle of shingles) {
    const mixed = Math.imul(shingle ^ (shingle >>> 15), factor);
    least = Math.min(least, (mixed ^ (mixed >>> 13)) >>> 0);
  }
  return least;
}

/** Above all keys that are hashes of a text, so that a photo's key is its bits and costs no hash. */
export const MIN_PHOTO_KEY = 2 ** 52;
export const BAND_BITS = 20;

/**
 * Four bands of 20 bits that overlap a little: a twin with one or two other bits almost surely shares one, and of several photos with some more
 * bits one mostly does. With bands of 16 bits each held 64 photos of 4 million, and all were read for every photo of a new listing; now 4.
 */
export const photoBands = (high: number, low: number): [number, number, number, number] => [
  high >>> 12,
  ((high & 0x1ffff) << 3) | (low >>> 29),
  ((high & 3) << 18) | (low >>> 14),
  low & 0xfffff,
];

function photoKeys({ photos }: ListingFeature): BlockingKey[] {
  const keys: BlockingKey[] = [];
  for (let at = 0; at < Math.min(photos.length, MAX_KEYED_PHOTOS * 2); at += 2) {
    const photo = [photos[at] ?? 0, photos[at + 1] ?? 0] as const;
    for (const [index, band] of photoBands(...photo).entries())
      keys.push({ key: MIN_PHOTO_KEY + index * 2 ** BAND_BITS + band, photo });
  }
  return keys;
}

/** 52 bits: exact in a number and in a bigint column; among 100 million keys one in 45 million collides. */
function hash52(text: string): number {
  const { high, low } = hashText(text);
  return (high >>> 12) * 2 ** 32 + low;
}
