import { type Division, isGuessed, type Position } from '../division.ts';
import { kmBetween } from './centres.ts';
import type { LocateContext } from './locate-context.ts';
import { nameSimilarity, PREFIX_SIMILARITY } from './similarity.ts';

/** The kinds of evidence for a municipality. */
export type EvidenceSource = 'code' | 'postal-code' | 'name' | 'contour' | 'centre';

/** The weight of one hint for one municipality; negative against it. */
export interface Evidence {
  readonly source: EvidenceSource;
  readonly weight: number;
  /** The name is only similar: with letters changed, or longer. */
  readonly inexact?: 'changed' | 'longer';
}

/**
 * Weights reflect the reliability of hints in real feeds: a code is copied by machines and rarely wrong, a name is
 * typed, a postal code is shared by up to 46 municipalities, a point is jittered on purpose. Checked by
 * bench/locate.ts.
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

/** The weight from which evidence counts as agreement. */
export const MIN_AGREEMENT_WEIGHT = 1.5;

export function collectEvidence(city: Division, context: LocateContext): Evidence[] {
  return [
    codeEvidence(city, context),
    postalCodeEvidence(city, context),
    nameEvidence(city, context),
    pointEvidence(city, context),
  ].filter((evidence) => evidence !== undefined);
}

function codeEvidence(city: Division, { hint: { code }, gazetteer }: LocateContext): Evidence | undefined {
  if (code === undefined) return undefined;
  const named = gazetteer.byCode(code);
  const same = named?.id === city.id || named?.parentId === city.id;
  return { source: 'code', weight: same ? WEIGHT.code : WEIGHT.otherCode };
}

const AREA_DIGITS = 3;
const SUBREGION_DIGITS = 2;

function postalCodeEvidence(
  { postalCodes }: Division,
  { hint: { postalCode, subregion }, gazetteer }: LocateContext,
) {
  const source = 'postal-code';
  if (postalCode === undefined) {
    if (subregion === undefined) return undefined;
    const there = postalCodes.some((code) => code.startsWith(subregion.replace(/[AB]/, '0')));
    return { source, weight: there ? WEIGHT.sameArea : WEIGHT.otherSubregion } as const;
  }
  if (postalCodes.includes(postalCode)) return { source, weight: WEIGHT.postalCode } as const;
  const shares = (figures: number): boolean =>
    postalCodes.some((code) => code.slice(0, figures) === postalCode.slice(0, figures));
  // Not a postal code, as 75000, or that of a company: it still indicates the area.
  if (gazetteer.byPostalCode(postalCode).length === 0 && shares(AREA_DIGITS)) {
    return { source, weight: WEIGHT.sameArea } as const;
  }
  if (postalCodes.some((code) => isOneDigitOff(code, postalCode))) {
    return { source, weight: WEIGHT.oneFigureOff } as const;
  }
  return {
    source,
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

/** Names below the first are barely similar; below the second they are unrelated. */
const MIN_SIMILARITY = 0.68;
const MIN_REMOTE_SIMILARITY = 0.5;

function nameEvidence(city: Division, context: LocateContext): Evidence | undefined {
  const { spellings, named, gazetteer, isPlain, isLocality, hint } = context;
  if (spellings.length === 0) return undefined;
  if (named.has(city.id)) return { source: 'name', weight: WEIGHT.name };
  // When the codes confirm a municipality of this name, others are not compared letter by letter.
  if (isPlain) return { source: 'name', weight: WEIGHT.otherName };
  let best = 0;
  for (const name of gazetteer.spellingsOf(city)) {
    for (const spelling of spellings) best = Math.max(best, nameSimilarity(spelling, name));
  }
  if (best < MIN_SIMILARITY) {
    const isThere = isLocality && city.postalCodes.includes(hint.postalCode ?? '');
    return {
      source: 'name',
      weight: best < MIN_REMOTE_SIMILARITY && !isThere ? WEIGHT.otherName : WEIGHT.remoteName,
    };
  }
  const weight = WEIGHT.name - NAME_SLOPE * (1 - best);
  if (best >= MIN_SURE_SIMILARITY) return { source: 'name', weight };
  return { source: 'name', weight, inexact: best === PREFIX_SIMILARITY ? 'longer' : 'changed' };
}

/** One letter in ten changed. */
const MIN_SURE_SIMILARITY = 0.9;

/** A similarity lower by 0.1 costs a quarter of the weight. */
const NAME_SLOPE = 10;

function pointEvidence(city: Division, context: LocateContext): Evidence | undefined {
  const {
    hint: { point },
    contourHit,
  } = context;
  if (point === undefined) return undefined;
  if (contourHit.containingIds.includes(city.id)) return { source: 'contour', weight: WEIGHT.contour };
  if (city.centroid === null) return undefined;
  const steps = isGuessed(city.centroidOrigin) ? GUESSED_CENTRE : KNOWN_CENTRE;
  const km = Math.min(
    kmBetween(point, city.centroid),
    kmBetween(swapAxes(point), city.centroid) + SWAP_PENALTY_KM,
  );
  const weight = steps.find(([within]) => km <= within)?.[1] ?? FAR_AWAY;
  return {
    source: 'centre',
    weight: isOutside(city, context) ? Math.min(weight, WEIGHT.outsideContour) : weight,
  };
}

/**
 * A point outside the contour is evidence against a municipality, unless the contour may be older: a municipality that
 * absorbed others has grown, and those have no contour any more. A point in nobody's contour may then be in its new
 * part.
 */
function isOutside(city: Division, { contourHit, gazetteer }: LocateContext): boolean {
  if (!contourHit.hasContour(city.id)) return false;
  if (city.formerCodes.length === 0) return true;
  return contourHit.containingIds.some((id) => gazetteer.byId(id)?.type === 'MUNICIPALITY');
}

/** Kilometres from the centre and the weight within them. A French commune is 4 km wide, the widest 30. */
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
/** Swapped longitude and latitude are a common mistake, which costs a penalty. */
const swapAxes = ([longitude, latitude]: Position): Position => [latitude, longitude];
const SWAP_PENALTY_KM = 3;
