import { seededRandom } from '../../lib/seeded-random.ts';
import { skipOwn } from './features.ts';
import { fitHedonic, readTerms, terms } from './hedonic.ts';
import { type MarketRows, subjectOf } from './market-rows.ts';
import { DEMEAN_NEIGHBOURS } from './neighbours.ts';
import { findNearest, NearestRows, type PointTree } from './point-tree.ts';

/** The linear terms need few rows: their error is far below that of a price. */
const MAX_HEDONIC_ROWS = 40_000;

/** The linear terms from differences between homes and their neighbourhood. */
export function fitTerms(given: {
  rows: MarketRows;
  tree: PointTree;
  unit: Float32Array;
  block: Int32Array;
}): Float64Array {
  const { rows, tree, unit, block } = given;
  const random = seededRandom(rows.count);
  const share = MAX_HEDONIC_ROWS / rows.count;
  const sampled = Array.from({ length: rows.count }, (_, row) => row).filter(() => random() < share);
  const found = new NearestRows(DEMEAN_NEIGHBOURS);
  const differences = sampled.flatMap((row) => {
    const subject = subjectOf(rows, row);
    findNearest(tree, { x: subject.x, y: subject.y, skip: skipOwn(rows, block, row) }, found);
    if (found.count === 0) return [];
    const around = meanTerms(rows, found, unit);
    const own = readTerms(subject, new Float32Array(terms.length));
    return [
      {
        terms: own.map((value, at) => value - (around.terms[at] as number)),
        unit: (unit[row] as number) - around.unit,
      },
    ];
  });
  return fitHedonic({
    count: differences.length,
    difference: (row, into) => into.set(differences[row]?.terms ?? []),
    target: (row) => differences[row]?.unit ?? 0,
  });
}

function meanTerms(
  rows: MarketRows,
  found: NearestRows,
  unit: Float32Array,
): { terms: Float32Array; unit: number } {
  const sum = new Float32Array(terms.length);
  const values = new Float32Array(terms.length);
  let price = 0;
  for (let at = 0; at < found.count; at++) {
    const row = found.rows[at] as number;
    readTerms(subjectOf(rows, row), values);
    for (let term = 0; term < sum.length; term++)
      sum[term] = (sum[term] as number) + (values[term] as number) / found.count;
    price += (unit[row] as number) / found.count;
  }
  return { terms: sum, unit: price };
}
