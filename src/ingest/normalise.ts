import { property } from '../catalogue/attributes/property.ts';
import type { Word } from '../catalogue/vocabularies.ts';
import { cutText } from '../lib/cut-text.ts';
import { listingIdOf } from '../lib/listing-url.ts';
import type { Claims, ListingState } from '../properties/listing-state.ts';
import { inSquareMetres, withDisplayed } from './normalise/areas.ts';
import { type Block, putAt } from './normalise/at.ts';
import { claimsOf } from './normalise/claims-of.ts';
import { cleanText } from './normalise/clean-text.ts';
import { type Dropped, dropped } from './normalise/dropped.ts';
import { isFrench } from './normalise/french.ts';
import { type Filled, fillFromText } from './normalise/from-text.ts';
import { addImplied } from './normalise/implied.ts';
import { type Locate, situate } from './normalise/location.ts';
import { mendedLetters } from './normalise/mended-letters.ts';
import { dropImpossible } from './normalise/plausible.ts';
import { settlePricing, withPricePerArea } from './normalise/pricing.ts';
import { afterSeen, type Content } from './normalise/visit.ts';
import type { Observation } from './observation.ts';
import type { Payload } from './payload.ts';
import type { Fact } from './text-facts/fact.ts';
import { isReliable } from './text-facts/measured.ts';
import { readText } from './text-facts/read-text.ts';

export type Seen = Observation & { readonly kind: 'seen' };

export interface Surroundings {
  readonly source: ListingState['source'];
  readonly previous: ListingState | undefined;
  readonly locate: Locate;
  readonly now: Date;
  /** Where it is known already. */
  readonly listingId?: string;
}

export interface Normalised {
  readonly state: ListingState;
  /** What the source said and is not in the state, to be counted. */
  readonly dropped: readonly Dropped[];
}

/** A day: clocks and time zones of sources are off by less. */
const CLOCK_TOLERANCE_MS = 86_400_000;

/** What one visit says by itself. */
export interface VisitRead {
  readonly content: Content;
  /** What the source said and is not in the content, to be counted. */
  readonly dropped: readonly Dropped[];
}

/** The state of a listing after a visit. */
export async function normalise(
  seen: Seen,
  { previous, ...surroundings }: Surroundings,
): Promise<Normalised> {
  const { content, dropped: left } = await readVisit(seen, surroundings);
  return { state: afterSeen(previous, content, new Date(seen.observedAt)), dropped: left };
}

/** What the payload says, settled, located, and completed from its text. Never throws for what a source says. */
export async function readVisit(
  seen: Seen,
  { source, locate, now, listingId }: Omit<Surroundings, 'previous'>,
): Promise<VisitRead> {
  const { url, observedAt } = seen;
  const at = new Date(observedAt);
  const { payload, dropped: tooLong } = withCleanTexts(seen.payload);
  const { location, dropped: misplaced } = await situate(payload.location, locate);
  const read = factsOf(payload, location?.countryCode);
  const transaction = transactionOf(payload, read);
  const { claims, dropped: left } = claimsOf(payload, transaction);
  putStated(claims, payload, location);
  const { impossible, ...filled } = settle(claims as Claims & Block, read, now);
  const published = publishedAt(payload, at);
  const content: Content = {
    id: listingId ?? listingIdOf(url) ?? '',
    url,
    source,
    protected: payload.protected ?? false,
    claims,
    ...told(filled, payload),
    ...unfound(payload, location),
    pictures: picturesOf(payload),
    publisher: payload.publisher,
    marketing: payload.marketing,
    publishedAt: published.at,
  };
  const ahead =
    at.getTime() > now.getTime() + CLOCK_TOLERANCE_MS
      ? [dropped('observedAt', 'impossible', observedAt)]
      : [];
  return {
    content,
    dropped: [...tooLong, ...misplaced, ...left, ...impossible, ...published.dropped, ...ahead],
  };
}

const plainText = (text: string): string => cleanText(mendedLetters(text));

function withCleanTexts(payload: Payload): { payload: Payload; dropped: Dropped[] } {
  const texts = {
    ...(payload.title === undefined ? {} : { title: plainText(payload.title).replace(/\n+/g, ' ') }),
    ...(payload.description === undefined ? {} : { description: plainText(payload.description) }),
  };
  const tooLong: Dropped[] = [];
  for (const name of ['title', 'description'] as const) {
    const [text, { maxLength }] = [texts[name], property.members.body.members[name]];
    if (text === undefined || text.length <= maxLength) continue;
    tooLong.push(dropped(name, 'too long', text));
    texts[name] = cutText(text, maxLength);
  }
  return { payload: { ...payload, ...texts }, dropped: tooLong };
}

function factsOf(payload: Payload, countryCode: string | undefined): Fact[] {
  const { title = '', description = '', propertyType } = payload;
  if (!isFrench(`${title}\n${description}`, countryCode)) return [];
  const known = { propertyType, transactionType: statedTransaction(payload) };
  return readText(title, description, known).filter(({ path }) => isReliable(path));
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

function putStated(claims: Block, payload: Payload, location: Claims['location']): void {
  const transaction = statedTransaction(payload);
  if (transaction !== undefined) putAt(claims, ['transaction', 'type'], transaction);
  if (location !== undefined) claims['location'] = location;
}

const transactionOf = (payload: Payload, facts: readonly Fact[]): Transaction =>
  statedTransaction(payload) ?? (facts.find(({ path }) => path === 'transaction.type')?.value as Transaction);

/** Brings units, money and text together; `claims` is changed. The text is read against settled figures, and may bring new ones. */
function settle(
  claims: Claims & Block,
  facts: readonly Fact[],
  now: Date,
): Filled & { impossible: Dropped[] } {
  if (claims.area !== undefined) claims.area = inSquareMetres(claims.area);
  const impossible = dropImpossible(claims, now);
  const filled = fillFromText(claims, facts);
  const { area, location } = claims;
  if (area !== undefined) claims.area = withDisplayed(inSquareMetres(area), claims.propertyType);
  addImplied(claims, location?.countryCode);
  const country = location?.countryCode;
  if (claims.pricing !== undefined) {
    const pricing = settlePricing(claims.pricing, claims.transaction?.type, country);
    claims.pricing = withPricePerArea(pricing, claims.area?.displayed);
  }
  return { ...filled, impossible };
}

const told = (
  { readFromText, lot }: Filled,
  { location }: Payload,
): Pick<Content, 'readFromText' | 'lot' | 'statedNeighborhood'> => ({
  ...(Object.keys(readFromText).length === 0 ? {} : { readFromText }),
  ...(lot === undefined ? {} : { lot }),
  ...(location?.neighborhood === undefined ? {} : { statedNeighborhood: location.neighborhood }),
});

/** A place that no division is known for still tells its listings from others. */
const unfound = (
  { location: stated }: Payload,
  location: Claims['location'],
): Pick<Content, 'statedCity'> => {
  const name = stated?.city ?? stated?.postalCode;
  return name === undefined || location?.city !== undefined ? {} : { statedCity: name };
};

/** Each address once, in the order of the source. */
const picturesOf = ({ pictures = [] }: Payload): ListingState['pictures'] =>
  [...new Map(pictures.toReversed().map((picture) => [picture.url, picture])).values()].toReversed();

/** Nobody sees a listing before it is published. */
function publishedAt(
  { publishedAt: stated }: Payload,
  at: Date,
): { at: Date | undefined; dropped: Dropped[] } {
  if (stated === undefined) return { at: undefined, dropped: [] };
  const published = new Date(stated);
  if (published.getTime() <= at.getTime() + CLOCK_TOLERANCE_MS) return { at: published, dropped: [] };
  return { at: undefined, dropped: [dropped('publishedAt', 'impossible', stated)] };
}
