import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { day, expired, madeListing, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { readRevisions } from '../../test/support/revisions.ts';
import { type Db, identifier, sql } from '../db/sql.ts';
import { newId } from '../lib/ids.ts';
import type { Recording } from './grouping.ts';
import type { ListingState } from './listing-state.ts';
import { unpackDocument } from './packed-document.ts';
import { unpackStates } from './packed-states.ts';
import { record, recordInOrder } from './record.ts';

const { db } = await freshDatabase({ after });

/** Two properties that grow, change, are merged and split again; every id and URL has a name. */
function story(): { names: ReadonlyMap<string, string>; recordings: Recording[] } {
  const seenFirst = (hour: number, displayed: number): ListingState => {
    const at = new Date(Date.UTC(2026, 0, 1, hour));
    const moments = { createdAt: at, updatedAt: at, lastSeenAt: at };
    return madeListing({ propertyType: 'FLAT', pricing: { displayed, currency: 'EUR' } }, moments);
  };
  const [a, b, c] = [seenFirst(1, 300_000), seenFirst(2, 310_000), seenFirst(3, 320_000)];
  const [one, other] = [newId(day(1)), newId(day(2))];
  const cheaper = revisited(a, day(3), { pricing: { displayed: 280_000, currency: 'EUR' } });
  const listed = { a: a.id, b: b.id, c: c.id, 'at a': a.url, 'at b': b.url, 'at c': c.url };
  const names = new Map(Object.entries({ ...listed, one, other }).map(([name, id]) => [id, name]));
  const recordings = [
    { listings: [{ state: a, propertyId: one }] },
    { listings: [{ state: c, propertyId: other }] },
    { listings: [{ state: b, propertyId: one }] },
    { listings: [{ state: cheaper }] },
    { moves: [{ listingId: c.id, propertyId: one }] },
    { listings: [{ state: expired(b, day(4)) }] },
    { moves: [{ listingId: c.id, propertyId: other }] },
    { listings: [{ state: expired(c, day(5)) }] },
  ];
  return { names, recordings };
}

const TABLES = [
  'property',
  'property_change',
  'listing',
  'listing_visit',
  'property_search',
  'property_search_words',
];

/**
 * Everything stored for the story, by names instead of ids. Revision ids and the order of simultaneous events are
 * left out.
 */
async function readStored(names: ReadonlyMap<string, string>): Promise<Record<string, string[]>> {
  const ids = [...names.keys()];
  const rows = await tablesWith(
    db,
    ids.filter((id) => !id.startsWith('http')),
  );
  return Object.fromEntries(
    Object.entries(rows).map(([table, texts]) => [
      table,
      texts
        .map((text) =>
          ids.reduce((named, id) => {
            const name = names.get(id) ?? '';
            return named.replaceAll(id, name).replaceAll(digestOf(id), name);
          }, text),
        )
        .map((text) =>
          text.replace(
            /"(revision_id|revisionId|valid_from|changed_in|undo|packed_before)":\s?"[^"]*"/g,
            '"$1":""',
          ),
        )
        .sort(),
    ]),
  );
}

/** The search table has this of a URL. */
const digestOf = (url: string): string =>
  hash('md5', url).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Ids inside of a packed document have no names. */
function withPlainDocument(row: string): string {
  const { packed, states, ...others } = JSON.parse(row);
  if (packed === null) return row;
  const bytes = Buffer.from(packed.slice(2), 'hex');
  const text = unpackDocument(bytes);
  const stated = unpackStates(Buffer.from(states.slice(2), 'hex'), {
    packed: bytes,
    bytes: Buffer.from(text),
  });
  return `${JSON.stringify(others)} ${text} ${stated}`;
}

async function tablesWith(from: Db, ids: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await from.rows<{ text: string }>(sql`
      select to_json(stored)::text as text from ${identifier(table)} as stored where property_id = any (${ids}::uuid[])`);
    found[table] = rows.map(({ text }) => (table === 'property' ? withPlainDocument(text) : text));
  }
  found['revisions'] = (await readRevisions(from, ids)).map((revision) => JSON.stringify(revision));
  return found;
}

test('recordings in one transaction give the same result as one after another, through changes, a merge and its undoing', async () => {
  const [together, apart] = [story(), story()];
  await recordInOrder(db, together.recordings, day(6));
  for (const recording of apart.recordings) await record(db, recording, day(6));
  const expected = await readStored(apart.names);
  assert.equal(expected['property']?.length, 2);
  assert.equal(expected['property_change']?.length, 10);
  assert.deepEqual(await readStored(together.names), expected);
});
