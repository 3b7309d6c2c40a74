import type { Division } from '../division.ts';
import { kmBetween } from './centres.ts';
import { collectEvidence, type Evidence, type LocateContext, MIN_AGREEMENT_WEIGHT } from './evidence.ts';
import { citiesOf } from './locate-context.ts';

export interface WeightedCandidate {
  readonly city: Division;
  readonly weight: number;
  readonly evidence: readonly Evidence[];
}

/** The most likely first; of equal weight the larger population. */
export function weighCandidates(context: LocateContext): WeightedCandidate[] {
  const weigh = (city: Division): WeightedCandidate => {
    const evidence = collectEvidence(city, context);
    return { city, evidence, weight: evidence.reduce((sum, { weight }) => sum + weight, 0) };
  };
  const found = [...findCandidateCities(context)].map(weigh);
  const isNamed = ({ evidence }: WeightedCandidate): boolean =>
    evidence.some(({ source, weight }) => source === 'name' && weight >= MIN_AGREEMENT_WEIGHT);
  if (context.spellings.length > 0 && !found.some(isNamed)) {
    for (const city of citiesOf(findLikelyNamed(context), context.gazetteer)) {
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

const MAX_NEIGHBOURS = 5;
const MAX_LIKELY = 5;

function findCandidateCities({
  hint,
  gazetteer,
  contourHit,
  spellings,
  isPlain,
}: LocateContext): Set<Division> {
  const { code, postalCode, point } = hint;
  const coded = code === undefined ? undefined : gazetteer.byCode(code);
  return citiesOf(
    [
      ...(coded === undefined ? [] : [coded]),
      ...(postalCode === undefined ? [] : gazetteer.byPostalCode(postalCode)),
      ...spellings.flatMap((spelling) => gazetteer.byName(spelling)),
      ...contourHit.containingIds.flatMap((id) => gazetteer.byId(id) ?? []),
      ...(point === undefined || isPlain
        ? []
        : gazetteer.near(point, MAX_NEIGHBOURS).map(({ division }) => division)),
    ],
    gazetteer,
  );
}

/** Only where no candidate has the name: this lookup costs ten times all the others. */
function findLikelyNamed({
  hint: { names, postalCode, subregion, point },
  gazetteer,
}: LocateContext): Division[] {
  const where = postalCode?.slice(0, 2) ?? subregion;
  const near = ({ centroid }: Division): boolean =>
    point !== undefined && centroid !== null && kmBetween(point, centroid) <= MAX_NEAR_KM;
  return names
    .slice(0, 1)
    .flatMap((name) => [
      ...(where === undefined ? [] : gazetteer.byNameLike(`${name} (${where})`, MAX_LIKELY)),
      ...gazetteer
        .byNameLike(name, MAX_NAME_MATCHES)
        .filter((division, rank) => rank < MAX_LIKELY || near(division)),
    ]);
}

const MAX_NAME_MATCHES = 100;
const MAX_NEAR_KM = 60;
