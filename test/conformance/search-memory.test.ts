import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { sql } from '../../src/db/sql.ts';
import { recordVisits } from '../../src/properties/visits.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { startApi } from '../support/api.ts';
import { freshDatabase } from '../support/database.ts';
import { insertDivisions } from '../support/match-mismatches.ts';
import { openTestMemory } from '../support/memory-engine.ts';
import { stock } from '../support/random-property.ts';
import { createCity, createSearchHelpers, flat, locationHere } from '../support/searches.ts';

const { db, connection } = await freshDatabase({ after });
const { memory, engine, answeredBy } = await openTestMemory({ after }, db, connection);
const inRequest = new AsyncLocalStorage<string[]>();
/** Records the statements that requests send. */
const watched: OpenDatabase = {
  ...db,
  rows: (statement) => {
    inRequest.getStore()?.push(statement.text);
    return db.rows(statement);
  },
};
const fromMemory = await startApi({ after }, { db: watched, engine });
const fromSql = await startApi({ after }, { db });
const { several } = createSearchHelpers(fromSql);

const JSON_API = 'application/vnd.api+json';
const FLAT = 'application/json';

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes };

async function coded(body: object, accept: string, coding: keyof typeof decoders): Promise<string> {
  const answer = await fromMemory.app.inject({
    method: 'POST',
    url: '/properties',
    headers: { 'x-api-key': fromMemory.owner.key, 'content-type': FLAT, accept, 'accept-encoding': coding },
    payload: JSON.stringify(body),
  });
  assert.equal(answer.headers['content-encoding'], coding === 'identity' ? undefined : coding);
  assert.equal(answer.headers['content-length'], String(answer.rawPayload.length));
  return decoders[coding](answer.rawPayload).toString();
}

test('the memory engine answers as SQL does, byte for byte, in both formats and both kinds of paging', async () => {
  const { city } = await several(14);
  const listing = madeListing(flat(city, 270_000, { body: { title: 'Déjà 🏠', description: 'near "a" b' } }));
  const propertyId = await recordTogether(db, [listing], day(3));
  for (const step of ['read one by one', 'folded', 'visited']) {
    if (step === 'visited') await recordVisits(db, [{ propertyId, listingId: listing.id, at: day(9) }]);
    await memory.refresh();
    await memory.waitUntilIdle();
    for (const accept of [FLAT, JSON_API])
      for (const more of [{ size: 5 }, { size: 5, page: 3 }, { size: 4, paginationType: 'CURSOR' }]) {
        const body = { criteria: locationHere(city), ...more };
        const asking = { method: 'POST', path: '/properties', body, headers: { accept } } as const;
        const [one, other] = [await fromMemory.call(asking), await fromSql.call(asking)];
        const known = (text: string) => text.replaceAll(/"cursor":"[^"]+"/g, '"cursor":""');
        assert.equal(known(one.text), known(other.text), `${step} ${accept} ${JSON.stringify(more)}`);
        assert.equal(one.headers['content-length'], String(Buffer.byteLength(one.text)));
        // Sent for the first time as a whole, then in pieces.
        for (const coding of ['gzip', 'gzip', 'br', 'br', 'identity', 'identity'] as const) {
          const decoded = await coded(body, accept, coding);
          assert.equal(
            known(decoded),
            known(other.text),
            `${coding} ${step} ${accept} ${JSON.stringify(more)}`,
          );
        }
      }
  }
  assert.deepEqual(new Set(answeredBy), new Set(['memory']));
});

test('a response that is read slowly stays intact while others are sent', async () => {
  const wordy = { body: { title: 'Grand', description: 'vue sur le parc '.repeat(60) } };
  const [city, other] = [createCity(), createCity()];
  for (const one of [city, other])
    for (let at = 0; at < 25; at += 1)
      await recordTogether(db, [madeListing(flat(one, 250_000 + at, wordy))], day(1));
  const asked = (code: string) => ({ criteria: locationHere(code), size: 100 });
  const asking = { method: 'POST', path: '/properties', headers: { accept: FLAT } } as const;
  const wanted = await fromSql.call({ ...asking, body: asked(city) });
  const body = JSON.stringify(asked(city));
  const request = `POST /properties HTTP/1.1\r\nhost: x\r\nx-api-key: ${fromMemory.owner.key}\r\naccept: ${FLAT}\r\ncontent-type: ${FLAT}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const slow = connect(await fromMemory.listen(), '127.0.0.1').pause();
  const given = () => fromMemory.log.length;
  const before = given();
  let sent = 0;
  // One by one, until the socket buffers of the system are full.
  for (; given() - before === sent; sent += 1) {
    await memory.refresh();
    slow.write(request);
    for (let waits = 0; given() - before <= sent && waits < 50; waits += 1) await pause(10);
  }
  answeredBy.length = 0;
  for (let at = 0; at < 10; at += 1) await fromMemory.call({ ...asking, body: asked(other) });
  assert.deepEqual(new Set(answeredBy), new Set(['memory']));
  const received: Buffer[] = [];
  const isThere = () => Buffer.concat(received).toString().endsWith(wanted.text.slice(-100));
  const size = sent * Buffer.byteLength(wanted.text);
  for await (const part of slow)
    if (received.push(part as Buffer) && slow.bytesRead > size && isThere()) break;
  assert.equal(Buffer.concat(received).toString().split(wanted.text).length - 1, sent);
});

const MAX_MEASURED_ROUNDS = 5;

test('a search on a warm server sends no query to the database', async () => {
  await several(12);
  await insertDivisions(db);
  await db.rows(
    sql`insert into geography (country_code, package_version, revision, loaded_at) values ('FR', '1', 1, now()) on conflict do nothing`,
  );
  await memory.refresh();
  const locations = { in: { uniqueCodes: stock.codes.slice(0, 1) } };
  const ask = (more: object) =>
    fromMemory.call({ method: 'POST', path: '/properties', body: { criteria: { property: {} }, ...more } });
  const mix = [
    { criteria: { property: { locations } } },
    { page: 2 },
    { paginationType: 'CURSOR' },
    { size: 0 },
    { meta: ['relaxations'] },
  ];
  for (const more of mix) await ask(more);
  // A few rate grants a second, and keys in use twice a second, whatever the number of searches. On a machine so busy that a
  // grant arrives after its second, each search needs its own: such a round says nothing, and another is measured.
  for (let left = MAX_MEASURED_ROUNDS; ; left -= 1) {
    const asked: string[] = [];
    const began = performance.now();
    await inRequest.run(asked, async () => {
      for (let round = 0; round < 10; round += 1)
        for (const more of mix) assert.equal((await ask(more)).status, 200);
    });
    const seconds = Math.ceil((performance.now() - began) / 1_000) + 1;
    const accounts = asked.filter((text) => /request_rate|grant_requests|api_key/.test(text));
    assert.deepEqual(
      asked.filter((text) => !accounts.includes(text)),
      [],
    );
    if (accounts.length <= 8 * seconds) return;
    assert.ok(left > 1, `${accounts.length} questions of accounts in ${seconds} s`);
  }
});
