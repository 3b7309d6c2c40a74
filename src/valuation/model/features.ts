import { facts } from './facts.ts';
import { linearValue, readTerms, terms } from './hedonic.ts';
import type { MarketRows, Subject } from './market-rows.ts';
import { subjectOf } from './market-rows.ts';
import { type Comparables, NEIGHBOURHOOD_FEATURES, Neighbourhood } from './neighbours.ts';

/** Facts first, then the neighbourhood. */
export const FEATURES = facts.length + NEIGHBOURHOOD_FEATURES;

/** Describes homes by the comparables around them, for fitting and for valuing alike. */
export class Describer {
  readonly neighbourhood: Neighbourhood;
  readonly terms = new Float32Array(terms.length);
  private readonly coefficients: Float64Array;

  constructor(comparables: Comparables) {
    this.neighbourhood = new Neighbourhood(comparables);
    this.coefficients = comparables.coefficients;
  }

  describe(subject: Subject, skip: (row: number) => boolean, into: Float32Array): Float32Array {
    const linear = linearValue(this.coefficients, readTerms(subject, this.terms));
    into.set(subject.facts, 0);
    this.neighbourhood.look(subject, skip).describe(subject, linear, into, facts.length);
    return into;
  }
}

/** Called between parts of a long fit; throws when the fit shall stop. */
export type OnProgress = (part: string, done: number, of: number) => void;

const PROGRESS_ROWS = 5_000;

/** One column a feature. A row sees only comparables of other homes and of other blocks of time. */
export function describeRows(
  comparables: Comparables,
  block: Int32Array,
  onProgress: OnProgress,
): Float32Array[] {
  const { rows } = comparables;
  const columns = Array.from({ length: FEATURES }, () => new Float32Array(rows.count));
  const describer = new Describer(comparables);
  const values = new Float32Array(FEATURES);
  // Neighbours of one home are neighbours of the next: their columns are still in the cache.
  const { order } = comparables.tree;
  for (let at = 0; at < rows.count; at++) {
    const row = order[at] as number;
    describer.describe(subjectOf(rows, row), skipOwn(rows, block, row), values);
    for (let feature = 0; feature < FEATURES; feature++)
      (columns[feature] as Float32Array)[row] = values[feature] as number;
    if (at % PROGRESS_ROWS === 0) onProgress('describe', at, rows.count);
  }
  return columns;
}

/**
 * The homes of a block were on the market together, often as units of one building. A home valued later has only
 * earlier ones around it. Leaving the block out makes both alike: without it the fit trusts twins too much.
 */
export function skipOwn({ home }: MarketRows, block: Int32Array, row: number): (other: number) => boolean {
  const [ownHome, ownBlock] = [home[row], block[row]];
  return (other) => block[other] === ownBlock || home[other] === ownHome;
}
