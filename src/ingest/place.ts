import type { Db } from '../db/sql.ts';
import { featureOf } from '../identity/feature.ts';
import { canonical } from '../lib/canonical.ts';
import { type KeptListing, keptListings } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { lock } from '../properties/store.ts';
import type { Dropped } from './normalise/dropped.ts';
import { afterExpired, afterSeen } from './normalise/visit.ts';
import type { VisitRead } from './normalise.ts';
import type { Observation } from './observation.ts';
import type { Pipeline } from './pipeline.ts';
import { keepRaw, unseenExpiries } from './raw.ts';
import { type Settled, settleAll } from './settle.ts';

/** What became of an observation. */
export type Outcome = 'new' | 'changed' | 'unchanged' | 'expired' | 'outdated' | 'unknown listing';

/** An observation that is read as far as it can be without knowing the listing. */
export interface Arrival {
  /** Without its payload, which is read: a batch under way is most of what the collector has to carry along. */
  observation: Pick<Observation, 'kind' | 'observedAt'>;
  listingId: string;
  url: string;
  sourceId: string;
  /** As it came. */
  payload: unknown;
  payloadHash?: Buffer;
  /** Undefined for a visit that found the listing gone. */
  read: VisitRead | undefined;
  /** All that did not go in. */
  dropped: readonly Dropped[];
}

/** Observations of different listings in the caller's transaction: which property, what changed, all of it or nothing. */
export async function placeTogether(
  db: Db,
  pipeline: Pipeline,
  arrivals: readonly Arrival[],
): Promise<Outcome[]> {
  const ids = arrivals.map(({ listingId }) => listingId);
  await lock(db, ids, []);
  const kept = await keptListings(db, ids);
  // That a listing was gone is kept until the visit that saw it comes: it may still be on its way.
  const told = arrivals.filter(({ read, listingId }) => read !== undefined || !kept.has(listingId));
  await keepRaw(db, told.map(asRaw), pipeline.clock.now());
  const unseen = arrivals.filter(({ read, listingId }) => read !== undefined && !kept.has(listingId));
  const gone = await unseenExpiries(db, unseen.map(asRaw));
  const arrived = arrivals.map((arrival) =>
    arrive(arrival, kept.get(arrival.listingId), gone.get(arrival.listingId)),
  );
  const settled = arrived.flatMap((one) => one.settled ?? []);
  if (settled.length > 0) await settleAll(db, pipeline, settled);
  return arrived.map(({ outcome }) => outcome);
}

const asRaw = ({ listingId, sourceId, observation, payload, dropped }: Arrival) => ({
  listingId,
  sourceId,
  observedAt: new Date(observation.observedAt),
  payload,
  dropped,
});

interface Arrived {
  outcome: Outcome;
  settled?: Settled;
}

function arrive(
  { observation, read, payloadHash }: Arrival,
  before: KeptListing | undefined,
  gone: Date | undefined,
): Arrived {
  const at = new Date(observation.observedAt);
  const found = stateAfter(before?.state, read, at);
  const state = found === undefined || gone === undefined ? found : afterExpired(found, gone);
  if (state === undefined) return { outcome: 'unknown listing' };
  const isLate = before !== undefined && at < before.state.lastSeenAt;
  if (before !== undefined && isUnmoved(before.state, state)) return { outcome: 'outdated' };
  const hash = payloadHash === undefined || isLate ? {} : { payloadHash };
  const moment = before === undefined ? at : latest(at, before.state);
  return {
    outcome: outcomeOf(observation, before !== undefined, isLate),
    settled: { feature: featureOf(state), at: moment, listing: { state, ...hash } },
  };
}

function stateAfter(
  previous: ListingState | undefined,
  read: VisitRead | undefined,
  at: Date,
): ListingState | undefined {
  if (read !== undefined) return afterSeen(previous, read.content, at);
  return previous === undefined ? undefined : afterExpired(previous, at);
}

/** A late visit decides with what is known today: with the day it was made, what has held together since would come apart. */
const latest = (at: Date, { lastSeenAt, expiredAt }: ListingState): Date =>
  new Date(Math.max(at.getTime(), lastSeenAt.getTime(), expiredAt?.getTime() ?? 0));

/** A file that is fed again after a crash brings most visits a second time. */
const isUnmoved = (before: ListingState, after: ListingState): boolean =>
  before === after ||
  (after.lastSeenAt.getTime() === before.lastSeenAt.getTime() &&
    canonical(JSON.parse(JSON.stringify(before))) === canonical(JSON.parse(JSON.stringify(after))));

function outcomeOf({ kind }: Arrival['observation'], isKnown: boolean, isLate: boolean): Outcome {
  if (isLate) return 'outdated';
  if (kind === 'expired') return 'expired';
  return isKnown ? 'changed' : 'new';
}
