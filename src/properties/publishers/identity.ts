import { hash } from 'node:crypto';
import type { PublisherEntry } from '../../catalogue/document.ts';
import { namedId } from '../../lib/ids.ts';
import { normalizeWords } from '../../lib/text.ts';

/** An advertiser as a listing states it. */
export type StatedPublisher = Omit<PublisherEntry, 'id'>;

/** Digits of a national number: what `+33 1 00 00 00 11` and `01 00 00 00 11` have in common. */
const NATIONAL_DIGITS = 9;

/**
 * The identities of an advertiser, strongest first. A card number belongs to one agency. A name is shared by the
 * agencies of a network and a telephone number may be a portal's, so these count in pairs. A private person is
 * identified by telephone or email.
 */
export function collectIdentities(stated: StatedPublisher): string[] {
  const phone = normalizePhone(stated.contact?.phone);
  const email = stated.contact?.email?.trim().toLowerCase();
  if (stated.publisherType === 'PRIVATE_INDIVIDUAL') {
    return present([phone && `private phone ${phone}`, email && `private email ${email}`]);
  }
  const card = normalizeCard(stated);
  const name = stated.agencyName === undefined ? '' : normalizeWords(stated.agencyName);
  const reached = [phone && `phone ${phone}`, normalizeSite(stated.website), email && `email ${email}`];
  const named = present(name === '' ? reached : reached.map((way) => way && `name ${name} ${way}`));
  const strong = [...present([card && `card ${card}`]), ...named];
  return strong.length === 0 ? present([name && `name ${name}`]) : strong;
}

const present = (identities: readonly (string | undefined | '')[]): string[] =>
  identities.filter((identity): identity is string => identity !== undefined && identity !== '').map(indexed);

/** A row of a B-tree index has at most 2,704 bytes: case folding may turn one letter into 18. */
const MAX_IDENTITY_BYTES = 1_000;
const indexed = (identity: string): string =>
  identity.length * 3 <= MAX_IDENTITY_BYTES || Buffer.byteLength(identity) <= MAX_IDENTITY_BYTES
    ? identity
    : `digest ${hash('sha256', identity)}`;

/** Letters and digits of the card number; the prefix CPI is sometimes missing. */
export const normalizeCard = ({
  professionalCardNumber,
}: {
  professionalCardNumber?: string | null;
}): string =>
  (professionalCardNumber ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^CPI/, '');

const normalizePhone = (phone: string | undefined): string =>
  (phone ?? '').replace(/\D/g, '').slice(-NATIONAL_DIGITS);

function normalizeSite(website: string | undefined): string | undefined {
  const host = URL.parse(website ?? '')?.hostname.replace(/^www\./, '');
  return host === undefined || host === '' ? undefined : `site ${host}`;
}

const PUBLISHER_NAMESPACE = 'e2d9c1b4-7a35-5f08-b6ce-41d07c93fa52';

/** For a publisher first seen under this identity. */
export const derivePublisherId = (identity: string): string => namedId(PUBLISHER_NAMESPACE, identity);

const PAIR_NAMESPACE = '4f8a2c67-03de-5b19-9c7f-d85e1b6a2034';

/** The id of the pair of property and publisher; always the same. */
export const derivePropertyPublisherId = (propertyId: string, publisherId: string): string =>
  namedId(PAIR_NAMESPACE, `${propertyId} ${publisherId}`);
