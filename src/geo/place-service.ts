import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { Finder } from './autocomplete/finder.ts';
import type { Suggestion } from './autocomplete/suggestion.ts';
import type { DivisionType } from './division.ts';
import {
  type GeographySnapshot,
  loadAtlas,
  openStoredPlaces,
  refreshSnapshot,
} from './geography-snapshot.ts';
import { type LocateResult, type LocationHint, locate } from './locate.ts';
import type { PlaceFile, StoredPlaces } from './place-file.ts';
import type { PlaceNames } from './place-names.ts';
import type { DivisionCode, DivisionRegister } from './register.ts';
import { findDivisionsById } from './store.ts';

interface AutocompleteQuery {
  readonly query: string;
  readonly types?: readonly DivisionType[] | undefined;
  readonly limit: number;
  readonly page: number;
}

/**
 * The places of the service, in memory. Calls wait only for the first load of divisions; later changes are visible some
 * seconds after.
 */
export interface PlaceService {
  /** Finds places by typed text. */
  autocomplete(query: AutocompleteQuery): Promise<RowPage<Suggestion>>;
  /** The divisions of codes and ids. */
  register(): Promise<DivisionRegister>;
  /** The codes of divisions by their ids, of retired ones too. */
  codesOf(ids: readonly string[]): Promise<ReadonlyMap<string, DivisionCode>>;
  /** Places by their whole names. */
  names(): Promise<PlaceNames>;
  /** Locates a listing in the administrative tree of a country; undefined when the country has no divisions here. */
  locate(countryCode: string, hint: LocationHint): Promise<LocateResult | undefined>;
  /** Whether a call would not wait for a first load. */
  isLoaded(): boolean;
  /** Loads and builds everything for the first requests. A failure is reported, not thrown. */
  preload(): Promise<void>;
  /** The same for a process that starts: what a file has at once, everything else once it has run for some seconds. */
  preloadAtStart(): Promise<void>;
}

/** How often a process in use checks whether divisions changed: one short read. */
const REVISION_CHECK_INTERVAL_MS = 5_000;
/** The pause after a build, as a multiple of its duration: constant imports cost at most a tenth of the CPU. */
const PAUSE_FACTOR = 10;

/**
 * To read the divisions of France and to index their names takes 1.2 s of CPU, which a process that has just started needs
 * for its first requests. A request that needs them sooner loads them.
 */
export const PRELOAD_DELAY_MS = 10_000;

interface PlaceServiceOptions {
  monotonic?: () => number;
  sleep?: (ms: number) => Promise<void>;
  /** Used if it is of the revision that the database has. Written when names were indexed. */
  file?: OpenedPlaceFile | undefined;
}

/** The places of a file, opened while the database starts. */
export interface OpenedPlaceFile extends PlaceFile {
  readonly opened: Promise<GeographySnapshot | undefined>;
}

export const openPlaces = (file: PlaceFile): OpenedPlaceFile => ({
  ...file,
  // One that cannot be opened is as one that is not there: the divisions are read from the database.
  opened: file.stored.then((places) => places && openStoredPlaces(places)).catch(() => undefined),
});

/** Keeps no process alive. */
const sleepUnreferenced = (ms: number): Promise<void> => pause(ms, undefined, { ref: false });

/** The database is not read before the first call. `failing` receives failures that no caller sees. */
export function createPlaceService(
  db: Db,
  failing: (error: unknown) => void,
  { monotonic = () => performance.now(), sleep = sleepUnreferenced, file }: PlaceServiceOptions = {},
): PlaceService {
  let stored = file?.opened;
  const indexed = (places: StoredPlaces): void => void file?.save(places).catch(failing);
  let snapshot: GeographySnapshot | undefined;
  let building: Promise<GeographySnapshot> | undefined;
  let lookAt = Number.NEGATIVE_INFINITY;

  const refresh = async (): Promise<GeographySnapshot> => {
    const started = monotonic();
    const fresh = await refreshSnapshot({ db, stored, indexed }, snapshot);
    stored = undefined;
    // Queries never wait for the finder of changed divisions.
    if (snapshot?.finder.isBuilt === true) await fresh.finder.build();
    const pause = fresh === snapshot ? 0 : PAUSE_FACTOR * (monotonic() - started);
    snapshot = fresh;
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
    if (snapshot === undefined || snapshot.byId.size === 0) return refreshOnce();
    if (monotonic() >= lookAt && building === undefined) refreshOnce().catch(failing);
    return snapshot;
  };
  const preload = async (): Promise<void> => {
    try {
      await (await current()).finder.build();
    } catch (error) {
      failing(error);
    }
  };
  return {
    async autocomplete(query) {
      const now = await current();
      return suggest(now, await now.finder.build(), query);
    },
    register: async () => (await current()).register,
    async codesOf(ids) {
      const { byId, register } = await current();
      const found = ids.flatMap((id) => byId.get(id) ?? []);
      const retired = await findDivisionsById(
        db,
        ids.filter((id) => !byId.has(id)),
      );
      return new Map([...found, ...retired].map((division) => [division.id, register.qualify(division)]));
    },
    names: async () => (await current()).names(),
    async locate(countryCode, hint) {
      const now = await current();
      const atlas = await loadAtlas(db, now, countryCode);
      if (atlas === undefined) return undefined;
      const contourHit = await atlas.contours.hitAt(hint.coordinates);
      return now.finder.run(() => locate(hint, atlas.gazetteer, contourHit));
    },
    isLoaded: () => snapshot !== undefined,
    preload,
    async preloadAtStart() {
      if ((await stored) === undefined) await sleep(PRELOAD_DELAY_MS);
      await preload();
    },
  };
}

function suggest(snapshot: GeographySnapshot, finder: Finder, query: AutocompleteQuery): RowPage<Suggestion> {
  const key = JSON.stringify([query.query, query.limit, query.page, query.types]);
  const answer = snapshot.suggestionCache.get(key) ?? findSuggestions(snapshot, finder, query);
  snapshot.suggestionCache.set(key, answer);
  return answer;
}

function findSuggestions(
  { suggestion }: GeographySnapshot,
  finder: Finder,
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
