import type { Db } from '../db/sql.ts';
import type { Page } from '../lib/page.ts';
import { createFinder, type Finder } from './autocomplete/finder.ts';
import { type Suggestion, suggestionOf } from './autocomplete/suggestion.ts';
import type { Division, DivisionType } from './division.ts';
import { divisionsOf, divisionsRevision } from './store.ts';

export interface Asked {
  readonly query: string;
  readonly types?: readonly DivisionType[] | undefined;
  readonly limit: number;
  readonly page: number;
}

/** The places of the service as people look for them, kept in memory. */
export interface Places {
  /** Calls wait until divisions were read the first time. Later ones never wait: what changes is there some seconds after. */
  autocomplete(asked: Asked): Promise<Page<Suggestion>>;
}

/** How often a process that is asked looks whether divisions changed: one short read. */
const LOOK_AGAIN_MS = 5_000;
/** After building, a pause of so many times what it took: an import that changes divisions all the time costs a tenth at most. */
const PAUSE_FACTOR = 10;

/** Nothing is read before the first call. `failing` hears of failures that no caller does. */
export function createPlaces(
  db: Db,
  failing: (error: unknown) => void,
  monotonic: () => number = () => performance.now(),
): Places {
  let kept: Kept | undefined;
  let building: Promise<Kept> | undefined;
  let lookAt = Number.NEGATIVE_INFINITY;

  const refresh = async (): Promise<Kept> => {
    const started = monotonic();
    const fresh = await refreshed(db, kept);
    const pause = fresh === kept ? 0 : PAUSE_FACTOR * (monotonic() - started);
    kept = fresh;
    lookAt = monotonic() + Math.max(LOOK_AGAIN_MS, pause);
    return fresh;
  };
  const refreshOnce = (): Promise<Kept> => {
    building ??= refresh().finally(() => {
      building = undefined;
    });
    return building;
  };

  return {
    async autocomplete(asked) {
      if (kept === undefined || kept.byId.size === 0) return suggest(await refreshOnce(), asked);
      if (monotonic() >= lookAt && building === undefined) refreshOnce().catch(failing);
      return suggest(kept, asked);
    },
  };
}

interface Kept {
  readonly revision: string;
  readonly finder: Finder;
  readonly byId: ReadonlyMap<string, Division>;
}

/** The revision is read before the divisions: a change in between is seen at the next look. */
async function refreshed(db: Db, kept: Kept | undefined): Promise<Kept> {
  const revision = await divisionsRevision(db);
  if (kept?.revision === revision) return kept;
  const divisions = await Array.fromAsync(divisionsOf(db));
  const byId = new Map(divisions.map((division) => [division.id, division]));
  return { revision, finder: await createFinder(divisions), byId };
}

function suggest({ finder, byId }: Kept, { query, types, limit, page }: Asked): Page<Suggestion> {
  const parentOf = ({ parentId }: Division): Division | undefined => byId.get(parentId ?? '');
  const from = (page - 1) * limit;
  const found = finder.find(query, {
    from,
    to: from + limit,
    ...(types === undefined ? {} : { types: new Set(types) }),
  });
  return {
    total: found.total,
    rows: found.divisions.map((division) => suggestionOf(division, parentOf, query)),
  };
}
