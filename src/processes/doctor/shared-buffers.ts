import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { Finding } from './check.ts';

const GIGABYTE = 2 ** 30;
/** A smaller database is mostly in the page cache, and reads of it cost little. */
const MIN_DATABASE_BYTES = GIGABYTE;
/** 146,000 listings are 1 GB: from 128 MB to 2 GB a new one takes a third less of the server's CPU. */
const MIN_SHARE = 0.15;
/** Servers of large databases keep what they read often, be it a small share. */
const MAX_NEEDED_BYTES = 2 * GIGABYTE;

export interface BufferSizes {
  /** `shared_buffers`. */
  bufferBytes: number;
  databaseBytes: number;
}

export const readBufferSizes = (db: Db): Promise<BufferSizes | undefined> =>
  firstRow<BufferSizes>(
    db,
    sql`select pg_size_bytes(current_setting('shared_buffers'))::float8 as "bufferBytes",
               pg_database_size(current_database())::float8 as "databaseBytes"`,
  );

export function findSmallBuffers({ bufferBytes, databaseBytes }: BufferSizes): Finding | undefined {
  const isEnough = bufferBytes >= Math.min(MAX_NEEDED_BYTES, databaseBytes * MIN_SHARE);
  if (databaseBytes < MIN_DATABASE_BYTES || isEnough) return undefined;
  return {
    fault: `the database of ${(databaseBytes / GIGABYTE).toFixed(1)} GB has ${Math.round(bufferBytes / 2 ** 20)} MB of shared_buffers: it copies and checks most pages again for each read`,
    advice: 'raise shared_buffers to a tenth or a quarter of the memory of its machine, and restart it',
    isNotice: true,
  };
}
