import { type Division, isGuessed, type Position } from '../division.ts';
import { kmBetween } from './centres.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { ParsedLocationHint } from './location-hint.ts';
import { nameSimilarity, PREFIX_SIMILARITY } from './similarity.ts';

/** What contours say about the listing's point. */
export interface ContourHit {
  /** The divisions of any level whose contour holds the point. */
  readonly containingIds: readonly string[];
  /** Whether the division's contour is known, so that not holding the point says something. */
  hasContour(id: string): boolean;
}

/** What spoke for a place. */
export type EvidenceSource = 'code' | 'postal-code' | 'name' | 'contour' | 'centre';

/** One clue about one municipality: how much it speaks for it, below zero against it. */
export interface Evidence {
  readonly witness: EvidenceSource;
  readonly weight: number;
  /** A name that is only like the one written: with letters changed, or longer. */
  readonly inexact?: 'changed' | 'longer';
}

/**
 * Weights are set by what the clues of real feeds are worth: a code is copied by machines and seldom wrong, a name is typed, a
 * postal code is shared by up to 46 municipalities, a point is jittered on purpose. Checked by bench/locate.ts.
 */
const WEIGHT = {
  code: 5,
  otherCode: -3,
  postalCode: 3,
  oneFigureOff: 1,
  sameArea: 1.5,
  sameSubregion: 0,
  otherSubregion: -2,
  name: 4,
  remoteName: -1.5,
  otherName: -3,
  contour: 5,
  outsideContour: -2,
} as const;

/** From which weight on a testimony counts as agreement. */
export const MIN_AGREEMENT_WEIGHT = 1.5;

export interface LocateContext {
  readonly hint: ParsedLocationHint;
  readonly gazetteer: Gazetteer;
  readonly contourHit: ContourHit;
  /** The city's name as read, in every spelling. */
  readonly spellings: readonly string[];
  /** The municipalities spelt exactly so. */
  readonly named: ReadonlySet<string>;
  /** One of these has the postal code or the code that was told. */
  readonly isPlain: boolean;
  /** No municipality is called so, and the postal code is that of one alone: the name is of a part of it, as Juan-les-Pins of Antibes. */
  readonly isLocality: boolean;
}

export function collectEvidence(city: Division, given: LocateContext): Evidence[] {
  return [
    codeEvidence(city, given),
    postalCodeEvidence(city, given),
    nameEvidence(city, given),
    pointEvidence(city, given),
  ].filter((testimony) => testimony !== undefined);
}

function codeEvidence(city: Division, { hint: { code }, gazetteer }: LocateContext): Evidence | undefined {
  if (code === undefined) return undefined;
  const named = gazetteer.byCode(code);
  const same = named?.id === city.id || named?.parentId === city.id;
  return { witness: 'code', weight: same ? WEIGHT.code : WEIGHT.otherCode };
}

const AREA_DIGITS = 3;
const SUBREGION_DIGITS = 2;

function postalCodeEvidence(
  { postalCodes }: Division,
  { hint: { postalCode, subregion }, gazetteer }: LocateContext,
) {
  const witness = 'postal-code';
  if (postalCode === undefined) {
    if (subregion === undefined) return undefined;
    const there = postalCodes.some((code) => code.startsWith(subregion.replace(/[AB]/, '0')));
    return { witness, weight: there ? WEIGHT.sameArea : WEIGHT.otherSubregion } as const;
  }
  if (postalCodes.includes(postalCode)) return { witness, weight: WEIGHT.postalCode } as const;
  const shares = (figures: number): boolean =>
    postalCodes.some((code) => code.slice(0, figures) === postalCode.slice(0, figures));
  // No postal code at all, as 75000, or that of a firm: it still tells the area.
  if (gazetteer.byPostalCode(postalCode).length === 0 && shares(AREA_DIGITS)) {
    return { witness, weight: WEIGHT.sameArea } as const;
  }
  if (postalCodes.some((code) => isOneDigitOff(code, postalCode))) {
    return { witness, weight: WEIGHT.oneFigureOff } as const;
  }
  return {
    witness,
    weight: shares(SUBREGION_DIGITS) ? WEIGHT.sameSubregion : WEIGHT.otherSubregion,
  } as const;
}

function isOneDigitOff(one: string, other: string): boolean {
  const off = [...one].flatMap((figure, at) => (figure === other[at] ? [] : [at]));
  if (off.length === 1) return true;
  const [first = 0, second = 0] = off;
  return (
    off.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first]
  );
}

/** Below this two names have nothing to do with each other; below the first, little. */
const MIN_SIMILARITY = 0.68;
const MIN_REMOTE_SIMILARITY = 0.5;

function nameEvidence(city: Division, given: LocateContext): Evidence | undefined {
  const { spellings, named, gazetteer, isPlain, isLocality, hint } = given;
  if (spellings.length === 0) return undefined;
  if (named.has(city.id)) return { witness: 'name', weight: WEIGHT.name };
  // With a namesake at hand that the codes confirm, others need not be held against the name letter by letter.
  if (isPlain) return { witness: 'name', weight: WEIGHT.otherName };
  let best = 0;
  for (const name of gazetteer.spellingsOf(city)) {
    for (const spelling of spellings) best = Math.max(best, nameSimilarity(spelling, name));
  }
  if (best < MIN_SIMILARITY) {
    const isThere = isLocality && city.postalCodes.includes(hint.postalCode ?? '');
    return {
      witness: 'name',
      weight: best < MIN_REMOTE_SIMILARITY && !isThere ? WEIGHT.otherName : WEIGHT.remoteName,
    };
  }
  const weight = WEIGHT.name - NAME_SLOPE * (1 - best);
  if (best >= MIN_SURE_SIMILARITY) return { witness: 'name', weight };
  return { witness: 'name', weight, inexact: best === PREFIX_SIMILARITY ? 'longer' : 'changed' };
}

/** One letter in ten changed. */
const MIN_SURE_SIMILARITY = 0.9;

/** A name that is a tenth off says a quarter less. */
const NAME_SLOPE = 10;

function pointEvidence(city: Division, given: LocateContext): Evidence | undefined {
  const {
    hint: { point },
    contourHit,
  } = given;
  if (point === undefined) return undefined;
  if (contourHit.containingIds.includes(city.id)) return { witness: 'contour', weight: WEIGHT.contour };
  if (city.centroid === null) return undefined;
  const steps = isGuessed(city.centroidOrigin) ? GUESSED_CENTRE : KNOWN_CENTRE;
  const km = Math.min(
    kmBetween(point, city.centroid),
    kmBetween(swapAxes(point), city.centroid) + SWAP_PENALTY_KM,
  );
  const weight = steps.find(([within]) => km <= within)?.[1] ?? FAR_AWAY;
  return {
    witness: 'centre',
    weight: isOutside(city, given) ? Math.min(weight, WEIGHT.outsideContour) : weight,
  };
}

/**
 * A contour speaks against what lies outside it, unless it may be older than the municipality: one that others were merged into has
 * grown since, and those others have no contour any more. What lies in nobody's contour may then be its new part.
 */
function isOutside(city: Division, { contourHit, gazetteer }: LocateContext): boolean {
  if (!contourHit.hasContour(city.id)) return false;
  if (city.formerCodes.length === 0) return true;
  return contourHit.containingIds.some((id) => gazetteer.byId(id)?.type === 'MUNICIPALITY');
}

/** Kilometres from the centre, and what a point that near is worth. A French commune is 4 km wide, the widest 30. */
const KNOWN_CENTRE: readonly (readonly [number, number])[] = [
  [3, 2.5],
  [6, 1.5],
  [12, 0.5],
  [30, -1],
];
const GUESSED_CENTRE: readonly (readonly [number, number])[] = [
  [12, 1],
  [30, 0],
  [60, -1],
];
const FAR_AWAY = -3;
/** Longitude and latitude exchanged is a common mistake, but a mistake. */
const swapAxes = ([longitude, latitude]: Position): Position => [latitude, longitude];
const SWAP_PENALTY_KM = 3;
