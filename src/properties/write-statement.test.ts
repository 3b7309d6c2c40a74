import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TABLES_OF_PLANE } from '../db/planes.ts';
import { toNodeStatement } from '../db/shard-names.ts';
import type { Db, Sql } from '../db/sql.ts';
import { bindRecordedRows, writeStatement } from './write-statement.ts';

test('in a region on a node recorded rows are written by a statement on its shards', async () => {
  const sent: Sql[] = [];
  const db: Db = {
    runsOnNode: true,
    rows: async (statement) => {
      sent.push(statement);
      return [];
    },
  };
  const values = bindRecordedRows({
    now: new Date(),
    traceparent: undefined,
    listings: [],
    properties: [],
    changes: [],
  });
  await writeStatement(db, [], { values });
  const written = sent.find(({ onNode }) => onNode === 'later');
  assert.ok(written !== undefined);
  const shards = new Map(TABLES_OF_PLANE.region.map((table) => [table, `gable.${table}_1`]));
  const text = toNodeStatement(written.text, shards);
  assert.match(text ?? '', /insert into gable\.property_1 /);
});
