import { hasBit, setBit } from './bitmap-cache.ts';
import { type BitmapIntersection, countIntersection, intersectionSource } from './bitmap-intersection.ts';
import {
  applyFilters,
  BLOCK_ROWS,
  type BlockFilter,
  chainedPostingSource,
  postingSource,
  type RowSource,
} from './block-filters.ts';
import type { Candidates } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';

export interface ScanRequest {
  /** How many rows to return, newest first. */
  readonly limit: number;
  /** Counting stops here. */
  readonly maxCount: number;
  /** The first row of the scan. */
  readonly from?: number;
  /** An additional condition. */
  readonly extraFilter?: BlockFilter;
}

export interface ScanHits {
  rows: number[];
  total: number;
}

/**
 * Where the scan reads rows (posting lists of one conjunct, or a bitmap intersection), and the filters they must
 * pass.
 */
export type ScanPlan = { readonly filters: readonly BlockFilter[] } & (
  | { readonly candidates: Candidates; readonly from: number }
  | { readonly intersection: BitmapIntersection }
);

/** No row occurs twice, and each list is sorted. */
export const isSortedAndDisjoint = ({ isSorted, isDisjoint }: Candidates): boolean => isSorted && isDisjoint;

/** Sorted and disjoint postings give one sorted source each, others one unsorted source. */
export function openSources(plan: ScanPlan): RowSource[] {
  if ('intersection' in plan) return [intersectionSource(plan.intersection)];
  const { postings } = plan.candidates;
  return isSortedAndDisjoint(plan.candidates)
    ? postings.map((range) => postingSource(range, plan.from))
    : [chainedPostingSource(postings)];
}

/** Shared buffers: no two scans run at the same time. The first blocks are small, because they may suffice. */
const block = new Int32Array(BLOCK_ROWS);
const blocks = [32, 64, 128, 256, 512].map((size) => block.subarray(0, size));

/** Calls `each` with the rows of each block that pass, until it returns false. */
export function eachBlock(
  source: RowSource,
  filters: readonly BlockFilter[],
  each: (rows: Int32Array, count: number) => boolean,
): void {
  for (let step = 0; ; step += 1) {
    const rows = blocks[step] ?? block;
    const count = source(rows);
    if (count === 0 || !each(rows, applyFilters(filters, rows, count))) return;
  }
}

/** The first rows that pass, and their total. */
export function collectRows(
  source: RowSource,
  filters: readonly BlockFilter[],
  { limit, maxCount }: ScanRequest,
): ScanHits {
  const rows: number[] = [];
  let total = 0;
  eachBlock(source, filters, (passed, count) => {
    for (let at = 0; at < count && rows.length < limit; at += 1) rows.push(passed[at] as number);
    total += count;
    return total < maxCount;
  });
  return { rows: rows.slice(0, maxCount), total: Math.min(total, maxCount) };
}

export function mergeScans(parts: readonly ScanHits[], { limit, maxCount }: ScanRequest): ScanHits {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const rows = parts.flatMap((part) => part.rows).sort((one, other) => one - other);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { rows: rows.slice(0, Math.min(limit, maxCount)), total: Math.min(total, maxCount) };
}

/** Collects rows from unsorted sources with possible duplicates. */
export function collectUnordered(
  view: OpenSegment,
  plans: readonly ScanPlan[],
  { limit, maxCount }: ScanRequest,
): ScanHits {
  const wanted = Math.min(limit, maxCount);
  return sortThroughBitmap(
    view,
    (addRows) => {
      for (const plan of plans)
        for (const source of openSources(plan)) eachBlock(source, plan.filters, addRows);
    },
    (intersection, total) => ({
      rows: countIntersection(intersection, { limit: wanted, maxCount: wanted }).rows,
      total: Math.min(total, maxCount),
    }),
  );
}

type AddRows = (rows: Int32Array, count: number) => boolean;

/** Sorts and deduplicates rows by setting bits of the scratch bitmap; `use` reads the bitmap and the total. */
function sortThroughBitmap<Used>(
  view: OpenSegment,
  fill: (addRows: AddRows) => void,
  use: (intersection: BitmapIntersection, total: number) => Used,
): Used {
  const { scratch } = view;
  let [total, first, last] = [0, view.segment.count, 0];
  const addRows: AddRows = (rows, count) => {
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      total += Number(!hasBit(scratch, row));
      setBit(scratch, row);
      first = Math.min(first, row);
      last = Math.max(last, row);
    }
    return true;
  };
  try {
    fill(addRows);
    return use({ clauses: [{ any: [scratch] }], start: first, end: last + 1 }, total);
  } finally {
    scratch.fill(0, first >>> 5, (last >>> 5) + 1);
  }
}

/** More lists than this are merged through a bitmap before any filter runs. */
const MAX_MERGED_LISTS = 16;

/** For small limits: reads only the front of each list. */
export function topRows(
  view: OpenSegment,
  plans: readonly ScanPlan[],
  { limit, maxCount }: ScanRequest,
): ScanHits {
  const few = { limit: maxCount, maxCount };
  const lists = plans.flatMap((plan) => topRowsOfPlan(view, plan, few));
  const first = lists.length === 1 ? (lists[0] as number[]) : mergeUnique(lists).slice(0, maxCount);
  return { rows: first.slice(0, limit), total: first.length };
}

/** Sorted, without duplicates. */
function mergeUnique(lists: readonly number[][]): number[] {
  const rows = lists.flat().sort((one, other) => one - other);
  return rows.filter((row, at) => row !== rows[at - 1]);
}

function topRowsOfPlan(view: OpenSegment, plan: ScanPlan, few: ScanRequest): number[][] {
  const { filters } = plan;
  if ('intersection' in plan) return [collectRows(intersectionSource(plan.intersection), filters, few).rows];
  const { postings, isSorted } = plan.candidates;
  if (isSorted && postings.length <= MAX_MERGED_LISTS)
    return postings.map((range) => collectRows(postingSource(range, plan.from), filters, few).rows);
  const rows = sortThroughBitmap(
    view,
    (addRows) => eachBlock(chainedPostingSource(postings), [], addRows),
    (intersection) => collectRows(intersectionSource(intersection), filters, few).rows,
  );
  return [rows];
}
