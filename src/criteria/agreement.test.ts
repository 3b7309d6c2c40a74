import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { findMatchMismatches } from '../../test/support/match-mismatches.ts';
import { sql } from '../db/sql.ts';
import { columnDeclarations } from './stored-columns.ts';

const { db } = await freshDatabase({ after });

test('the search table has the columns of the filters, with their types', async () => {
  const columns = await db.rows<{ column: string }>(sql`
    select attname || ' ' || replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz')
           || case when attnotnull then ' not null' else '' end as column
    from pg_attribute
    where attrelid in ('property_search'::regclass, 'property_search_words'::regclass) and attnum > 0 and not attisdropped`);
  const declared = new Set(columns.map(({ column }) => column));
  assert.deepEqual(
    columnDeclarations.filter((column) => !declared.has(column)),
    [],
  );
});

test('SQL and the in-memory predicate agree on random trees and properties', async () => {
  const seed = Date.now();
  const { found, pairs, passes } = await findMatchMismatches(db, { seed, properties: 200, trees: 300 });
  assert.deepEqual(found, [], `seed ${seed}`);
  assert.ok(
    passes > pairs / 50 && passes < pairs / 2,
    `${passes} of ${pairs} pass: too few or too many for a verdict`,
  );
});
