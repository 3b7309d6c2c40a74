import type { Tree } from '../../src/criteria/tree.ts';
import type { Db } from '../../src/db/sql.ts';
import { findClusters } from '../../src/properties/search/clusters.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import { DEFAULT_PRICE_BOUNDS } from '../../src/properties/search/facets.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { createRandom } from '../../src/world/random.ts';
import { parseTree } from '../../test/support/parse-tree.ts';
import { quantile } from '../search/spread.ts';
import type { GazetteerTown } from '../search/towns.ts';
import { sessionClock } from '../support/session-cpu.ts';
import { type Asking, type Shape, ShapeValues } from './shape.ts';

const MIN_MEASURED_MICROSECONDS = 40_000;
const PAGE_ROWS = 10;
const FRANCE = { west: -5, south: 41, east: 10, north: 51 };
const PARIS = { west: 2.2, south: 48.8, east: 2.5, north: 48.95 };

export interface ShapeTimes {
  readonly memory: Quantiles;
  readonly sql: Quantiles;
  readonly tuned: Quantiles;
  /** Variants on which the engines disagree. */
  readonly differing: number;
}

interface Quantiles {
  readonly p50: string;
  readonly p95: string;
}

interface ShapeEngines {
  readonly memory: SearchEngine;
  readonly sql: SearchEngine;
  /** The rival on the same session as `sql`. */
  readonly tuned: SearchEngine | undefined;
  readonly session: Db;
  readonly withSql: boolean;
  readonly variants: number;
  readonly towns: readonly GazetteerTown[];
}

/** In CPU: memory of this thread, SQL of its session. The first answer is not counted. */
export async function measureShape(
  { name, asking, criteria }: Shape,
  { memory, sql, tuned, session, withSql, variants, towns }: ShapeEngines,
): Promise<ShapeTimes> {
  const trees = Array.from({ length: variants }, (_, variant) =>
    parseTree(criteria(new ShapeValues(createRandom(name, variant), towns))),
  );
  const [inMemory, inSql, inTuned]: [number[], number[], number[]] = [[], [], []];
  let differing = 0;
  for (const tree of trees) {
    const start = await prepare(memory, asking, tree);
    const expected = withSql ? show(await ask(sql, asking, tree, start)) : undefined;
    const given = show(await ask(memory, asking, tree, start));
    if (expected !== undefined && expected !== given) differing += 1;
    inMemory.push(await timeCpu(() => ask(memory, asking, tree, start)));
    if (tuned !== undefined && show(await ask(tuned, asking, tree, start)) !== given) differing += 1;
    const rivals = [...(withSql ? [sql] : []), ...(tuned === undefined ? [] : [tuned])];
    const least = await timeInTurn(
      session,
      rivals.map((engine) => () => ask(engine, asking, tree, start)),
    );
    if (withSql) inSql.push(least[0] ?? 0);
    if (tuned !== undefined) inTuned.push(least.at(-1) ?? 0);
  }
  return { memory: quantiles(inMemory), sql: quantiles(inSql), tuned: quantiles(inTuned), differing };
}

const quantiles = (times: readonly number[]): Quantiles => ({
  p50: quantile(times, 0.5).toFixed(2),
  p95: quantile(times, 0.95).toFixed(2),
});

/**
 * CPU of this thread for one of many repetitions: memory answers in one turn, a busy machine does not stretch it, and
 * the clock of CPU steps by 4 ms.
 */
async function timeCpu(work: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    await work();
    const { user, system } = process.threadCpuUsage(began);
    if (user + system >= MIN_MEASURED_MICROSECONDS) return (user + system) / times / 1_000;
  }
}

type Start = Awaited<ReturnType<typeof prepare>>;

/** The position after the first step, for the second. */
async function prepare(engine: SearchEngine, asking: Asking, criteria: Tree) {
  if (asking.kind !== 'cursor' || asking.step === 1) return undefined;
  const { order = NEWEST_FIRST } = asking;
  const { positions, asOf, total } = await engine.queryCursor({
    criteria,
    order,
    limit: PAGE_ROWS,
    from: undefined,
  });
  const last = positions.at(-1);
  return { asOf, total, ...(last && { last }) };
}

/** As a caller asks who sets nothing: codes of departments have two or three characters, and begin with a digit. */
const BY_DEPARTMENT = {
  priceBounds: DEFAULT_PRICE_BOUNDS,
  isCounted: (code: string): boolean => /^\d..?$/.test(code),
  divisionType: 'ADMINISTRATIVE_SUBREGION',
} as const;

export async function ask(
  engine: SearchEngine,
  asking: Asking,
  criteria: Tree,
  start: Start,
): Promise<object> {
  if (asking.kind === 'page') {
    const { order = NEWEST_FIRST, offset = 0, limit = PAGE_ROWS } = asking;
    return engine.queryPage({ criteria, order, offset, limit });
  }
  if (asking.kind === 'cursor') {
    const { order = NEWEST_FIRST } = asking;
    return engine.queryCursor({ criteria, order, limit: PAGE_ROWS, from: start });
  }
  if (asking.kind === 'facets') return engine.countFacets({ criteria, ...BY_DEPARTMENT });
  const viewport = asking.zoom > 8 ? PARIS : FRANCE;
  return findClusters(engine, { criteria, viewport, zoom: asking.zoom });
}

/** What the caller sees, to compare. The start of a scan and the serialized page are of one engine each. */
const show = (answer: object): string =>
  JSON.stringify(
    { ...answer, source: undefined, asOf: undefined, serialized: undefined, coded: undefined },
    (_, value: unknown) => (value instanceof Object && !Array.isArray(value) ? sortMembers(value) : value),
  );

const sortMembers = (value: object): [string, unknown][] =>
  (value instanceof Map ? [...value] : Object.entries(value)).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );

/** So short a statement is repeated, and the mean counts. */
const MIN_MEASURED_MS = 30;
const MAX_REPETITIONS = 20;

const ROUNDS = 3;

/** The least CPU of each in several rounds, in turn: what runs beside them on the machine only adds to it. */
async function timeInTurn(session: Db, works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const least = works.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, work] of works.entries())
      least[at] = Math.min(least[at] ?? Infinity, await timeSession(session, work));
  return least;
}

/** CPU milliseconds of the one session of a pool for one of several repetitions. */
async function timeSession(session: Db, work: () => Promise<unknown>): Promise<number> {
  const cpu = await sessionClock(session);
  const began = cpu();
  for (let times = 1; ; times += 1) {
    await work();
    const spent = cpu() - began;
    if (spent >= MIN_MEASURED_MS || times === MAX_REPETITIONS) return spent / times;
  }
}
