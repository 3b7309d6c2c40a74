import { parseCriteria } from '../criteria/parse.ts';
import type { Tree } from '../criteria/tree.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { RequestFault } from '../lib/request-fault.ts';
import { findUnknownPlaces } from '../properties/search.ts';
import { faultsProblem, requireNoFaults, validationProblem } from '../service/problem.ts';
import { locateAll, type PlaceMatch } from './locations.ts';
import { buildCriteria, hasPlainArguments, type Question } from './question.ts';

/** A question as the domain takes it, and how it was understood. */
export interface ResolvedQuestion {
  tree: Tree;
  /** The criteria used; null for every property. */
  criteria: object | null;
  places: PlaceMatch[];
}

/**
 * Resolves a question in either form. The places that names were resolved to are part of the result, so
 * nothing is guessed silently.
 */
export async function resolveQuestion(places: PlaceService, question: Question): Promise<ResolvedQuestion> {
  if (hasPlainArguments(question) && question.criteria !== undefined && question.criteria !== null)
    throw validationProblem(
      'criteria',
      'Give either `criteria` or the plain arguments (city, type, price, ...), not both.',
      'not_allowed',
    );
  const located = await locateCities(places, question.city ?? []);
  const criteria = hasPlainArguments(question)
    ? buildCriteria(question, codesOf(located))
    : (question.criteria ?? null);
  const parsed = parseCriteria(criteria);
  if ('faults' in parsed) throw faultsProblem(parsed.faults);
  requireNoFaults(await findUnknownPlaces(places, parsed.mentions));
  return { tree: parsed.tree, criteria, places: located };
}

export async function locateCities(places: PlaceService, cities: readonly string[]): Promise<PlaceMatch[]> {
  const register = await places.register();
  const located: PlaceMatch[] = [];
  const faults: RequestFault[] = [];
  for (const [at, city] of cities.entries()) {
    const found = register.has({ code: city })
      ? await locateCode(places, city)
      : await locateAll(places, city);
    if (found.length === 0 || found.some(({ best }) => best === undefined))
      faults.push(unknownCity(city, at));
    located.push(...found);
  }
  if (faults.length > 0) throw faultsProblem(faults);
  return located;
}

const MAX_ALTERNATIVES = 4;

/**
 * A code is looked up under its own name first; if autocomplete ranks another place higher, the code still
 * wins.
 */
async function locateCode(places: PlaceService, code: string): Promise<PlaceMatch[]> {
  const { rows } = await places.autocomplete({ query: code, limit: 30, page: 1 });
  const best = rows.find(({ metadata }) => metadata.uniqueCode === code);
  if (best === undefined) return locateAll(places, code);
  // 13001 is the INSEE code of Aix-en-Provence and a postal code of Marseille: the answer names both.
  const alternatives = rows.filter((row) => row !== best && row.metadata.postalCodes.includes(code));
  return [{ asked: code, best, alternatives: alternatives.slice(0, MAX_ALTERNATIVES) }];
}

const unknownCity = (city: string, at: number): RequestFault => ({
  propertyPath: `city[${at}]`,
  message: `No place is called "${city.slice(0, 100)}". Ask resolve_location, or try another spelling or a postal code.`,
  code: 'unknown_place',
  understood: true,
});

function codesOf(located: readonly PlaceMatch[]): { countryCode?: string; uniqueCodes: string[] } {
  const found = located.flatMap(({ best }) => best ?? []);
  const [countryCode, ...others] = new Set(found.map((place) => place.countryCode));
  return {
    ...(countryCode !== undefined && others.length === 0 && { countryCode }),
    uniqueCodes: [...new Set(found.map(({ metadata }) => metadata.uniqueCode))],
  };
}
