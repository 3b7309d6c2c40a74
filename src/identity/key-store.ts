import { type Db, joinSql, plainArray, type Sql, sql } from '../db/sql.ts';
import { BAND_BITS, type BlockingKey, MIN_PHOTO_KEY } from './blocking-keys.ts';
import { MAX_SAME_PHOTO_BITS } from './photos.ts';
import { MAX_POSTINGS } from './postings.ts';

/** The postings of a key whose photo is near. */
export interface PostingRow {
  /** Position in the list of keys, from 1. */
  at: number;
  postings: number;
  listingIds: string;
}

export interface PostedKeys {
  listingId: string;
  keys: readonly BlockingKey[];
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

/** The planner drops the three of them that read another band. */
const photosOfBand: Sql = joinSql(
  BANDS.map(
    (band, index) => sql`
      (select photo, listing_id from listing_photo
       where probe.band = ${index} and ${band(sql`photo`)} = ${band(sql`probe.photo`)} limit ${MAX_READ_POSTINGS})`,
  ),
  ' union all ',
);

/** The limit bounds what a key may cost: one with more postings is left out, at the cost of reading that many. */
export function loadPostings(db: Db, asked: readonly BlockingKey[]): Promise<PostingRow[]> {
  const plain: { key: number; most: number; at: number }[] = [];
  const photos: { photo: string; band: number; at: number }[] = [];
  for (const [index, { key, photo, maxPostings = MAX_POSTINGS }] of asked.entries()) {
    if (photo === undefined) plain.push({ key, most: maxPostings, at: index + 1 });
    else photos.push({ photo: photoColumn(photo), band: bandIndex(key), at: index + 1 });
  }
  return db.rows<PostingRow>(sql`
    select probe.at, posted.postings, posted.near as "listingIds"
    from unnest(${plainArray(plain.map(({ key }) => key))}::bigint[], ${plainArray(plain.map(({ most }) => most))}::int[],
                ${plainArray(plain.map(({ at }) => at))}::int[])
      as probe (key, most, at)
    cross join lateral (
      select count(*)::int as postings, string_agg(listing_id::text, ' ') as near
      from (select listing_id from listing_key where key = probe.key limit ${MAX_READ_POSTINGS}) as first
    ) as posted
    where posted.postings between 1 and probe.most
    union all
    select probe.at, posted.postings, posted.near
    from unnest(${plainArray(photos.map(({ photo }) => photo))}::bigint[], ${plainArray(photos.map(({ band }) => band))}::int[],
                ${plainArray(photos.map(({ at }) => at))}::int[])
      as probe (photo, band, at)
    cross join lateral (
      select count(*)::int as postings,
             string_agg(listing_id::text, ' ') filter (where bit_count((photo # probe.photo)::bit(64)) <= ${MAX_SAME_PHOTO_BITS}) as near
      from (${photosOfBand}) as first
    ) as posted
    where posted.postings <= ${MAX_POSTINGS} and posted.near is not null`);
}

/** The keys of listings that have none: keys and feature come and go together. */
export async function putKeys(db: Db, posted: readonly PostedKeys[]): Promise<void> {
  if (posted.length === 0) return;
  const { ids, keys, keysOf, photos, photosOf } = toColumns(posted);
  await db.rows(sql`
    with photographed as (
      insert into listing_photo (photo, listing_id)
      select distinct photo, (${ids}::uuid[])[whose] from unnest(${photos}::bigint[], ${photosOf}::int[]) as posted (photo, whose)
    )
    insert into listing_key (key, listing_id)
    select distinct key, (${ids}::uuid[])[whose] from unnest(${keys}::bigint[], ${keysOf}::int[]) as posted (key, whose)
    order by key`);
}

/** The keys of the former feature are computed again rather than kept in an index of their own. */
export async function dropKeys(db: Db, posted: readonly PostedKeys[]): Promise<void> {
  if (posted.length === 0) return;
  const { ids, keys, keysOf, photos, photosOf } = toColumns(posted);
  await db.rows(sql`
    delete from listing_photo using unnest(${photos}::bigint[], ${photosOf}::int[]) as gone (hash, whose)
    where (photo & 1048575) = (gone.hash & 1048575) and photo = gone.hash and listing_photo.listing_id = (${ids}::uuid[])[gone.whose]`);
  await db.rows(sql`
    delete from listing_key using unnest(${keys}::bigint[], ${keysOf}::int[]) as gone (hash, whose)
    where listing_key.key = gone.hash and listing_key.listing_id = (${ids}::uuid[])[gone.whose]`);
}

/** The listing of a key is sent as a number from 1: its id, forty times over, was half of the bytes sent. */
function toColumns(posted: readonly PostedKeys[]) {
  const [keys, keysOf, photosOf]: [number[], number[], number[]] = [[], [], []];
  const photos: string[] = [];
  for (const [at, { keys: own }] of posted.entries()) {
    for (const { key, photo } of own) {
      if (photo === undefined) {
        keys.push(key);
        keysOf.push(at + 1);
      } else if (bandIndex(key) === 0) {
        photos.push(photoColumn(photo));
        photosOf.push(at + 1);
      }
    }
  }
  return {
    ids: plainArray(posted.map(({ listingId }) => listingId)),
    keys: plainArray(keys),
    keysOf: plainArray(keysOf),
    photos: plainArray(photos),
    photosOf: plainArray(photosOf),
  };
}
