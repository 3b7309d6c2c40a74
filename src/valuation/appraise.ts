import type { CurrentModel } from './current-model.ts';
import type { Home } from './home.ts';
import { formatMonth, type NoValueReason } from './market.ts';
import { adjustmentsBetween, readTerms, terms } from './model/hedonic.ts';
import { factVector, projectX, projectY, type Subject, subjectOf } from './model/market-rows.ts';
import { levelAt } from './model/time-index.ts';
import type { Estimate } from './model/value.ts';
import { idAt } from './stored-model.ts';

export interface Comparable {
  id: string;
  longitude: number;
  latitude: number;
  distanceMetres: number;
  month: string;
  areaSqm: number;
  rooms: number | null;
  price: number;
  /** Its part of all comparables shown. */
  weight: number;
  /** Its price with the facts, area and month of the subject. */
  adjustedPrice: number;
  adjustments: { fact: string; percent: number }[];
}

export type Appraisal = { estimate: Estimate; comparables: () => Comparable[] } | { reason: NoValueReason };

/** A valuation needs this many comparables within the distance. */
const MIN_COMPARABLES = 10;
const MAX_DISTANCE_METRES = 5_000;
const MAX_SHOWN = 12;
/** An adjustment below this is not shown. */
const MIN_SHOWN_PERCENT = 0.1;
const METRES_PER_DEGREE = projectY(1);

export interface AppraisalQuery {
  home: Home;
  month: number;
  /** The property itself is not its own comparable. */
  propertyId?: string;
}

export function appraise(current: CurrentModel, query: AppraisalQuery): Appraisal {
  const { stored, appraiser } = current;
  const { home } = query;
  if (home.area < stored.areas.min || home.area > stored.areas.max)
    return { reason: 'OUTSIDE_TRAINED_AREAS' };
  const subject: Subject = {
    x: projectX(stored.projection, home.longitude),
    y: projectY(home.latitude),
    month: query.month,
    area: home.area,
    facts: factVector(home.facts),
  };
  const own = query.propertyId;
  const skip = own === undefined ? () => false : (row: number) => idAt(stored.ids, row) === own;
  const estimate = appraiser.value(subject, skip);
  const { found, metres } = appraiser.describer.neighbourhood;
  if (found.count < MIN_COMPARABLES || (metres[MIN_COMPARABLES - 1] as number) > MAX_DISTANCE_METRES)
    return { reason: 'TOO_FEW_COMPARABLES' };
  return { estimate, comparables: () => listComparables(current, subject) };
}

/** The neighbours that count most, of the home just valued. */
function listComparables({ stored, appraiser }: CurrentModel, subject: Subject): Comparable[] {
  const { found, alike, twin, metres } = appraiser.describer.neighbourhood;
  const { comparables, index } = stored.model;
  const own = readTerms(subject, new Float32Array(terms.length));
  const ranked = Array.from({ length: found.count }, (_, at) => ({
    at,
    weight: (alike[at] as number) + (twin[at] as number),
  })).sort((one, other) => other.weight - one.weight);
  const shown = ranked.slice(0, MAX_SHOWN);
  const total = shown.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return shown.map(({ at, weight }) => {
    const row = found.rows[at] as number;
    const other = subjectOf(comparables.rows, row);
    const worth = adjustmentsBetween(
      comparables.coefficients,
      own,
      readTerms(other, new Float32Array(terms.length)),
    );
    worth.set('month', levelAt(index, subject.month) - levelAt(index, other.month));
    const unit = Math.log((comparables.rows.price[row] as number) / other.area);
    const moved = [...worth.values()].reduce((sum, one) => sum + one, 0);
    return {
      id: idAt(stored.ids, row),
      longitude: other.x / METRES_PER_DEGREE / Math.cos((stored.projection.latitude * Math.PI) / 180),
      latitude: other.y / METRES_PER_DEGREE,
      distanceMetres: Math.round(metres[at] as number),
      month: formatMonth(other.month),
      areaSqm: roundTo(other.area, 1),
      rooms: Number.isNaN(other.facts[0] as number) ? null : (other.facts[0] as number),
      price: comparables.rows.price[row] as number,
      weight: roundTo(weight / total, 4),
      adjustedPrice: roundPrice(Math.exp(unit + moved) * subject.area),
      adjustments: listAdjustments(worth),
    };
  });
}

const listAdjustments = (worth: ReadonlyMap<string, number>): Comparable['adjustments'] =>
  [...worth]
    .map(([fact, log]) => ({ fact, percent: roundTo(Math.expm1(log) * 100, 1) }))
    .filter(({ percent }) => Math.abs(percent) >= MIN_SHOWN_PERCENT)
    .sort((one, other) => Math.abs(other.percent) - Math.abs(one.percent));

export const roundTo = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;

/** Three significant digits more than the error deserves; rents keep their units. */
export const roundPrice = (price: number): number =>
  price >= 10_000 ? Math.round(price / 100) * 100 : Math.round(price);
