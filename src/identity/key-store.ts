import { onNode, onNodeLater } from '../db/node-functions.ts';
import { type Db, fixedSql, joinSql, plainArray, type Sql, sql } from '../db/sql.ts';
import { BAND_BITS, type BlockingKey, type ListingKeys, MIN_PHOTO_KEY } from './blocking-keys.ts';
import { MAX_SAME_PHOTO_BITS } from './feature-parts.ts';
import { MAX_POSTINGS } from './postings.ts';

/** The postings of a key whose photo is near. */
export interface PostingRow {
  /** Position in the list of keys, from 1. */
  at: number;
  postings: number;
  listingIds: string;
}

type Photo = NonNullable<BlockingKey['photo']>;

/** A photo has four keys, and large integers are slow. */
const columns = new WeakMap<Photo, string>();

/** A signed 64-bit column holds the two unsigned halves of a hash. */
function photoColumn(photo: Photo): string {
  let column = columns.get(photo);
  if (column === undefined) {
    column = BigInt.asIntN(64, (BigInt(photo[0]) << 32n) | BigInt(photo[1])).toString();
    columns.set(photo, column);
  }
  return column;
}

/** The bands of `photoBands`, as the indexes of the table have them. */
const BANDS: readonly ((photo: Sql) => Sql)[] = [
  (photo) => sql`((${photo} >> 44) & 1048575)`,
  (photo) => sql`((${photo} >> 29) & 1048575)`,
  (photo) => sql`((${photo} >> 14) & 1048575)`,
  (photo) => sql`(${photo} & 1048575)`,
];

const bandIndex = (key: number): number => Math.floor((key - MIN_PHOTO_KEY) / 2 ** BAND_BITS);

const MAX_READ_POSTINGS = MAX_POSTINGS + 1;

/** A key is in the column of its remainder, and each column has an index of what is not below zero. */
export const KEY_COLUMNS: readonly Sql[] = [
  sql`key_0`,
  sql`key_1`,
  sql`key_2`,
  sql`key_3`,
  sql`key_4`,
  sql`key_5`,
  sql`key_6`,
];

const columnIndex = (key: number): number => key % KEY_COLUMNS.length;

/** What fits beside the sign into four bytes. */
const COLUMN_VALUES = 2 ** 31;
/**
 * The quotient, without its upper bits: among 30 million keys in seven columns one in 500 finds a listing more, which is
 * compared and refused.
 */
const columnValue = (key: number): number => Math.floor(key / KEY_COLUMNS.length) % COLUMN_VALUES;

/** The planner drops the three of them that read another band. */
const photosOfBand: Sql = joinSql(
  BANDS.map(
    (band, index) => sql`
      (select photo, listing_id from listing_photo
       where probe.band = ${index}::int and ${band(sql`photo`)} = ${band(sql`probe.photo`)} limit ${MAX_READ_POSTINGS}::int)`,
  ),
  ' union all ',
);

interface KeyProbe {
  key: number;
  most: number;
  at: number;
}

/** The limit bounds what a key may cost: one with more postings is left out, at the cost of reading that many. */
const postingsOfColumn = (column: Sql, probes: readonly KeyProbe[]): Sql => sql`
    select probe.at, posted.postings, posted.near as "listingIds"
    from unnest(${plainArray(probes.map(({ key }) => columnValue(key)))}::int[], ${plainArray(probes.map(({ most }) => most))}::int[],
                ${plainArray(probes.map(({ at }) => at))}::int[])
      as probe (key, most, at)
    cross join lateral (
      select count(*)::int as postings, string_agg(listing_id::text, ' ') as near
      from (select listing_id from listing_key where ${column} = probe.key and ${column} >= 0 limit probe.most + 1) as first
    ) as posted
    where posted.postings between 1 and probe.most`;

export function loadPostings(db: Db, asked: readonly BlockingKey[]): Promise<PostingRow[]> {
  const plain: KeyProbe[][] = KEY_COLUMNS.map(() => []);
  const photos: { photo: string; band: number; at: number }[] = [];
  let at = 0;
  for (const { key, photo, maxPostings = MAX_POSTINGS } of asked) {
    at += 1;
    if (photo === undefined) plain[columnIndex(key)]?.push({ key, most: maxPostings, at });
    else photos.push({ photo: photoColumn(photo), band: bandIndex(key), at });
  }
  return db.rows<PostingRow>(
    onNode(sql`
    ${joinSql(
      KEY_COLUMNS.map((column, index) => postingsOfColumn(column, plain[index] ?? [])),
      ' union all ',
    )}
    union all
    select probe.at, posted.postings, posted.near
    from unnest(${plainArray(photos.map(({ photo }) => photo))}::bigint[], ${plainArray(photos.map(({ band }) => band))}::int[],
                ${plainArray(photos.map(({ at }) => at))}::int[])
      as probe (photo, band, at)
    cross join lateral (
      select count(*)::int as postings,
             string_agg(listing_id::text, ' ') filter (where bit_count((photo # probe.photo)::bit(64)) <= ${MAX_SAME_PHOTO_BITS}::int) as near
      from (${photosOfBand}) as first
    ) as posted
    where posted.postings <= ${MAX_POSTINGS}::int and posted.near is not null`),
  );
}

/** The keys of listings that have none: keys and feature come and go together. */
export async function putKeys(db: Db, posted: readonly ListingKeys[]): Promise<void> {
  if (posted.length === 0) return;
  const ids = plainArray(posted.map(({ listingId }) => listingId));
  const { photos, photosOf } = photoColumns(posted);
  const { keys, keysOf } = keyRows(posted);
  await db.rows(
    onNodeLater(
      fixedSql(sql`
    with photographed as (
      insert into listing_photo (photo, listing_id)
      select distinct photo, (${ids}::uuid[])[whose] from unnest(${photos}::bigint[], ${photosOf}::int[]) as posted (photo, whose)
      where exists (select from listing) is not null
    ), keyed as (
      insert into listing_key (listing_id, ${joinSql(KEY_COLUMNS, ', ')})
      select (${ids}::uuid[])[whose], ${joinSql(KEY_COLUMNS, ', ')}
      from unnest(${keysOf}::int[], ${joinSql(
        keys.map((column) => sql`${column}::int[]`),
        ', ',
      )}) as posted (whose, ${joinSql(KEY_COLUMNS, ', ')})
      where exists (select from listing) is not null
    )
    select 1`),
    ),
  );
}

/**
 * The keys of the former feature are computed again rather than kept in an index of their own. Any key of a row finds it:
 * a row is found by those that a later version still computes.
 */
export async function dropKeys(db: Db, posted: readonly ListingKeys[]): Promise<void> {
  if (posted.length === 0) return;
  const ids = plainArray(posted.map(({ listingId }) => listingId));
  const { photos, photosOf } = photoColumns(posted);
  await db.rows(sql`
    delete from listing_photo using unnest(${photos}::bigint[], ${photosOf}::int[]) as gone (hash, whose)
    where (photo & 1048575) = (gone.hash & 1048575) and photo = gone.hash and listing_photo.listing_id = (${ids}::uuid[])[gone.whose]`);
  const { keys, keysOf } = keyColumns(posted);
  const deletes = KEY_COLUMNS.map(
    (column, index) => sql`
      without_${column} as (
        delete from listing_key using unnest(${plainArray(keys[index] ?? [])}::int[], ${plainArray(keysOf[index] ?? [])}::int[]) as gone (hash, whose)
        where ${column} = gone.hash and ${column} >= 0 and listing_key.listing_id = (${ids}::uuid[])[gone.whose]
      )`,
  );
  await db.rows(fixedSql(sql`with ${joinSql(deletes, ', ')} select 1`));
}

/** The listing of a key is sent as a number from 1: its id, forty times over, was half of the bytes sent. */
function photoColumns(posted: readonly ListingKeys[]): { photos: string; photosOf: string } {
  const photos: string[] = [];
  const photosOf: number[] = [];
  for (const [at, { keys }] of posted.entries()) {
    for (const { key, photo } of keys) {
      if (photo === undefined || bandIndex(key) !== 0) continue;
      photos.push(photoColumn(photo));
      photosOf.push(at + 1);
    }
  }
  return { photos: plainArray(photos), photosOf: plainArray(photosOf) };
}

/** For each column its keys, and the listings that they are of. */
function keyColumns(posted: readonly ListingKeys[]): { keys: number[][]; keysOf: number[][] } {
  const keys: number[][] = KEY_COLUMNS.map(() => []);
  const keysOf: number[][] = KEY_COLUMNS.map(() => []);
  for (const [at, { keys: own }] of posted.entries()) {
    for (const { key, photo } of own) {
      if (photo !== undefined) continue;
      keys[columnIndex(key)]?.push(columnValue(key));
      keysOf[columnIndex(key)]?.push(at + 1);
    }
  }
  return { keys, keysOf };
}

/**
 * As few rows for each listing as its fullest column has keys. The first column is part of the identity of a row: without
 * a key of its own it has another key of the row, below zero, where no key is looked up.
 */
function keyRows(posted: readonly ListingKeys[]): { keys: string[]; keysOf: string } {
  const columns: (number | 'NULL')[][] = KEY_COLUMNS.map(() => []);
  const keysOf: number[] = [];
  const own: number[][] = KEY_COLUMNS.map(() => []);
  for (let at = 0; at < posted.length; at += 1) {
    const rows = distributeKeys(posted[at]?.keys ?? [], own);
    const others = new Set<number>();
    for (let row = 0; row < rows; row += 1) {
      keysOf.push(at + 1);
      let other = -1 - (own.find((values) => values.length > row)?.[row] ?? 0);
      while (others.has(other)) other = other === -COLUMN_VALUES ? -1 : other - 1;
      others.add(other);
      for (let index = 0; index < columns.length; index += 1)
        columns[index]?.push(own[index]?.[row] ?? (index === 0 ? other : 'NULL'));
    }
  }
  return { keys: columns.map(plainArray), keysOf: plainArray(keysOf) };
}

/** Puts the keys of one listing into their columns, each once; returns the length of the fullest. */
function distributeKeys(keys: ListingKeys['keys'], columns: readonly number[][]): number {
  let rows = 0;
  for (const column of columns) column.length = 0;
  for (const { key, photo } of keys) {
    const column = photo === undefined ? columns[columnIndex(key)] : undefined;
    const value = columnValue(key);
    if (column === undefined || column.includes(value)) continue;
    rows = Math.max(rows, column.push(value));
  }
  return rows;
}
