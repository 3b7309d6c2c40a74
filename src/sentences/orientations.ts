import type { Finding } from './condition.ts';
import { matchAt } from './folded-text.ts';

const DIRECTIONS: Readonly<Record<string, string>> = {
  ...{
    nord: 'NORTH',
    sud: 'SOUTH',
    est: 'EAST',
    ouest: 'WEST',
    'nord est': 'NORTH_EAST',
    'sud est': 'SOUTH_EAST',
  },
  ...{
    'nord ouest': 'NORTH_WEST',
    'sud ouest': 'SOUTH_WEST',
    north: 'NORTH',
    south: 'SOUTH',
    east: 'EAST',
    west: 'WEST',
  },
};
const MORE_DIRECTIONS =
  /(?: ?(?:ou|et|or|and|,|\/) ?)(?:plein )?((?:nord|sud)(?:[ -](?:est|ouest))?|est|ouest|north|south|east|west)\b/y;

/** "exposition sud ou ouest". */
export function withMoreOrientations(text: string, finding: Finding): Finding {
  const [condition] = finding.conditions;
  if (condition?.kind !== 'set' || condition.path !== 'property.unit.orientation') return finding;
  const values = [...condition.values];
  let { end } = finding;
  for (
    let more = matchAt(MORE_DIRECTIONS, text, end);
    more !== null;
    more = matchAt(MORE_DIRECTIONS, text, end)
  ) {
    values.push(DIRECTIONS[(more[1] ?? '').replace('-', ' ')] ?? '');
    end += more[0].length;
  }
  return { ...finding, end, conditions: [{ ...condition, values }] };
}
