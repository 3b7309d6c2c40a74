import { property } from '../catalogue/attributes/property.ts';
import type { Word } from '../catalogue/vocabularies.ts';
import { DAY_MS } from '../lib/durations.ts';
import { listingIdFromUrl } from '../lib/listing-url.ts';
import { truncateText } from '../lib/truncate-text.ts';
import type { Claims, ListingState } from '../properties/listing-state.ts';
import { convertAreas, withDisplayedArea } from './normalise/areas.ts';
import { cleanText } from './normalise/clean-text.ts';
import { type DroppedField, droppedField } from './normalise/dropped.ts';
import { fixMojibake } from './normalise/fix-mojibake.ts';
import { isFrench } from './normalise/french.ts';
import { fillFromText, type TextFill } from './normalise/from-text.ts';
import { addImplied } from './normalise/implied.ts';
import { type MutableJsonObject, setAtPath } from './normalise/json-path.ts';
import { applySighting, type ListingContent } from './normalise/listing-content.ts';
import { type Locate, locateListing } from './normalise/location.ts';
import { mapClaims } from './normalise/map-claims.ts';
import { dropImpossible } from './normalise/plausible.ts';
import { completePricing, withPricePerArea } from './normalise/pricing.ts';
import type { Observation } from './observation.ts';
import type { Payload } from './payload.ts';
import type { TextFact } from './text-facts/fact.ts';
import { isReliable } from './text-facts/measured.ts';
import { readTextFacts } from './text-facts/read-text-facts.ts';

export type SeenObservation = Observation & { readonly kind: 'seen' };

export interface NormaliseContext {
  readonly source: ListingState['source'];
  readonly previous: ListingState | undefined;
  readonly locate: Locate;
  readonly now: Date;
  /** Where it is known already. */
  readonly listingId?: string;
}

export interface NormalisedListing {
  readonly state: ListingState;
  /** What the source said and is not in the state, to be counted. */
  readonly dropped: readonly DroppedField[];
}

/** A day: clocks and time zones of sources are off by less. */
const MAX_SOURCE_CLOCK_SKEW_MS = DAY_MS;

/** What one visit says by itself. */
export interface ParsedListing {
  readonly content: ListingContent;
  /** What the source said and is not in the content, to be counted. */
  readonly dropped: readonly DroppedField[];
}

/** The state of a listing after a visit. */
export async function normalise(
  seen: SeenObservation,
  { previous, ...surroundings }: NormaliseContext,
): Promise<NormalisedListing> {
  const { content, dropped: left } = await parseListing(seen, surroundings);
  return { state: applySighting(previous, content, new Date(seen.observedAt)), dropped: left };
}

/** What the payload says, settled, located, and completed from its text. Never throws for what a source says. */
export async function parseListing(
  seen: SeenObservation,
  { source, locate, now, listingId }: Omit<NormaliseContext, 'previous'>,
): Promise<ParsedListing> {
  const { url, observedAt } = seen;
  const at = new Date(observedAt);
  const { payload, dropped: tooLong } = withCleanTexts(seen.payload);
  const { location, dropped: misplaced } = await locateListing(payload.location, locate);
  const read = readFacts(payload, location?.countryCode);
  const transaction = findTransactionType(payload, read);
  const { claims, dropped: left } = mapClaims(payload, transaction);
  putStated(claims, payload, location);
  const { impossible, ...filled } = completeClaims(claims as Claims & MutableJsonObject, read, now);
  const published = parsePublishedAt(payload, at);
  const content: ListingContent = {
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
      ? [droppedField('observedAt', 'impossible', observedAt)]
      : [];
  return {
    content,
    dropped: [...tooLong, ...misplaced, ...left, ...impossible, ...published.dropped, ...ahead],
  };
}

const plainText = (text: string): string => cleanText(fixMojibake(text));

function withCleanTexts(payload: Payload): { payload: Payload; dropped: DroppedField[] } {
  const texts = {
    ...(payload.title === undefined ? {} : { title: plainText(payload.title).replace(/\n+/g, ' ') }),
    ...(payload.description === undefined ? {} : { description: plainText(payload.description) }),
  };
  const tooLong: DroppedField[] = [];
  for (const name of ['title', 'description'] as const) {
    const [text, { maxLength }] = [texts[name], property.members.body.members[name]];
    if (text === undefined || text.length <= maxLength) continue;
    tooLong.push(droppedField(name, 'too long', text));
    texts[name] = truncateText(text, maxLength);
  }
  return { payload: { ...payload, ...texts }, dropped: tooLong };
}

function readFacts(payload: Payload, countryCode: string | undefined): TextFact[] {
  const { title = '', description = '', propertyType } = payload;
  if (!isFrench(`${title}\n${description}`, countryCode)) return [];
  const known = { propertyType, transactionType: statedTransaction(payload) };
  return readTextFacts(title, description, known).filter(({ path }) => isReliable(path));
}

type Transaction = Word<'transactionType'> | undefined;

/** What only a tenancy or only a sale has tells it where the source does not. */
function statedTransaction(payload: Payload): Transaction {
  const { transactionType, rent, netPrice, condominiumFees, propertyTax, fees } = payload;
  if (transactionType !== undefined) return transactionType;
  const isTenancy = rent !== undefined || fees?.charges !== undefined || fees?.deposit !== undefined;
  const isSale = [netPrice, condominiumFees, propertyTax, fees?.legal, fees?.condominium].some(
    (said) => said !== undefined,
  );
  if (isTenancy === isSale) return undefined;
  return isTenancy ? 'RENT' : 'SELL';
}

function putStated(claims: MutableJsonObject, payload: Payload, location: Claims['location']): void {
  const transaction = statedTransaction(payload);
  if (transaction !== undefined) setAtPath(claims, ['transaction', 'type'], transaction);
  if (location !== undefined) claims['location'] = location;
}

const findTransactionType = (payload: Payload, facts: readonly TextFact[]): Transaction =>
  statedTransaction(payload) ?? (facts.find(({ path }) => path === 'transaction.type')?.value as Transaction);

/** Brings units, money and text together; `claims` is changed. The text is read against settled figures, and may bring new ones. */
function completeClaims(
  claims: Claims & MutableJsonObject,
  facts: readonly TextFact[],
  now: Date,
): TextFill & { impossible: DroppedField[] } {
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
): Pick<ListingContent, 'readFromText' | 'lot' | 'statedNeighborhood'> => ({
  ...(Object.keys(readFromText).length === 0 ? {} : { readFromText }),
  ...(lot === undefined ? {} : { lot }),
  ...(location?.neighborhood === undefined ? {} : { statedNeighborhood: location.neighborhood }),
});

/** A place that no division is known for still tells its listings from others. */
const unmatchedCity = (
  { location: stated }: Payload,
  location: Claims['location'],
): Pick<ListingContent, 'statedCity'> => {
  const name = stated?.city ?? stated?.postalCode;
  return name === undefined || location?.city !== undefined ? {} : { statedCity: name };
};

/** Each address once, in the order of the source. */
const uniquePictures = ({ pictures = [] }: Payload): ListingState['pictures'] =>
  [...new Map(pictures.toReversed().map((picture) => [picture.url, picture])).values()].toReversed();

/** Nobody sees a listing before it is published. */
function parsePublishedAt(
  { publishedAt: stated }: Payload,
  at: Date,
): { at: Date | undefined; dropped: DroppedField[] } {
  if (stated === undefined) return { at: undefined, dropped: [] };
  const published = new Date(stated);
  if (published.getTime() <= at.getTime() + MAX_SOURCE_CLOCK_SKEW_MS) return { at: published, dropped: [] };
  return { at: undefined, dropped: [droppedField('publishedAt', 'impossible', stated)] };
}
