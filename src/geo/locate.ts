import type { Division } from './division.ts';
import { caseOf } from './locate/case.ts';
import type { Clue, ClueName } from './locate/clue.ts';
import { AGREES, type Drawn, type Testimony, type Witness } from './locate/evidence.ts';
import type { Gazetteer } from './locate/gazetteer.ts';
import { type Parts, partsIn } from './locate/parts.ts';
import { weighed } from './locate/weigh.ts';

export type { Clue } from './locate/clue.ts';
export type { Drawn } from './locate/evidence.ts';

/** How sure the city is, the surest first. */
export const confidences = ['EXACT', 'HIGH', 'MEDIUM', 'LOW', 'NONE'] as const;
export type Confidence = (typeof confidences)[number];

/** A clue that speaks for another place than the one that was taken. */
export interface Contradiction {
  readonly clue: ClueName;
  readonly said: string;
}

export interface Located extends Parts {
  readonly city?: Division;
  readonly confidence: Confidence;
  /** The witnesses that agree on the city. */
  readonly how: readonly Witness[];
  readonly contradictions: readonly Contradiction[];
}

export const NOTHING_DRAWN: Drawn = { holding: [], isDrawn: () => false };

/**
 * Puts a listing into the administrative tree. Every municipality that some clue names is weighed by all clues together, so that
 * one wrong clue is outvoted, and told as a contradiction.
 */
export function locate(clue: Clue, gazetteer: Gazetteer, drawn: Drawn = NOTHING_DRAWN): Located {
  const given = caseOf(clue, gazetteer, drawn);
  const [best, second] = weighed(given);
  if (best === undefined || best.weight <= 0 || isGuess(best.testimonies))
    return { confidence: 'NONE', how: [], contradictions: [] };
  const how = best.testimonies.filter(({ weight }) => weight >= AGREES).map(({ witness }) => witness);
  const against = best.testimonies.filter(({ weight }) => weight < 0);
  const margin = best.weight - (second?.weight ?? 0);
  return {
    city: best.city,
    ...partsIn(best.city, given),
    confidence: confidenceOf({ how, undisputed: against.length === 0, margin }),
    how,
    contradictions: against.map(({ witness }) => contradiction(witness, clue)),
  };
}

/**
 * A name that is only like the one written, with nothing else for it: feeds of French agencies have homes abroad under the country of the
 * agency, and Londres is not Ondres.
 */
function isGuess(testimonies: readonly Testimony[]): boolean {
  const name = testimonies.find(({ inexact }) => inexact !== undefined);
  if (name === undefined) return false;
  const others = testimonies.filter((testimony) => testimony !== name);
  const weight = others.reduce((sum, other) => sum + other.weight, 0);
  return weight < 0 || (others.length === 0 && name.inexact === 'changed');
}

const CLUES: Readonly<Record<Witness, ClueName>> = {
  code: 'inseeCode',
  'postal-code': 'postalCode',
  name: 'city',
  contour: 'coordinates',
  centre: 'coordinates',
};

const contradiction = (witness: Witness, clue: Clue): Contradiction => {
  const name = CLUES[witness];
  return { clue: name, said: String(clue[name] ?? clue.city ?? clue.address ?? '') };
};

const CLEAR = 1.5;
const VERY_CLEAR = 3;

/** A postal code and a point without a name or code leave it open which of the places that share the code is meant. */
function confidenceOf(found: { how: readonly Witness[]; undisputed: boolean; margin: number }): Confidence {
  const { how, undisputed, margin } = found;
  const sure = how.filter(
    (witness) => witness === 'code' || witness === 'name' || witness === 'contour',
  ).length;
  if (undisputed && how.length >= 2 && sure > 0 && (how.length >= 3 || how.includes('code'))) return 'EXACT';
  if (how.length >= 2 && sure > 0 && (undisputed || margin >= VERY_CLEAR)) return 'HIGH';
  if (undisputed && how.includes('code')) return 'HIGH';
  if (sure > 0 && (how.length >= 2 || margin >= CLEAR)) return 'MEDIUM';
  return 'LOW';
}
