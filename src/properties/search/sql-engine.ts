import type { Tree } from '../../criteria/tree.ts';
import type { Replica } from '../../db/replica.ts';
import type { Db } from '../../db/sql.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { withinViewport } from './clusters.ts';
import { findSearchCondition, type SearchCondition } from './condition.ts';
import type { SearchEngine } from './engine.ts';
import { scanMoment } from './scan-moment.ts';
import { countFacets, findClusters } from './sql-aggregates.ts';
import { countUpToLimit } from './sql-count.ts';
import { readStep } from './sql-cursor.ts';
import { queryPage } from './sql-page.ts';

/** A replica of the store that may lag. */
export type SearchReplica = Pick<Replica, 'current' | 'coveredMoment'>;

/** Answers from the search table. It is the reference: any other engine must agree with it. */
export function sqlEngine(db: Db, places: PlaceService, replica?: SearchReplica): SearchEngine {
  const conditionFor = (tree: Tree): Promise<SearchCondition> => findSearchCondition(tree, places);
  const nearest = (): Db => replica?.current() ?? db;
  return {
    async queryPage(query) {
      const foundIn = nearest();
      return { ...(await queryPage(foundIn, await conditionFor(query.criteria), query)), source: foundIn };
    },
    async queryCursor(query) {
      const { foundIn, moment } = chooseSource(db, replica, query.from?.asOf);
      const asOf = moment ?? query.from?.asOf ?? (await scanMoment(db));
      return {
        ...(await readStep(foundIn, await conditionFor(query.criteria), { ...query, asOf })),
        source: foundIn,
      };
    },
    count: async (tree) => countUpToLimit(nearest(), await conditionFor(tree)),
    countFacets: async (query) => countFacets(nearest(), await conditionFor(query.criteria), query),
    findClusters: async ({ criteria, viewport, grid }) =>
      findClusters(nearest(), await conditionFor(withinViewport(criteria, viewport)), grid),
  };
}

/** A replica serves a scan only when it covers the scan's moment; a new scan there starts at the moment it covers. */
function chooseSource(db: Db, replica: SearchReplica | undefined, asOf: number | undefined) {
  const moment = replica?.coveredMoment();
  const standby = moment === undefined || (asOf ?? moment) > moment ? undefined : replica?.current();
  if (standby === undefined) return { foundIn: db, moment: asOf };
  return { foundIn: standby, moment: asOf ?? moment };
}
