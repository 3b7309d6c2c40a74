import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { registerSources } from '../ingest/ingest-records.ts';
import type { Observation } from '../ingest/observation.ts';
import { ingest, type Pipeline } from '../ingest/pipeline.ts';
import { DAY_MS } from '../lib/durations.ts';
import { hasAnyListing } from '../properties/groups.ts';
import { World, type WorldDay } from '../world/generate.ts';
import type { WorldPhoto } from '../world/photos.ts';
import { prepareTowns } from '../world/prepare-towns.ts';
import { photoUrl } from './pictures/photo-url.ts';

/** The days of the world that have passed when it is first shown. */
const INITIAL_DAYS = 45;
/** From then on a day of the world takes so long, so that changes are visible to a visitor. */
const DAY_DURATION_MS = 20 * 60_000;
/** About two thousand of them are on the market at a time. When its days are over, the next world continues. */
const WORLD: DemoWorld = { seed: 'demo', properties: 5_000, days: 400 };
const BATCH_ROWS = 50;
/** Exists where the homes are those of the demo. */
export const DEMO_WORLD_FILE = 'demo-world.json';

export interface DemoWorld {
  readonly seed: string;
  readonly properties: number;
  readonly days: number;
}

interface DemoStateJson {
  /** When the world began, in real time. */
  began: string;
  /** The days that were ingested completely. */
  fedDays: number;
}

/** A small world of generated listings that evolves: new, changed, expired and reactivated listings as time passes. */
export class LivingWorld {
  readonly #pipeline: Pipeline;
  readonly #file: string;
  readonly #photoUrl: (photo: WorldPhoto) => string;
  /** Generated in slices: a whole world or day at once would block the process, on a busy machine for seconds. */
  #days: Iterator<WorldDay | undefined> | undefined;
  #today: WorldDay | undefined;
  readonly #world: DemoWorld;
  /** How many worlds are over. */
  #pastWorlds = 0;

  /** `base` is the public URL of this service, which serves the pictures. */
  constructor(pipeline: Pipeline, dataDir: string, base: string, world = WORLD) {
    this.#world = world;
    this.#photoUrl = photoUrl(base);
    this.#pipeline = pipeline;
    this.#file = join(dataDir, DEMO_WORLD_FILE);
  }

  /** Ingests the days that are due. Resumable: an interrupted day is ingested again, which changes nothing. */
  async feedDueDays(signal: AbortSignal): Promise<void> {
    const now = this.#pipeline.clock.now();
    const state = await this.#loadState(now);
    if (state === undefined) return;
    await prepareTowns(signal);
    const began = new Date(state.began);
    if (this.#days === undefined) this.#pastWorlds = Math.floor(state.fedDays / this.#world.days);
    while (!signal.aborted) {
      const today = await this.#day();
      if (today.day >= state.fedDays) {
        const before = this.#pastWorlds * this.#world.days;
        const due = today.observations
          .map((observation) => shiftObservation(observation, began, before))
          .filter(({ observedAt }) => observedAt <= now.toISOString());
        await this.#feed(due, signal);
        if (signal.aborted || toRealTime(began, today.day + 1) > now) return;
        await this.#storeState({ began: state.began, fedDays: today.day + 1 });
      }
      this.#today = undefined;
    }
  }

  async #day(): Promise<WorldDay> {
    while (this.#today === undefined) {
      await setImmediate();
      this.#days ??= this.#createDays();
      const { done, value } = this.#days.next();
      if (done) {
        this.#pastWorlds += 1;
        this.#days = undefined;
      } else if (value !== undefined)
        this.#today = { ...value, day: value.day + this.#pastWorlds * this.#world.days };
    }
    return this.#today;
  }

  #createDays(): Iterator<WorldDay | undefined> {
    const seed = this.#pastWorlds === 0 ? this.#world.seed : `${this.#world.seed} ${this.#pastWorlds + 1}`;
    return new World({ ...this.#world, seed, photoUrl: this.#photoUrl }).steps();
  }

  async #feed(observations: readonly Observation[], signal: AbortSignal): Promise<void> {
    const incoming = observations.map((observation) => ({ observation }));
    await registerSources(this.#pipeline, incoming);
    for (let at = 0; at < incoming.length && !signal.aborted; at += BATCH_ROWS) {
      await ingest(this.#pipeline, incoming.slice(at, at + BATCH_ROWS));
    }
  }

  /** Undefined where real listings were ingested before: generated ones are not mixed with them. */
  async #loadState(now: Date): Promise<DemoStateJson | undefined> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
    if (await hasAnyListing(this.#pipeline.db)) return undefined;
    const state = { began: new Date(now.getTime() - INITIAL_DAYS * DAY_MS).toISOString(), fedDays: 0 };
    await this.#storeState(state);
    return state;
  }

  async #storeState(state: DemoStateJson): Promise<void> {
    await writeFile(`${this.#file}.new`, JSON.stringify(state));
    await rename(`${this.#file}.new`, this.#file);
  }
}

/** The real time of a day of the world: its past ran at normal speed, its present runs faster. */
function toRealTime(began: Date, day: number): Date {
  const past = Math.min(day, INITIAL_DAYS) * DAY_MS;
  return new Date(began.getTime() + past + Math.max(0, day - INITIAL_DAYS) * DAY_DURATION_MS);
}

const WORLD_START = Date.UTC(2026, 0, 1);

/** `before` are the days of the worlds that are over. */
function shiftObservation(observation: Observation, began: Date, before: number): Observation {
  const real = (text: string): string =>
    toRealTime(began, before + (Date.parse(text) - WORLD_START) / DAY_MS).toISOString();
  const observedAt = real(observation.observedAt);
  if (observation.kind === 'expired') return { ...observation, observedAt };
  const { publishedAt } = observation.payload;
  const payload =
    publishedAt === undefined
      ? observation.payload
      : { ...observation.payload, publishedAt: real(publishedAt) };
  return { ...observation, observedAt, payload };
}
