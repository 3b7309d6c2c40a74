import { type ChangesContext, readChanges } from '../changes/read-changes.ts';
import type { Tree } from '../criteria/tree.ts';
import type { SerializedLine } from './read-properties.ts';

/** Changes read at once. */
const READ_CHANGES = 500;

/** The cursor is no longer valid: the export cannot be made. */
export class CursorRefused extends Error {}

/**
 * What changed since a cursor, as lines: the property as it is now, or its id with `removed`. A property that changed
 * twice within a page has one line; one that changed again later has another, and the last one holds.
 */
export async function* readChanged(
  context: ChangesContext,
  { accountId, tree }: { accountId: string; tree: Tree | undefined },
  since: string,
): AsyncGenerator<SerializedLine[]> {
  for (let cursor = since; ; ) {
    const page = await readChanges(context, { accountId, criteria: tree, cursor, limit: READ_CHANGES });
    if ('refused' in page) throw new CursorRefused(page.refused);
    const latest = new Map(page.changes.map(({ propertyId, data }) => [propertyId, data]));
    const lines = [...latest].map(([id, data]) => ({
      key: page.cursor,
      line: JSON.stringify(data ?? { id, removed: true }),
    }));
    yield lines.length > 0 ? lines : [{ key: page.cursor, line: undefined }];
    if (!page.hasMore) return;
    cursor = page.cursor;
  }
}
