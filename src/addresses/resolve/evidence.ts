import { DAY_MS } from '../../lib/durations.ts';
import { normalizeWords } from '../../lib/text.ts';
import { metresBetween } from './distance.ts';
import type { HomeFacts } from './home.ts';

/** The weighed columns of a certificate. Positions are degrees. */
export interface CertificateCandidate {
  readonly number: string;
  readonly cityCode: string;
  readonly postalCode: string;
  readonly energyRating: string;
  readonly ghgRating: string;
  readonly energyValue: number | null;
  readonly ghgValue: number | null;
  readonly area: number | null;
  readonly establishedOn: string | null;
  readonly constructionYear: number | null;
  readonly builtAfter: number | null;
  readonly builtBefore: number | null;
  readonly floor: number | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly addressScore: number | null;
  readonly streetNumber: string | null;
  readonly streetName: string | null;
}

/**
 * The likelihood ratio of the facts of a listing: the certificate is its own, against any other of the same commune and
 * letter. One factor a fact; a fact that either lacks is 1. Both probabilities are estimates: by accident from the
 * distribution of values in the registry, else from what portals do to certificates (round, mistype, omit). `npm run
 * bench -- addresses` measures them.
 */
export function likelihood(home: HomeFacts, candidate: CertificateCandidate): number {
  return (
    energy(home, candidate) *
    ghg(home, candidate) *
    area(home.area, candidate.area) *
    day(home.date, candidate.establishedOn) *
    year(home.year, candidate) *
    floor(home.floor, candidate.floor) *
    address(home, candidate) *
    position(home, candidate)
  );
}

const roundedDifference = (one: number, other: number): number => Math.abs(Math.round(one) - other);

function energy({ energyValue }: HomeFacts, candidate: CertificateCandidate): number {
  if (energyValue === undefined || candidate.energyValue === null) return 1;
  const difference = roundedDifference(energyValue, candidate.energyValue);
  if (difference === 0) return 110;
  if (difference === 1) return 6;
  const isRound = energyValue % 5 === 0;
  return isRound && difference <= 5 ? 1.5 : 0.03;
}

function ghg({ ghgValue, ghgRating }: HomeFacts, candidate: CertificateCandidate): number {
  if (ghgValue !== undefined && candidate.ghgValue !== null) {
    const difference = roundedDifference(ghgValue, candidate.ghgValue);
    return difference === 0 ? 18 : difference === 1 ? 1.5 : 0.04;
  }
  if (ghgRating === undefined || candidate.ghgRating === 'N') return 1;
  return ghgRating === candidate.ghgRating ? 2.2 : 0.04;
}

function area(stated: number | undefined, registered: number | null): number {
  if (stated === undefined || registered === null) return 1;
  const difference = Math.abs(stated - registered);
  if (!Number.isInteger(stated) && difference < 0.06) return 120;
  if (difference <= 0.5) return Number.isInteger(stated) ? 22 : 6;
  if (difference <= 0.5 + 0.02 * registered) return 4;
  return difference <= 1 + 0.04 * registered ? 0.5 : 0.02;
}

function day(stated: string | undefined, registered: string | null): number {
  if (stated === undefined || registered === null) return 1;
  if (stated === registered) return 300;
  const days = Math.abs(Date.parse(stated) - Date.parse(registered)) / DAY_MS;
  // A listing may state the day of the inspection, the registry that of the report.
  return days <= 10 ? 3 : 0.05;
}

function year(
  stated: number | undefined,
  { constructionYear, builtAfter, builtBefore }: CertificateCandidate,
): number {
  if (stated === undefined) return 1;
  if (constructionYear !== null) {
    const difference = Math.abs(stated - constructionYear);
    return difference === 0 ? 12 : difference <= 3 ? 1.5 : 0.2;
  }
  if (builtAfter === null && builtBefore === null) return 1;
  return stated >= (builtAfter ?? 0) - 1 && stated <= (builtBefore ?? 9999) + 1 ? 2.5 : 0.2;
}

function floor(stated: number | undefined, registered: number | null): number {
  if (stated === undefined || registered === null) return 1;
  const difference = Math.abs(stated - registered);
  return difference === 0 ? 4 : difference === 1 ? 0.4 : 0.08;
}

function address(
  { addressWords, houseNumber, postalCode }: HomeFacts,
  candidate: CertificateCandidate,
): number {
  const sameCode =
    postalCode === undefined || candidate.postalCode === '' || postalCode === candidate.postalCode;
  const byCode = sameCode ? 1 : 0.05;
  if (addressWords === undefined || candidate.streetName === null || !namesStreet(addressWords))
    return byCode;
  if (!` ${addressWords} `.includes(` ${normalizeWords(candidate.streetName)} `)) return byCode * 0.05;
  if (houseNumber === undefined || candidate.streetNumber === null) return byCode * 60;
  return byCode * (normalizeWords(houseNumber) === normalizeWords(candidate.streetNumber) ? 900 : 6);
}

const STREET =
  /\b(?:rue|avenue|av|boulevard|bd|place|quai|chemin|che|route|rte|impasse|allee|cours|square|passage|montee)\b/;
/** An address may be no more than the town. */
const namesStreet = (words: string): boolean => STREET.test(words);

/**
 * By accuracy: the distance of a listing from its home in metres, and the factor within it, the closest first. At a
 * precise point the neighbours are within 60 m too, so the exact point weighs ten times as much.
 */
const DISTANCE_WEIGHTS: Readonly<Record<string, readonly (readonly [metres: number, within: number])[]>> = {
  PRECISE: [
    [15, 60],
    [60, 6],
  ],
  STREET: [[300, 10]],
  NEIGHBORHOOD: [[1_200, 2.5]],
};

function position({ point, accuracy }: HomeFacts, { longitude, latitude }: CertificateCandidate): number {
  const reach = DISTANCE_WEIGHTS[accuracy ?? ''];
  if (point === undefined || reach === undefined || longitude === null || latitude === null) return 1;
  const distance = metresBetween(point, { longitude, latitude });
  const within = reach.find(([metres]) => distance <= metres);
  if (within !== undefined) return within[1];
  return distance <= 3 * (reach.at(-1)?.[0] ?? 0) ? 1 : 0.1;
}
