import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { namedId } from '../lib/ids.ts';
import type { Page } from '../lib/page.ts';
import { folded } from '../lib/text.ts';
import {
  categoriesPage,
  categoryById,
  categoryByName,
  claimUnswept,
  insertSource,
  protectedIds,
  type SettledSource,
  type Source,
  type SourceCategory,
  type SourceSettings,
  settledBySlug,
  settledSources,
  sourceById,
  sourcesPage,
  updateSettings,
} from './store.ts';

export type { SettledSource, Source, SourceCategory, SourceSettings } from './store.ts';

/** Ids of sources derive from their slug, so that the same portal has the same id on every installation. */
const SOURCE_NAMESPACE = '3c1f0d54-6a1e-5b0f-8c55-1f2b7c9a4e10';

export const sourceIdOf = (slug: string): string => namedId(SOURCE_NAMESPACE, slug);

/** `name` is partial, accent- and case-blind. */
export const listSources = (
  db: Db,
  asked: { page: number; name?: string | undefined },
): Promise<Page<Source>> =>
  sourcesPage(db, asked.page, asked.name === undefined ? undefined : folded(asked.name));

export const findSource = (db: Db, id: string): Promise<Source | undefined> => sourceById(db, id);

export const listSourceCategories = (db: Db, page: number): Promise<Page<SourceCategory>> =>
  categoriesPage(db, page);

export const findSourceCategory = (db: Db, id: string): Promise<SourceCategory | undefined> =>
  categoryById(db, id);

/** What a source is called until somebody names it: `le-bon-toit` is Le Bon Toit. */
export const sourceName = (slug: string): string =>
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
      foldedName: folded(source.name),
      categoryId: category?.id ?? null,
    },
    clock.now(),
  );
}

export const findSettledSource = (db: Db, slug: string): Promise<SettledSource | undefined> =>
  settledBySlug(db, slug);

export const listSettledSources = (db: Db): Promise<SettledSource[]> => settledSources(db);

/** What is left out stays as it is; undefined when there is no such source. */
export async function settleSource(
  db: Db,
  slug: string,
  wanted: Partial<SourceSettings>,
): Promise<SettledSource | undefined> {
  const before = await settledBySlug(db, slug);
  return before && updateSettings(db, slug, { ...before, ...wanted });
}

export const protectedSources = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await protectedIds(db)).map(({ id }) => id));

/** The next source whose listings were not looked through since; it is then taken as being looked through now. */
export const nextToSweep = (db: Db, since: Date, now: Date): Promise<SettledSource | undefined> =>
  claimUnswept(db, since, now);
