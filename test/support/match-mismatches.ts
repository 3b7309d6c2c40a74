import { buildSearchRow } from '../../src/criteria/columns.ts';
import { compilePredicate } from '../../src/criteria/matches.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import { type Database, type Db, sql } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { newId } from '../../src/lib/ids.ts';
import { findSearchCondition } from '../../src/properties/search/condition.ts';
import { writeSearchRows } from '../../src/properties/search/write.ts';
import { createRandom } from '../../src/world/random.ts';
import { randomCriteria } from './random-criteria.ts';
import { divisionsInStock, lineageInStock, randomProperty } from './random-property.ts';

export interface MatchCheckOptions {
  readonly seed: number;
  readonly properties: number;
  readonly trees: number;
}

export interface MatchCheckResult {
  /** Trees on which the two differ, with the properties that only one of them matches. */
  readonly found: { criteria: string; onlySql: string[]; onlyPredicate: string[] }[];
  readonly pairs: number;
  /** Pairs of a tree and a property that matches it. */
  readonly passes: number;
}

/** Matches random properties with random trees, in memory and in the search table as recording writes it. */
export async function findMatchMismatches(
  db: Database,
  { seed, properties, trees }: MatchCheckOptions,
): Promise<MatchCheckResult> {
  const chance = createRandom('agreement', seed);
  const results = Array.from({ length: properties }, () => randomProperty(chance, newId(new Date())));
  const readables = results.map((result) => ({
    id: result.id,
    property: buildSearchRow(result, lineageInStock),
  }));
  return db.transaction(async (own) => {
    await insertDivisions(own);
    await writeSearchRows(own, results);
    const places = createPlaceService(own, console.error);
    const found: MatchCheckResult['found'] = [];
    let passes = 0;
    for (let at = 0; at < trees; at += 1) {
      const json = randomCriteria(chance);
      const parsed = parseCriteria(json);
      if ('faults' in parsed)
        throw new Error(`seed ${seed}: ${JSON.stringify({ json, faults: parsed.faults })}`);
      const holds = compilePredicate(parsed.tree);
      const inMemory = new Set(readables.filter(({ property }) => holds(property)).map(({ id }) => id));
      // Such a small table is scanned; every other tree must use the indexes.
      await own.rows({ text: `set local enable_seqscan = ${at % 2 === 0}`, values: [] });
      const { from, where, values } = await findSearchCondition(parsed.tree, places);
      const rows = await own.rows<{ id: string }>({
        text: `select s.property_id as id from ${from} where ${where}`,
        values,
      });
      const inSql = new Set(rows.map(({ id }) => id));
      passes += inSql.size;
      const [onlySql, onlyPredicate] = [[...inSql.difference(inMemory)], [...inMemory.difference(inSql)]];
      if (onlySql.length + onlyPredicate.length > 0)
        found.push({ criteria: JSON.stringify(json), onlySql, onlyPredicate });
    }
    return { found, pairs: trees * properties, passes };
  });
}

export async function insertDivisions(db: Db): Promise<void> {
  for (const {
    id,
    countryCode,
    type,
    uniqueCode,
    name,
    parentId,
    groupIds,
    postalCodes,
  } of divisionsInStock) {
    await db.rows(sql`
      insert into division (division_id, country_code, type, unique_code, name, parent_id, group_ids, postal_codes, from_package)
      values (${id}, ${countryCode}, ${type}, ${uniqueCode}, ${name}, ${parentId}, ${groupIds}::uuid[], ${postalCodes}::text[], true)
      on conflict do nothing`);
  }
}
