import type { Tree } from '../../src/criteria/tree.ts';
import type { DivisionType } from '../../src/geo/division.ts';
import type { FacetCounts, FacetQuery } from '../../src/properties/search/aggregates.ts';
import { type Clusters, findClusters } from '../../src/properties/search/clusters.ts';
import type { SearchEngine } from '../../src/properties/search/engine.ts';
import type { IndexSnapshot } from '../../src/properties/search/memory/index-snapshot.ts';
import { memoryEngine } from '../../src/properties/search/memory/memory-engine.ts';
import type { RandomSource } from '../../src/world/random.ts';
import { divisionsInStock, stock } from './random-property.ts';

export interface AggregateQuestion {
  readonly priceBounds: readonly number[];
  readonly viewport: { west: number; south: number; east: number; north: number };
  readonly zoom: number;
  /** Of the divisions that are counted; of all types when absent. */
  readonly divisionType?: DivisionType;
}

export function randomAggregateQuestion(chance: RandomSource): AggregateQuestion {
  const [west, south] = [chance.between(-180, 170), chance.between(-90, 80)];
  return {
    priceBounds: [chance.between(-5, 3), 3, 100, 250_000],
    viewport: chance.happens(0.5)
      ? { west: -180, south: -90, east: 180, north: 90 }
      : { west, south, east: chance.between(west + 1, 180), north: chance.between(south + 1, 90) },
    zoom: chance.whole(0, 14),
    ...(chance.happens(0.5) && { divisionType: chance.pick(divisionsInStock).type }),
  };
}

interface Aggregates {
  readonly facets: FacetCounts;
  readonly clusters: Clusters;
}

/** One is not counted. */
const [skippedCode] = stock.codes;
const typeOf = new Map(divisionsInStock.map(({ uniqueCode, type }) => [uniqueCode, type]));

const countedDivisions = ({
  divisionType,
}: AggregateQuestion): Pick<FacetQuery, 'isCounted' | 'divisionType'> =>
  divisionType === undefined
    ? { isCounted: (code) => code !== skippedCode }
    : { isCounted: (code) => typeOf.get(code) === divisionType, divisionType };

const show = ({ facets, clusters }: Aggregates): string =>
  JSON.stringify([
    facets.total,
    facets.bands,
    ...[facets.types, facets.transactions, facets.divisions].map((counts) => [...counts].sort()),
    clusters,
  ]);

/** Facets and clusters from memory and from SQL, where they differ from each other or from the expected total. */
export async function findAggregateMismatch(
  { index, sql }: { index: IndexSnapshot; sql: SearchEngine },
  criteria: Tree,
  asked: AggregateQuestion,
  expectedTotal: number,
): Promise<object | undefined> {
  const answeredBy: string[] = [];
  const memory = memoryEngine({
    sql,
    snapshot: () => index,
    lagMs: () => 0,
    countAnswer: (by) => void answeredBy.push(by),
  });
  const { priceBounds, viewport, zoom } = asked;
  const question = { criteria, viewport, zoom };
  const ask = async (engine: SearchEngine): Promise<Aggregates> => ({
    facets: await engine.countFacets({ criteria, priceBounds, ...countedDivisions(asked) }),
    clusters: await findClusters(engine, question),
  });
  const [inMemory, inSql] = [await ask(memory), await ask(sql)];
  const isSame = show(inMemory) === show(inSql) && inMemory.facets.total === expectedTotal;
  return isSame && answeredBy.every((by) => by === 'memory') ? undefined : { answeredBy, inMemory, inSql };
}
