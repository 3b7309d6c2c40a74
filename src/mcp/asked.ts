import type { Fault } from '../api/problem.ts';
import { brokenRule, faultsProblem } from '../api/problem.ts';
import { refuseUnknownPlaces } from '../api/routes/search.ts';
import { parseCriteria } from '../criteria/parse.ts';
import type { Tree } from '../criteria/tree.ts';
import type { Places } from '../geo/places.ts';
import { type Located, locateAll } from './locations.ts';
import { criteriaOf, isPlain, type Question } from './question.ts';

/** What was asked, as the domain takes it, and how it was understood. */
export interface AskedFor {
  tree: Tree;
  /** The criteria used; null for every property. */
  criteria: object | null;
  places: Located[];
}

/** Reads a question in either form. Nothing is guessed in silence: the places it was taken for are told. */
export async function askedFor(places: Places, question: Question): Promise<AskedFor> {
  if (isPlain(question) && question.criteria !== undefined && question.criteria !== null)
    throw brokenRule(
      'criteria',
      'Give either `criteria` or the plain arguments (city, type, price, ...), not both.',
      'not_allowed',
    );
  const located = await locateCities(places, question.city ?? []);
  const criteria = isPlain(question) ? criteriaOf(question, codesOf(located)) : (question.criteria ?? null);
  const parsed = parseCriteria(criteria);
  if ('faults' in parsed) throw faultsProblem(parsed.faults);
  await refuseUnknownPlaces({ places }, parsed.mentions);
  return { tree: parsed.tree, criteria, places: located };
}

export async function locateCities(places: Places, cities: readonly string[]): Promise<Located[]> {
  const register = await places.register();
  const located: Located[] = [];
  const faults: Fault[] = [];
  for (const [at, city] of cities.entries()) {
    const found = register.has({ code: city }) ? await byCode(places, city) : await locateAll(places, city);
    if (found.length === 0 || found.some(({ best }) => best === undefined))
      faults.push(unknownCity(city, at));
    located.push(...found);
  }
  if (faults.length > 0) throw faultsProblem(faults);
  return located;
}

const MAX_ALTERNATIVES = 4;

/** A code is found under its own name; where autocomplete knows it otherwise, it is still the code that was meant. */
async function byCode(places: Places, code: string): Promise<Located[]> {
  const { rows } = await places.autocomplete({ query: code, limit: 30, page: 1 });
  const best = rows.find(({ metadata }) => metadata.uniqueCode === code);
  if (best === undefined) return locateAll(places, code);
  // 13001 is Aix-en-Provence, and the first district of Marseille to the post: the answer names both.
  const alternatives = rows.filter((row) => row !== best && row.metadata.postalCodes.includes(code));
  return [{ asked: code, best, alternatives: alternatives.slice(0, MAX_ALTERNATIVES) }];
}

const unknownCity = (city: string, at: number): Fault => ({
  propertyPath: `city[${at}]`,
  message: `No place is called "${city.slice(0, 100)}". Ask resolve_location, or try another spelling or a postal code.`,
  code: 'unknown_place',
  understood: true,
});

function codesOf(located: readonly Located[]): { countryCode?: string; uniqueCodes: string[] } {
  const found = located.flatMap(({ best }) => best ?? []);
  const [countryCode, ...others] = new Set(found.map((place) => place.countryCode));
  return {
    ...(countryCode !== undefined && others.length === 0 && { countryCode }),
    uniqueCodes: [...new Set(found.map(({ metadata }) => metadata.uniqueCode))],
  };
}
