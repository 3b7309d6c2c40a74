import type { PropertyMember } from '../publishers/publishers.ts';
import { byFirstSeen, type PricedAdvert, type PricePoint, toPricedAdvert } from './advert.ts';
import { type FollowerState, MoveLog, type PriceMove } from './moves.ts';
import { pickReferenceAdvert, type ReferenceCandidate } from './reference.ts';
import { groupReposts } from './reposts.ts';
import { buildPriceSteps, type PriceStep } from './steps.ts';

/** The price history of a property derived from its listings. */
export interface PriceStory {
  /** The listing whose price the property shows; undefined while none has a coherent price. */
  readonly referenceId: string | undefined;
  /** The moves of the seller, oldest first. */
  readonly moves: readonly PriceMove[];
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
  if (only === undefined) return { referenceId: undefined, moves: [] };
  if (priced.length === 1 && only.points.length === 1)
    return { referenceId: only.points[0]?.misprint ? undefined : only.id, moves: [] };
  return new StoryBuilder(priced).story();
}

interface AdvertTrack {
  readonly advert: PricedAdvert;
  readonly follower: FollowerState;
  point: PricePoint | undefined;
  isLive: boolean;
  movedAt: number;
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
  #reference: PricedAdvert | undefined;

  constructor(adverts: readonly PricedAdvert[]) {
    for (const line of groupReposts(adverts)) {
      const follower: FollowerState = { reached: undefined, movesAtStart: 0, shown: 0, progress: 1 };
      const steps = Map.groupBy(buildPriceSteps(line), ({ listingId }) => listingId);
      for (const advert of line) this.#add(advert, follower, steps.get(advert.id) ?? []);
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

  #add(advert: PricedAdvert, follower: FollowerState, steps: readonly PriceStep[]): void {
    const track: AdvertTrack = { advert, follower, point: undefined, isLive: false, movedAt: -Infinity };
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
    return { referenceId: this.#soundReference(), moves: this.#log.moves };
  }

  #take({ kind, track, point, step, at }: AdvertEvent): void {
    if (kind === 'leave') track.isLive = false;
    if (kind === 'return') track.isLive = true;
    if (point === undefined) return;
    if (track.point === undefined) track.isLive = true;
    if (kind === 'appear') track.follower.movesAtStart = this.#log.moves.length;
    track.point = point;
    if (step === undefined) {
      this.#alignWithEqual(track, point);
      return;
    }
    track.movedAt = at;
    this.#log.apply(step, track.follower, this.#findLeader(track, point));
    this.#advanceOthers(track, point);
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

  /** Others that already show the new price have made the move too. */
  #advanceOthers({ follower }: AdvertTrack, point: PricePoint): void {
    for (const other of this.#tracks) {
      if (other.follower === follower || !other.isLive || other.point === undefined) continue;
      if (other.point.price !== point.price) continue;
      other.follower.reached = Math.max(other.follower.reached ?? 0, follower.reached ?? 0);
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
