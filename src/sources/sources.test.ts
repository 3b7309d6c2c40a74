import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { findSource, listSourceCategories, listSources, registerSource } from './sources.ts';

const { db } = await freshDatabase({ after });

test('a source that is registered again keeps its row and id', async () => {
  await registerSource(db, systemClock, { slug: 'logic', name: 'Logic-Immo', domain: 'logic.example' });
  const [first] = (await listSources(db, { page: 1, name: 'logic' })).rows;
  await registerSource(db, systemClock, { slug: 'logic', name: 'Renamed', domain: null });
  assert.deepEqual(await findSource(db, first?.id ?? ''), first);
  assert.equal((await listSources(db, { page: 1 })).total, 1);
});

test('twenty concurrent registrations of a source create it once', async () => {
  const source = { slug: 'new', name: 'New', domain: null, category: 'Agency' };
  await Promise.all(Array.from({ length: 20 }, () => registerSource(db, systemClock, source)));
  assert.equal((await listSources(db, { page: 1, name: 'new' })).total, 1);
});

test('a source gets its category by name, and none for an unknown name', async () => {
  await registerSource(db, systemClock, { slug: 'p', name: 'P', domain: null, category: 'Portal' });
  await registerSource(db, systemClock, { slug: 'q', name: 'Q', domain: null, category: 'Nonsense' });
  const rows = await db.rows(sql`
    select slug, source_category.name as category from source left join source_category using (source_category_id)
    where slug in ('p', 'q') order by slug`);
  assert.deepEqual(rows, [
    { slug: 'p', category: 'Portal' },
    { slug: 'q', category: null },
  ]);
});

test('categories are sorted by name', async () => {
  const names = (await listSourceCategories(db, 1)).rows.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted());
});
