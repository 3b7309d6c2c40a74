import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTree } from '../../test/support/parse-tree.ts';
import { randomCriteria } from '../../test/support/random-criteria.ts';
import { parseCriteria } from '../criteria/parse.ts';
import { createRandom } from '../world/random.ts';
import { describeCriteria } from './describe-criteria.ts';

const names = { namesOf: ({ code }: { code?: string }) => (code === '69123' ? ['Lyon'] : []) };
const describe = (criteria: object | null): string => describeCriteria(parseTree(criteria), names);
const lyon = { locations: { countryCode: 'FR', in: { uniqueCodes: ['69123'] } } };

test('criteria read as a person would say them, with names instead of codes', () => {
  assert.equal(
    describe({ property: { ...lyon, type: { in: ['FLAT'] }, pricing: { displayed: { lte: 300_000 } } } }),
    'Flats in Lyon under 300,000 €',
  );
  assert.equal(
    describe({
      property: {
        ...lyon,
        type: { in: ['FLAT', 'HOUSE'] },
        transaction: { type: 'RENT' },
        pricing: { displayed: { gte: 800, lte: 1_200 } },
        areas: { displayed: { gte: 40 } },
        unit: { rooms: { gte: 2, lte: 3 }, features: { in: ['BALCONY', 'CELLAR'], nin: ['GROUND_FLOOR'] } },
      },
      publisher: { type: { in: ['PROFESSIONAL'] } },
    }),
    'Flats or houses to let in Lyon from 800 to 1,200 €, area at least 40, rooms from 2 to 3, with balcony and cellar, without ground floor, publisher type: professional',
  );
  assert.equal(describe(null), 'Properties');
});

test('groups are joined by words', () => {
  const phrase = (word: string) => ({ property: { body: { title: { in: [word] } } } });
  assert.equal(
    describe({ and: [{ property: lyon }, { or: [phrase('loft'), phrase('atelier')] }] }),
    'Properties in Lyon, and either properties, words of the title: "loft", or properties, words of the title: "atelier"',
  );
});

test('a long list is counted, and a code without a name stays a code', () => {
  const uniqueCodes = ['69123', '1', '2', '3', '4', '5'];
  assert.equal(
    describe({ property: { locations: { in: { uniqueCodes } } } }),
    'Properties in Lyon, 1, 2 or 3 more',
  );
});

test('every tree can be described in one line', () => {
  const chance = createRandom('criteria in words');
  for (let at = 0; at < 300; at += 1) {
    const criteria = randomCriteria(chance);
    const parsed = parseCriteria(criteria);
    if ('faults' in parsed) continue;
    assert.match(describeCriteria(parsed.tree, names), /^\S.{2,}$/, JSON.stringify(criteria));
  }
});
