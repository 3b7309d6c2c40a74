import { type Bond, bondOf, type Link, summed } from './bond.ts';
import { ATTACH, JOIN, RIVALS, UNCONTESTED, UNCONTESTED_WARY } from './thresholds.ts';

/** The listings to be grouped, by their places in a list. */
export interface Grouped {
  count: number;
  link(one: number, other: number): Link;
  /** Who advertises it: what one says on several portals is said once. */
  voiceOf(index: number): string;
}

/**
 * Groups listings by their links alone: the strongest bond first, until none is left that may hold. The outcome depends on the set of
 * listings and the order of their list, not on who came when; callers sort the list by id.
 */
export function groupsOf({ count, link, voiceOf }: Grouped): number[][] {
  const groups: Groups = new Map(
    Array.from({ length: count }, (_, index) => [
      index,
      { members: [index], voices: new Set([voiceOf(index)]), bonds: new Map() },
    ]),
  );
  bind(groups, link);
  for (;;) {
    const found = strongest(groups);
    if (found === undefined) return [...groups.values()].map(({ members }) => members);
    join(groups, found);
  }
}

interface Group {
  members: number[];
  voices: Set<string>;
  bonds: Map<number, Bond>;
}

type Groups = Map<number, Group>;

function bind(groups: Groups, link: Grouped['link']): void {
  for (const [one, { bonds }] of groups) {
    for (const [other, group] of groups) {
      if (other <= one) continue;
      const bond = bondOf(link(one, other));
      bonds.set(other, bond);
      group.bonds.set(one, bond);
    }
  }
}

interface Found {
  one: number;
  other: number;
}

function strongest(groups: Groups): Found | undefined {
  let found: Found | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const [one, { bonds }] of groups) {
    for (const [other, bond] of bonds) {
      const strength = bond.together ? Number.POSITIVE_INFINITY : bond.score;
      if (other < one || (found !== undefined && strength <= most)) continue;
      if (mayJoin(groups, { one, other }, bond)) [found, most] = [{ one, other }, strength];
    }
  }
  return found;
}

/** Whether two groups may become one: by a strong bond, or by a weaker one, unless rivals stand against it. */
function mayJoin(groups: Groups, { one, other }: Found, bond: Bond): boolean {
  if (bond.apart || bond.together) return !bond.apart;
  const [first, second] = [groups.get(one), groups.get(other)];
  if (first === undefined || second === undefined) return false;
  const alone = first.members.length === 1 || second.members.length === 1;
  const isStrong = bond.score >= (alone ? ATTACH : JOIN);
  if (!isStrong && !isEnough(bond, first, second)) return false;
  const rivals = Math.max(rivalsOf(first, second, other), rivalsOf(second, first, one));
  if (isStrong) return bond.score >= Math.log2(1 + rivals);
  return bond.score >= Math.log2(rivals) + (bond.otherPrice ? RIVALS.otherPrice : RIVALS.margin);
}

/**
 * Whether a weak bond may hold. It is less weak in a programme, or for two groups that a fact contradicts; and where several advertisers tell of each
 * side, silence does not explain that they share nothing that names the home.
 */
function isEnough(bond: Bond, first: Group, second: Group): boolean {
  const alone = first.members.length === 1 || second.members.length === 1;
  const { attach, join } = bond.newBuild || (bond.contradicted && !alone) ? UNCONTESTED_WARY : UNCONTESTED;
  if (bond.score < (alone ? attach : join)) return false;
  return bond.named || first.voices.size === 1 || second.voices.size === 1;
}

/**
 * The odds of all that the first may be one with in place of the other, and cannot be together with it: so it is on a stair of look-alike
 * flats, where a listing that says little resembles several homes.
 */
function rivalsOf(first: Group, other: Group, otherAt: number): number {
  let odds = 0;
  for (const [third, bond] of first.bonds) {
    if (third === otherAt || bond.apart) continue;
    const across = other.bonds.get(third);
    if (across === undefined || across.apart || across.score < RIVALS.conflict) odds += 2 ** bond.score;
  }
  return odds;
}

function join(groups: Groups, { one, other }: Found): void {
  const [kept, gone] = [groups.get(one), groups.get(other)];
  if (kept === undefined || gone === undefined) return;
  kept.members.push(...gone.members);
  for (const voice of gone.voices) kept.voices.add(voice);
  groups.delete(other);
  kept.bonds.delete(other);
  for (const [third, bond] of gone.bonds) {
    const [group, former] = [groups.get(third), kept.bonds.get(third)];
    group?.bonds.delete(other);
    if (group === undefined || former === undefined) continue;
    const sum = summed(former, bond, kept.voices.size * group.voices.size);
    kept.bonds.set(third, sum);
    group.bonds.set(one, sum);
  }
}
