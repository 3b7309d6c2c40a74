import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { namedId } from '../lib/ids.ts';
import { LruCache } from '../lib/lru-cache.ts';
import type { RowPage } from '../lib/page.ts';
import { foldText } from '../lib/text.ts';
import {
  categoriesPage,
  categoryById,
  categoryByName,
  claimUnswept,
  insertSource,
  type Source,
  type SourceCategory,
  type SourceSettings,
  type SourceWithSettings,
  selectProtectedIds,
  selectSourcesWithSettings,
  sourceById,
  sourceSettingsBySlug,
  sourcesPage,
  updateSettings,
} from './store.ts';

export type { Source, SourceCategory, SourceSettings, SourceWithSettings } from './store.ts';

/** Source ids derive from the slug, so that a portal has the same id on every installation. */
const SOURCE_NAMESPACE = '3c1f0d54-6a1e-5b0f-8c55-1f2b7c9a4e10';

export function sourceIdOf(slug: string): string {
  let id = sourceIds.get(slug);
  if (id === undefined) {
    id = namedId(SOURCE_NAMESPACE, slug);
    sourceIds.set(slug, id);
  }
  return id;
}

/** Each listing needs it several times. */
const sourceIds = new LruCache<string>(1_024);

/** `name` matches a part of the name, ignoring accents and case. */
export const listSources = (
  db: Db,
  { page, name }: { page: number; name?: string | undefined },
): Promise<RowPage<Source>> => sourcesPage(db, page, name === undefined ? undefined : foldText(name));

export const findSource = (db: Db, id: string): Promise<Source | undefined> => sourceById(db, id);

export const listSourceCategories = (db: Db, page: number): Promise<RowPage<SourceCategory>> =>
  categoriesPage(db, page);

export const findSourceCategory = (db: Db, id: string): Promise<SourceCategory | undefined> =>
  categoryById(db, id);

/** The initial name of a source: `le-bon-toit` is Le Bon Toit. */
export const defaultSourceName = (slug: string): string =>
  slug.replace(/(^|[-._])([a-z])/g, (_, mark, letter) => (mark === '' ? '' : ' ') + letter.toUpperCase());

export async function registerSource(
  db: Db,
  clock: Clock,
  source: { slug: string; name: string; domain: string | null; category?: string },
): Promise<void> {
  const category = source.category === undefined ? undefined : await categoryByName(db, source.category);
  await insertSource(
    db,
    {
      id: sourceIdOf(source.slug),
      slug: source.slug,
      name: source.name,
      domain: source.domain,
      foldedName: foldText(source.name),
      categoryId: category?.id ?? null,
    },
    clock.now(),
  );
}

export const findSourceWithSettings = (db: Db, slug: string): Promise<SourceWithSettings | undefined> =>
  sourceSettingsBySlug(db, slug);

export const listSourcesWithSettings = (db: Db): Promise<SourceWithSettings[]> =>
  selectSourcesWithSettings(db);

/** Missing settings stay unchanged. Undefined when there is no such source. */
export async function updateSourceSettings(
  db: Db,
  slug: string,
  changes: Partial<SourceSettings>,
): Promise<SourceWithSettings | undefined> {
  const before = await sourceSettingsBySlug(db, slug);
  return before && updateSettings(db, slug, { ...before, ...changes });
}

export const listProtectedSourceIds = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await selectProtectedIds(db)).map(({ id }) => id));

/** Claims the next source whose last sweep is before `since`. */
export const claimNextSweep = (db: Db, since: Date, now: Date): Promise<SourceWithSettings | undefined> =>
  claimUnswept(db, since, now);
