import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Engine, type EngineSession, type EngineValue, quoted } from './engine.ts';

export const tableFormats = ['csv', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];

export const tableTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const OPTIONS: Readonly<Record<TableFormat, string>> = {
  csv: "format csv, header, timestampformat '%Y-%m-%dT%H:%M:%S+00:00'",
  parquet: 'format parquet, compression zstd',
};

/** A table on its way to somebody. */
export interface TableFile {
  format: TableFormat;
  bytes: number;
  stream: Readable;
}

export const DOWNLOADS = 'downloads';

/** Writes what a statement selects as a file and opens it. The name is gone before the first byte is sent: nothing is left behind. */
export async function writeTable(
  engine: Engine,
  session: EngineSession,
  statement: { text: string; values: EngineValue[] },
  format: TableFormat,
): Promise<TableFile> {
  const path = join(engine.folder, DOWNLOADS, `${randomUUID()}.${format}`);
  await mkdir(join(engine.folder, DOWNLOADS), { recursive: true });
  try {
    await session.run(`copy (${statement.text}) to ${quoted(path)} (${OPTIONS[format]})`, statement.values);
    const { size } = await stat(path);
    const stream = createReadStream(path);
    await once(stream, 'open');
    return { format, bytes: size, stream };
  } finally {
    await rm(path, { force: true });
  }
}
