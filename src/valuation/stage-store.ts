import { type Db, sql } from '../db/sql.ts';

/** The prices a fit is made of. Later stages are of these rows alone. */
export const MARKET_STAGE = 'market';

/** Finished stages by name, the prices among them. */
export type StageBytes = Map<string, Uint8Array>;

const PART_BYTES = 4 * 1024 * 1024;

/** Pieces that fit one message of the database. */
export function splitParts(bytes: Uint8Array): Buffer[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.ceil(whole.length / PART_BYTES) }, (_, part) =>
    whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

/** A stage is worth nothing once the prices were withdrawn: then nothing is stored. Call it in a transaction. */
export async function storeStage(db: Db, id: string, stage: string, bytes: Uint8Array): Promise<void> {
  for (const [part, piece] of splitParts(bytes).entries())
    await db.rows(sql`
      insert into valuation_fit_stage (model_id, stage, part, bytes)
      select ${id}, ${stage}, ${part}, ${piece}
      where ${stage === MARKET_STAGE} or exists (
        select 1 from valuation_fit_stage where model_id = ${id} and stage = ${MARKET_STAGE})
      on conflict (model_id, stage, part) do update set bytes = excluded.bytes`);
}

/** The stages of a fit that was interrupted, by name; none without its prices. */
export async function loadStages(db: Db, id: string): Promise<StageBytes> {
  const rows = await db.rows<{ stage: string; bytes: Buffer }>(
    sql`select stage, bytes from valuation_fit_stage where model_id = ${id} order by stage, part`,
  );
  const parts = Map.groupBy(rows, ({ stage }) => stage);
  if (!parts.has(MARKET_STAGE)) return new Map();
  return new Map(
    [...parts].map(([stage, own]) => [stage, new Uint8Array(Buffer.concat(own.map(({ bytes }) => bytes)))]),
  );
}

export const deleteStages = (db: Db, id: string): Promise<unknown> =>
  db.rows(sql`delete from valuation_fit_stage where model_id = ${id}`);

/** Fits that are interrupted from now on start again. */
export const deleteAllStages = (db: Db): Promise<unknown> => db.rows(sql`delete from valuation_fit_stage`);
