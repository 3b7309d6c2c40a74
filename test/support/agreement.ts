import {
  columnDeclarations,
  readable,
  searchColumns,
  searchRow,
  sqlType,
} from '../../src/criteria/columns.ts';
import { predicateOf } from '../../src/criteria/matches.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import { sqlOf } from '../../src/criteria/to-sql.ts';
import { type Database, type Db, joinSql, sql } from '../../src/db/sql.ts';
import { newId } from '../../src/lib/ids.ts';
import { chanceOf } from '../../src/world/random.ts';
import { randomCriteria } from './random-criteria.ts';
import { lineageInStock, randomProperty } from './random-property.ts';

export interface Measure {
  readonly seed: number;
  readonly properties: number;
  readonly trees: number;
}

export interface Agreement {
  /** Trees on which the two differ, with the properties that only one of them takes. */
  readonly found: { criteria: string; onlySql: string[]; onlyPredicate: string[] }[];
  readonly pairs: number;
  /** Pairs of a tree and a property that passes it. */
  readonly passes: number;
}

/** Judges random properties by random trees, in memory and over a table made from the same columns. */
export async function disagreements(db: Database, { seed, properties, trees }: Measure): Promise<Agreement> {
  const chance = chanceOf('agreement', seed);
  const readables = Array.from({ length: properties }, () => {
    const id = newId(new Date());
    return { id, property: readable(randomProperty(chance, id), lineageInStock) };
  });
  return db.transaction(async (own) => {
    await createTable(own);
    await fill(
      own,
      readables.map(({ id, property }) => ({ property_id: id, ...searchRow(property) })),
    );
    const found: Agreement['found'] = [];
    let passes = 0;
    for (let at = 0; at < trees; at += 1) {
      const json = randomCriteria(chance);
      const parsed = parseCriteria(json);
      if ('faults' in parsed)
        throw new Error(`seed ${seed}: ${JSON.stringify({ json, faults: parsed.faults })}`);
      const holds = predicateOf(parsed.tree);
      const inMemory = new Set(readables.filter(({ property }) => holds(property)).map(({ id }) => id));
      const rows = await own.rows<{ id: string }>(
        joinSql([sql`select property_id as id from random_property as s where `, sqlOf(parsed.tree)], ''),
      );
      const inSql = new Set(rows.map(({ id }) => id));
      passes += inSql.size;
      const [onlySql, onlyPredicate] = [[...inSql.difference(inMemory)], [...inMemory.difference(inSql)]];
      if (onlySql.length + onlyPredicate.length > 0)
        found.push({ criteria: JSON.stringify(json), onlySql, onlyPredicate });
    }
    return { found, pairs: trees * properties, passes };
  });
}

const declared = searchColumns.map((column) => `${column.name} ${sqlType(column)}`).join(', ');

const createTable = (db: Db): Promise<unknown> =>
  db.rows({
    text: `create temporary table random_property (property_id uuid, ${columnDeclarations.join(', ')}) on commit drop`,
    values: [],
  });

const fill = (db: Db, rows: readonly object[]): Promise<unknown> =>
  db.rows({
    text: `insert into random_property select * from json_to_recordset($1::json) as given (property_id uuid, ${declared})`,
    values: [JSON.stringify(rows)],
  });
