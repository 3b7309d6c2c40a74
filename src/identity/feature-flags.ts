import type { Claims, ListingState } from '../properties/listing-state.ts';

export type Flags = Readonly<Record<string, boolean | number | string>>;

/** They say the floor again. */
const FLOOR_FLAGS: ReadonlySet<string> = new Set(['groundFloor', 'gardenFloor']);

/** Every box that is ticked or left empty on purpose, of the home and of the building. A text names what there is and is silent on the rest. */
export function readFlags({ claims, readFromText = {} }: ListingState): Flags {
  const flags: Record<string, boolean | number | string> = {};
  for (const path of ['unit', 'amenities'] as const) {
    const block = (claims[path] ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(block)) {
      const value = block[name];
      if (typeof value !== 'boolean' || FLOOR_FLAGS.has(name)) continue;
      if (readFromText[`${path}.${name}`] === undefined) flags[name] = value;
    }
  }
  const answers = rareAnswers(claims);
  for (const name of Object.keys(answers)) {
    const answer = answers[name];
    if (answer !== undefined && answer !== '') flags[name] = answer;
  }
  return flags;
}

/** Facts of few or rare answers that neither are boxes nor have a weight of their own. */
function rareAnswers({ unit, building, area }: Claims): Record<string, number | string | undefined> {
  const heating = unit?.energy?.heating ?? building?.energy?.heating ?? [];
  const named = (words: readonly (string | undefined)[]): string =>
    [...new Set(words.filter((word) => word !== undefined))].sort().join(' ');
  return {
    carrier: named(heating.map(({ energyCarrier }) => energyCarrier)),
    heating: named(heating.map(({ system }) => system)),
    facing: named(unit?.orientation ?? []),
    built: building?.constructionType,
    lots: building?.numberOfLots,
    wc: unit?.wc,
    condition: unit?.condition,
    parking: unit?.parking?.total,
    terrace: area?.outdoor?.terrace,
    balcony: area?.outdoor?.balcony,
    garden: area?.outdoor?.garden,
  };
}
