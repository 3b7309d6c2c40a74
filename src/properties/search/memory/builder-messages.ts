import type { Connection } from '../../../db/connection.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import type { IndexRow, Segment } from './open-segment.ts';

/** A message to the builder thread. Rows come in parts, so that copying them never blocks for long. */
export type BuilderCommand =
  | { kind: 'connect'; connection: Connection }
  | { kind: 'load-stored'; maxBytes: number }
  | { kind: 'load'; ignoreFile: boolean; maxHiddenRows: number }
  | { kind: 'rows'; rows: readonly IndexRow[] }
  | { kind: 'build' };

export type BuilderReply =
  | { stored: LoadedIndex | undefined }
  | { loaded: LoadedIndex; fromFile: boolean }
  | BuiltSegment
  | { failed: string };

/** A segment, and the file with its documents. */
export interface BuiltSegment {
  readonly segment: Segment;
  readonly documents: string;
}

export interface IndexBuilderSettings {
  /** Absent until the database is known. */
  readonly connection?: Connection;
  /** Path of the snapshot; document files are beside it. */
  readonly file: string;
  /** A larger snapshot is not read before it is asked for. */
  readonly maxBytes?: number;
  /** Not 0 while a snapshot is being written. */
  readonly storing: Int32Array<SharedArrayBuffer>;
}
