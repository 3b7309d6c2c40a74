import type { Division } from '../division.ts';
import { citiesOf } from './case.ts';
import { kmBetween } from './centres.ts';
import { AGREES, type Case, type Testimony, testimonies } from './evidence.ts';

export interface Weighed {
  readonly city: Division;
  readonly weight: number;
  readonly testimonies: readonly Testimony[];
}

/** The likeliest first; of equals the bigger place. */
export function weighed(given: Case): Weighed[] {
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
