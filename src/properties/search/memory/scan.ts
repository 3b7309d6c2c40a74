import { type Bits, setBit } from './bits.ts';
import type { Conjunct } from './conjunct.ts';
import { addLaid, countLaid, type Laid } from './layers.ts';
import type { OpenSegment } from './open-segment.ts';
import { type Sift, testSift, withoutSift } from './sifts.ts';
import {
  eachBlock,
  firstOf,
  isListed,
  mergedOf,
  type Plan,
  type ScanAsked,
  type ScanFound,
  scattered,
  sourcesOf,
  taken,
} from './take.ts';

/** Fewer rows than this are read off the front of each list. */
const FEW_WANTED = 256;

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
  const parts = (conjuncts.length === 1 && only?.parts) || [conjuncts];
  const plans = parts.map((part) => planOf(view, part, asked));
  if (asked.most <= FEW_WANTED) return firstOf(view, plans, asked);
  if (plans.length > 1 && plans.every((plan) => 'candidates' in plan)) return scattered(view, plans, asked);
  return all(view, plans.length === 1 ? (plans[0] as Plan) : planOf(view, conjuncts, asked), asked);
}

function all(view: OpenSegment, plan: Plan, asked: ScanAsked): ScanFound {
  if ('candidates' in plan && !isListed(plan.candidates)) return scattered(view, [plan], asked);
  if ('laid' in plan && plan.sifts.length === 0) return countLaid(plan.laid, asked);
  return mergedOf(
    sourcesOf(plan).map((source) => taken(source, plan.sifts, asked)),
    asked,
  );
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
  if (from > 0 && !isListed(candidates)) sifts.unshift(testSift((row) => row >= from));
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
