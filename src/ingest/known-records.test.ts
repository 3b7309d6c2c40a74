import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from './feed.ts';
import { hashRecord, KnownRecords, type RecordKey } from './known-records.ts';
import type { FeedObservation } from './observation.ts';
import { hashPayload } from './payload-hash.ts';

const keyOf = (text: string, from = 0, to = 0): RecordKey => {
  const key = hashRecord(text, from, to);
  assert.ok(key);
  return key;
};

test('the key of a record depends on each character but those left out', () => {
  for (const text of ['a record', 'a record of €', 'odd'])
    for (let at = 0; at < text.length; at += 1) {
      const other = `${text.slice(0, at)}#${text.slice(at + 1)}`;
      assert.notDeepEqual(keyOf(text), keyOf(other), other);
      assert.deepEqual(keyOf(text, at, at + 1), keyOf(other, at, at + 1));
    }
  assert.notDeepEqual(keyOf('same'), keyOf('same\0'));
  assert.equal(hashRecord('x'.repeat(70_000), 0, 0), undefined);
});

test('a bucket that is full forgets another record', () => {
  const records = new KnownRecords(8);
  const keys = Array.from({ length: 9 }, (_, at) => keyOf(`record ${at}`));
  const hashOf = (at: number) => hashPayload({ rooms: at });
  for (const [at, key] of keys.entries()) {
    records.set(key, hashOf(at));
    assert.deepEqual(records.find(key), hashOf(at));
  }
  const found = keys.filter((key, at) => records.find(key)?.equals(hashOf(at)) === true);
  assert.equal(found.length, 8);
});

const HEADER = '"source":"agence","url":"https://agence.example/1"';
const line = (day: number, payload: string): string =>
  `{${HEADER},"observedAt":"2026-03-0${day}T08:00:00.000Z","kind":"seen","payload":{${payload}}}\n`;

async function read(text: string): Promise<FeedObservation> {
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  const feed = { format: 'ndjson' as const, source: '', observedAt: new Date() };
  const [reading] = await Array.fromAsync(readFeed(bytes, feed));
  assert.ok(reading !== undefined && !('reason' in reading), JSON.stringify(reading));
  return reading;
}

const isUnread = ({ observation }: FeedObservation): boolean =>
  Object.getOwnPropertyDescriptor(observation, 'payload')?.get !== undefined;

test('the payload of a line that was read before is not read again', async () => {
  const first = await read(line(1, '"rooms":3,"title":"Près de l’église"'));
  const second = await read(line(2, '"rooms":3,"title":"Près de l’église"'));
  assert.deepEqual([isUnread(first), isUnread(second)], [false, true]);
  assert.deepEqual(second.payloadHash, hashPayload(first.observation.payload));
  assert.equal(second.observation.observedAt, '2026-03-02T08:00:00.000Z');
  assert.deepEqual({ ...second.observation, observedAt: '' }, { ...first.observation, observedAt: '' });
  const changed = await read(line(3, '"rooms":4,"title":"Près de l’église"'));
  assert.deepEqual(
    [isUnread(changed), changed.observation.payload],
    [false, { title: 'Près de l’église', rooms: 4 }],
  );
});

test('what is ignored of a line is reported each time', async () => {
  for (const day of [1, 2]) {
    const { ignoredFields } = await read(line(day, '"rooms":3,"balconies":"north"'));
    assert.deepEqual(
      ignoredFields.map(({ member }) => member),
      ['balconies'],
    );
  }
});

test('a line that gives its time twice is read each time', async () => {
  const twice = (day: number): string =>
    line(day, '"rooms":5').replace('}}\n', '},"observedAt":"2026-03-09T08:00:00.000Z"}\n');
  for (const day of [1, 9, 2])
    assert.equal((await read(twice(day))).observation.observedAt, '2026-03-09T08:00:00.000Z');
});
