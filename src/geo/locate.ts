import type { Division } from './division.ts';
import { kmBetween } from './locate/centres.ts';
import { type Clue, type ClueName, type ReadClue, readClue } from './locate/clue.ts';
import {
  AGREES,
  type Case,
  type Drawn,
  type Testimony,
  testimonies,
  type Witness,
} from './locate/evidence.ts';
import type { Gazetteer } from './locate/gazetteer.ts';
import { type Parts, partsIn } from './locate/parts.ts';
import { spellings } from './locate/spellings.ts';

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
  if (best === undefined || best.weight <= 0) return { confidence: 'NONE', how: [], contradictions: [] };
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

function caseOf(clue: Clue, gazetteer: Gazetteer, drawn: Drawn): Case {
  const told = readClue(clue);
  const spelt = told.names.flatMap(spellings);
  const named = citiesOf(
    spelt.flatMap((spelling) => gazetteer.byName(spelling)),
    gazetteer,
  );
  const read = settled(told, named, gazetteer);
  const { code, postalCode = '' } = read;
  const coded = code === undefined ? undefined : cityOf(gazetteer.byCode(code), gazetteer);
  const isPlain = [...named].some((city) => city === coded || city.postalCodes.includes(postalCode));
  return {
    clue: read,
    gazetteer,
    drawn,
    spellings: [...new Set(spelt)],
    named: new Set([...named].map(({ id }) => id)),
    isPlain,
  };
}

/** A postal code in the place of a code, and the other way round. */
function settled(clue: ReadClue, named: ReadonlySet<Division>, gazetteer: Gazetteer): ReadClue {
  const { code, postalCode } = clue;
  const isPostalCode = (text = ''): boolean => gazetteer.byPostalCode(text).length > 0;
  const isMisplaced = (text: string): boolean =>
    text === postalCode ||
    gazetteer.byCode(text) === undefined ||
    (postalCode === undefined && isNamedThere(text, named) && !named.has(gazetteer.byCode(text) as Division));
  if (code !== undefined && isMisplaced(code)) {
    return { ...clue, code: undefined, postalCode: postalCode ?? (isPostalCode(code) ? code : undefined) };
  }
  if (code !== undefined || postalCode === undefined || isPostalCode(postalCode)) return clue;
  const city = cityOf(gazetteer.byCode(postalCode), gazetteer);
  const fits = city !== undefined && (clue.names.length === 0 || named.has(city));
  return fits ? { ...clue, code: postalCode, postalCode: undefined } : clue;
}

const isNamedThere = (postalCode: string, named: ReadonlySet<Division>): boolean =>
  [...named].some(({ postalCodes }) => postalCodes.includes(postalCode));

interface Weighed {
  readonly city: Division;
  readonly weight: number;
  readonly testimonies: readonly Testimony[];
}

/** The likeliest first; of equals the bigger place. */
function weighed(given: Case): Weighed[] {
  const weigh = (city: Division): Weighed => {
    const told = testimonies(city, given);
    return { city, testimonies: told, weight: told.reduce((sum, { weight }) => sum + weight, 0) };
  };
  const found = [...candidates(given)].map(weigh);
  const isNamed = ({ testimonies: told }: Weighed): boolean =>
    told.some(({ witness, weight }) => witness === 'name' && weight >= AGREES);
  if (given.spellings.length > 0 && !found.some(isNamed)) {
    for (const city of citiesOf(likelyNamed(given), given.gazetteer)) {
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

const NEIGHBOURS = 5;
const LIKELY = 5;

function candidates({ clue, gazetteer, drawn, spellings: spelt, isPlain }: Case): Set<Division> {
  const { code, postalCode, point } = clue;
  const coded = code === undefined ? undefined : gazetteer.byCode(code);
  return citiesOf(
    [
      ...(coded === undefined ? [] : [coded]),
      ...(postalCode === undefined ? [] : gazetteer.byPostalCode(postalCode)),
      ...spelt.flatMap((spelling) => gazetteer.byName(spelling)),
      ...drawn.holding.flatMap((id) => gazetteer.byId(id) ?? []),
      ...(point === undefined || isPlain
        ? []
        : gazetteer.near(point, NEIGHBOURS).map(({ division }) => division)),
    ],
    gazetteer,
  );
}

/** Only where no candidate bears the name: this look-up costs ten times all the others. */
function likelyNamed({ clue: { names, postalCode, subregion, point }, gazetteer }: Case): Division[] {
  const where = postalCode?.slice(0, 2) ?? subregion;
  const near = ({ centroid }: Division): boolean =>
    point !== undefined && centroid !== null && kmBetween(point, centroid) <= NEAR_KM;
  return names
    .slice(0, 1)
    .flatMap((name) => [
      ...(where === undefined ? [] : gazetteer.byNameLike(`${name} (${where})`, LIKELY)),
      ...gazetteer.byNameLike(name, MANY).filter((division, rank) => rank < LIKELY || near(division)),
    ]);
}

const MANY = 100;
const NEAR_KM = 60;

/** Each municipality once, parts lifted to the one they are part of. */
function citiesOf(divisions: readonly Division[], gazetteer: Gazetteer): Set<Division> {
  return new Set(divisions.flatMap((division) => cityOf(division, gazetteer) ?? []));
}

function cityOf(division: Division | undefined, gazetteer: Gazetteer): Division | undefined {
  let at = division;
  while (at !== undefined && at.type !== 'MUNICIPALITY') at = gazetteer.byId(at.parentId ?? '');
  return at;
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
