import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '../db/sql.ts';
import { LruCache } from '../lib/lru-cache.ts';
import type { RowPage } from '../lib/page.ts';
import { createFinder, Finder } from './autocomplete/finder.ts';
import { LazyFinder } from './autocomplete/lazy-finder.ts';
import { createSuggestionBuilder, type Suggestion } from './autocomplete/suggestion.ts';
import type { Division } from './division.ts';
import { createGazetteer, type Gazetteer } from './locate/gazetteer.ts';
import { type ContourIndex, loadContourIndex } from './locate/locate-context.ts';
import type { StoredPlaces } from './place-file.ts';
import { createPlaceNames, type PlaceNames } from './place-names.ts';
import { createDivisionRegister, type DivisionRegister } from './register.ts';
import { readDivisions, readDivisionsRevision } from './store.ts';

/** Queries share their first letters, and those cost most: "s" 0.6 ms, "saint-n" 0.2. */
const MAX_CACHED_ANSWERS = 1_000;

/** Everything built from one revision of the divisions. */
export interface GeographySnapshot {
  readonly revision: string;
  readonly finder: LazyFinder;
  readonly byId: ReadonlyMap<string, Division>;
  readonly register: DivisionRegister;
  names(): Promise<PlaceNames>;
  suggestion(division: Division, query: string): Suggestion;
  readonly suggestionCache: LruCache<RowPage<Suggestion>>;
  /** By country, built on first use. */
  readonly atlases: Map<string, Promise<Atlas | undefined>>;
}

interface Atlas {
  readonly gazetteer: Gazetteer;
  readonly contours: ContourIndex;
}

interface SnapshotSources {
  db: Db;
  /** Of a file. */
  stored: Promise<GeographySnapshot | undefined> | undefined;
  /** Called with tables that no file has. */
  indexed(places: StoredPlaces): void;
}

/** The revision is read before the divisions: a change in between is seen at the next check. */
export async function refreshSnapshot(
  { db, stored, indexed }: SnapshotSources,
  snapshot: GeographySnapshot | undefined,
): Promise<GeographySnapshot> {
  const revision = await readDivisionsRevision(db);
  if (snapshot?.revision === revision) return snapshot;
  const found = await stored;
  if (found?.revision === revision) return found;
  const divisions = await Array.fromAsync(readDivisions(db));
  return createSnapshot(revision, divisions, async () => {
    const finder = await createFinder(divisions);
    indexed({ revision, tables: finder.tables });
    return finder;
  });
}

export async function openStoredPlaces({ revision, tables }: StoredPlaces): Promise<GeographySnapshot> {
  await breathe();
  const snapshot = createSnapshot(revision, tables.divisions, async () => new Finder(tables));
  await snapshot.finder.build();
  return snapshot;
}

function createSnapshot(
  revision: string,
  divisions: readonly Division[],
  createOwnFinder: () => Promise<Finder>,
): GeographySnapshot {
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const suggestion = createSuggestionBuilder(({ parentId }) => byId.get(parentId ?? ''));
  let names: Promise<PlaceNames> | undefined;
  const finder = new LazyFinder(createOwnFinder);
  const register = createDivisionRegister(divisions, byId);
  return {
    revision,
    finder,
    byId,
    register,
    names() {
      names ??= finder.build().then(({ tables }) => createPlaceNames(tables, byId, register));
      return names;
    },
    suggestion,
    suggestionCache: new LruCache(MAX_CACHED_ANSWERS),
    atlases: new Map(),
  };
}

/** Without a municipality there is nothing to assign a listing to, and nothing to contradict it. */
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

export function loadAtlas(
  db: Db,
  snapshot: GeographySnapshot,
  countryCode: string,
): Promise<Atlas | undefined> {
  const { atlases } = snapshot;
  let atlas = atlases.get(countryCode);
  if (atlas === undefined) {
    atlas = buildAtlas(db, snapshot, countryCode);
    atlas.catch(() => atlases.delete(countryCode));
    atlases.set(countryCode, atlas);
  }
  return atlas;
}
