import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import type { Market } from './market.ts';
import { Appraiser } from './model/value.ts';
import { findCurrentModel, type ModelRow, readModelParts } from './store.ts';
import { readModel, type StoredModel } from './stored-model.ts';

/** A model in use, ready to value. */
export interface CurrentModel {
  row: ModelRow;
  stored: StoredModel;
  appraiser: Appraiser;
}

interface CachedModel {
  checkedAt: number;
  loaded: Promise<CurrentModel | undefined>;
}

/** A newer model is used within this time of its fit. */
const RECHECK_MS = MINUTE_MS;
const caches = new WeakMap<Db, Map<Market, CachedModel>>();

/** The next use loads the newest model: after a fit, or where a newer one is known. */
export const forgetCurrentModel = (db: Db, market: Market): boolean =>
  caches.get(db)?.delete(market) ?? false;

/** The model in use; undefined when the market has none yet. Loaded at its first use, then checked once a minute. */
export async function loadCurrentModel(
  db: Db,
  clock: Clock,
  market: Market,
): Promise<CurrentModel | undefined> {
  const cache = caches.get(db) ?? new Map<Market, CachedModel>();
  caches.set(db, cache);
  const cached = cache.get(market);
  const now = clock.now().getTime();
  if (cached !== undefined && now >= cached.checkedAt && now - cached.checkedAt < RECHECK_MS)
    return cached.loaded;
  const loaded = reload(db, market, await cached?.loaded);
  cache.set(market, { checkedAt: now, loaded });
  loaded.catch(() => cache.delete(market));
  return loaded;
}

async function reload(
  db: Db,
  market: Market,
  known: CurrentModel | undefined,
): Promise<CurrentModel | undefined> {
  const row = await findCurrentModel(db, market);
  if (row === undefined) return undefined;
  if (known?.row.id === row.id && known.row.revisedAt?.getTime() === row.revisedAt?.getTime()) return known;
  const stored = readModel(Buffer.concat(await readModelParts(db, row.id)));
  return stored && { row, stored, appraiser: new Appraiser(stored.model) };
}
