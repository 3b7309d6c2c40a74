import { canonical } from '../../lib/canonical.ts';
import type { ListingState, PastAbsence } from '../../properties/listing-state.ts';
import { withLatePrice, withPrice } from './price-history.ts';

/** What a visit found, before it is known what other visits found. */
export type ListingContent = Pick<
  ListingState,
  | 'id'
  | 'url'
  | 'source'
  | 'protected'
  | 'claims'
  | 'statedNeighborhood'
  | 'statedCity'
  | 'readFromText'
  | 'lot'
  | 'pictures'
  | 'publisher'
  | 'marketing'
  | 'publishedAt'
>;

/**
 * The state of a listing after it was seen. The newest visit has the content, whatever order visits come in; two of one moment are told
 * apart by their content, so that a file fed twice ends where it began. Seen after it expired, the listing is live again.
 */
export function applySighting(
  previous: ListingState | undefined,
  content: ListingContent,
  at: Date,
): ListingState {
  const asked = content.claims.pricing;
  if (previous === undefined) {
    return {
      ...content,
      prices: withPrice([], asked, at),
      createdAt: at,
      updatedAt: at,
      lastSeenAt: at,
      expiredAt: undefined,
      priceCoherent: undefined,
    };
  }
  const createdAt = at < previous.createdAt ? at : previous.createdAt;
  if (isOlder(previous, content, at)) {
    const prices = withLatePrice(previous.prices, asked, { at, lastSeenAt: previous.lastSeenAt });
    return { ...previous, createdAt, prices };
  }
  const { priceCoherent, expiredAt } = previous;
  const isBack = expiredAt !== undefined && at >= expiredAt;
  const absences = isBack ? withAbsence(previous.absences, { from: expiredAt, to: at }) : previous.absences;
  const isChanged = serializeContent(previous) !== serializeContent(content);
  return {
    ...content,
    prices: withPrice(previous.prices, asked, at),
    createdAt,
    updatedAt: isChanged ? at : previous.updatedAt,
    lastSeenAt: at,
    expiredAt: isBack ? undefined : expiredAt,
    ...(absences === undefined ? {} : { absences }),
    priceCoherent,
  };
}

/** Absences that are kept: the price story reads them to know who was on the market when. */
const MAX_ABSENCES = 10;

const withAbsence = (known: readonly PastAbsence[] = [], absence: PastAbsence): PastAbsence[] =>
  [...known, absence].slice(-MAX_ABSENCES);

function isOlder(previous: ListingState, content: ListingContent, at: Date): boolean {
  if (at.getTime() !== previous.lastSeenAt.getTime()) return at < previous.lastSeenAt;
  return serializeContent(content) < serializeContent(previous);
}

/** How often visitors of a source keep a listing is no content of it: the count moves with every visit. */
function serializeContent({
  claims,
  pictures,
  publisher,
  marketing,
  publishedAt,
  protected: hidden,
}: ListingContent): string {
  const { favorites: _, ...promoted } = marketing ?? {};
  return canonical({
    claims,
    pictures,
    publisher,
    promoted,
    publishedAt: publishedAt?.toISOString(),
    hidden,
  });
}

/** The state after it was found gone. The first visit that missed it counts; one older than the last sight of it counts nothing. */
export function applyExpiry(previous: ListingState, at: Date): ListingState {
  if (at <= previous.lastSeenAt) return previous;
  const { expiredAt } = previous;
  return { ...previous, expiredAt: expiredAt === undefined || at < expiredAt ? at : expiredAt };
}
