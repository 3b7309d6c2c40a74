import type { Division } from './division.ts';
import {
  type ContourHit,
  type Evidence,
  type EvidenceSource,
  MIN_AGREEMENT_WEIGHT,
} from './locate/evidence.ts';
import type { Gazetteer } from './locate/gazetteer.ts';
import { buildLocateContext } from './locate/locate-context.ts';
import type { LocationHint, LocationHintName } from './locate/location-hint.ts';
import { findCityParts, type Parts } from './locate/parts.ts';
import { weighCandidates } from './locate/weigh.ts';

export type { ContourHit } from './locate/evidence.ts';
export type { LocationHint } from './locate/location-hint.ts';

/** How sure the city is, the surest first. */
export const confidences = ['EXACT', 'HIGH', 'MEDIUM', 'LOW', 'NONE'] as const;
export type Confidence = (typeof confidences)[number];

/** A clue that speaks for another place than the one that was taken. */
export interface Contradiction {
  readonly hint: LocationHintName;
  readonly statedValue: string;
}

export interface LocateResult extends Parts {
  readonly city?: Division;
  readonly confidence: Confidence;
  /** The witnesses that agree on the city. */
  readonly agreeingSources: readonly EvidenceSource[];
  readonly contradictions: readonly Contradiction[];
}

export const NO_CONTOUR_HIT: ContourHit = { containingIds: [], hasContour: () => false };

/**
 * Puts a listing into the administrative tree. Every municipality that some clue names is weighed by all clues together, so that
 * one wrong clue is outvoted, and told as a contradiction.
 */
export function locate(
  clue: LocationHint,
  gazetteer: Gazetteer,
  drawn: ContourHit = NO_CONTOUR_HIT,
): LocateResult {
  const given = buildLocateContext(clue, gazetteer, drawn);
  const [best, second] = weighCandidates(given);
  if (best === undefined || best.weight <= 0 || isGuess(best.evidence))
    return { confidence: 'NONE', agreeingSources: [], contradictions: [] };
  const how = best.evidence
    .filter(({ weight }) => weight >= MIN_AGREEMENT_WEIGHT)
    .map(({ witness }) => witness);
  const against = best.evidence.filter(({ weight }) => weight < 0);
  const margin = best.weight - (second?.weight ?? 0);
  return {
    city: best.city,
    ...findCityParts(best.city, given),
    confidence: rateConfidence({ how, undisputed: against.length === 0, margin }),
    agreeingSources: how,
    contradictions: against.map(({ witness }) => toContradiction(witness, clue)),
  };
}

/**
 * A name that is only like the one written, with nothing else for it: feeds of French agencies have homes abroad under the country of the
 * agency, and Londres is not Ondres.
 */
function isGuess(testimonies: readonly Evidence[]): boolean {
  const name = testimonies.find(({ inexact }) => inexact !== undefined);
  if (name === undefined) return false;
  const others = testimonies.filter((testimony) => testimony !== name);
  const weight = others.reduce((sum, other) => sum + other.weight, 0);
  return weight < 0 || (others.length === 0 && name.inexact === 'changed');
}

const HINT_BY_SOURCE: Readonly<Record<EvidenceSource, LocationHintName>> = {
  code: 'inseeCode',
  'postal-code': 'postalCode',
  name: 'city',
  contour: 'coordinates',
  centre: 'coordinates',
};

const toContradiction = (witness: EvidenceSource, clue: LocationHint): Contradiction => {
  const name = HINT_BY_SOURCE[witness];
  return { hint: name, statedValue: String(clue[name] ?? clue.city ?? clue.address ?? '') };
};

const MIN_CLEAR_MARGIN = 1.5;
const MIN_VERY_CLEAR_MARGIN = 3;

/** A postal code and a point without a name or code leave it open which of the places that share the code is meant. */
function rateConfidence(found: {
  how: readonly EvidenceSource[];
  undisputed: boolean;
  margin: number;
}): Confidence {
  const { how, undisputed, margin } = found;
  const sure = how.filter(
    (witness) => witness === 'code' || witness === 'name' || witness === 'contour',
  ).length;
  if (undisputed && how.length >= 2 && sure > 0 && (how.length >= 3 || how.includes('code'))) return 'EXACT';
  if (how.length >= 2 && sure > 0 && (undisputed || margin >= MIN_VERY_CLEAR_MARGIN)) return 'HIGH';
  if (undisputed && how.includes('code')) return 'HIGH';
  if (sure > 0 && (how.length >= 2 || margin >= MIN_CLEAR_MARGIN)) return 'MEDIUM';
  return 'LOW';
}
