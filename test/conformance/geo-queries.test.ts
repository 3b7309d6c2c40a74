import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFinder } from '../../src/geo/autocomplete/finder.ts';
import { nameWords } from '../../src/geo/autocomplete/words.ts';
import { commonNames } from '../../src/geo/common-names.ts';
import type { Division } from '../../src/geo/division.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { packagedDivisions } from '../support/france.ts';
import { withTypo } from '../support/typing.ts';
import { realQueries } from './geo-queries.ts';

const france = packagedDivisions('FR');
const finder = await createFinder(france);
const byId = new Map(france.map((division) => [division.id, division]));
const communes = france.filter(({ type }) => type === 'MUNICIPALITY');
const spelling = ({ name }: Division): string => nameWords(name).join(' ');
const homonyms = Map.groupBy(communes, spelling);
const isHomonym = (commune: Division): boolean => (homonyms.get(spelling(commune)) ?? []).length > 1;
const departmentOf = ({ parentId }: Division): string => byId.get(parentId ?? '')?.uniqueCode ?? '';
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;

/** The rank of a division among the results, from 1; Infinity when it is absent. */
function rank(query: string, uniqueCode: string, among: number): number {
  const { divisions } = finder.find(query, { from: 0, to: among });
  const at = divisions.findIndex((division) => division.uniqueCode === uniqueCode);
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

test('typed queries find the intended place', (t) => {
  assert.ok(realQueries.length >= 300, String(realQueries.length));
  const codes = new Set(france.map(({ uniqueCode }) => uniqueCode));
  const missed: string[] = [];
  let [first, three] = [0, 0];
  for (const { typed, uniqueCode, group } of realQueries) {
    assert.ok(codes.has(uniqueCode), `${typed} = ${uniqueCode}`);
    const found = rank(typed, uniqueCode, 3);
    first += Number(found === 1);
    three += Number(found <= 3);
    if (found > 1) missed.push(`"${typed}" (${group}) has ${uniqueCode} at ${found}`);
  }
  const summary = `${realQueries.length} queries: first ${share(first, realQueries.length)}, of three ${share(three, realQueries.length)}`;
  t.diagnostic(summary);
  for (const miss of missed) t.diagnostic(miss);
  assert.ok(first >= 0.97 * realQueries.length, summary);
  assert.ok(three >= 0.995 * realQueries.length, summary);
});

/** One commune of this many, in each run others: all of them take 21 s of CPU. With COMMUNE_SAMPLE=1 all are tried. */
const SAMPLE = Number(process.env['COMMUNE_SAMPLE'] ?? 25);
const FROM = Number(process.env['COMMUNE_FROM'] ?? Date.now() % SAMPLE);
const sampled = communes.filter((_, at) => at % SAMPLE === FROM);
/** Printed with a failure. */
const sample = `COMMUNE_SAMPLE=${SAMPLE} COMMUNE_FROM=${FROM}`;

test('every commune is found by its name and department: first, or a homonym on the first page', (t) => {
  const lost: string[] = [];
  let first = 0;
  for (const commune of sampled) {
    const query = `${commune.name} (${departmentOf(commune)})`;
    const found = rank(query, commune.uniqueCode, 30);
    first += Number(found === 1);
    if (found > (isHomonym(commune) ? 30 : 1)) lost.push(`${query} at ${found}`);
  }
  t.diagnostic(`${sampled.length} communes: first ${share(first, sampled.length)}`);
  assert.deepEqual(lost, [], sample);
});

test('a commune is among the first three despite a typo', (t) => {
  const random = seededRandom(2026);
  const typed = sampled.filter(({ name }) => name.replace(/\P{L}/gu, '').length >= 6);
  let found = 0;
  for (const commune of typed) {
    const name = withTypo(commune.name, random);
    const query = isHomonym(commune) ? `${name} ${departmentOf(commune)}` : name;
    found += Number(rank(query, commune.uniqueCode, 3) <= 3);
  }
  t.diagnostic(`${typed.length} communes with a typo: of three ${share(found, typed.length)}`);
  assert.ok(found >= 0.97 * typed.length, `${share(found, typed.length)}, ${sample}`);
});

test('every alias belongs to an existing division', () => {
  const codes = new Set(france.map(({ uniqueCode }) => uniqueCode));
  assert.deepEqual(
    Object.keys(commonNames['FR'] ?? {}).filter((code) => !codes.has(code)),
    [],
  );
});

test('the same divisions in another order give the same answers', async () => {
  const shuffled = await createFinder(france.toReversed());
  for (const { typed } of realQueries.filter((_, at) => at % 7 === 0)) {
    const codes = (one: typeof finder): string[] =>
      one.find(typed, { from: 0, to: 30 }).divisions.map(({ uniqueCode }) => uniqueCode);
    assert.deepEqual(codes(shuffled), codes(finder), typed);
  }
});
