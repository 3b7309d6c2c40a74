import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatNames } from '../../src/ingest/format-names.ts';
import { readExpectations, testFormats } from '../support/format-suites.ts';

const here = import.meta.dirname;
const expectations = readExpectations(join(here, 'formats'));
testFormats(expectations, join(here, '../fixtures/feeds'));

test('every format is covered by a fixture of this repository', () => {
  const covered = new Set(expectations.map(({ expected }) => expected.format));
  assert.deepEqual(
    formatNames.filter((name) => !covered.has(name)),
    [],
  );
});

test('every sample from outside the repository has a fixture of the same kind', () => {
  const fixtureNames = new Set(expectations.map(({ name }) => name));
  const uncovered = readdirSync(join(here, '../samples/formats')).filter(
    (name) => !fixtureNames.has(name.replace('.json', '-own.json')),
  );
  assert.deepEqual(uncovered, []);
});
