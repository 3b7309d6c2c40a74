import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type EngineSession,
  type EngineSessions,
  type EngineValue,
  quoteIdentifier,
  quoteLiteral,
} from './engine.ts';

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

/** A table ready to be streamed. */
export interface TableFile {
  format: TableFormat;
  bytes: number;
  stream: Readable;
}

export const DOWNLOADS_DIRECTORY = 'downloads';

/**
 * Writes the result of a statement as a file and opens it. The file is unlinked before the first byte is sent: nothing
 * is left behind.
 */
export async function exportQuery(
  engine: Pick<EngineSessions, 'folder'>,
  session: EngineSession,
  statement: { text: string; values: EngineValue[] },
  format: TableFormat,
): Promise<TableFile> {
  const path = join(engine.folder, DOWNLOADS_DIRECTORY, `${randomUUID()}.${format}`);
  await mkdir(join(engine.folder, DOWNLOADS_DIRECTORY), { recursive: true });
  try {
    await session.run(
      `copy (${statement.text}) to ${quoteLiteral(path)} (${OPTIONS[format]})`,
      statement.values,
    );
    const { size } = await stat(path);
    const stream = createReadStream(path);
    await once(stream, 'open');
    return { format, bytes: size, stream };
  } finally {
    await rm(path, { force: true });
  }
}

/** In-memory rows as a table of typed columns. */
export interface ExportRows {
  columns: Readonly<Record<string, string>>;
  rows: readonly object[];
}

/** A text that a spreadsheet would run as a formula is marked as text. */
const asText = (name: string): string =>
  `case when regexp_matches(${name}, '^[=+@\\t\\r-]') then concat('''', ${name}) else ${name} end as ${name}`;

export function exportRows(
  engine: EngineSessions,
  { columns, rows }: ExportRows,
  format: TableFormat,
): Promise<TableFile> {
  const shown = Object.entries(columns).map(([name, type]) =>
    format === 'csv' && type === 'VARCHAR' ? asText(quoteIdentifier(name)) : quoteIdentifier(name),
  );
  const structure = quoteLiteral(JSON.stringify([columns]));
  const table = `select unnest(from_json($1, ${structure}), recursive := true)`;
  const statement = { text: `select ${shown.join(', ')} from (${table})`, values: [JSON.stringify(rows)] };
  return engine.use((session) => exportQuery(engine, session, statement, format));
}
