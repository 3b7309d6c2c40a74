import type { Tree } from '../../criteria/tree.ts';
import type { Db } from '../../db/sql.ts';
import type { ClusterCell, ClusterQuery, FacetCounts, FacetQuery } from './aggregates.ts';
import type { CodedDocument, CodedForm } from './coded-page.ts';
import type { CursorPosition } from './cursor.ts';
import type { SortKey, SortOrder, SortPosition } from './order.ts';

/** Counting stops here: PAGE answers report no larger total. */
export const MAX_COUNTED_ROWS = 10_000;

export interface PageQuery {
  criteria: Tree;
  order: SortOrder;
  offset: number;
  limit: number;
  /** Counting stops here; default MAX_COUNTED_ROWS. */
  maxCount?: number;
  /** Whether the sort keys are needed too, to merge pages of several regions. */
  withKeys?: boolean;
  /** Whether the documents are needed too: an engine that has to read them may do so in the statement that finds them. */
  withDocuments?: boolean;
}

/**
 * The flat results of the first `count` hits as one JSON array, none older than the index that found them;
 * undefined when one of them is not available. Must be called synchronously after the query, or not at all.
 */
export type SerializedPage = (count: number) => Buffer | string | undefined;

/** The same results in pieces of a compressed stream. */
export type CodedPage = (count: number, form: CodedForm) => readonly CodedDocument[] | undefined;

export interface PageHits {
  /** In order. */
  ids: string[];
  /** Of the same rows, when they were asked for. */
  keys?: SortKey[];
  /** Exact up to `maxCount`. */
  total: number;
  serialized?: SerializedPage;
  coded?: CodedPage;
  /** The replica that found them, if any: documents are read there, so that none is older than its hit. */
  source?: Db;
  /** Where hits of several regions are read; undefined for an id that is not among them. */
  sourceOf?: ((id: string) => Db | undefined) | undefined;
}

export interface CursorQuery {
  criteria: Tree;
  order: SortOrder;
  limit: number;
  /** Absent at the start of a scan. */
  from: CursorPosition | undefined;
}

export interface CursorHits {
  positions: SortPosition[];
  /** Exact; in a scan under way, the total of its start. */
  total: number;
  asOf: number;
  serialized?: SerializedPage;
  coded?: CodedPage;
  source?: Db;
  sourceOf?: PageHits['sourceOf'];
}

/**
 * Answers searches with ids in order and a total. The caller reads documents that are not serialized. A cursor
 * scan returns each property once, in the order of the moment it started, although properties move meanwhile.
 */
export interface SearchEngine {
  queryPage(query: PageQuery): Promise<PageHits>;
  queryCursor(query: CursorQuery): Promise<CursorHits>;
  /** Up to MAX_COUNTED_ROWS. */
  count(criteria: Tree): Promise<number>;
  /** Exact. */
  countFacets(query: FacetQuery): Promise<FacetCounts>;
  /** In any order. */
  findClusters(query: ClusterQuery): Promise<ClusterCell[]>;
}
