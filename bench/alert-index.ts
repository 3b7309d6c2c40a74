import { AlertIndex } from '../src/criteria/index/alert-index.ts';
import type { IndexedAlert } from '../src/criteria/index/segment-members.ts';
import { compilePredicate } from '../src/criteria/matches.ts';
import type { SearchRow } from '../src/criteria/search-row.ts';
import { newId } from '../src/lib/ids.ts';
import { createRandom } from '../src/world/random.ts';
import { parseTree } from '../test/support/parse-tree.ts';
import {
  type AlertMarket,
  createAlertMarket,
  randomAlertCriteria,
  randomHome,
  toSearchRow,
} from './alert-index/market.ts';
import { parseOptions } from './support/options.ts';

export const title = 'Matching one change against every alert: the index and a linear scan';

const SIZES = [10_000, 100_000, 1_000_000];
const TOWNS = 3_000;
const EVENTS = 5_000;
const WARM_UP = 1_000;
/** Alerts that the linear scan is timed on. */
const SCANNED_ALERTS = 5_000;
const SCANNED_EVENTS = 40;
const ALL_RULES = 0xffff;

/** `--alerts N` measures one size only. */
export function run(args: string[]): void {
  const { alerts } = parseOptions(args, { alerts: 0 });
  const linear = linearCost();
  for (const size of alerts === 0 ? SIZES : [alerts]) {
    const index = buildIndex(size, createAlertMarket(TOWNS), `index of ${size}`);
    const { p50 } = measureMatches(index, createAlertMarket(TOWNS), `${size} alerts`);
    const scan = linear * size;
    console.log(
      `  linear scan ${Math.round(scan)} µs (${Math.round(scan / p50)} times the index), from ${SCANNED_ALERTS} alerts`,
    );
  }
  if (alerts === 0) growth();
}

function* createAlerts(
  count: number,
  market: AlertMarket,
  seed: string,
  wideShare?: number,
): Generator<IndexedAlert> {
  const chance = createRandom('bench', seed);
  const now = new Date();
  for (let at = 0; at < count; at++) {
    const tree = parseTree(randomAlertCriteria(chance, market, wideShare));
    yield { alertId: newId(now), accountId: 'bench', version: at, tree, rules: ALL_RULES };
  }
}

function buildIndex(size: number, market: AlertMarket, seed: string): AlertIndex {
  const index = new AlertIndex();
  const started = performance.now();
  fill(index, createAlerts(size, market, seed));
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${size} alerts: built in ${seconds.toFixed(2)} s with making and parsing them, ${Math.round(index.bytes / size)} bytes each`,
  );
  return index;
}

function fill(index: AlertIndex, alerts: Iterable<IndexedAlert>): void {
  const filling = index.bulkLoad();
  for (const alert of alerts) filling.add(alert);
  for (const _ of filling.seal());
}

/** New homes and changed prices, each with both states; preparation is not timed. */
function measureMatches(
  index: AlertIndex,
  market: AlertMarket,
  name: string,
): { p50: number; matched: number } {
  const chance = createRandom('bench', 'events');
  const took: number[] = [];
  let matched = 0;
  for (let at = 0; at < WARM_UP + EVENTS; at++) {
    const home = randomHome(chance, market);
    const after = index.state(toSearchRow(home));
    const dearer = { ...home, pricing_displayed: Math.round((home['pricing_displayed'] as number) * 1.05) };
    const before = chance.happens(0.5) ? index.state(toSearchRow(dearer)) : undefined;
    const started = performance.now();
    const matches = index.match(before, after, ALL_RULES);
    const ended = performance.now();
    if (at < WARM_UP) continue;
    took.push((ended - started) * 1000);
    matched += matches.count;
  }
  took.sort((one, other) => one - other);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => took[Math.floor(took.length * share)] ?? NaN);
  console.log(
    `${name}: p50 ${p50?.toFixed(1)} µs, p95 ${p95?.toFixed(0)} µs, p99 ${p99?.toFixed(0)} µs; ${(matched / EVENTS).toFixed(0)} matched a change`,
  );
  return { p50: p50 ?? NaN, matched: matched / EVENTS };
}

/** Ten times the alerts, all additional ones in other towns and none without a place, so that a change matches as many as before. */
function growth(): void {
  const near = createAlertMarket(TOWNS);
  const far: AlertMarket = { towns: near.towns, draw: (chance) => TOWNS + 1_000 + near.draw(chance) * 7 };
  const costs = [10_000, 100_000, 1_000_000].map((size) => {
    const index = new AlertIndex();
    const extra = (function* () {
      yield* createAlerts(10_000, near, 'near', 0);
      yield* createAlerts(size - 10_000, far, 'far', 0);
    })();
    fill(index, extra);
    return { size, ...measureMatches(index, near, `${size} alerts, as many matched`) };
  });
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined) return;
  console.log(
    `growth exponent at equal matches: ${(Math.log(last.p50 / first.p50) / Math.log(last.size / first.size)).toFixed(2)}`,
  );
}

/** Microseconds for one alert, when all are tried one after the other. */
function linearCost(): number {
  const market = createAlertMarket(TOWNS);
  const chance = createRandom('bench', 'rivals');
  const criteria = Array.from({ length: SCANNED_ALERTS }, () => randomAlertCriteria(chance, market));
  const homes = Array.from({ length: SCANNED_EVENTS }, () => toSearchRow(randomHome(chance, market)));
  linearScan(criteria, homes.slice(0, 5));
  return (linearScan(criteria, homes) * 1000) / SCANNED_ALERTS;
}

/** Milliseconds to match the homes with so many trees, one after the other. */
function linearScan(criteria: readonly object[], homes: readonly SearchRow[]): number {
  const predicates = criteria.map((one) => compilePredicate(parseTree(one)));
  const started = performance.now();
  for (const home of homes) for (const holds of predicates) holds(home);
  return (performance.now() - started) / homes.length;
}
