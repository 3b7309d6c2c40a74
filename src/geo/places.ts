import type { Db } from '../db/sql.ts';
import { LatelyUsed } from '../lib/lately-used.ts';
import type { Page } from '../lib/page.ts';
import { createFinder, type Finder } from './autocomplete/finder.ts';
import { type Suggestion, suggestionMaker } from './autocomplete/suggestion.ts';
import type { Division, DivisionType } from './division.ts';
import { type Contours, contoursOf } from './locate/contours.ts';
import { createGazetteer, type Gazetteer } from './locate/gazetteer.ts';
import { type Clue, type Located, locate } from './locate.ts';
import { createRegister, type Register } from './register.ts';
import { divisionsOf, divisionsRevision } from './store.ts';

export interface Asked {
  readonly query: string;
  readonly types?: readonly DivisionType[] | undefined;
  readonly limit: number;
  readonly page: number;
}

/**
 * The places of the service, kept in memory. Calls wait until divisions were read the first time. Later ones never wait: what
 * changes is there some seconds after.
 */
export interface Places {
  /** Finds places as people type them. */
  autocomplete(asked: Asked): Promise<Page<Suggestion>>;
  /** What the divisions are that codes and ids stand for. */
  register(): Promise<Register>;
  /** Puts a listing into the administrative tree of a country; undefined when the country has no divisions here. */
  locate(countryCode: string, clue: Clue): Promise<Located | undefined>;
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
  const current = async (): Promise<Kept> => {
    if (kept === undefined || kept.byId.size === 0) return refreshOnce();
    if (monotonic() >= lookAt && building === undefined) refreshOnce().catch(failing);
    return kept;
  };
  return {
    autocomplete: async (asked) => suggest(await current(), asked),
    register: async () => (await current()).register,
    async locate(countryCode, clue) {
      const atlas = await atlasOf(db, await current(), countryCode);
      return atlas && locate(clue, atlas.gazetteer, await atlas.contours.around(clue.coordinates));
    },
  };
}

/** Everything that one state of the divisions gives. */
interface Kept {
  readonly revision: string;
  readonly finder: Finder;
  readonly byId: ReadonlyMap<string, Division>;
  readonly register: Register;
  suggestion(division: Division, query: string): Suggestion;
  readonly answers: LatelyUsed<Page<Suggestion>>;
  /** By country, made when first asked for. */
  readonly atlases: Map<string, Promise<Atlas | undefined>>;
}

interface Atlas {
  readonly gazetteer: Gazetteer;
  readonly contours: Contours;
}

/** The revision is read before the divisions: a change in between is seen at the next look. */
async function refreshed(db: Db, kept: Kept | undefined): Promise<Kept> {
  const revision = await divisionsRevision(db);
  if (kept?.revision === revision) return kept;
  const divisions = await Array.fromAsync(divisionsOf(db));
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const suggestion = suggestionMaker(({ parentId }) => byId.get(parentId ?? ''));
  return {
    revision,
    finder: await createFinder(divisions),
    byId,
    register: createRegister(divisions, byId),
    suggestion,
    answers: new LatelyUsed(MAX_CACHED_ANSWERS),
    atlases: new Map(),
  };
}

/** Without a municipality there is nothing to put a listing in, and nothing that could contradict it. */
async function makeAtlas(db: Db, { byId, finder }: Kept, countryCode: string): Promise<Atlas | undefined> {
  const divisions = [...byId.values()].filter((division) => division.countryCode === countryCode);
  if (!divisions.some(({ type }) => type === 'MUNICIPALITY')) return undefined;
  const contours = await contoursOf(db, countryCode);
  return { gazetteer: createGazetteer(divisions, finder), contours };
}

function atlasOf(db: Db, kept: Kept, countryCode: string): Promise<Atlas | undefined> {
  const { atlases } = kept;
  let atlas = atlases.get(countryCode);
  if (atlas === undefined) {
    atlas = makeAtlas(db, kept, countryCode);
    atlas.catch(() => atlases.delete(countryCode));
    atlases.set(countryCode, atlas);
  }
  return atlas;
}

/** Everybody begins with the same few letters, and those cost most: "s" 0.6 ms, "saint-n" 0.2. */
const MAX_CACHED_ANSWERS = 1_000;

function suggest(kept: Kept, asked: Asked): Page<Suggestion> {
  const key = JSON.stringify([asked.query, asked.limit, asked.page, asked.types]);
  const answer = kept.answers.get(key) ?? found(kept, asked);
  kept.answers.set(key, answer);
  return answer;
}

function found({ finder, suggestion }: Kept, { query, types, limit, page }: Asked): Page<Suggestion> {
  const from = (page - 1) * limit;
  const { total, divisions } = finder.find(query, {
    from,
    to: from + limit,
    ...(types === undefined ? {} : { types: new Set(types) }),
  });
  return { total, rows: divisions.map((division) => suggestion(division, query)) };
}
