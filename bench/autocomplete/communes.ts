import type { Finder } from '../../src/geo/autocomplete/finder.ts';
import { nameWords } from '../../src/geo/autocomplete/words.ts';
import type { Division } from '../../src/geo/division.ts';
import { createTypingRandom, withTypo } from '../../test/support/typing.ts';
import { formatPercent } from './typing.ts';

const SEED = 2026;
const MIN_LETTERS = 6;

/** Every commune by its name and the number of its department. */
export function tryNames(finder: Finder, divisions: readonly Division[]): void {
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const communes = divisions.filter(({ type }) => type === 'MUNICIPALITY');
  const ranks = communes.map((commune) => {
    const department = byId.get(commune.parentId ?? '')?.uniqueCode ?? '';
    return finder.find(`${commune.name} (${department})`, { from: 0, to: 30 }).divisions.indexOf(commune);
  });
  const [first, page] = [ranks.filter((at) => at === 0).length, ranks.filter((at) => at >= 0).length];
  console.log(
    `${communes.length} communes by name and department: first ${formatPercent(first, ranks.length)}, on the first page ${formatPercent(page, ranks.length)}`,
  );
}

/** Every commune of six letters or more with one typo in its name; homonyms with their department, as a person types them. */
export function tryTypos(finder: Finder, divisions: readonly Division[]): void {
  const random = createTypingRandom(SEED);
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const communes = divisions.filter(({ type }) => type === 'MUNICIPALITY');
  const spelling = ({ name }: Division): string => nameWords(name).join(' ');
  const homonyms = Map.groupBy(communes, spelling);
  const isFound = (query: string, commune: Division): boolean =>
    finder.find(query, { from: 0, to: 3 }).divisions.includes(commune);

  const typed = communes.filter(({ name }) => name.replace(/\P{L}/gu, '').length >= MIN_LETTERS);
  let [found, alone] = [0, 0];
  for (const commune of typed) {
    const name = withTypo(commune.name, random);
    const isShared = (homonyms.get(spelling(commune)) ?? []).length > 1;
    const department = byId.get(commune.parentId ?? '')?.uniqueCode ?? '';
    found += Number(isFound(isShared ? `${name} ${department}` : name, commune));
    alone += Number(isFound(name, commune));
  }
  console.log(
    `${typed.length} communes with one typo, among the first three: ${formatPercent(found, typed.length)} (homonyms with their department), ${formatPercent(alone, typed.length)} (all by the name alone)`,
  );
}
