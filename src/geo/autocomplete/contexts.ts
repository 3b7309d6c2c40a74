import { atFirstUse } from '../../lib/at-first-use.ts';
import { isWeak } from '../abbreviations.ts';
import { commonNames } from '../common-names.ts';
import type { Division, DivisionType } from '../division.ts';
import { nameWords } from './words.ts';

/** Names that say where another place is. */
export interface ContextIndex {
  /** The divisions of this name: "valence drôme", "vaugirard paris". */
  named(words: readonly string[]): readonly number[];
  /** The wide divisions whose name has this prefix: "valence dro". */
  startingWith(words: readonly string[]): readonly number[];
  /** The groups of the towns of this name: "gradignan bordeaux". */
  groupsOfTown(words: readonly string[]): readonly string[];
  /** Whether it is the name of a city with districts. */
  hasDistricts(word: string): boolean;
  isMadeOfDistricts(division: number): boolean;
}

const WIDE: ReadonlySet<DivisionType> = new Set([
  'COUNTRY',
  'ADMINISTRATIVE_REGION',
  'ADMINISTRATIVE_SUBREGION',
]);
/** A shorter prefix of a name is ambiguous. */
const MIN_NAME_CHARS = 3;
/** Only well-known towns are used to locate a place next to them. */
const TOWN_POPULATION = 20_000;

/** Its tables are made for the first query of several words, or with a code. */
export function openContextIndex(divisions: readonly Division[], parents: Int32Array): ContextIndex {
  const names = atFirstUse(() => listNames(divisions, parents));
  const cities = atFirstUse(() => citiesOfDistricts(divisions, parents));
  const cityNames = atFirstUse(
    () => new Set([...cities()].map((number) => nameWords(divisions[number]?.name ?? '').join(' '))),
  );
  return {
    hasDistricts: (word) => word !== '' && cityNames().has(word),
    isMadeOfDistricts: (division) => cities().has(division),
    groupsOfTown: (words) => names().townGroups.get(words.join(' ')) ?? [],
    named: (words) => names().byName.get(words.join(' ')) ?? [],
    startingWith(words) {
      const name = words.join(' ');
      const { byName, wideNames } = names();
      if (name.length < MIN_NAME_CHARS || byName.has(name)) return [];
      return wideNames.filter(([wideName]) => wideName.startsWith(name)).map(([, number]) => number);
    },
  };
}

interface ContextNames {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly wideNames: readonly (readonly [name: string, division: number])[];
  readonly townGroups: ReadonlyMap<string, readonly string[]>;
}

function listNames(divisions: readonly Division[], parents: Int32Array): ContextNames {
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
  return { byName, wideNames, townGroups };
}

const citiesOfDistricts = (divisions: readonly Division[], parents: Int32Array): Set<number> =>
  new Set(parents.filter((_, number) => divisions[number]?.type === 'MUNICIPAL_DISTRICT'));

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Also without its leading article. */
function namesOf({ name, otherNames, countryCode, uniqueCode }: Division): Set<string> {
  const names = new Set<string>();
  for (const each of [name, ...otherNames, ...(commonNames[countryCode]?.[uniqueCode] ?? [])]) {
    const words = nameWords(each);
    names.add(words.join(' '));
    if (words.length > 1 && isWeak(words[0] ?? '')) names.add(words.slice(1).join(' '));
  }
  return names;
}
