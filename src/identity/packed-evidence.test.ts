import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { AssignmentEvidence } from './decide.ts';
import { COMPARISONS, comparisons, type Levels } from './levels.ts';
import { packEvidence, packLevels, unpackEvidence, unpackLevels } from './packed-evidence.ts';

/** As the database returns what was written. */
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const everyLevel: [string, string][] = comparisons.flatMap((name) =>
  COMPARISONS[name].map((level): [string, string] => [name, level]),
);

test('every level of every comparison has two letters, and is read from them', () => {
  for (const [name, level] of everyLevel) {
    const levels: Levels = { [name]: level };
    assert.match(String(packLevels(levels)), /^[A-Za-z]{2}$/, `${name} ${level}`);
    assert.deepEqual(unpackLevels(packLevels(levels)), levels);
  }
});

test('letters of levels are frozen: stored evidence is read by them', () => {
  const letters = everyLevel.map(([name, level]) => `${name} ${level} ${packLevels({ [name]: level })}`);
  assert.equal(
    createHash('sha256').update(letters.sort().join()).digest('hex'),
    '3d96b754ce818d0ba4c7d637500f6c75a26a78b7253510042134499fd0a348bf',
  );
});

test('levels of older releases, and of a comparison without a letter, are stored as they are', () => {
  const levels = { type: 'same', invented: 'much' } as Levels;
  assert.deepEqual(packLevels(levels), levels);
  assert.deepEqual(unpackLevels(levels), levels);
  assert.throws(() => unpackLevels('zz'), /a newer release/);
});

test('a listing that stands alone stores the model alone', () => {
  const alone: AssignmentEvidence = { best: undefined, vetoes: [], members: 1, model: '07c82bfded40' };
  assert.equal(packEvidence(alone), '07c82bfded40');
  assert.deepEqual(unpackEvidence(stored(packEvidence(alone))), alone);
});

test('evidence of a group is read as it was, and that of older releases too', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const best = {
    score: 12.5,
    levels: { type: 'same', price: 'fee4' } as const,
    veto: undefined,
    listingId: one,
  };
  const joined: AssignmentEvidence = {
    best,
    vetoes: [{ listingId: other, veto: 'lot' }],
    members: 3,
    model: 'm',
    broughtBy: other,
  };
  for (const evidence of [joined, { ...joined, best: { ...best, veto: 'two offers' as const } }]) {
    assert.deepEqual(unpackEvidence(stored(packEvidence(evidence))), evidence);
    assert.deepEqual(unpackEvidence(evidence), evidence);
  }
  const refused = { best: undefined, vetoes: joined.vetoes, members: 1, model: 'm' };
  assert.deepEqual(unpackEvidence(stored(packEvidence(refused))), refused);
});
