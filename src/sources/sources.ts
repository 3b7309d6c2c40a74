import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { namedId } from '../lib/ids.ts';
import type { Page } from '../lib/page.ts';
import { folded } from '../lib/text.ts';
import {
  categoriesPage,
  categoryById,
  categoryByName,
  insertSource,
  type Source,
  type SourceCategory,
  sourceById,
  sourcesPage,
} from './store.ts';

export type { Source, SourceCategory } from './store.ts';

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
