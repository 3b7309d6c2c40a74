import type { PropertyMember } from '../publishers/publishers.ts';
import { byFirstSeen, type PricedAdvert, type PricePoint, toPricedAdvert } from './advert.ts';
import { type FollowerState, MAX_CATCH_UP_MS, MoveLog, type PriceMove } from './moves.ts';
import { pickReferenceAdvert, type ReferenceCandidate } from './reference.ts';
import { groupReposts, type RepostChain } from './reposts.ts';
import { ShownPrices } from './shown-prices.ts';
import { buildPriceSteps, type HeldPrice, MIN_MOVE_PERCENT, type PriceStep } from './steps.ts';

/** The price history of a property derived from its listings. */
export interface PriceStory {
  /** The listing whose price the property shows; undefined while none has a coherent price. */
  readonly referenceId: string | undefined;
  /** The moves of the seller, oldest first. */
  readonly moves: readonly PriceMove[];
  /** Prices whose move is not raised yet. */
  readonly held: readonly HeldPrice[];
}

export const buildPriceStory = (members: readonly PropertyMember[]): PriceStory =>
  buildStoryOfAdverts(members.map(toPricedAdvert));

/**
 * Depends on the dated price histories only, not on the order of arrival of observations. See
 * docs/decisions/0011-price-story.md.
 */
export function buildStoryOfAdverts(adverts: readonly PricedAdvert[]): PriceStory {
  const priced = adverts.filter(({ points }) => points.length > 0);
  const [only] = priced;
  if (only === undefined) return { referenceId: undefined, moves: [], held: [] };
  if (priced.length === 1 && only.points.length === 1)
    return { referenceId: only.points[0]?.misprint ? undefined : only.id, moves: [], held: [] };
  return new StoryBuilder(priced).story();
}

interface AdvertTrack {
  readonly advert: PricedAdvert;
  readonly chain: RepostChain;
  readonly follower: FollowerState;
  point: PricePoint | undefined;
  isLive: boolean;
  movedAt: number;
}

/** A lower price than another, by more than rounding. */
const BELOW = 1 - MIN_MOVE_PERCENT / 100;

interface LeftPrice {
  /** How far the listing had followed while it showed the price. */
  readonly level: number;
  readonly until: number;
}

/** At the same moment listings leave, prices change, listings return, and then new ones appear. */
const EVENT_ORDER = { leave: 0, price: 1, return: 2, appear: 3 } as const;

interface AdvertEvent {
  readonly at: number;
  readonly kind: keyof typeof EVENT_ORDER;
  readonly track: AdvertTrack;
  readonly point?: PricePoint;
  readonly step?: PriceStep | undefined;
}

class StoryBuilder {
  readonly #log = new MoveLog();
  readonly #tracks: AdvertTrack[] = [];
  readonly #happenings: AdvertEvent[] = [];
  readonly #shown: ShownPrices;
  readonly #held: HeldPrice[] = [];
  /** The prices that listings changed, and by which. */
  readonly #left = new Map<string, Map<FollowerState, LeftPrice>>();
  #reference: PricedAdvert | undefined;

  constructor(adverts: readonly PricedAdvert[]) {
    const chains = groupReposts(adverts);
    this.#shown = new ShownPrices(chains);
    for (const line of chains) {
      const follower: FollowerState = { reached: undefined, movesAtStart: 0, shown: 0, progress: 1 };
      const found = buildPriceSteps(line, (point) => this.#shown.isNearOthers(line, point));
      const steps = Map.groupBy(found.steps, ({ listingId }) => listingId);
      this.#held.push(...found.held);
      for (const advert of line) this.#add({ advert, chain: line, follower }, steps.get(advert.id) ?? []);
    }
    this.#tracks.sort((one, other) => byFirstSeen(one.advert, other.advert));
    const trackOrder = new Map(this.#tracks.map((track, at) => [track, at]));
    this.#happenings.sort(
      (one, other) =>
        one.at - other.at ||
        EVENT_ORDER[one.kind] - EVENT_ORDER[other.kind] ||
        (trackOrder.get(one.track) ?? 0) - (trackOrder.get(other.track) ?? 0),
    );
  }

  #add(own: Pick<AdvertTrack, 'advert' | 'chain' | 'follower'>, steps: readonly PriceStep[]): void {
    const { advert } = own;
    const track: AdvertTrack = { ...own, point: undefined, isLive: false, movedAt: -Infinity };
    this.#tracks.push(track);
    const byMoment = new Map(steps.map((step) => [step.at, step]));
    for (const [index, point] of advert.points.entries()) {
      const step = byMoment.get(point.at);
      const kind = index === 0 && step === undefined ? 'appear' : 'price';
      this.#happenings.push({ at: point.at, kind, track, point, step });
    }
    for (const { from, to } of advert.absences) {
      this.#happenings.push({ at: from, kind: 'leave', track });
      if (Number.isFinite(to)) this.#happenings.push({ at: to, kind: 'return', track });
    }
  }

  story(): PriceStory {
    for (const [index, happening] of this.#happenings.entries()) {
      this.#take(happening);
      if (this.#happenings[index + 1]?.at === happening.at) continue;
      this.#reference = pickReferenceAdvert(this.#reference, this.#candidates(), this.#log);
    }
    return { referenceId: this.#soundReference(), moves: this.#log.moves, held: this.#held };
  }

  #take({ kind, track, point, step, at }: AdvertEvent): void {
    if (kind === 'leave') track.isLive = false;
    if (kind === 'return') track.isLive = true;
    if (point === undefined) return;
    if (track.point === undefined) track.isLive = true;
    if (kind === 'appear') track.follower.movesAtStart = this.#log.moves.length;
    const former = track.point;
    track.point = point;
    if (step === undefined) {
      this.#alignWithEqual(track, point);
      return;
    }
    track.movedAt = at;
    const count = this.#log.moves.length;
    const formerLevel = this.#findFormer(track, point);
    this.#leave(track, former, at);
    this.#log.apply(step, track.follower, { leader: this.#findLeader(track, point), former: formerLevel });
    if (step.percent > 0) return;
    const isShared = former === undefined || this.#shown.isShared(track.chain, former, at);
    if (this.#log.moves.length > count) this.#markAhead(track, step);
    this.#advanceOthers(track, point, isShared ? undefined : former);
  }

  /** How far the others had followed that showed this price before their last steps. */
  #findFormer({ follower }: AdvertTrack, { price, currency, at }: PricePoint): number | undefined {
    let found: number | undefined;
    for (const [other, { level, until }] of this.#left.get(`${price} ${currency}`) ?? [])
      if (other !== follower && at - until <= MAX_CATCH_UP_MS) found = Math.max(found ?? 0, level);
    return found;
  }

  #leave({ follower }: AdvertTrack, former: PricePoint | undefined, until: number): void {
    if (former === undefined) return;
    const key = `${former.price} ${former.currency}`;
    const left = this.#left.get(key) ?? new Map<FollowerState, LeftPrice>();
    this.#left.set(key, left.set(follower, { level: follower.reached ?? follower.movesAtStart, until }));
  }

  /**
   * A listing that never moved, asks less than the price before a drop, and a price of its own, may have appeared after
   * the drop. On the old price its fee would be negative.
   */
  #markAhead({ follower }: AdvertTrack, step: PriceStep): void {
    for (const other of this.#tracks) {
      const { point, isLive } = other;
      if (other.follower === follower || !isLive || point === undefined) continue;
      const isBelow = point.price < step.old * BELOW;
      if (other.follower.shown === 0 && isBelow && !this.#shown.isShared(other.chain, point, step.at))
        other.follower.mayHave = this.#log.moves.length;
    }
  }

  /** A listing that never moved and shows the price of another has followed the seller as far as that one. */
  #alignWithEqual({ follower }: AdvertTrack, point: PricePoint): void {
    if (follower.shown > 0) return;
    const reached = this.#tracks.flatMap((other) =>
      other.follower !== follower &&
      other.isLive &&
      other.point !== undefined &&
      other.point.price === point.price
        ? (other.follower.reached ?? [])
        : [],
    );
    if (reached.length > 0) follower.reached = Math.max(...reached);
    else if (this.#log.moves.length === 0) follower.reached = 0;
  }

  /**
   * How far the furthest of the other live listings that show this price has followed. One that appeared at this price
   * later, and whose progress is not known, may be the first to show it.
   */
  #findLeader({ follower, advert }: AdvertTrack, { price, currency }: PricePoint): number | undefined {
    let leader: number | undefined;
    for (const { follower: other, advert: shown, isLive, point } of this.#tracks) {
      if (other === follower || !isLive || point?.price !== price || point.currency !== currency) continue;
      const isBefore = shown.firstSeenAt < advert.firstSeenAt;
      const reached = other.reached ?? (isBefore ? other.movesAtStart : undefined);
      if (reached !== undefined) leader = Math.max(leader ?? 0, reached);
    }
    return leader;
  }

  /**
   * Others that already show the price after a drop have made it too. Not those whose own steps led to it. Those that
   * showed it before this listing took a price that no other showed may have made it, or the two differ by a fee. After
   * a rise nothing is concluded: a listing with fees asks more from the start.
   */
  #advanceOthers({ follower }: AdvertTrack, point: PricePoint, own: PricePoint | undefined): void {
    for (const other of this.#tracks) {
      if (other.follower === follower || !other.isLive || other.point?.price !== point.price) continue;
      if (other.follower.shown > 0) continue;
      if (own !== undefined && other.point.at <= own.at) other.follower.mayHave = follower.reached ?? 0;
      else other.follower.reached = Math.max(other.follower.reached ?? 0, follower.reached ?? 0);
    }
  }

  #candidates(): ReferenceCandidate[] {
    return this.#tracks.flatMap(({ isLive, point, ...rest }) =>
      isLive && point !== undefined && !point.misprint ? [{ ...rest, point }] : [],
    );
  }

  /**
   * A reference that left retains its price on the property while no other is live; one found to be a misprint
   * does not.
   */
  #soundReference(): string | undefined {
    const track = this.#tracks.find(({ advert }) => advert === this.#reference);
    return track?.point === undefined || track.point.misprint ? undefined : track.advert.id;
  }
}
