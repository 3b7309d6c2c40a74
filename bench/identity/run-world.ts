import type { ListingFeature } from '../../src/identity/feature.ts';
import { featureOf } from '../../src/identity/feature.ts';
import type { Model } from '../../src/identity/levels.ts';
import { MemoryIdentityStore } from '../../src/identity/memory-store.ts';
import { resolve } from '../../src/identity/resolve.ts';
import { Scorer } from '../../src/identity/score.ts';
import { World, type WorldDay, type WorldOptions } from '../../src/world/generate.ts';
import { listingId, States } from './states.ts';

/** What became of a world. */
export interface Outcome {
  /** Listing to property: found, true, and found when half of the days had passed. */
  found: Map<string, string>;
  halfway: Map<string, string>;
  truth: Map<string, string>;
  lookAlikes: Set<string>;
  publishers: Map<string, string>;
  features: Map<string, ListingFeature>;
  /** Pairs that blocking brought together, as "one other" with the smaller id first. */
  met: Set<string>;
  placed: number;
  candidates: number;
  seconds: number;
  kinds: Record<string, number>;
}

export interface RunOptions {
  model: Model;
  zoneListings: number;
  /** Changes the order of a day's observations. */
  arrange?(day: WorldDay): WorldDay['observations'];
}

/** Feeds a world to identity in memory, day after day. */
export async function runWorld(
  world: WorldOptions,
  { model, zoneListings, arrange = ({ observations }) => observations }: RunOptions,
): Promise<Outcome> {
  const made = new World(world);
  const [states, store, features] = [new States(), new CountingStore(), new Map<string, ListingFeature>()];
  const identity = { store, scorer: new Scorer(model), zones: () => zoneListings };
  let [placed, seconds, halfway] = [0, 0, new Map<string, string>()];
  const kinds: Record<string, number> = {};
  for (const day of made.days()) {
    for (const observation of arrange(day)) {
      const state = await states.after(observation);
      if (state === undefined) continue;
      const feature = featureOf(state);
      features.set(state.id, feature);
      const began = performance.now();
      const { kind } = await resolve(identity, feature, new Date(observation.observedAt));
      seconds += (performance.now() - began) / 1_000;
      placed += 1;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    if (day.day === Math.floor(world.days / 2) - 1) halfway = store.partition();
  }
  const truth = [...made.truth()];
  const by = <Value>(value: (told: (typeof truth)[number]) => Value) =>
    new Map(truth.map((told) => [listingId(told.url), value(told)]));
  return {
    found: store.partition(),
    halfway,
    truth: by(({ propertyId }) => propertyId),
    lookAlikes: new Set(truth.filter(({ lookAlike }) => lookAlike).map(({ url }) => listingId(url))),
    publishers: by(({ publisher }) => publisher),
    ...{ features, met: store.met, placed, candidates: store.brought, seconds, kinds },
  };
}

class CountingStore extends MemoryIdentityStore {
  readonly met = new Set<string>();
  brought = 0;

  override async candidates(
    ...asked: Parameters<MemoryIdentityStore['candidates']>
  ): Promise<ListingFeature[]> {
    const found = await super.candidates(...asked);
    this.brought += found.length;
    for (const { listingId: other } of found) this.met.add(pairName(asked[0], other));
    return found;
  }
}

export const pairName = (one: string, other: string): string =>
  one < other ? `${one} ${other}` : `${other} ${one}`;
