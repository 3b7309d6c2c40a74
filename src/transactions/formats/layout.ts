import { createHash } from 'node:crypto';
import type { SourceLayout } from '../sale-row.ts';

/** The same columns give the same layout, whatever the file. */
export function createSourceLayout(
  format: string,
  separator: string,
  columns: readonly string[],
): SourceLayout {
  const digest = createHash('sha1')
    .update(JSON.stringify([format, separator, columns]))
    .digest();
  return { id: digest.readInt32BE(0), format, separator, columns };
}
