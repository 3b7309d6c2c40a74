import { isWeak } from '../abbreviations.ts';
import { commonNames } from '../common-names.ts';
import type { Division, DivisionType } from '../division.ts';
import { nameWords } from './words.ts';

/** Names that tell where another place is. */
export interface ContextIndex {
  /** The divisions so named: "valence drôme", "vaugirard paris". */
  named(words: readonly string[]): readonly number[];
  /** The wide ones whose name begins so and goes on: "valence dro". */
  startingWith(words: readonly string[]): readonly number[];
  /** The groups of the towns so named: "gradignan bordeaux". */
  groupsOfTown(words: readonly string[]): readonly string[];
  /** True of the name of a city that is made of districts. */
  hasDistricts(word: string): boolean;
  isMadeOfDistricts(division: number): boolean;
}

const WIDE: ReadonlySet<DivisionType> = new Set([
  'COUNTRY',
  'ADMINISTRATIVE_REGION',
  'ADMINISTRATIVE_SUBREGION',
]);
/** With fewer letters a begun name says nothing. */
const MIN_NAME_CHARS = 3;
/** People name the town next to a place only if others know it. */
const TOWN_POPULATION = 20_000;

export function buildContextIndex(divisions: readonly Division[], parents: Int32Array): ContextIndex {
  const byName = new Map<string, number[]>();
  const wideNames: [name: string, division: number][] = [];
  const townGroups = new Map<string, string[]>();
  const withParts = new Set(parents);
  for (const [number, division] of divisions.entries()) {
    const { type, population, groupIds } = division;
    const wide = WIDE.has(type);
    const town = type === 'MUNICIPALITY' && (population ?? 0) >= TOWN_POPULATION;
    if (!wide && !town && !(type === 'MUNICIPALITY' && withParts.has(number))) continue;
    for (const name of namesOf(division)) {
      if (wide || withParts.has(number)) append(byName, name, number);
      if (wide) wideNames.push([name, number]);
      if (town) for (const id of groupIds) append(townGroups, name, id);
    }
  }
  const cities = citiesOfDistricts(divisions, parents);
  const cityNames = new Set([...cities].map((number) => nameWords(divisions[number]?.name ?? '').join(' ')));
  return {
    hasDistricts: (word) => cityNames.has(word),
    isMadeOfDistricts: (division) => cities.has(division),
    groupsOfTown: (words) => townGroups.get(words.join(' ')) ?? [],
    named: (words) => byName.get(words.join(' ')) ?? [],
    startingWith(words) {
      const name = words.join(' ');
      if (name.length < MIN_NAME_CHARS || byName.has(name)) return [];
      return wideNames.filter(([wideName]) => wideName.startsWith(name)).map(([, number]) => number);
    },
  };
}

const citiesOfDistricts = (divisions: readonly Division[], parents: Int32Array): Set<number> =>
  new Set(parents.filter((_, number) => divisions[number]?.type === 'MUNICIPAL_DISTRICT'));

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Also without the article before it. */
function namesOf({ name, otherNames, countryCode, uniqueCode }: Division): Set<string> {
  const names = new Set<string>();
  for (const each of [name, ...otherNames, ...(commonNames[countryCode]?.[uniqueCode] ?? [])]) {
    const words = nameWords(each);
    names.add(words.join(' '));
    if (words.length > 1 && isWeak(words[0] ?? '')) names.add(words.slice(1).join(' '));
  }
  return names;
}
