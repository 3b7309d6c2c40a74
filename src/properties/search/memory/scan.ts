import { type Bits, hasBit, setBit } from './bits.ts';
import { BLOCK, type Source, spanSource, spansSource } from './blocks.ts';
import type { Candidates, Conjunct } from './conjunct.ts';
import { addLaid, countLaid, type Laid, laidSource } from './layers.ts';
import type { OpenSegment } from './open-segment.ts';
import { type Sift, siftAll, testSift, withoutSift } from './sifts.ts';

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
type Plan = { readonly sifts: readonly Sift[] } & (
  | { readonly candidates: Candidates; readonly from: number }
  | { readonly laid: Laid }
);

/** More candidates than this share of all are not worth listing: layers of bits are walked instead. */
const FEW_SHARE = 4;

/** The rows of a segment that meet all conditions, in order. */
export function scan(view: OpenSegment, conjuncts: readonly Conjunct[], asked: ScanAsked): ScanFound {
  const { count } = view.segment;
  if (conjuncts.length === 0 && asked.also === undefined && !asked.from) {
    // Everything: the rows wanted are read off, the rest is known.
    const { rows } = countLaid(laidOf(view, [], 0), { keep: asked.keep, most: asked.keep });
    return { rows, total: Math.min(count - view.deadCount, asked.most) };
  }
  const [only] = conjuncts;
  if (conjuncts.length === 1 && only?.parts) {
    const plans = only.parts.map((part) => planOf(view, part, asked));
    if (plans.every((plan) => 'candidates' in plan)) return scattered(view, plans, asked);
  }
  const plan = planOf(view, conjuncts, asked);
  if ('candidates' in plan && !plan.candidates.inOrder) return scattered(view, [plan], asked);
  if ('laid' in plan && plan.sifts.length === 0) return countLaid(plan.laid, asked);
  return mergedOf(
    sourcesOf(plan).map((source) => taken(source, plan.sifts, asked)),
    asked,
  );
}

/** Those of spans in order one by one, each in order. */
function sourcesOf(plan: Plan): Source[] {
  if ('laid' in plan) return [laidSource(plan.laid)];
  const { spans, inOrder } = plan.candidates;
  return inOrder ? spans.map((span) => spanSource(span, plan.from)) : [spansSource(spans)];
}

/** The same rows, all of them, as bits beside those that are set. */
export function scanInto(union: Bits, view: OpenSegment, conjuncts: readonly Conjunct[]): void {
  const plan = planOf(view, conjuncts, {});
  const { sifts } = plan;
  if ('laid' in plan && sifts.length === 0) {
    addLaid(union, plan.laid);
    return;
  }
  for (const source of sourcesOf(plan))
    eachBlock(source, sifts, (rows, count) => {
      for (let at = 0; at < count; at += 1) setBit(union, rows[at] as number);
      return true;
    });
}

function planOf(
  view: OpenSegment,
  conjuncts: readonly Conjunct[],
  { from = 0, also }: Pick<ScanAsked, 'from' | 'also'>,
): Plan {
  const more = also === undefined ? [] : [also];
  const best = fewest(conjuncts);
  if (best?.candidates === undefined || best.candidates.size > view.segment.count / FEW_SHARE) {
    const left = conjuncts.filter(({ layers, range }) => layers === undefined && range === undefined);
    return { laid: laidOf(view, conjuncts, from), sifts: [...siftsOf(left), ...more] };
  }
  const { candidates } = best;
  const left = conjuncts.filter(
    (one) => !(one === best && candidates.exact) && !(one.isKind && candidates.ofKinds),
  );
  const { deadCount, dead } = view;
  const sifts = [...(deadCount > 0 ? [withoutSift(dead)] : []), ...siftsOf(left), ...more];
  if (from > 0 && !candidates.inOrder) sifts.unshift(testSift((row) => row >= from));
  return { candidates, from, sifts };
}

function fewest(conjuncts: readonly Conjunct[]): Conjunct | undefined {
  let best: Conjunct | undefined;
  for (const one of conjuncts)
    if (one.candidates && one.candidates.size < (best?.candidates?.size ?? Infinity)) best = one;
  return best;
}

const siftsOf = (conjuncts: readonly Conjunct[]): Sift[] =>
  conjuncts.toSorted((one, other) => one.weight - other.weight).map(({ sift }) => sift());

function laidOf(view: OpenSegment, conjuncts: readonly Conjunct[], from: number): Laid {
  const layers = conjuncts.flatMap((one) => one.layers?.() ?? one.coarse?.() ?? []);
  if (view.deadCount > 0) layers.push({ any: [view.dead], isOut: true });
  const ranges = conjuncts.flatMap(({ range }) => (range === undefined ? [] : [range]));
  return {
    layers,
    start: Math.max(from, ...ranges.map(([first]) => first)),
    end: Math.min(view.segment.count, ...ranges.map(([, last]) => last)),
  };
}

/** One for all: no scan begins while another takes rows. */
const block = new Int32Array(BLOCK);

/** Calls `each` with the rows of a block that pass, until it answers false. */
function eachBlock(
  source: Source,
  sifts: readonly Sift[],
  each: (rows: Int32Array, count: number) => boolean,
): void {
  for (let count = source(block); count > 0; count = source(block))
    if (!each(block, siftAll(sifts, block, count))) return;
}

/** The first rows that pass, and how many do. */
function taken(source: Source, sifts: readonly Sift[], { keep, most }: ScanAsked): ScanFound {
  const rows: number[] = [];
  let total = 0;
  eachBlock(source, sifts, (passed, count) => {
    for (let at = 0; at < count && rows.length < keep; at += 1) rows.push(passed[at] as number);
    total += count;
    return total < most;
  });
  return { rows: rows.slice(0, most), total: Math.min(total, most) };
}

function mergedOf(parts: readonly ScanFound[], { keep, most }: ScanAsked): ScanFound {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const rows = parts.flatMap((part) => part.rows).sort((one, other) => one - other);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { rows: rows.slice(0, Math.min(keep, most)), total: Math.min(total, most) };
}

/** From rows in no order, some of which may come twice. */
function scattered(view: OpenSegment, plans: readonly Plan[], { keep, most }: ScanAsked): ScanFound {
  const { scratch } = view;
  let [total, least, last] = [0, view.segment.count, 0];
  const put = (rows: Int32Array, count: number): boolean => {
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
    for (const plan of plans) for (const source of sourcesOf(plan)) eachBlock(source, plan.sifts, put);
    const wanted = Math.min(keep, most);
    const laid = { layers: [{ any: [scratch] }], start: least, end: last + 1 };
    const { rows } = countLaid(laid, { keep: wanted, most: wanted });
    return { rows, total: Math.min(total, most) };
  } finally {
    scratch.fill(0, least >>> 5, (last >>> 5) + 1);
  }
}
