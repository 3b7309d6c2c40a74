import { addBits, type Bits, countBits, dropBits, keepBits, setBit } from './bits.ts';
import { BLOCK, bitsSource, rangeSource, type Source, spanSource } from './blocks.ts';
import type { Conjunct } from './conjunct.ts';
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

/** Where the rows of an answer are found: all among those of the sources, and those of them that pass the sifts. */
interface Plan {
  readonly sources: readonly Source[];
  /** Each source is in order of its rows, and no row is in two. */
  readonly inOrder: boolean;
  readonly sifts: readonly Sift[];
  /** Nothing but the rows that pass, and nothing is left to sift. */
  readonly bits?: Bits;
}

/** Fewer candidates than this share of all are not held against what bits would leave: laying those over each other takes as long. */
const FEW_SHARE = 16;

/** The rows of a segment that meet all conditions, in order. */
export function scan(view: OpenSegment, conjuncts: readonly Conjunct[], asked: ScanAsked): ScanFound {
  const { count } = view.segment;
  if (conjuncts.length === 0 && asked.also === undefined && !asked.from) {
    // Everything: the rows wanted are read off, the rest is known.
    const { rows } = taken(rangeSource(0, count), living(view), { keep: asked.keep, most: asked.keep });
    return { rows, total: Math.min(count - view.deadCount, asked.most) };
  }
  const plan = planOf(view, conjuncts, asked);
  if (plan.bits !== undefined) return counted(plan.bits, asked);
  const [only] = plan.sources;
  if (plan.inOrder && plan.sources.length === 1 && only) return taken(only, plan.sifts, asked);
  return plan.inOrder ? mergedOf(plan, asked) : counted(scattered(view, plan), asked);
}

/** The same rows, all of them, as bits beside those that are set. */
export function scanInto(union: Bits, view: OpenSegment, conjuncts: readonly Conjunct[]): void {
  const plan = planOf(view, conjuncts, {});
  if (plan.bits !== undefined) addBits(union, plan.bits);
  else scatter(union, plan);
}

const living = ({ deadCount, dead }: OpenSegment): Sift[] => (deadCount > 0 ? [withoutSift(dead)] : []);

function planOf(
  view: OpenSegment,
  conjuncts: readonly Conjunct[],
  { from = 0, also }: Pick<ScanAsked, 'from' | 'also'>,
): Plan {
  const { count } = view.segment;
  const [best] = conjuncts
    .filter(({ candidates }) => candidates !== undefined)
    .sort((one, other) => (one.candidates?.size ?? 0) - (other.candidates?.size ?? 0));
  const more = also === undefined ? [] : [also];
  const size = best?.candidates?.size ?? count;
  if (best !== undefined && size <= count / FEW_SHARE)
    return candidatesPlan(view, conjuncts, { best, from, more });
  const laid = laidOver(conjuncts);
  if (best !== undefined && (laid === undefined || size <= countBits(laid)))
    return candidatesPlan(view, conjuncts, { best, from, more });
  const left = conjuncts.filter(({ bits }) => bits === undefined);
  if (laid === undefined)
    return {
      sources: [rangeSource(from, count)],
      inOrder: true,
      sifts: [...living(view), ...siftsOf(left), ...more],
    };
  if (view.deadCount > 0) dropBits(laid, view.dead);
  const sifts = [...siftsOf(left), ...more];
  const plan = { sources: [bitsSource(laid, from, count)], inOrder: true, sifts };
  return sifts.length === 0 && from === 0 ? { ...plan, bits: laid } : plan;
}

const siftsOf = (conjuncts: readonly Conjunct[]): Sift[] =>
  conjuncts.toSorted((one, other) => one.weight - other.weight).map(({ sift }) => sift);

function candidatesPlan(
  view: OpenSegment,
  conjuncts: readonly Conjunct[],
  { best, from, more }: { best: Conjunct; from: number; more: readonly Sift[] },
): Plan {
  const { spans = [], range, bits, inOrder = true, exact } = best.candidates ?? { exact: false };
  const left = conjuncts.filter((one) => one !== best || !exact);
  const sifts = [...living(view), ...siftsOf(left), ...more];
  const { count } = view.segment;
  if (range !== undefined)
    return { sources: [rangeSource(Math.max(from, range[0]), range[1])], inOrder: true, sifts };
  if (bits !== undefined) return { sources: [bitsSource(bits(), from, count)], inOrder: true, sifts };
  if (inOrder) return { sources: spans.map((span) => spanSource(span, from)), inOrder: true, sifts };
  if (from > 0) sifts.unshift(testSift((row) => row >= from));
  return { sources: spans.map((span) => spanSource(span)), inOrder: false, sifts };
}

/** The rows that pass all conditions of which bits are known. */
function laidOver(conjuncts: readonly Conjunct[]): Bits | undefined {
  let laid: Bits | undefined;
  for (const { bits } of conjuncts) {
    if (bits === undefined) continue;
    if (laid === undefined) laid = bits().slice();
    else keepBits(laid, bits());
  }
  return laid;
}

/** One for all: no scan begins while another takes rows. */
const block = new Int32Array(BLOCK);

/** The first rows that pass, and how many do. */
function taken(source: Source, sifts: readonly Sift[], { keep, most }: ScanAsked): ScanFound {
  const rows: number[] = [];
  let total = 0;
  for (let count = source(block); count > 0; count = source(block)) {
    count = siftAll(sifts, block, count);
    for (let at = 0; at < count && rows.length < keep; at += 1) rows.push(block[at] as number);
    total += count;
    if (total >= most) break;
  }
  return { rows: rows.slice(0, most), total: Math.min(total, most) };
}

function mergedOf({ sources, sifts }: Plan, asked: ScanAsked): ScanFound {
  const parts = sources.map((source) => taken(source, sifts, asked));
  const rows = parts.flatMap((part) => part.rows).sort((one, other) => one - other);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { rows: rows.slice(0, Math.min(asked.keep, asked.most)), total: Math.min(total, asked.most) };
}

function scattered(view: OpenSegment, plan: Plan): Bits {
  const bits: Bits = new Uint32Array((view.segment.count + 31) >>> 5);
  scatter(bits, plan);
  return bits;
}

function scatter(bits: Bits, { sources, sifts }: Plan): void {
  for (const source of sources)
    for (let count = source(block); count > 0; count = source(block)) {
      count = siftAll(sifts, block, count);
      for (let at = 0; at < count; at += 1) setBit(bits, block[at] as number);
    }
}

/** The rows wanted are read off, the rest is counted 32 at a time. */
function counted(bits: Bits, { keep, most }: ScanAsked): ScanFound {
  const { rows } = taken(bitsSource(bits, 0, bits.length * 32), [], { keep, most: keep });
  return { rows: rows.slice(0, most), total: Math.min(countBits(bits), most) };
}
