import type { Tree } from '../../criteria/tree.ts';
import type { Db } from '../../db/sql.ts';
import type { WalkPosition } from './cursor.ts';
import type { Order, Place } from './order.ts';

/** The whole count may stop here: PAGE answers tell no more. */
export const MAX_COUNTED_ROWS = 10_000;

export interface PageAsked {
  criteria: Tree;
  order: Order;
  offset: number;
  limit: number;
  /** Counting may stop here; MAX_COUNTED_ROWS when left out. */
  most?: number;
}

/**
 * The flat results of the first so many found, as one JSON array, none older than what the engine found them by; none when some of them
 * are not at hand. Asked at once, or not at all.
 */
export type WrittenList = (count: number) => Buffer | undefined;

export interface PageFound {
  /** In order. */
  ids: string[];
  /** Exact up to where counting may stop. */
  total: number;
  written?: WrittenList;
  /** Where they were found, when not in the store itself: documents are read there, lest one is older than what it was found by. */
  foundIn?: Db;
}

export interface WalkAsked {
  criteria: Tree;
  order: Order;
  limit: number;
  /** Absent at the start of a walk. */
  from: WalkPosition | undefined;
}

export interface WalkFound {
  places: Place[];
  /** Exact; of a walk under way, that of its start. */
  total: number;
  asOf: number;
  written?: WrittenList;
  foundIn?: Db;
}

/**
 * What answers a search: ids in order, and how many there are. Documents that it has not at hand are read by whoever asks. A walk shows each property once,
 * in the order of the moment it began, however properties move meanwhile.
 */
export interface SearchEngine {
  page(asked: PageAsked): Promise<PageFound>;
  walk(asked: WalkAsked): Promise<WalkFound>;
  /** How many there are, up to MAX_COUNTED_ROWS. */
  count(criteria: Tree): Promise<number>;
}
