import { type Bits, countBits, dropBits, hasBit, keepBits } from './bits.ts';
import { allOf, bitsOfSpans, type Candidates, type Conjunct, type RowTest } from './conjunct.ts';
import type { Span } from './lists.ts';
import type { OpenSegment } from './open-segment.ts';

export interface ScanAsked {
  /** So many rows are wanted, the newest. */
  readonly keep: number;
  /** Counting may stop here. */
  readonly most: number;
  /** The first row to look at. */
  readonly from?: number;
  /** What else must hold. */
  readonly also?: RowTest;
}

export interface ScanFound {
  rows: number[];
  total: number;
}

/** Fewer candidates than this share of all are looked at one by one; else whole columns of bits are laid over each other. */
const FEW_SHARE = 16;

/**
 * The rows of a segment that meet all conditions, in order. Figures cut into 24 parts, each with its bits, laid over the others before rows
 * are tested, gained nothing (0.74 against 0.75 ms in the mean of the mix over 291,000 rows).
 */
export function scan(view: OpenSegment, conjuncts: readonly Conjunct[], asked: ScanAsked): ScanFound {
  const { count } = view.segment;
  const best = conjuncts
    .filter(({ candidates }) => candidates !== undefined)
    .sort((one, other) => (one.candidates?.size ?? 0) - (other.candidates?.size ?? 0))[0];
  const candidates = best?.candidates;
  if (candidates !== undefined && candidates.size <= count / FEW_SHARE) {
    const left = conjuncts.filter((one) => one !== best || !candidates.exact);
    return amongCandidates(view, candidates, new Taking(view, left, asked));
  }
  const range = candidates?.range ?? ([0, count] as const);
  const left = conjuncts.filter((one) => one.bits === undefined && (one !== best || !candidates?.range));
  const bits = conjuncts.flatMap((one) => (one.bits === undefined ? [] : [one.bits]));
  const taking = new Taking(view, left, asked);
  if (conjuncts.length === 0 && asked.also === undefined && !asked.from) {
    // Everything: the rows wanted are read off, the rest is known.
    const { rows } = new Taking(view, [], { keep: asked.keep, most: asked.keep }).range(0, count);
    return { rows, total: Math.min(count - view.deadCount, asked.most) };
  }
  if (bits.length === 0) return taking.range(range[0], range[1]);
  const laid = laidOver(bits);
  const isWhole =
    left.length === 0 && asked.also === undefined && !asked.from && candidates?.range === undefined;
  if (isWhole && asked.keep < Infinity) return counted(view, laid, asked);
  return taking.bits(laid, range[0], range[1]);
}

function amongCandidates(view: OpenSegment, candidates: Candidates, taking: Taking): ScanFound {
  const { range, spans = [], bits } = candidates;
  if (range !== undefined) return taking.range(range[0], range[1]);
  const [only] = spans;
  if (bits === undefined && spans.length === 1 && only !== undefined) return taking.span(only);
  return taking.bits(bits?.() ?? bitsOfSpans(view.segment.count, spans), 0, view.segment.count);
}

function laidOver([first, ...others]: readonly (() => Bits)[]): Bits {
  const laid = first?.().slice() ?? new Uint32Array(0);
  for (const bits of others) keepBits(laid, bits());
  return laid;
}

/** Nothing is left to test: the rows wanted are read off, the rest is counted 32 at a time. */
function counted(view: OpenSegment, laid: Bits, { keep, most }: ScanAsked): ScanFound {
  if (view.deadCount > 0) dropBits(laid, view.dead);
  const total = countBits(laid);
  const { rows } = new Taking(view, [], { keep, most: keep }).bits(laid, 0, view.segment.count);
  return { rows, total: Math.min(total, most) };
}

/** Takes the rows that pass, until enough are found. */
class Taking {
  readonly #rows: number[] = [];
  readonly #test: RowTest;
  readonly #asked: ScanAsked;

  constructor(view: OpenSegment, left: readonly Conjunct[], asked: ScanAsked) {
    const tests = left.map(({ test }) => test);
    if (asked.also !== undefined) tests.push(asked.also);
    const { dead } = view;
    if (view.deadCount > 0) tests.unshift((row) => !hasBit(dead, row));
    this.#test = allOf(tests);
    this.#asked = asked;
  }

  range(start: number, end: number): ScanFound {
    const [test, { keep, most, from = 0 }, rows] = [this.#test, this.#asked, this.#rows];
    let total = 0;
    for (let row = Math.max(start, from); row < end && total < most; row += 1) {
      if (!test(row)) continue;
      if (total < keep) rows.push(row);
      total += 1;
    }
    return { rows, total };
  }

  span({ rows: listed, start, end }: Span): ScanFound {
    const [test, { keep, most, from = 0 }, rows] = [this.#test, this.#asked, this.#rows];
    let total = 0;
    for (let at = start; at < end && total < most; at += 1) {
      const row = listed[at] as number;
      if (row < from || !test(row)) continue;
      if (total < keep) rows.push(row);
      total += 1;
    }
    return { rows, total };
  }

  bits(bits: Bits, start: number, end: number): ScanFound {
    const [test, { keep, most, from = 0 }, rows] = [this.#test, this.#asked, this.#rows];
    const first = Math.max(start, from);
    let total = 0;
    for (let word = first >>> 5; word < bits.length && word << 5 < end && total < most; word += 1) {
      // As a signed number from the start: else the upper half of all words is reckoned with in doubles.
      for (let left = (bits[word] as number) | 0; left !== 0; left &= left - 1) {
        const row = (word << 5) + (31 - Math.clz32(left & -left));
        if (row < first || row >= end || !test(row)) continue;
        if (total < keep) rows.push(row);
        total += 1;
        if (total === most) break;
      }
    }
    return { rows, total };
  }
}
