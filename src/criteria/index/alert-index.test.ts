import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTree } from '../../../test/support/parse-tree.ts';
import { randomCriteria } from '../../../test/support/random-criteria.ts';
import { lineageInStock, randomProperty } from '../../../test/support/random-property.ts';
import { newId } from '../../lib/ids.ts';
import { createRandom, type RandomSource } from '../../world/random.ts';
import { buildSearchRow } from '../columns.ts';
import { compilePredicate, type Predicate } from '../matches.ts';
import type { SearchRow } from '../search-row.ts';
import { matchAll, type Tree } from '../tree.ts';
import { AlertIndex } from './alert-index.ts';
import { cellsAt, cellsCovering } from './grid.ts';
import type { IndexedAlert } from './segment-members.ts';

const SEED = Date.now();
const ONE_RULE = 1;
let made = 0;

const ACCOUNTS = ['one', 'other', 'third'];

const alertOf = (tree: Tree, version = 1, rules = ONE_RULE): IndexedAlert => ({
  alertId: newId(new Date()),
  accountId: ACCOUNTS[made++ % ACCOUNTS.length] as string,
  version,
  tree,
  rules,
});

const randomAlert = (chance: RandomSource): IndexedAlert =>
  alertOf(chance.happens(0.03) ? matchAll : parseTree(randomCriteria(chance)));

const propertyOf = (chance: RandomSource): SearchRow =>
  buildSearchRow(randomProperty(chance, newId(new Date())), lineageInStock);

const predicates = new WeakMap<Tree, Predicate>();
function predicateFor(tree: Tree): Predicate {
  const known = predicates.get(tree) ?? compilePredicate(tree);
  predicates.set(tree, known);
  return known;
}

/** Evaluates every alert with its predicate. */
function evaluateAll(
  alerts: Iterable<IndexedAlert>,
  before: SearchRow | undefined,
  after: SearchRow | undefined,
) {
  const matches = [...alerts].flatMap(({ alertId, accountId, version, tree }) => {
    const holds = predicateFor(tree);
    const [was, is] = [before !== undefined && holds(before), after !== undefined && holds(after)];
    return was || is ? [{ alertId, accountId, version, before: was, after: is }] : [];
  });
  return matches.sort((one, other) => (one.alertId < other.alertId ? -1 : 1));
}

function indexed(index: AlertIndex, before: SearchRow | undefined, after: SearchRow | undefined) {
  const matches = index.match(before && index.state(before), after && index.state(after), ONE_RULE);
  return [...matches].sort((one, other) => (one.alertId < other.alertId ? -1 : 1));
}

const sidesOf = (chance: RandomSource): [SearchRow | undefined, SearchRow | undefined] => {
  const [one, other] = [propertyOf(chance), propertyOf(chance)];
  return chance.pick([
    [undefined, one],
    [one, other],
    [one, undefined],
    [one, one],
  ]);
};

test('the index finds the same alerts as evaluating every alert, before and after a change', () => {
  const chance = createRandom('index', SEED);
  const alerts = Array.from({ length: 400 }, () => randomAlert(chance));
  const index = new AlertIndex();
  const filling = index.bulkLoad();
  for (const alert of alerts) filling.add(alert);
  Array.from(filling.seal());
  assert.equal(index.size, alerts.length);
  let matches = 0;
  for (let at = 0; at < 120; at++) {
    const [before, after] = sidesOf(chance);
    const expected = evaluateAll(alerts, before, after);
    assert.deepEqual(indexed(index, before, after), expected, `seed ${SEED}`);
    matches += expected.length;
  }
  assert.ok(matches > 1000, `${matches} matches`);
});

test('alerts put, changed and removed take effect at once, also during a compaction', () => {
  const chance = createRandom('index under change', SEED);
  const index = new AlertIndex();
  const alerts = new Map<string, IndexedAlert>();
  let compaction: Generator<void> | undefined;
  for (let at = 0; at < 600; at++) {
    const known = chance.happens(0.5) ? chance.pick([...alerts.keys(), '']) : '';
    if (known !== '' && chance.happens(0.4)) {
      alerts.delete(known);
      index.remove(known);
    } else {
      const alert = { ...randomAlert(chance), ...(known !== '' && { alertId: known }), version: at };
      alerts.set(alert.alertId, alert);
      index.put(alert);
    }
    if (at % 60 === 30) compaction = index.compact();
    if (compaction?.next().done) compaction = undefined;
    if (at % 6 !== 0) continue;
    const [before, after] = sidesOf(chance);
    assert.deepEqual(
      indexed(index, before, after),
      evaluateAll(alerts.values(), before, after),
      `seed ${SEED}`,
    );
    assert.equal(index.size, alerts.size);
  }
});

test('only alerts with a rule that the change may satisfy match', () => {
  const index = new AlertIndex();
  const [one, other] = [alertOf(matchAll, 1, 0b01), alertOf(matchAll, 1, 0b10)];
  for (const alert of [one, other]) index.put(alert);
  const chance = createRandom('rules', SEED);
  const property = index.state(aliveProperty(chance));
  assert.deepEqual(
    [...index.match(undefined, property, 0b10)].map(({ alertId }) => alertId),
    [other.alertId],
  );
  assert.equal(index.match(undefined, property, 0b11).count, 2);
  assert.equal(index.match(undefined, property, 0b100).count, 0);
});

test('matches are counted and selected by account over both segments, and by their rules on each side', () => {
  const index = new AlertIndex();
  const filling = index.bulkLoad();
  for (let at = 0; at < 6; at++) filling.add(alertOf(matchAll, 1, 0b01));
  Array.from(filling.seal());
  for (let at = 0; at < 3; at++) index.put(alertOf(matchAll, 1, 0b10));
  const property = index.state(aliveProperty(createRandom('accounts', SEED)));
  const matches = index.match(property, property, 0b11);
  assert.deepEqual(
    [...matches.countByAccount()].sort(),
    ACCOUNTS.map((id) => [id, 3]),
  );
  const ofOne = [...matches.ofAccounts(new Set(['one']))];
  assert.deepEqual([ofOne.length, new Set(ofOne.map(({ accountId }) => accountId))], [3, new Set(['one'])]);
  const inOrder = [...matches].map(({ alertId }) => alertId).sort();
  assert.deepEqual(
    matches.first(4).map(({ alertId }) => alertId),
    inOrder.slice(0, 4),
  );
  assert.deepEqual(
    matches
      .after(inOrder[3] ?? '')
      .first(9)
      .map(({ alertId }) => alertId),
    inOrder.slice(4),
  );
  assert.equal(
    matches.withRules([0, 0b11, 0b11, 0b10]).count,
    3,
    'both sides match: only the last entry counts',
  );
  assert.equal(index.match(undefined, property, 0b11).withRules([0, 0b10, 0b01, 0]).count, 6);
});

function aliveProperty(chance: RandomSource): SearchRow {
  for (;;) {
    const property = propertyOf(chance);
    if (compilePredicate(matchAll)(property)) return property;
  }
}

test('a circle is indexed under every cell that contains a point of it', () => {
  const chance = createRandom('grid', SEED);
  for (let at = 0; at < 500; at++) {
    const [latitude, longitude, radiusKm] = [
      chance.between(-80, 80),
      chance.between(-179, 179),
      chance.between(0.1, 60),
    ];
    const cells = cellsCovering({ latitude, longitude, radiusKm }, undefined);
    if (cells === undefined) continue;
    const angle = chance.between(0, 2 * Math.PI);
    const up = (chance.between(0, radiusKm) / 111.2) * 0.99;
    const y = latitude + up * Math.sin(angle);
    const x = longitude + (up * Math.cos(angle)) / Math.cos((latitude * Math.PI) / 180);
    if (Math.abs(x) > 180) continue;
    assert.ok(
      [...cellsAt(x, y)].some((cell) => cells.includes(cell)),
      `${latitude} ${longitude} ${radiusKm} ${x} ${y}`,
    );
  }
});
