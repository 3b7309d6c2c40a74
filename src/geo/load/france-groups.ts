import type { Division } from '../division.ts';
import { bareDivision } from './country-facts.ts';

/** One entry of epci.json or ept.json. */
export interface IntercommunalGroup {
  /** SIREN */
  code: string;
  nom: string;
  membres: { code: string }[];
}

const ABBREVIATION_EXPANSIONS: Readonly<Record<string, string>> = {
  CC: 'Communauté de communes',
  CA: "Communauté d'agglomération",
  CU: 'Communauté urbaine',
};

/**
 * Adds the groups, and to each division the groups it belongs to. The eleven territories of Greater Paris (EPT) are
 * groups within a group: their municipalities are members of both.
 */
export function withGroups(
  divisions: readonly Division[],
  { epci, ept }: { epci: readonly IntercommunalGroup[]; ept: readonly IntercommunalGroup[] },
  idOf: (code: string) => string,
): Division[] {
  const membership = new Map<string, string[]>();
  for (const { code, membres } of [...ept, ...epci]) {
    for (const member of membres) membership.set(member.code, [...(membership.get(member.code) ?? []), code]);
  }
  const groupsOf = (memberCode: string | undefined): string[] => membership.get(memberCode ?? '') ?? [];
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const groups = [...epci, ...ept].map(({ code, nom, membres }) => ({
    ...bareDivision({
      id: idOf(code),
      countryCode: 'FR',
      type: 'MUNICIPALITY_GROUP',
      uniqueCode: code,
      name: nom,
      parentId: findNarrowestParent(
        membres.map((member) => idOf(member.code)),
        byId,
      ),
    }),
    groupIds: ept.some((inner) => inner.code === code) ? groupsOf(membres[0]?.code).slice(1).map(idOf) : [],
    otherNames: expandGroupName(nom),
  }));
  return [
    ...divisions.map((division) => ({ ...division, groupIds: groupsOf(division.uniqueCode).map(idOf) })),
    ...groups,
  ];
}

function expandGroupName(name: string): string[] {
  const [short = '', ...rest] = name.split(' ');
  const long = ABBREVIATION_EXPANSIONS[short];
  return long === undefined ? [] : [`${long} ${rest.join(' ')}`];
}

/** A group may cross departments or regions: its parent is the narrowest division that contains every member. */
function findNarrowestParent(
  memberIds: readonly string[],
  byId: ReadonlyMap<string, Division>,
): string | null {
  const lines = memberIds.map((id) => {
    const line: string[] = [];
    for (let at = byId.get(id)?.parentId ?? null; at !== null; at = byId.get(at)?.parentId ?? null)
      line.push(at);
    return line;
  });
  return lines[0]?.find((id) => lines.every((line) => line.includes(id))) ?? null;
}
