import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { type Db, sql } from '../db/sql.ts';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/**
 * Deletes the stored observations of a listing. A block holds the lines of many listings: its own lines are emptied, and
 * the others keep their numbers. Rejected records of the URL, and examples of ignored fields of the source, go too.
 */
export async function forgetRaw(db: Db, listingId: string): Promise<void> {
  const blocks = await db.rows<{ blockId: string; lines: number[]; body: Buffer }>(sql`
    select block_id as "blockId", array_agg(line::int) as lines, (array_agg(raw_block.body))[1] as body
    from raw_observation join raw_block using (block_id) where listing_id = ${listingId} group by block_id`);
  for (const { blockId, lines, body } of blocks) {
    const kept = String(await decompress(body))
      .split('\n')
      .map((line, at) => (lines.includes(at) ? '' : line))
      .join('\n');
    await db.rows(sql`update raw_block set body = ${await compress(kept)} where block_id = ${blockId}`);
  }
  const sources = await db.rows<{ sourceId: string }>(
    sql`delete from raw_observation where listing_id = ${listingId} returning source_id as "sourceId"`,
  );
  await db.rows(sql`delete from rejected_record where listing_id = ${listingId}`);
  await db.rows(sql`
    update ignored_field set example = '' where source_id = any (${sources.map(({ sourceId }) => sourceId)}::uuid[])`);
}
