import { deserialize, serialize } from 'node:v8';
import { allRegions } from '../db/region-set.ts';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { MIN_MODEL_ROWS } from './build-model.ts';
import { forgetCurrentModel } from './current-model.ts';
import { eraseFromModel } from './erase-properties.ts';
import { fitInThread } from './fit-in-thread.ts';
import { type Market, markets } from './market.ts';
import { type MarketData, readMarket } from './read-market.ts';
import { deleteStages, loadStages, MARKET_STAGE, splitParts, storeStage } from './stage-store.ts';
import {
  type AccuracyReport,
  claimFit,
  countMarket,
  endFit,
  findLatestFit,
  findRemovedSince,
  hadTooFewPrices,
  type ModelRow,
  releaseFit,
  renewFit,
  requestFit,
  storeModel,
} from './store.ts';

export interface FitContext {
  db: Database;
  /** Where sales are, when it is another region. */
  sales?: Database;
  clock: Clock;
  log: Log;
}

/** A fit is due once a day; after a failure the next is due as late. */
const FIT_INTERVAL_MS = 24 * HOUR_MS;
const LEASE_MS = 10 * MINUTE_MS;

/** Asks for the fits that are due; a market that had too few prices is due as soon as it may have enough. */
export async function requestDueFits({ db, clock }: FitContext): Promise<void> {
  for (const market of markets) {
    const latest = await findLatestFit(db, market);
    const age = clock.now().getTime() - (latest?.requestedAt.getTime() ?? 0);
    const isDue =
      latest?.status === 'TOO_FEW_PRICES'
        ? (await countMarket(db, market, new Date(0))) >= MIN_MODEL_ROWS
        : age >= FIT_INTERVAL_MS;
    if (isDue) await requestFit(db, newId(clock.now()), market, clock.now());
  }
}

/** Asks for a fit now, in each region; false when one is already waiting or running everywhere. */
export async function requestFitNow(
  { db, clock }: Pick<FitContext, 'db' | 'clock'>,
  market: Market,
): Promise<boolean> {
  const requested = await Promise.all(
    allRegions(db).map((region) => requestFit(region, newId(clock.now()), market, clock.now())),
  );
  return requested.some(Boolean);
}

/**
 * Runs one waiting fit, or continues one whose worker ended. A fit that fails leaves the last model in use, and says
 * why.
 */
export async function runDueFit(context: FitContext, signal?: AbortSignal): Promise<ModelRow | undefined> {
  const { db, clock, log } = context;
  const fit = await claimFit(db, clock.now(), LEASE_MS);
  if (fit === undefined) return undefined;
  try {
    const accuracy = await fitClaimed(context, fit, signal);
    forgetCurrentModel(db, fit.market);
    log.info({ event: 'valuation.fitted', market: fit.market, ...accuracy.all }, 'a model was fitted');
  } catch (error) {
    if (signal?.aborted) {
      await releaseFit(db, fit.id, clock.now());
      return fit;
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof TooFewPrices) {
      await endWithoutModel(context, fit, reason);
      return findLatestFit(db, fit.market);
    }
    await endFit(db, fit.id, { status: 'FAILED', reason });
    log.warn(
      { event: 'valuation.fit_failed', market: fit.market, err: error },
      'a fit failed; the last model stays in use',
    );
  }
  return findLatestFit(db, fit.market);
}

class TooFewPrices extends Error {}

/** The state of every new installation: it is said once, until it changes. */
async function endWithoutModel({ db, log }: FitContext, fit: ModelRow, reason: string): Promise<void> {
  const isKnown = await hadTooFewPrices(db, fit);
  await endFit(db, fit.id, { status: 'TOO_FEW_PRICES', reason });
  if (isKnown) return;
  log.info(
    { event: 'valuation.too_few_prices', market: fit.market, reason },
    'a market has too few prices for a model yet',
  );
}

async function fitClaimed(
  context: FitContext,
  fit: ModelRow,
  signal: AbortSignal | undefined,
): Promise<AccuracyReport> {
  const { db, clock, log, sales = db } = context;
  const stages = await loadStages(db, fit.id);
  if (stages.size > 0)
    log.info(
      { event: 'valuation.fit_continued', market: fit.market, stages: stages.size },
      'a fit continues',
    );
  const known = stages.get(MARKET_STAGE);
  const data =
    known === undefined
      ? await readMarket(db, fit.market, clock.now(), { sales, signal })
      : (deserialize(known) as MarketData);
  const { windowFrom, windowTo, readAt } = data;
  const { count } = data.rows;
  if (count < MIN_MODEL_ROWS) throw new TooFewPrices(`${count} prices; a model needs ${MIN_MODEL_ROWS}`);
  if (known === undefined) {
    const bytes = new Uint8Array(serialize(data));
    await db.transaction((tx) => storeStage(tx, fit.id, MARKET_STAGE, bytes));
    stages.set(MARKET_STAGE, bytes);
  }
  let storing: Promise<unknown> = Promise.resolve();
  const listener = {
    onRenew: () => renew(context, fit),
    onStage(stage: string, bytes: Uint8Array) {
      storing = storing
        .then(() => db.transaction((tx) => storeStage(tx, fit.id, stage, bytes)))
        .catch((error) =>
          log.warn({ event: 'valuation.stage_not_stored', err: error }, 'a stage of a fit was not stored'),
        );
      renew(context, fit);
    },
  };
  const { model, accuracy } = await fitInThread(stages, listener, signal);
  await storing;
  const finished = { id: fit.id, fittedAt: clock.now(), windowFrom, windowTo, rows: count, accuracy };
  await db.transaction(async (tx) => {
    await storeModel(tx, finished, splitParts(model));
    await deleteStages(tx, fit.id);
    // A listing that was removed while the fit ran is in its prices.
    const propertyIds = await findRemovedSince(tx, readAt);
    if (propertyIds.length > 0) await eraseFromModel(tx, fit.market, { propertyIds, now: clock.now() });
  });
  return accuracy;
}

function renew({ db, clock, log }: FitContext, { id }: ModelRow): void {
  renewFit(db, id, new Date(clock.now().getTime() + LEASE_MS)).catch((error) =>
    log.warn({ event: 'valuation.lease_not_renewed', err: error }, 'the lease of a fit was not renewed'),
  );
}
