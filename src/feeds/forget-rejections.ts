import { type Db, sql } from '../db/sql.ts';

/**
 * Empties the reported rejections of all runs. A reason may quote any member of a record, and names no listing: which
 * of them are of a removed listing is unknown. Their number stays.
 */
export const forgetRejections = async (db: Db): Promise<void> =>
  void (await db.rows(sql`
    update feed_run set rejections = '[]', rejection_reasons = '[]'
    where rejections::text <> '[]' or rejection_reasons::text <> '[]'`));
