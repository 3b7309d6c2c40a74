import { hash } from 'node:crypto';
import type { PublisherEntry } from '../../catalogue/document.ts';
import { namedId } from '../../lib/ids.ts';
import { foldText, normalizeWords } from '../../lib/text.ts';

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

const COMPANY_WORDS = /\b(?:sarl|sas|sasu|eurl|sa|sci|scp)\b/g;

/** The name of an agency without its legal form, which some of its adverts leave out. */
export function normalizeAgencyName(name: string): string {
  const words = foldText(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const telling = words.replace(COMPANY_WORDS, ' ').replace(/\s+/g, ' ').trim();
  return telling === '' ? words : telling;
}

/**
 * Two adverts of one home are of one office when they share something that identifies it and contradict each other in
 * nothing. Each may leave out what the other states, so that on its own it is an advertiser of its own.
 */
export function isSameOffice(one: StatedPublisher, other: StatedPublisher): boolean {
  if (one.publisherType !== undefined && other.publisherType !== undefined)
    if (one.publisherType !== other.publisherType) return false;
  const [own, others] = [listContacts(one), listContacts(other)];
  const isContradicted = TELLING_CONTACTS.some(
    (name) => own[name] !== '' && others[name] !== '' && own[name] !== others[name],
  );
  return !isContradicted && CONTACTS.some((name) => own[name] !== '' && own[name] === others[name]);
}

/** An office has one of each; it may have several mailboxes, sites and references. */
const TELLING_CONTACTS = ['card', 'phone', 'name'] as const;
const CONTACTS = [...TELLING_CONTACTS, 'email', 'site', 'reference'] as const;

const listContacts = (stated: StatedPublisher): Record<(typeof CONTACTS)[number], string> => ({
  card: normalizeCard(stated),
  phone: normalizePhone(stated.contact?.phone),
  // A private person is not identified by name.
  name: stated.publisherType === 'PRIVATE_INDIVIDUAL' ? '' : normalizeAgencyName(stated.agencyName ?? ''),
  email: stated.contact?.email?.trim().toLowerCase() ?? '',
  site: normalizeSite(stated.website) ?? '',
  reference: normalizeWords(stated.reference ?? ''),
});

const PUBLISHER_NAMESPACE = 'e2d9c1b4-7a35-5f08-b6ce-41d07c93fa52';

/** For a publisher first seen under this identity. */
export const derivePublisherId = (identity: string): string => namedId(PUBLISHER_NAMESPACE, identity);

const PAIR_NAMESPACE = '4f8a2c67-03de-5b19-9c7f-d85e1b6a2034';

/** The id of the pair of property and publisher; always the same. */
export const derivePropertyPublisherId = (propertyId: string, publisherId: string): string =>
  namedId(PAIR_NAMESPACE, `${propertyId} ${publisherId}`);
