import type { Tree } from '../../criteria/tree.ts';
import type { Db } from '../../db/sql.ts';
import type { CursorPosition } from './cursor.ts';
import type { SortOrder, SortPosition } from './order.ts';

/** The whole count may stop here: PAGE answers tell no more. */
export const MAX_COUNTED_ROWS = 10_000;

export interface PageQuery {
  criteria: Tree;
  order: SortOrder;
  offset: number;
  limit: number;
  /** Counting may stop here; MAX_COUNTED_ROWS when left out. */
  maxCount?: number;
}

/**
 * The flat results of the first so many found, as one JSON array, none older than what the engine found them by; none when some of them
 * are not at hand. Asked at once, or not at all.
 */
export type SerializedPage = (count: number) => Buffer | undefined;

export interface PageHits {
  /** In order. */
  ids: string[];
  /** Exact up to where counting may stop. */
  total: number;
  serialized?: SerializedPage;
  /** Where they were found, when not in the store itself: documents are read there, lest one is older than what it was found by. */
  foundIn?: Db;
}

export interface CursorQuery {
  criteria: Tree;
  order: SortOrder;
  limit: number;
  /** Absent at the start of a walk. */
  from: CursorPosition | undefined;
}

export interface CursorHits {
  positions: SortPosition[];
  /** Exact; of a walk under way, that of its start. */
  total: number;
  asOf: number;
  serialized?: SerializedPage;
  foundIn?: Db;
}

/**
 * What answers a search: ids in order, and how many there are. Documents that it has not at hand are read by whoever asks. A walk shows each property once,
 * in the order of the moment it began, however properties move meanwhile.
 */
export interface SearchEngine {
  queryPage(asked: PageQuery): Promise<PageHits>;
  queryCursor(asked: CursorQuery): Promise<CursorHits>;
  /** How many there are, up to MAX_COUNTED_ROWS. */
  count(criteria: Tree): Promise<number>;
}
