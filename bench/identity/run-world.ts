import type { Assignment } from '../../src/identity/decide.ts';
import { buildFeature, type ListingFeature } from '../../src/identity/feature.ts';
import type { Model } from '../../src/identity/levels.ts';
import type { ZoneSizes } from '../../src/identity/neighbourhood.ts';
import { resolve } from '../../src/identity/resolve.ts';
import { Scorer } from '../../src/identity/score.ts';
import { zoneSizeFor } from '../../src/identity/zone-sizes.ts';
import type { Truth, World, WorldDay } from '../../src/world/generate.ts';
import { MemoryIdentityStore } from '../../test/support/memory-identity-store.ts';
import { findOversizedAreas } from './shown-areas.ts';
import { ListingStates, listingId } from './states.ts';
import { Verdicts } from './verdicts.ts';

/** A world to score, of any generator. */
export type JudgedWorld = Pick<World, 'days' | 'truth' | 'homeOf'>;

/** The result of a world. */
export interface WorldRunResult {
  /** Listing to property: found, true, and found when half of the days had passed. */
  found: Map<string, string>;
  halfway: Map<string, string>;
  truth: Map<string, string>;
  reportedVerdicts: Map<string, Truth>;
  verdicts: Map<string, boolean | undefined>;
  features: Map<string, ListingFeature>;
  /** True pairs that blocking brought together, as "one other" with the smaller id first. */
  comparedPairs: Set<string>;
  placed: number;
  /** How many one look for candidates brings, on average. */
  candidates: number;
  seconds: number;
  kinds: Record<string, number>;
  /** The share of all ids ever given that answer at the end, by themselves or for another. */
  answering: number;
  /** Properties that show an area far beyond those of their adverts. */
  oversized: { shown: number; stated: number[] }[];
}

export interface RunOptions {
  model: Model;
  /** The day after which the middle is looked at. */
  middle: number;
  /** Changes the order of a day's observations. */
  arrange?(day: WorldDay): WorldDay['observations'];
}

/** Feeds a world to identity in memory, day after day, through the code that production runs. */
export async function runWorld(made: JudgedWorld, options: RunOptions): Promise<WorldRunResult> {
  const { model, middle, arrange = ({ observations }) => observations } = options;
  const [homes, states, features] = [
    new Map<string, string>(),
    new ListingStates(),
    new Map<string, ListingFeature>(),
  ];
  const [store, ids, verdicts] = [new CountingStore(homes), new Ids(), new Verdicts()];
  const zones = new RunningZones();
  const identity = { store, scorer: new Scorer(model), zones: zones.sizes };
  let [placed, seconds, halfway] = [0, 0, new Map<string, string>()];
  const kinds: Record<string, number> = {};
  for (const day of made.days()) {
    zones.beginDay();
    for (const observation of arrange(day)) {
      const state = await states.after(observation);
      if (state === undefined) continue;
      const feature = buildFeature(state);
      zones.note(features.get(state.id), feature);
      features.set(state.id, feature);
      homes.set(state.id, made.homeOf(observation.url) ?? '');
      const began = performance.now();
      const decision = await resolve(identity, feature, new Date(observation.observedAt));
      seconds += (performance.now() - began) / 1_000;
      placed += 1;
      kinds[decision.kind] = (kinds[decision.kind] ?? 0) + 1;
      ids.note(decision);
      await verdicts.note(state);
    }
    verdicts.endDay(store.partition());
    if (day.day === middle) halfway = store.partition();
  }
  const truths = new Map([...made.truth()].map((one) => [listingId(one.url), one]));
  const found = store.partition();
  return {
    ...{
      found,
      halfway,
      reportedVerdicts: truths,
      features,
      comparedPairs: store.blockedPairs,
      placed,
      candidates: store.brought / Math.max(store.looks, 1),
      seconds,
      kinds,
    },
    truth: new Map([...truths].map(([id, { propertyId }]) => [id, propertyId])),
    verdicts: verdicts.final(found),
    oversized: findOversizedAreas(states.values(), found),
    answering: ids.answering(new Set(found.values())),
  };
}

/** Zones as production counts them: once a day. */
export class RunningZones {
  readonly #live = new Map<string, number>();
  #counted: ReadonlyMap<string, number> = new Map();

  readonly sizes: ZoneSizes = (transaction, zone) =>
    zoneSizeFor(this.#counted.get(`${transaction} ${zone}`) ?? 0);

  beginDay(): void {
    this.#counted = new Map(this.#live);
  }

  note(before: ListingFeature | undefined, now: ListingFeature): void {
    if (before !== undefined) this.#add(before, -1);
    this.#add(now, 1);
  }

  #add({ transaction, zone, to }: ListingFeature, count: number): void {
    const name = `${transaction} ${zone}`;
    if (to === undefined) this.#live.set(name, (this.#live.get(name) ?? 0) + count);
  }
}

/** Every id ever given, and which id answers for those that no listing lives under. */
class Ids {
  readonly #given = new Set<string>();
  readonly #aliases = new Map<string, string>();

  note({ moves, merged }: Assignment): void {
    for (const { to } of moves) this.#given.add(to);
    for (const { from, into } of merged) this.#aliases.set(from, into);
  }

  answering(alive: ReadonlySet<string>): number {
    const answers = (id: string, steps = 0): boolean => {
      if (alive.has(id)) return true;
      const into = this.#aliases.get(id);
      return into !== undefined && steps < 1_000 && answers(into, steps + 1);
    };
    return [...this.#given].filter((id) => answers(id)).length / Math.max(this.#given.size, 1);
  }
}

class CountingStore extends MemoryIdentityStore {
  readonly blockedPairs = new Set<string>();
  readonly #homes: ReadonlyMap<string, string>;
  brought = 0;
  looks = 0;

  constructor(homes: ReadonlyMap<string, string>) {
    super();
    this.#homes = homes;
  }

  override async candidates(
    ...asked: Parameters<MemoryIdentityStore['candidates']>
  ): Promise<ListingFeature[]> {
    const found = await super.candidates(...asked);
    this.brought += found.length;
    this.looks += 1;
    const [{ listingId: own }] = asked;
    const home = this.#homes.get(own);
    for (const { listingId: other } of found)
      if (this.#homes.get(other) === home) this.blockedPairs.add(pairName(own, other));
    return found;
  }
}

export const pairName = (one: string, other: string): string =>
  one < other ? `${one} ${other}` : `${other} ${one}`;
