import type { Division } from './division.ts';
import { kmBetween } from './locate/centres.ts';
import {
  collectEvidence,
  type Evidence,
  type EvidenceSource,
  MIN_AGREEMENT_WEIGHT,
} from './locate/evidence.ts';
import type { Gazetteer } from './locate/gazetteer.ts';
import {
  buildLocateContext,
  type ContourHit,
  citiesOf,
  type LocateContext,
  type LocationHint,
  type LocationHintName,
} from './locate/locate-context.ts';
import { findCityParts, type Parts } from './locate/parts.ts';

export type { ContourHit, LocationHint } from './locate/locate-context.ts';

/** How certain the city is, the most certain first. */
export const confidences = ['EXACT', 'HIGH', 'MEDIUM', 'LOW', 'NONE'] as const;
export type Confidence = (typeof confidences)[number];

/** A hint that contradicts the located city. */
interface Contradiction {
  readonly hint: LocationHintName;
  readonly statedValue: string;
}

export interface LocateResult extends Parts {
  readonly city?: Division;
  readonly confidence: Confidence;
  /** The sources that agree on the city. */
  readonly agreeingSources: readonly EvidenceSource[];
  readonly contradictions: readonly Contradiction[];
}

const NO_CONTOUR_HIT: ContourHit = { containingIds: [], hasContour: () => false };

/**
 * Locates a listing in the administrative tree. Every municipality that some hint names is weighed by all hints
 * together, so that one wrong hint is outvoted and reported as a contradiction.
 */
export function locate(
  hint: LocationHint,
  gazetteer: Gazetteer,
  contourHit: ContourHit = NO_CONTOUR_HIT,
): LocateResult {
  const context = buildLocateContext(hint, gazetteer, contourHit);
  const [best, second] = weighCandidates(context);
  if (best === undefined || best.weight <= 0 || isGuess(best.evidence))
    return { confidence: 'NONE', agreeingSources: [], contradictions: [] };
  const agreeing = best.evidence
    .filter(({ weight }) => weight >= MIN_AGREEMENT_WEIGHT)
    .map(({ source }) => source);
  const against = best.evidence.filter(({ weight }) => weight < 0);
  const margin = best.weight - (second?.weight ?? 0);
  return {
    city: best.city,
    ...findCityParts(best.city, context),
    confidence: rateConfidence({ agreeing, uncontradicted: against.length === 0, margin }),
    agreeingSources: agreeing,
    contradictions: against.map(({ source }) => toContradiction(source, hint)),
  };
}

/**
 * Only a similar name supports it: feeds of French agencies list homes abroad under the country of the agency, and
 * Londres is not Ondres.
 */
function isGuess(evidence: readonly Evidence[]): boolean {
  const name = evidence.find(({ inexact }) => inexact !== undefined);
  if (name === undefined) return false;
  const others = evidence.filter((item) => item !== name);
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

const toContradiction = (source: EvidenceSource, hint: LocationHint): Contradiction => {
  const name = HINT_BY_SOURCE[source];
  return { hint: name, statedValue: String(hint[name] ?? hint.city ?? hint.address ?? '') };
};

const MIN_CLEAR_MARGIN = 1.5;
const MIN_VERY_CLEAR_MARGIN = 3;

/** A postal code and a point without a name or code do not decide between the places that share the code. */
function rateConfidence(found: {
  agreeing: readonly EvidenceSource[];
  uncontradicted: boolean;
  margin: number;
}): Confidence {
  const { agreeing, uncontradicted, margin } = found;
  const decisive = agreeing.filter(
    (source) => source === 'code' || source === 'name' || source === 'contour',
  ).length;
  if (
    uncontradicted &&
    agreeing.length >= 2 &&
    decisive > 0 &&
    (agreeing.length >= 3 || agreeing.includes('code'))
  )
    return 'EXACT';
  if (agreeing.length >= 2 && decisive > 0 && (uncontradicted || margin >= MIN_VERY_CLEAR_MARGIN))
    return 'HIGH';
  if (uncontradicted && agreeing.includes('code')) return 'HIGH';
  if (decisive > 0 && (agreeing.length >= 2 || margin >= MIN_CLEAR_MARGIN)) return 'MEDIUM';
  return 'LOW';
}

interface WeightedCandidate {
  readonly city: Division;
  readonly weight: number;
  readonly evidence: readonly Evidence[];
}

/** The most likely first; of equal weight the larger population. */
function weighCandidates(context: LocateContext): WeightedCandidate[] {
  const weigh = (city: Division): WeightedCandidate => {
    const evidence = collectEvidence(city, context);
    return { city, evidence, weight: evidence.reduce((sum, { weight }) => sum + weight, 0) };
  };
  const found = [...findCandidateCities(context)].map(weigh);
  const isNamed = ({ evidence }: WeightedCandidate): boolean =>
    evidence.some(({ source, weight }) => source === 'name' && weight >= MIN_AGREEMENT_WEIGHT);
  if (context.spellings.length > 0 && !found.some(isNamed)) {
    for (const city of citiesOf(findLikelyNamed(context), context.gazetteer)) {
      if (!found.some((known) => known.city === city)) found.push(weigh(city));
    }
  }
  return found.sort(
    (one, other) =>
      other.weight - one.weight ||
      (other.city.population ?? 0) - (one.city.population ?? 0) ||
      (one.city.id < other.city.id ? -1 : 1),
  );
}

const MAX_NEIGHBOURS = 5;
const MAX_LIKELY = 5;

function findCandidateCities({
  hint,
  gazetteer,
  contourHit,
  spellings,
  isPlain,
}: LocateContext): Set<Division> {
  const { code, postalCode, point } = hint;
  const coded = code === undefined ? undefined : gazetteer.byCode(code);
  return citiesOf(
    [
      ...(coded === undefined ? [] : [coded]),
      ...(postalCode === undefined ? [] : gazetteer.byPostalCode(postalCode)),
      ...spellings.flatMap((spelling) => gazetteer.byName(spelling)),
      ...contourHit.containingIds.flatMap((id) => gazetteer.byId(id) ?? []),
      ...(point === undefined || isPlain
        ? []
        : gazetteer.near(point, MAX_NEIGHBOURS).map(({ division }) => division)),
    ],
    gazetteer,
  );
}

/** Only where no candidate has the name: this lookup costs ten times all the others. */
function findLikelyNamed({
  hint: { names, postalCode, subregion, point },
  gazetteer,
}: LocateContext): Division[] {
  const where = postalCode?.slice(0, 2) ?? subregion;
  const near = ({ centroid }: Division): boolean =>
    point !== undefined && centroid !== null && kmBetween(point, centroid) <= MAX_NEAR_KM;
  return names
    .slice(0, 1)
    .flatMap((name) => [
      ...(where === undefined ? [] : gazetteer.byNameLike(`${name} (${where})`, MAX_LIKELY)),
      ...gazetteer
        .byNameLike(name, MAX_NAME_MATCHES)
        .filter((division, rank) => rank < MAX_LIKELY || near(division)),
    ]);
}

const MAX_NAME_MATCHES = 100;
const MAX_NEAR_KM = 60;
