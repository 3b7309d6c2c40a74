import type { Model } from '../../src/identity/levels.ts';
import { resolve } from '../../src/identity/resolve.ts';
import { Scorer } from '../../src/identity/score.ts';
import { zoneSizeFor } from '../../src/identity/zone-sizes.ts';
import { MemoryIdentityStore } from '../../test/support/memory-identity-store.ts';
import { computeGroupingScores, type GroupingScores } from './measures.ts';
import type { RealAdvert } from './real-adverts.ts';

export interface RealScores extends GroupingScores {
  adverts: number;
  /** Processor time of one assignment. */
  cpuMs: number;
}

/**
 * The property of each advert, as production assigns it, with each quarter of the year as a market of its own. Zones
 * are counted when a day begins: for adverts that are read on one day none is.
 */
export async function groupAdverts(
  adverts: readonly RealAdvert[],
  model: Model,
): Promise<{ found: Map<string, string>; cpuMs: number }> {
  const found = new Map<string, string>();
  const cpu = process.cpuUsage();
  for (const [period, own] of Map.groupBy(adverts, (advert) => advert.period)) {
    const [store, zoneListings] = [new MemoryIdentityStore(), zoneSizeFor(0)];
    const identity = { store, scorer: new Scorer(model), zones: () => zoneListings };
    for (const { feature } of own) await resolve(identity, feature, new Date(feature.from));
    for (const [id, property] of store.partition()) found.set(id, `${period}:${property}`);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { found, cpuMs: (user + system) / 1_000 };
}

export async function scoreAdverts(adverts: readonly RealAdvert[], model: Model): Promise<RealScores> {
  const { found, cpuMs } = await groupAdverts(adverts, model);
  const truth = new Map(adverts.map(({ feature, dwelling }) => [feature.listingId, dwelling]));
  return {
    ...computeGroupingScores(found, truth),
    adverts: adverts.length,
    cpuMs: cpuMs / Math.max(adverts.length, 1),
  };
}
