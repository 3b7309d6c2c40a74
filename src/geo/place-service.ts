import type { Db } from '../db/sql.ts';
import { LruCache } from '../lib/lru-cache.ts';
import type { RowPage } from '../lib/page.ts';
import { createFinder, type Finder } from './autocomplete/finder.ts';
import { createSuggestionBuilder, type Suggestion } from './autocomplete/suggestion.ts';
import type { Division, DivisionType } from './division.ts';
import { type ContourIndex, loadContourIndex } from './locate/contours.ts';
import { createGazetteer, type Gazetteer } from './locate/gazetteer.ts';
import { type LocateResult, type LocationHint, locate } from './locate.ts';
import { createDivisionRegister, type DivisionRegister } from './register.ts';
import { readDivisions, readDivisionsRevision } from './store.ts';

export interface AutocompleteQuery {
  readonly query: string;
  readonly types?: readonly DivisionType[] | undefined;
  readonly limit: number;
  readonly page: number;
}

/**
 * The places of the service, kept in memory. Calls wait until divisions were read the first time. Later ones never wait: what
 * changes is there some seconds after.
 */
export interface PlaceService {
  /** Finds places as people type them. */
  autocomplete(asked: AutocompleteQuery): Promise<RowPage<Suggestion>>;
  /** What the divisions are that codes and ids stand for. */
  register(): Promise<DivisionRegister>;
  /** Puts a listing into the administrative tree of a country; undefined when the country has no divisions here. */
  locate(countryCode: string, clue: LocationHint): Promise<LocateResult | undefined>;
}

/** How often a process that is asked looks whether divisions changed: one short read. */
const REVISION_CHECK_INTERVAL_MS = 5_000;
/** After building, a pause of so many times what it took: an import that changes divisions all the time costs a tenth at most. */
const PAUSE_FACTOR = 10;

/** Nothing is read before the first call. `failing` hears of failures that no caller does. */
export function createPlaceService(
  db: Db,
  failing: (error: unknown) => void,
  monotonic: () => number = () => performance.now(),
): PlaceService {
  let kept: GeographySnapshot | undefined;
  let building: Promise<GeographySnapshot> | undefined;
  let lookAt = Number.NEGATIVE_INFINITY;

  const refresh = async (): Promise<GeographySnapshot> => {
    const started = monotonic();
    const fresh = await refreshSnapshot(db, kept);
    const pause = fresh === kept ? 0 : PAUSE_FACTOR * (monotonic() - started);
    kept = fresh;
    lookAt = monotonic() + Math.max(REVISION_CHECK_INTERVAL_MS, pause);
    return fresh;
  };
  const refreshOnce = (): Promise<GeographySnapshot> => {
    building ??= refresh().finally(() => {
      building = undefined;
    });
    return building;
  };
  const current = async (): Promise<GeographySnapshot> => {
    if (kept === undefined || kept.byId.size === 0) return refreshOnce();
    if (monotonic() >= lookAt && building === undefined) refreshOnce().catch(failing);
    return kept;
  };
  return {
    autocomplete: async (asked) => suggest(await current(), asked),
    register: async () => (await current()).register,
    async locate(countryCode, clue) {
      const atlas = await loadAtlas(db, await current(), countryCode);
      return atlas && locate(clue, atlas.gazetteer, await atlas.contours.hitAt(clue.coordinates));
    },
  };
}

/** Everything that one state of the divisions gives. */
interface GeographySnapshot {
  readonly revision: string;
  readonly finder: Finder;
  readonly byId: ReadonlyMap<string, Division>;
  readonly register: DivisionRegister;
  suggestion(division: Division, query: string): Suggestion;
  readonly suggestionCache: LruCache<RowPage<Suggestion>>;
  /** By country, made when first asked for. */
  readonly atlases: Map<string, Promise<Atlas | undefined>>;
}

interface Atlas {
  readonly gazetteer: Gazetteer;
  readonly contours: ContourIndex;
}

/** The revision is read before the divisions: a change in between is seen at the next look. */
async function refreshSnapshot(db: Db, kept: GeographySnapshot | undefined): Promise<GeographySnapshot> {
  const revision = await readDivisionsRevision(db);
  if (kept?.revision === revision) return kept;
  const divisions = await Array.fromAsync(readDivisions(db));
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const suggestion = createSuggestionBuilder(({ parentId }) => byId.get(parentId ?? ''));
  return {
    revision,
    finder: await createFinder(divisions),
    byId,
    register: createDivisionRegister(divisions, byId),
    suggestion,
    suggestionCache: new LruCache(MAX_CACHED_ANSWERS),
    atlases: new Map(),
  };
}

/** Without a municipality there is nothing to put a listing in, and nothing that could contradict it. */
async function buildAtlas(
  db: Db,
  { byId, finder }: GeographySnapshot,
  countryCode: string,
): Promise<Atlas | undefined> {
  const divisions = [...byId.values()].filter((division) => division.countryCode === countryCode);
  if (!divisions.some(({ type }) => type === 'MUNICIPALITY')) return undefined;
  const contours = await loadContourIndex(db, countryCode);
  return { gazetteer: createGazetteer(divisions, finder), contours };
}

function loadAtlas(db: Db, kept: GeographySnapshot, countryCode: string): Promise<Atlas | undefined> {
  const { atlases } = kept;
  let atlas = atlases.get(countryCode);
  if (atlas === undefined) {
    atlas = buildAtlas(db, kept, countryCode);
    atlas.catch(() => atlases.delete(countryCode));
    atlases.set(countryCode, atlas);
  }
  return atlas;
}

/** Everybody begins with the same few letters, and those cost most: "s" 0.6 ms, "saint-n" 0.2. */
const MAX_CACHED_ANSWERS = 1_000;

function suggest(kept: GeographySnapshot, asked: AutocompleteQuery): RowPage<Suggestion> {
  const key = JSON.stringify([asked.query, asked.limit, asked.page, asked.types]);
  const answer = kept.suggestionCache.get(key) ?? findSuggestions(kept, asked);
  kept.suggestionCache.set(key, answer);
  return answer;
}

function findSuggestions(
  { finder, suggestion }: GeographySnapshot,
  { query, types, limit, page }: AutocompleteQuery,
): RowPage<Suggestion> {
  const from = (page - 1) * limit;
  const { total, divisions } = finder.find(query, {
    from,
    to: from + limit,
    ...(types === undefined ? {} : { types: new Set(types) }),
  });
  return { total, rows: divisions.map((division) => suggestion(division, query)) };
}
