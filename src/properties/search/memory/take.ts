import { hasBit, setBit } from './bits.ts';
import { BLOCK, type Source, spanSource, spansSource } from './blocks.ts';
import type { Candidates } from './conjunct.ts';
import { countLaid, type Laid, laidSource } from './layers.ts';
import type { OpenSegment } from './open-segment.ts';
import { type Sift, siftAll } from './sifts.ts';

export interface ScanAsked {
  /** So many rows are wanted, the newest. */
  readonly keep: number;
  /** Counting may stop here. */
  readonly most: number;
  /** The first row to look at. */
  readonly from?: number;
  /** What else must hold. */
  readonly also?: Sift;
}

export interface ScanFound {
  rows: number[];
  total: number;
}

/** Where the rows of an answer are: among the candidates of a condition, or in layers of bits; of these, those that pass the sifts. */
export type Plan = { readonly sifts: readonly Sift[] } & (
  | { readonly candidates: Candidates; readonly from: number }
  | { readonly laid: Laid }
);

/** No row comes twice, and each list is in order. */
export const isListed = ({ inOrder, apart }: Candidates): boolean => inOrder && apart;

/** Those of spans in order one by one, each in order. */
export function sourcesOf(plan: Plan): Source[] {
  if ('laid' in plan) return [laidSource(plan.laid)];
  const { spans } = plan.candidates;
  return isListed(plan.candidates) ? spans.map((span) => spanSource(span, plan.from)) : [spansSource(spans)];
}

/** One for all: no scan begins while another takes rows. The first blocks are small, as they may be all that is needed. */
const block = new Int32Array(BLOCK);
const blocks = [32, 64, 128, 256, 512].map((size) => block.subarray(0, size));

/** Calls `each` with the rows of a block that pass, until it answers false. */
export function eachBlock(
  source: Source,
  sifts: readonly Sift[],
  each: (rows: Int32Array, count: number) => boolean,
): void {
  for (let step = 0; ; step += 1) {
    const rows = blocks[step] ?? block;
    const count = source(rows);
    if (count === 0 || !each(rows, siftAll(sifts, rows, count))) return;
  }
}

/** The first rows that pass, and how many do. */
export function taken(source: Source, sifts: readonly Sift[], { keep, most }: ScanAsked): ScanFound {
  const rows: number[] = [];
  let total = 0;
  eachBlock(source, sifts, (passed, count) => {
    for (let at = 0; at < count && rows.length < keep; at += 1) rows.push(passed[at] as number);
    total += count;
    return total < most;
  });
  return { rows: rows.slice(0, most), total: Math.min(total, most) };
}

export function mergedOf(parts: readonly ScanFound[], { keep, most }: ScanAsked): ScanFound {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const rows = parts.flatMap((part) => part.rows).sort((one, other) => one - other);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { rows: rows.slice(0, Math.min(keep, most)), total: Math.min(total, most) };
}

/** From rows in no order, some of which may come twice. */
export function scattered(view: OpenSegment, plans: readonly Plan[], { keep, most }: ScanAsked): ScanFound {
  const wanted = Math.min(keep, most);
  return inOrder(
    view,
    (put) => {
      for (const plan of plans) for (const source of sourcesOf(plan)) eachBlock(source, plan.sifts, put);
    },
    (laid, total) => ({
      rows: countLaid(laid, { keep: wanted, most: wanted }).rows,
      total: Math.min(total, most),
    }),
  );
}

type Put = (rows: Int32Array, count: number) => boolean;

/** Rows are put in order as bits, of which `use` also learns how many there are. */
function inOrder<Used>(
  view: OpenSegment,
  fill: (put: Put) => void,
  use: (laid: Laid, total: number) => Used,
): Used {
  const { scratch } = view;
  let [total, least, last] = [0, view.segment.count, 0];
  const put: Put = (rows, count) => {
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
    return use({ layers: [{ any: [scratch] }], start: least, end: last + 1 }, total);
  } finally {
    scratch.fill(0, least >>> 5, (last >>> 5) + 1);
  }
}

/** More lists than this are put in order before any row is looked at. */
const FEW_LISTS = 16;

/** Where few rows are wanted, the first of each list are enough, and the others are not looked at. */
export function firstOf(view: OpenSegment, plans: readonly Plan[], { keep, most }: ScanAsked): ScanFound {
  const few = { keep: most, most };
  const lists = plans.flatMap((plan) => firstOfPlan(view, plan, few));
  const first = lists.length === 1 ? (lists[0] as number[]) : together(lists).slice(0, most);
  return { rows: first.slice(0, keep), total: first.length };
}

/** In order, each once. */
function together(lists: readonly number[][]): number[] {
  const rows = lists.flat().sort((one, other) => one - other);
  return rows.filter((row, at) => row !== rows[at - 1]);
}

function firstOfPlan(view: OpenSegment, plan: Plan, few: ScanAsked): number[][] {
  const { sifts } = plan;
  if ('laid' in plan) return [taken(laidSource(plan.laid), sifts, few).rows];
  const { spans, inOrder: isInOrder } = plan.candidates;
  if (isInOrder && spans.length <= FEW_LISTS)
    return spans.map((span) => taken(spanSource(span, plan.from), sifts, few).rows);
  const rows = inOrder(
    view,
    (put) => eachBlock(spansSource(spans), [], put),
    (laid) => taken(laidSource(laid), sifts, few).rows,
  );
  return [rows];
}
