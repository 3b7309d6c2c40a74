import { deriveCandidateEvents } from '../../src/alerts/derive-events.ts';
import { buildFeature, type ListingFeature } from '../../src/identity/feature.ts';
import { model } from '../../src/identity/model.ts';
import { resolve } from '../../src/identity/resolve.ts';
import { Scorer } from '../../src/identity/score.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import { applyRecording } from '../../src/properties/apply-recording.ts';
import type { Recording } from '../../src/properties/grouping.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';
import { normalizeCard } from '../../src/properties/publishers/identity.ts';
import { type KnownPublisher, recognizePublisher } from '../../src/properties/publishers/publishers.ts';
import type { PropertyRevision } from '../../src/properties/revise.ts';
import { WriteBatch } from '../../src/properties/write-batch.ts';
import { MemoryIdentityStore } from '../../test/support/memory-identity-store.ts';
import { RunningZones } from '../identity/run-world.ts';
import { ListingStates } from '../identity/states.ts';
import type { AdvertStanding, RaisedMove } from './judge.ts';
import { MemoryMarket } from './memory-market.ts';
import type { PricedWorld } from './world.ts';

/** What a world raised without a database: identity, recording and verdicts are the code of production. */
export interface MemoryResult {
  raised: RaisedMove[];
  groups: AdvertStanding[];
}

/** As often as a worker would have looked at the market. */
const MARKET_EVERY_DAYS = 10;

export async function runInMemory(
  world: PricedWorld,
  groupOf?: (url: string) => string | undefined,
): Promise<MemoryResult> {
  const recorder = new MemoryRecorder(world, groupOf);
  let days = 0;
  for (const day of world.days()) {
    recorder.beginDay();
    for (const observation of day) await recorder.observe(observation);
    days += 1;
    if (days % MARKET_EVERY_DAYS === 0) recorder.reassess();
  }
  recorder.releaseHeld();
  return { raised: recorder.raised, groups: recorder.groups() };
}

class MemoryRecorder {
  readonly raised: RaisedMove[] = [];
  readonly #store = new MemoryIdentityStore();
  readonly #zones = new RunningZones();
  readonly #identity = { store: this.#store, scorer: new Scorer(model), zones: this.#zones.sizes };
  readonly #states = new ListingStates();
  readonly #features = new Map<string, ListingFeature>();
  readonly #publishers = new Map<string, KnownPublisher>();
  readonly #urls = new Map<string, string>();
  readonly #market = new MemoryMarket();
  readonly #batch = new WriteBatch({ properties: new Map(), listings: new Map() });
  readonly #held = new Set<string>();
  readonly #world: PricedWorld;
  readonly #groupOf: ((url: string) => string | undefined) | undefined;
  #now = new Date();

  constructor(world: PricedWorld, groupOf?: (url: string) => string | undefined) {
    this.#world = world;
    this.#groupOf = groupOf;
  }

  beginDay(): void {
    this.#zones.beginDay();
  }

  async observe(observation: Observation): Promise<void> {
    const state = await this.#states.after(observation);
    if (state === undefined) return;
    const feature = buildFeature(state);
    this.#zones.note(this.#features.get(state.id), feature);
    this.#features.set(state.id, feature);
    this.#urls.set(state.id, state.url);
    this.#now = new Date(observation.observedAt);
    const fixed = this.#groupOf?.(observation.url);
    const { propertyId, moves } =
      fixed === undefined
        ? await resolve(this.#identity, feature, this.#now)
        : { propertyId: fixed, moves: [] };
    this.#record(
      {
        listings: [{ state, propertyId }],
        moves: moves
          .filter(({ listingId }) => listingId !== state.id)
          .map(({ listingId, to }) => ({ listingId, propertyId: to })),
      },
      this.#advertiser(state),
    );
  }

  reassess(): void {
    this.#market.refresh(this.#batchListings());
    const ids = new Set(this.#batchListings().map(({ propertyId }) => propertyId));
    for (const id of ids) this.#record({ reconsolidate: [id] }, new Map());
  }

  /** As a worker does once the time of all held prices has passed. */
  releaseHeld(): void {
    for (const listingId of this.#held) this.#record({ stood: [listingId] }, new Map());
  }

  #batchListings() {
    return [
      ...this.#batch
        .selectAffected({ listings: [...this.#states.values()].map((state) => ({ state })) })
        .listings.values(),
    ];
  }

  #advertiser(state: ListingState): Map<string, string> {
    if (state.publisher === undefined) return new Map();
    const { publisherId, learnt } = recognizePublisher(state.id, state.publisher, this.#publishers);
    for (const identity of learnt)
      this.#publishers.set(identity, { publisherId, card: normalizeCard(state.publisher) });
    return new Map([[state.id, publisherId]]);
  }

  #record(recording: Recording, advertisers: Map<string, string>): void {
    const known = this.#batch.selectAffected(recording);
    const result = applyRecording(recording, known, {
      advertisers,
      market: this.#market.lookup,
      now: this.#now,
    });
    this.#batch.add(result);
    for (const { listingId } of result.heldPrices) this.#held.add(listingId);
    for (const revision of result.revisions) this.#raise(revision);
  }

  #raise({ result: after, events, ...revision }: PropertyRevision): void {
    const about = { propertyId: after.id, listingId: null, listingEvents: events, before: null, after };
    for (const { eventType, scope, percents } of deriveCandidateEvents({
      ...revision,
      ...about,
      recordedAt: this.#now,
    })) {
      if (eventType !== 'PRICE_CHANGE' || scope !== 'PROPERTY') continue;
      const entry = revision.changes.find(({ attribute }) => attribute === 'DISPLAYED_PRICE');
      const homeId = this.#world.homeOf(this.#urls.get(entry?.listingId ?? '') ?? '') ?? '';
      const at = Date.parse(entry?.occurredAt ?? '');
      const standing = this.#standing(homeId, after.id);
      this.raised.push({ homeId, propertyId: after.id, at, percent: percents[0], standing });
    }
  }

  #standing(homeId: string, propertyId: string): AdvertStanding[] {
    return this.groups().filter(({ url, id }) => id === propertyId || this.#world.homeOf(url) === homeId);
  }

  groups(): MemoryResult['groups'] {
    return this.#batchListings().map(({ state, propertyId }) => ({ url: state.url, id: propertyId }));
  }
}
