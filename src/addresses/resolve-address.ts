import type { PropertyResult } from '../catalogue/document.ts';
import { defaultRegion } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { type Band, decideAddress } from './resolve/decide.ts';
import type { CertificateCandidate } from './resolve/evidence.ts';
import { type HomeFacts, readHomeFacts } from './resolve/home.ts';
import { findNearestAddress } from './resolve/nearest.ts';
import {
  countRivals,
  findCandidates,
  findCertificateByNumber,
  findCityName,
  findCodesUnder,
  type NearAddress,
} from './store.ts';

/** Raise it whenever the same property may resolve differently. */
export const ALGORITHM_VERSION = 2;

export interface ResolvedAddress {
  label: string;
  houseNumber: string | null;
  street: string;
  postcode: string | null;
  cityCode: string | null;
  city: string | null;
  country: string;
  latitude: number | null;
  longitude: number | null;
}

export interface AddressResolution {
  confidence: Band | 'NONE';
  method: 'ENERGY_CERTIFICATE_NUMBER' | 'ENERGY_CERTIFICATE_CHARACTERISTICS' | 'NATIONAL_ADDRESS_BASE' | null;
  address: ResolvedAddress | null;
  energyCertificateNumber: string | null;
  algorithmVersion: number;
}

const ORDER: readonly string[] = ['EXACT', 'HIGH', 'MEDIUM', 'LOW', 'NONE'];
const NO_RESOLUTION: AddressResolution = {
  confidence: 'NONE',
  method: null,
  address: null,
  energyCertificateNumber: null,
  algorithmVersion: ALGORITHM_VERSION,
};

/**
 * The postal address of a property: by the registry of certificates first, then by the national base around a precise
 * point.
 */
export const resolveAddress = (db: Db, property: PropertyResult): Promise<AddressResolution> =>
  resolveHome(defaultRegion(db), readHomeFacts(property));

export async function resolveHome(db: Db, home: HomeFacts): Promise<AddressResolution> {
  const codes = home.cityCode === undefined ? [] : await findCodesUnder(db, home.cityCode);
  const numbered = await byNumber(db, home, codes);
  if (numbered !== undefined) return numbered;
  const described = await byCharacteristics(db, home, codes);
  if (described.confidence === 'EXACT' || described.confidence === 'HIGH') return described;
  const near = await byPosition(db, home);
  return ORDER.indexOf(near.confidence) < ORDER.indexOf(described.confidence) ? near : described;
}

/** A certificate number of another commune was mistyped: it is ignored. */
async function byNumber(
  db: Db,
  home: HomeFacts,
  codes: readonly string[],
): Promise<AddressResolution | undefined> {
  if (home.certificateNumber === undefined || home.certificateNumber === '') return undefined;
  const certificate = await findCertificateByNumber(db, home.certificateNumber);
  if (certificate === undefined || certificate.streetName === null) return undefined;
  if (certificate.cityCode !== '' && codes.length > 0 && !codes.includes(certificate.cityCode))
    return undefined;
  return {
    ...NO_RESOLUTION,
    confidence: 'EXACT',
    method: 'ENERGY_CERTIFICATE_NUMBER',
    address: await buildCertificateAddress(db, certificate, true),
    energyCertificateNumber: certificate.number,
  };
}

async function byCharacteristics(
  db: Db,
  home: HomeFacts,
  codes: readonly string[],
): Promise<AddressResolution> {
  const isStated = home.energyRating !== undefined || home.energyValue !== undefined;
  if (codes.length === 0 || !isStated || (home.area === undefined && home.energyValue === undefined))
    return NO_RESOLUTION;
  const candidates = await findCandidates(db, home, codes);
  if (candidates.length === 0) return NO_RESOLUTION;
  const decision = decideAddress(home, candidates, await countRivals(db, codes, home.energyRating));
  if (decision === undefined) return NO_RESOLUTION;
  const { confidence, isOwn, withNumber } = decision;
  // The candidates had only the weighed columns.
  const certificate =
    (await findCertificateByNumber(db, decision.certificate.number)) ?? decision.certificate;
  return {
    ...NO_RESOLUTION,
    confidence,
    method: 'ENERGY_CERTIFICATE_CHARACTERISTICS',
    address: await buildCertificateAddress(db, certificate, withNumber),
    energyCertificateNumber: isOwn ? certificate.number : null,
  };
}

async function byPosition(db: Db, home: HomeFacts): Promise<AddressResolution> {
  const { point, accuracy } = home;
  if (point === undefined || accuracy !== 'PRECISE') return NO_RESOLUTION;
  const found = await findNearestAddress(db, { ...home, point });
  if (found === undefined) return NO_RESOLUTION;
  return {
    ...NO_RESOLUTION,
    confidence: found.band,
    method: 'NATIONAL_ADDRESS_BASE',
    address: await buildBaseAddress(db, found.address),
  };
}

/** The number and the point are shown only when the registry has both: the point of a street is any point on it. */
async function buildCertificateAddress(
  db: Db,
  certificate: CertificateCandidate,
  withNumber: boolean,
): Promise<ResolvedAddress> {
  const city = (await findCityName(db, certificate.cityCode)) ?? null;
  const houseNumber = withNumber ? certificate.streetNumber : null;
  const street = certificate.streetName ?? '';
  const { postalCode, cityCode } = certificate;
  return {
    label: labelOf(houseNumber, street, postalCode, city),
    houseNumber,
    street,
    postcode: postalCode === '' ? null : postalCode,
    cityCode: cityCode === '' ? null : cityCode,
    city,
    country: 'FR',
    latitude: withNumber ? certificate.latitude : null,
    longitude: withNumber ? certificate.longitude : null,
  };
}

async function buildBaseAddress(db: Db, near: NearAddress): Promise<ResolvedAddress> {
  const { street, postalCode, cityCode, latitude, longitude } = near;
  const city = (await findCityName(db, cityCode)) ?? null;
  const houseNumber = near.suffix === '' ? String(near.number) : `${near.number} ${near.suffix}`;
  const label = labelOf(houseNumber, street, postalCode, city);
  return {
    label,
    houseNumber,
    street,
    postcode: postalCode,
    cityCode,
    city,
    country: 'FR',
    latitude,
    longitude,
  };
}

const labelOf = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' ');
