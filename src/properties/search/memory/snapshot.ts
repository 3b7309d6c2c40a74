import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LAYOUT } from '../layout.ts';
import { isNumbers, readArrayFile, writeArrayFile } from './array-file.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { LoadedIndex } from './index-snapshot.ts';

/** Of the file format; the layout has its own revision. */
const VERSION = 7;

/** The shape of a segment, so that a snapshot of another shape is refused even when the version was not raised. */
function describeShape(value: unknown): unknown {
  if (isNumbers(value)) return value.constructor.name;
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value)
    .map(([name, member]) => [name, describeShape(member)])
    .sort();
}

const SHAPE_HASH = createHash('sha256')
  .update(JSON.stringify(describeShape(new SegmentBuilder().finish())))
  .digest('hex')
  .slice(0, 16);

/** Identifies the file format, the layout and the store of a snapshot. */
const snapshotKey = (store: string): string => `${VERSION} ${SHAPE_HASH} ${LAYOUT} ${store}`;

/** The file is complete or absent. Its documents are in a file beside it. */
export function writeSnapshot(path: string, store: string, loaded: LoadedIndex): void {
  const { documents } = loaded;
  const named = documents === undefined ? loaded : { ...loaded, documents: basename(documents) };
  writeArrayFile(path, VERSION, { key: snapshotKey(store), loaded: named } satisfies StoredSnapshot);
}

/** A snapshot as it was read, before its store is compared. */
export interface StoredSnapshot {
  readonly key: string;
  readonly loaded: LoadedIndex;
}

/** Undefined when the file is absent, damaged, of another version, layout or store, or takes more than `maxBytes`. */
export function readSnapshot(path: string, store: string, maxBytes?: number): LoadedIndex | undefined {
  const stored = readSnapshotFile(path, maxBytes);
  return stored && indexOfSnapshot(path, store, stored);
}

/** Undefined when the file is absent, damaged, of another version, or takes more than `maxBytes` in memory. */
export const readSnapshotFile = (path: string, maxBytes = Infinity): StoredSnapshot | undefined =>
  readArrayFile(path, VERSION, maxBytes) as StoredSnapshot | undefined;

/** The index of a snapshot of this layout and store. Undefined also when its documents are gone. */
export function indexOfSnapshot(
  path: string,
  store: string,
  { key, loaded }: StoredSnapshot,
): LoadedIndex | undefined {
  try {
    return key === snapshotKey(store) ? withDocuments(path, loaded) : undefined;
  } catch {
    return undefined;
  }
}

/** The documents are in a file beside the snapshot. Their content is verified when it is read. */
function withDocuments(path: string, loaded: LoadedIndex): LoadedIndex | undefined {
  if (loaded.documents === undefined) return loaded;
  const documents = join(dirname(path), loaded.documents);
  const size = loaded.segment.documents?.starts[loaded.segment.count];
  return statSync(documents).size === size ? { ...loaded, documents } : undefined;
}
