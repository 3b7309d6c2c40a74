import { normalizeWords } from '../../lib/text.ts';
import { type CertificateCandidate, likelihood } from './evidence.ts';
import type { HomeFacts } from './home.ts';

/** The bands of the contract above NONE, the most certain first. */
export type Band = 'EXACT' | 'HIGH' | 'MEDIUM' | 'LOW';

/** A postal address supported by certificates. */
export interface AddressDecision {
  readonly confidence: Band;
  /** The certificate the address is taken from. */
  readonly certificate: CertificateCandidate;
  /** Whether that certificate is the home's own, and not only one of its building. */
  readonly isOwn: boolean;
  /** Whether its house number is certain enough to be shown. */
  readonly withNumber: boolean;
}

/** The share of listings whose certificate is in the loaded registry; the others must find nothing. */
const REGISTRY_COVERAGE = 0.8;
/** The minimum probability of each band. `npm run bench -- addresses` checks that EXACT and HIGH are right in 98 %. */
const MIN_EXACT_CHANCE = 0.995;
const MIN_HIGH_CHANCE = 0.97;
const MIN_MEDIUM_CHANCE = 0.6;
const MIN_LOW_CHANCE = 0.3;
/** The registry's own score of its geocoding, in hundredths. */
const MIN_ADDRESS_SCORE = 40;
const MIN_OWN_CHANCE = 0.9;

/**
 * The address that the certificates support. Each candidate is weighted by how its facts agree with the listing. The
 * alternative is that the home's certificate is not in the registry and they agree by accident; its weight grows with
 * `rivals`, the certificates of the same commune and letter. Certificates of one address add up.
 */
export function decideAddress(
  home: HomeFacts,
  candidates: readonly CertificateCandidate[],
  rivals: number,
): AddressDecision | undefined {
  const weighed = candidates
    .map((candidate) => ({ candidate, weight: likelihood(home, candidate) }))
    // Certificate numbers break ties, so that the same property always resolves alike.
    .sort(
      (one, other) => other.weight - one.weight || (one.candidate.number < other.candidate.number ? -1 : 1),
    );
  const absent = (Math.max(rivals, candidates.length) * (1 - REGISTRY_COVERAGE)) / REGISTRY_COVERAGE;
  const total = weighed.reduce((sum, { weight }) => sum + weight, absent);
  const best = weighed.find(({ candidate }) => candidate.streetName !== null);
  if (best === undefined) return undefined;
  const isSameStreet = sameStreetAs(best.candidate);
  let [ofAddress, ofStreet] = [0, 0];
  for (const { candidate, weight } of weighed) {
    // Such a small weight changes no share.
    if (weight < NEGLIGIBLE_RATIO * best.weight) break;
    if (!isSameStreet(candidate)) continue;
    ofStreet += weight;
    if (candidate.streetNumber === best.candidate.streetNumber) ofAddress += weight;
  }
  const [byAddress, byStreet] = [ofAddress / total, ofStreet / total];
  const confidence = capBand(bandOf(byAddress, isDistinctive(home)), best.candidate);
  const own = best.weight / total >= MIN_OWN_CHANCE;
  if (confidence !== undefined)
    return { confidence, certificate: best.candidate, isOwn: own, withNumber: true };
  const wider = byStreet >= 0.9 ? 'MEDIUM' : byStreet >= 0.5 ? 'LOW' : undefined;
  return wider && { confidence: wider, certificate: best.candidate, isOwn: false, withNumber: false };
}

const NEGLIGIBLE_RATIO = 1e-9;

/** Names are normalised once, and only where they differ. */
function sameStreetAs({
  cityCode,
  streetName,
}: CertificateCandidate): (other: CertificateCandidate) => boolean {
  const words = streetName === null ? '' : normalizeWords(streetName);
  const known = new Map<string | null, boolean>([[streetName, true]]);
  return (other) => {
    let isSame = known.get(other.streetName);
    if (isSame === undefined) {
      isSame = (other.streetName === null ? '' : normalizeWords(other.streetName)) === words;
      known.set(other.streetName, isSame);
    }
    return isSame && other.cityCode === cityCode;
  };
}

/** Both values, or the day and the area: with less, many homes of one building or one builder look alike. */
const isDistinctive = ({ energyValue, ghgValue, area, date }: HomeFacts): boolean =>
  area !== undefined && ((energyValue !== undefined && ghgValue !== undefined) || date !== undefined);

function bandOf(chance: number, telling: boolean): Band | undefined {
  if (chance >= MIN_EXACT_CHANCE && telling) return 'EXACT';
  if (chance >= MIN_HIGH_CHANCE) return 'HIGH';
  if (chance >= MIN_MEDIUM_CHANCE) return 'MEDIUM';
  return chance >= MIN_LOW_CHANCE ? 'LOW' : undefined;
}

const capBand = (band: Band | undefined, { addressScore }: CertificateCandidate): Band | undefined =>
  (addressScore ?? 100) < MIN_ADDRESS_SCORE && (band === 'EXACT' || band === 'HIGH') ? 'MEDIUM' : band;
