import { chmod } from 'node:fs/promises';
import { propertyResult } from '../catalogue/attributes/property-result.ts';
import type { Members, Node } from '../catalogue/nodes.ts';
import { type Engine, quoteIdentifier, quoteLiteral } from '../warehouse/engine.ts';

const CONVERT_TIMEOUT_MS = 15 * 60_000;
const FILE_MODE = 0o600;

/** The type of a node in DuckDB, and so in the Parquet file. */
function duckType(node: Node): string {
  switch (node.kind) {
    case 'number':
      return 'DOUBLE';
    case 'integer':
      return 'BIGINT';
    case 'flag':
      return 'BOOLEAN';
    case 'date':
      return 'DATE';
    case 'timestamp':
      return 'TIMESTAMPTZ';
    case 'point':
      return 'STRUCT("type" VARCHAR, "coordinates" DOUBLE[])';
    case 'list':
      return `${duckType(node.of)}[]`;
    case 'keyed':
      return struct(Object.fromEntries(node.vocabulary.values.map((value) => [value, node.of])));
    case 'object':
      return struct(node.members);
    default:
      return 'VARCHAR';
  }
}

const struct = (members: Members): string =>
  `STRUCT(${Object.entries(members)
    .map(([name, node]) => `${quoteIdentifier(name)} ${duckType(node)}`)
    .join(', ')})`;

/** The columns of an export: the members of the property result; `removed` in one that is incremental. */
export const exportColumns = (incremental: boolean): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(propertyResult.members as Members).map(([name, node]) => [name, duckType(node)]),
  ),
  ...(incremental ? { removed: 'BOOLEAN' } : {}),
});

/** Converts a finished NDJSON file. Both are below the directory of the engine. */
export async function convertToParquet(
  engine: Pick<Engine, 'use'>,
  { from, to, incremental }: { from: string; to: string; incremental: boolean },
): Promise<void> {
  const columns = Object.entries(exportColumns(incremental))
    .map(([name, type]) => `${quoteIdentifier(name)}: ${quoteLiteral(type)}`)
    .join(', ');
  const source = `read_json(${quoteLiteral(from)}, format = 'newline_delimited', columns = {${columns}})`;
  await engine.use(
    (session) =>
      session.run(`copy (select * from ${source}) to ${quoteLiteral(to)} (format parquet, compression zstd)`),
    CONVERT_TIMEOUT_MS,
  );
  await chmod(to, FILE_MODE);
}
