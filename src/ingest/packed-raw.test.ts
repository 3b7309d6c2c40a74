import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  hasObservation,
  packRawText,
  parseRaw,
  type RawObservation,
  readRawLines,
  serializeRaw,
  unpackRawText,
  withObservedAt,
} from './packed-raw.ts';
import { RAW_DICTIONARIES } from './raw-dictionary.ts';
import { serializeJson } from './serialized-json.ts';

const observation: RawObservation = {
  listingId: randomUUID(),
  sourceId: randomUUID(),
  observedAt: new Date('2026-05-01T08:00:00.123Z'),
  payload: { title: 'Deux pièces\n"observedAt":1', unknownMember: ['é', 1, null] },
  dropped: [{ member: 'unknownMember', why: 'unknown member', value: '["é",1,null]' }],
};
const receivedAt = new Date('2026-05-01T09:00:00.456Z');

test('an observation is read from its line with both of its moments', () => {
  const [line] = readRawLines(unpackRawText(packRawText(serializeRaw(observation, receivedAt))));
  assert.ok(line);
  assert.deepEqual([line.observedAt, line.receivedAt], [observation.observedAt, receivedAt]);
  assert.deepEqual(parseRaw(observation.listingId, line), observation);
});

test('the format of a record of a feed is stored with it', () => {
  const record = { ...observation, payload: serializeJson({ Ref: 'A1' }, 'poliris') };
  const [line] = readRawLines(serializeRaw(record, receivedAt));
  assert.ok(line);
  assert.deepEqual(parseRaw(observation.listingId, line), {
    ...observation,
    payload: { Ref: 'A1' },
    format: 'poliris',
  });
});

test('an expiry without a payload is read', () => {
  const [line] = readRawLines(serializeRaw({ ...observation, payload: undefined }, receivedAt));
  assert.ok(line);
  assert.equal(parseRaw(observation.listingId, line).payload, null);
});

test('an observation gets another moment, and nothing else of it changes', () => {
  const [line] = readRawLines(serializeRaw(observation, receivedAt));
  assert.ok(line);
  const moved = withObservedAt(line, receivedAt);
  assert.deepEqual(readRawLines(moved.line), [moved]);
  assert.deepEqual(parseRaw(observation.listingId, moved), { ...observation, observedAt: receivedAt });
});

test('an observation is found by its moment, and no text of a payload is taken for one', () => {
  const newer = { ...observation, observedAt: receivedAt };
  const text = [newer, observation].map((one) => serializeRaw(one, receivedAt)).join('\n');
  assert.ok(hasObservation(text, observation.observedAt) && hasObservation(text, receivedAt));
  assert.ok(!hasObservation(text, new Date(1)));
});

test('dictionaries are frozen: stored observations are read with them', () => {
  const digests = RAW_DICTIONARIES.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(digests, ['d05feeebddc127ffa869fe390d0a44b6e5a0536eb53ae51b6f6faf0d6df253c8']);
});

test('a damaged frame is refused, and one of a newer release', () => {
  const packed = packRawText(serializeRaw(observation, receivedAt));
  packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1;
  assert.throws(() => unpackRawText(packed));
  assert.throws(() => unpackRawText(Buffer.of(RAW_DICTIONARIES.length + 1)), /a newer release/);
});
