import type { Db } from '../db/sql.ts';
import { createFinder } from '../geo/autocomplete/finder.ts';
import { createGazetteer, type Gazetteer } from '../geo/locate/gazetteer.ts';
import { locate } from '../geo/locate.ts';
import { divisionsOf, divisionsRevision } from '../geo/store.ts';
import type { Locate } from './normalise/location.ts';

const LOOK_AGAIN_MS = 10_000;

/** Puts listings into the divisions as they are loaded now; an import is noticed within ten seconds. */
export function createLocator(db: Db, monotonic: () => number = () => performance.now()): Locate {
  let kept: { revision: string; byCountry: Map<string, Gazetteer> } | undefined;
  let lookAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Map<string, Gazetteer>> | undefined;

  async function read(): Promise<Map<string, Gazetteer>> {
    const revision = await divisionsRevision(db);
    if (kept?.revision !== revision) kept = { revision, byCountry: await gazetteers(db) };
    lookAt = monotonic() + LOOK_AGAIN_MS;
    return kept.byCountry;
  }

  async function current(): Promise<Map<string, Gazetteer>> {
    if (kept !== undefined && monotonic() < lookAt) return kept.byCountry;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return async (countryCode, clue) => {
    const gazetteer = (await current()).get(countryCode);
    return gazetteer && locate(clue, gazetteer);
  };
}

async function gazetteers(db: Db): Promise<Map<string, Gazetteer>> {
  const divisions = await Array.fromAsync(divisionsOf(db));
  const found = new Map<string, Gazetteer>();
  for (const [country, own] of Map.groupBy(divisions, ({ countryCode }) => countryCode)) {
    found.set(country, createGazetteer(own, await createFinder(own)));
  }
  return found;
}
