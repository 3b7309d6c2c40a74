import { hasBit, setBit } from './bitmap.ts';
import { type BitmapIntersection, countIntersection, intersectionSource } from './bitmap-intersection.ts';
import { applyFilters, type BlockFilter } from './block-filters.ts';
import type { Candidates } from './conjunct.ts';
import type { OpenSegment } from './open-segment.ts';
import { BLOCK_ROWS, chainedPostingSource, postingSource, type RowSource } from './row-sources.ts';

export interface ScanRequest {
  /** So many rows are wanted, the newest. */
  readonly limit: number;
  /** Counting may stop here. */
  readonly maxCount: number;
  /** The first row to look at. */
  readonly from?: number;
  /** What else must hold. */
  readonly also?: BlockFilter;
}

export interface ScanHits {
  rows: number[];
  total: number;
}

/** Where the rows of an answer are: among the candidates of a condition, or in layers of bits; of these, those that pass the sifts. */
export type ScanPlan = { readonly filters: readonly BlockFilter[] } & (
  | { readonly candidates: Candidates; readonly from: number }
  | { readonly laid: BitmapIntersection }
);

/** No row comes twice, and each list is in order. */
export const isSortedAndDisjoint = ({ isSorted, isDisjoint }: Candidates): boolean => isSorted && isDisjoint;

/** Those of spans in order one by one, each in order. */
export function openSources(plan: ScanPlan): RowSource[] {
  if ('laid' in plan) return [intersectionSource(plan.laid)];
  const { postings } = plan.candidates;
  return isSortedAndDisjoint(plan.candidates)
    ? postings.map((span) => postingSource(span, plan.from))
    : [chainedPostingSource(postings)];
}

/** One for all: no scan begins while another takes rows. The first blocks are small, as they may be all that is needed. */
const block = new Int32Array(BLOCK_ROWS);
const blocks = [32, 64, 128, 256, 512].map((size) => block.subarray(0, size));

/** Calls `each` with the rows of a block that pass, until it answers false. */
export function eachBlock(
  source: RowSource,
  sifts: readonly BlockFilter[],
  each: (rows: Int32Array, count: number) => boolean,
): void {
  for (let step = 0; ; step += 1) {
    const rows = blocks[step] ?? block;
    const count = source(rows);
    if (count === 0 || !each(rows, applyFilters(sifts, rows, count))) return;
  }
}

/** The first rows that pass, and how many do. */
export function collectRows(
  source: RowSource,
  sifts: readonly BlockFilter[],
  { limit, maxCount }: ScanRequest,
): ScanHits {
  const rows: number[] = [];
  let total = 0;
  eachBlock(source, sifts, (passed, count) => {
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

/** From rows in no order, some of which may come twice. */
export function collectUnordered(
  view: OpenSegment,
  plans: readonly ScanPlan[],
  { limit, maxCount }: ScanRequest,
): ScanHits {
  const wanted = Math.min(limit, maxCount);
  return sortThroughBitmap(
    view,
    (put) => {
      for (const plan of plans) for (const source of openSources(plan)) eachBlock(source, plan.filters, put);
    },
    (laid, total) => ({
      rows: countIntersection(laid, { limit: wanted, maxCount: wanted }).rows,
      total: Math.min(total, maxCount),
    }),
  );
}

type AddRows = (rows: Int32Array, count: number) => boolean;

/** Rows are put in order as bits, of which `use` also learns how many there are. */
function sortThroughBitmap<Used>(
  view: OpenSegment,
  fill: (put: AddRows) => void,
  use: (laid: BitmapIntersection, total: number) => Used,
): Used {
  const { scratch } = view;
  let [total, least, last] = [0, view.segment.count, 0];
  const put: AddRows = (rows, count) => {
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      total += Number(!hasBit(scratch, row));
      setBit(scratch, row);
      least = Math.min(least, row);
      last = Math.max(last, row);
    }
    return true;
  };
  try {
    fill(put);
    return use({ clauses: [{ any: [scratch] }], start: least, end: last + 1 }, total);
  } finally {
    scratch.fill(0, least >>> 5, (last >>> 5) + 1);
  }
}

/** More lists than this are put in order before any row is looked at. */
const MAX_MERGED_LISTS = 16;

/** Where few rows are wanted, the first of each list are enough, and the others are not looked at. */
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

/** In order, each once. */
function mergeUnique(lists: readonly number[][]): number[] {
  const rows = lists.flat().sort((one, other) => one - other);
  return rows.filter((row, at) => row !== rows[at - 1]);
}

function topRowsOfPlan(view: OpenSegment, plan: ScanPlan, few: ScanRequest): number[][] {
  const { filters } = plan;
  if ('laid' in plan) return [collectRows(intersectionSource(plan.laid), filters, few).rows];
  const { postings, isSorted: isInOrder } = plan.candidates;
  if (isInOrder && postings.length <= MAX_MERGED_LISTS)
    return postings.map((span) => collectRows(postingSource(span, plan.from), filters, few).rows);
  const rows = sortThroughBitmap(
    view,
    (put) => eachBlock(chainedPostingSource(postings), [], put),
    (laid) => collectRows(intersectionSource(laid), filters, few).rows,
  );
  return [rows];
}
