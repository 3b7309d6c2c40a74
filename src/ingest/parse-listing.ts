import { property } from '../catalogue/attributes/property.ts';
import type { Word } from '../catalogue/vocabularies.ts';
import { DAY_MS } from '../lib/durations.ts';
import { listingIdFromUrl } from '../lib/ids.ts';
import { truncateText } from '../lib/truncate-text.ts';
import type { Claims, ListingState } from '../properties/listing-state.ts';
import { cleanText, fixMojibake } from './normalise/clean-text.ts';
import { fillFromText, isFrench, type TextFill } from './normalise/from-text.ts';
import { type Locate, locateListing } from './normalise/location.ts';
import { type MutableJsonObject, mapClaims, setAtPath } from './normalise/map-claims.ts';
import {
  addImplied,
  completePricing,
  convertAreas,
  dropImpossible,
  withDisplayedArea,
  withPricePerArea,
} from './normalise/plausible.ts';
import type { Observation } from './observation.ts';
import { type IgnoredField, ignoredField } from './parse-notes.ts';
import type { Payload } from './payload.ts';
import { isReliable, type TextFact } from './text-facts/fact.ts';
import { readTextFacts } from './text-facts/read-text-facts.ts';

/** The content of one observation: the members of a listing's state that need no earlier observation. */
export type ParsedListing = Omit<
  ListingState,
  'prices' | 'createdAt' | 'updatedAt' | 'lastSeenAt' | 'expiredAt' | 'absences' | 'priceCoherent'
>;

export interface ListingParseContext {
  readonly source: ListingState['source'];
  readonly locate: Locate;
  readonly now: Date;
  /** Derived from the URL when undefined. */
  readonly listingId?: string;
}

/** Clocks and time zones of sources are off by less. */
const MAX_SOURCE_CLOCK_SKEW_MS = DAY_MS;

/** Cleans, locates and completes a payload from its text. Never throws because of a value of a source. */
export async function parseListing(
  observation: Observation & { readonly kind: 'seen' },
  { source, locate, now, listingId }: ListingParseContext,
): Promise<{ listing: ParsedListing; ignoredFields: readonly IgnoredField[] }> {
  const { url, observedAt } = observation;
  const at = new Date(observedAt);
  const { payload } = observation;
  const texts = cleanTexts(payload);
  const { location, ignoredFields: contradicted } = await locateListing(payload.location, locate);
  const facts = readFacts(texts, payload, location?.countryCode);
  const transaction = findTransactionType(payload, facts);
  const { claims, ignoredFields: otherTransaction } = mapClaims(payload, transaction);
  // A copy of the payload with clean texts took one per cent of the worker.
  setStatedTexts(claims, texts);
  addStatedClaims(claims, payload, location);
  const { impossible, ...filled } = completeClaims(claims as Claims & MutableJsonObject, facts, now);
  const published = parsePublishedAt(payload, at);
  const listing: ParsedListing = {
    id: listingId ?? listingIdFromUrl(url) ?? '',
    url,
    source,
    protected: payload.protected ?? false,
    claims,
    ...buildTextContent(filled, payload),
    ...unmatchedCity(payload, location),
    pictures: uniquePictures(payload),
    publisher: payload.publisher,
    marketing: payload.marketing,
    publishedAt: published.at,
  };
  const ahead =
    at.getTime() > now.getTime() + MAX_SOURCE_CLOCK_SKEW_MS
      ? [ignoredField('observedAt', 'impossible', observedAt)]
      : [];
  return {
    listing,
    ignoredFields: [
      ...[...texts.ignoredFields, ...contradicted, ...otherTransaction, ...impossible],
      ...[...published.ignoredFields, ...ahead],
    ],
  };
}

const plainText = (text: string): string => cleanText(fixMojibake(text));

interface CleanTexts {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly ignoredFields: readonly IgnoredField[];
}

function cleanTexts({ title, description }: Payload): CleanTexts {
  const ignoredFields: IgnoredField[] = [];
  const cut = (name: 'title' | 'description', text: string): string => {
    const { maxLength } = property.members.body.members[name];
    if (text.length <= maxLength) return text;
    ignoredFields.push(ignoredField(name, 'too long', text));
    return truncateText(text, maxLength);
  };
  return {
    title: title === undefined ? undefined : cut('title', plainText(title).replace(/\n+/g, ' ')),
    description: description === undefined ? undefined : cut('description', plainText(description)),
    ignoredFields,
  };
}

function setStatedTexts(claims: MutableJsonObject, { title, description }: CleanTexts): void {
  if (title !== undefined) setAtPath(claims, ['body', 'title'], title);
  if (description !== undefined) setAtPath(claims, ['body', 'description'], description);
}

function readFacts(
  { title = '', description = '' }: CleanTexts,
  payload: Payload,
  countryCode: string | undefined,
): TextFact[] {
  const { propertyType } = payload;
  if (!isFrench(`${title}\n${description}`, countryCode)) return [];
  const known = { propertyType, transactionType: statedTransaction(payload) };
  return readTextFacts(title, description, known).filter(({ path }) => isReliable(path));
}

type Transaction = Word<'transactionType'> | undefined;

/** The stated transaction, or the one that members of only a sale or only a tenancy imply. */
function statedTransaction(payload: Payload): Transaction {
  const { transactionType, rent, netPrice, condominiumFees, propertyTax, fees } = payload;
  if (transactionType !== undefined) return transactionType;
  const isTenancy = rent !== undefined || fees?.charges !== undefined || fees?.deposit !== undefined;
  const isSale = [netPrice, condominiumFees, propertyTax, fees?.legal, fees?.condominium].some(
    (member) => member !== undefined,
  );
  if (isTenancy === isSale) return undefined;
  return isTenancy ? 'RENT' : 'SELL';
}

function addStatedClaims(claims: MutableJsonObject, payload: Payload, location: Claims['location']): void {
  const transaction = statedTransaction(payload);
  if (transaction !== undefined) setAtPath(claims, ['transaction', 'type'], transaction);
  if (location !== undefined) claims['location'] = location;
}

const findTransactionType = (payload: Payload, facts: readonly TextFact[]): Transaction =>
  statedTransaction(payload) ?? (facts.find(({ path }) => path === 'transaction.type')?.value as Transaction);

/**
 * Converts units, completes prices and adds facts of the text; mutates `claims`. Facts may add areas, so areas
 * convert twice.
 */
function completeClaims(
  claims: Claims & MutableJsonObject,
  facts: readonly TextFact[],
  now: Date,
): TextFill & { impossible: IgnoredField[] } {
  if (claims.area !== undefined) claims.area = convertAreas(claims.area);
  const impossible = dropImpossible(claims, now);
  const filled = fillFromText(claims, facts);
  const { area, location } = claims;
  if (area !== undefined) claims.area = withDisplayedArea(convertAreas(area), claims.propertyType);
  addImplied(claims, location?.countryCode);
  const country = location?.countryCode;
  if (claims.pricing !== undefined) {
    const pricing = completePricing(claims.pricing, claims.transaction?.type, country);
    claims.pricing = withPricePerArea(pricing, claims.area?.displayed);
  }
  return { ...filled, impossible };
}

const buildTextContent = (
  { readFromText, lot }: TextFill,
  { location }: Payload,
): Pick<ParsedListing, 'readFromText' | 'lot' | 'statedNeighborhood'> => ({
  ...(Object.keys(readFromText).length === 0 ? {} : { readFromText }),
  ...(lot === undefined ? {} : { lot }),
  ...(location?.neighborhood === undefined ? {} : { statedNeighborhood: location.neighborhood }),
});

/** A city without a division still distinguishes its listings from others. */
const unmatchedCity = (
  { location: stated }: Payload,
  location: Claims['location'],
): Pick<ParsedListing, 'statedCity'> => {
  const name = stated?.city ?? stated?.postalCode;
  return name === undefined || location?.city !== undefined ? {} : { statedCity: name };
};

/** Each URL once, in the order of the source. */
const uniquePictures = ({ pictures = [] }: Payload): ListingState['pictures'] =>
  [...new Map(pictures.toReversed().map((picture) => [picture.url, picture])).values()].toReversed();

/** A publication after the observation is impossible. */
function parsePublishedAt(
  { publishedAt: stated }: Payload,
  at: Date,
): { at: Date | undefined; ignoredFields: IgnoredField[] } {
  if (stated === undefined) return { at: undefined, ignoredFields: [] };
  const published = new Date(stated);
  if (published.getTime() <= at.getTime() + MAX_SOURCE_CLOCK_SKEW_MS)
    return { at: published, ignoredFields: [] };
  return { at: undefined, ignoredFields: [ignoredField('publishedAt', 'impossible', stated)] };
}
