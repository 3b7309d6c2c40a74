import { type Database, firstRow, sql } from '../../src/db/sql.ts';
import { freshWorld } from './adverts.ts';
import { addCopy, moveRowsAside } from './copies.ts';
import { exponentOf } from './exponent.ts';
import { measureStretches, type Worker } from './measure.ts';
import { cpuPerListing, printStretch } from './print-stretch.ts';

export interface Growth {
  worker: Worker;
  db: Database;
  /** The directory of the adverts. */
  folder: string;
  /** The number of listings in the database when a stretch begins. */
  sizes: readonly number[];
}

/**
 * The cost of a new listing beside ever more known ones. Each stretch is a whole small world of equal size in the towns ingested
 * before: only the number of other listings differs. The database vacuums and checkpoints before each.
 */
export async function measureGrowth({ worker, db, folder, sizes }: Growth): Promise<void> {
  await moveRowsAside(db);
  const costs: { size: number; cost: number }[] = [];
  let copies = 0;
  for (const [at, wanted] of sizes.entries()) {
    const { path, adverts } = await freshWorld(folder, at + 1);
    const base = await countListings(db, 'base_listing');
    for (let known = await countListings(db); known + base / 2 < wanted; known += base) {
      copies += 1;
      await addCopy(db, copies);
    }
    await db.rows(sql`vacuum (analyze)`);
    await db.rows(sql`checkpoint`);
    const size = await countListings(db);
    console.log(`beside ${size} listings, a world of ${adverts}:`);
    const task = { files: [path], skip: 0, most: adverts, daysLater: 0, tellEvery: adverts };
    await measureStretches(worker, task, (stretch) => {
      printStretch(stretch);
      costs.push({ size, cost: cpuPerListing(stretch) });
    });
  }
  console.log(
    `cost of a new listing beside ${costs.map(({ size }) => size).join(', ')}: exponent ${exponentOf(costs).toFixed(2)} (goal: 0.2)`,
  );
}

export const countListings = async (db: Database, table = 'listing'): Promise<number> =>
  (await firstRow<{ count: number }>(db, { text: `select count(*)::int as count from ${table}`, values: [] }))
    ?.count ?? 0;
