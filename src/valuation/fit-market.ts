import { Worker } from 'node:worker_threads';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { MIN_MODEL_ROWS } from './build-model.ts';
import { forgetCurrentModel } from './current-model.ts';
import { type Market, markets } from './market.ts';
import { type MarketData, readMarket } from './read-market.ts';
import {
  type AccuracyReport,
  claimFit,
  failFit,
  findLatestFit,
  type ModelRow,
  renewFit,
  requestFit,
  storeModel,
} from './store.ts';

export interface FitContext {
  db: Database;
  clock: Clock;
  log: Log;
}

/** A fit is due once a day; after a failure the next is due as late. */
const FIT_INTERVAL_MS = 24 * HOUR_MS;
const LEASE_MS = 10 * MINUTE_MS;
const PART_BYTES = 4 * 1024 * 1024;
/** A thread that needs more than the promised memory fails instead of taking the worker with it. */
const MAX_HEAP_MB = 1_024;

/** Asks for the fits that are due. */
export async function requestDueFits({ db, clock }: FitContext): Promise<void> {
  for (const market of markets) {
    const latest = await findLatestFit(db, market);
    const age = clock.now().getTime() - (latest?.requestedAt.getTime() ?? 0);
    if (age >= FIT_INTERVAL_MS) await requestFit(db, newId(clock.now()), market, clock.now());
  }
}

/** Asks for a fit now; false when one is already waiting or running. */
export const requestFitNow = (
  { db, clock }: Pick<FitContext, 'db' | 'clock'>,
  market: Market,
): Promise<boolean> => requestFit(db, newId(clock.now()), market, clock.now());

/** Runs one waiting fit. A fit that fails leaves the last model in use, and says why. */
export async function runDueFit(context: FitContext, signal?: AbortSignal): Promise<ModelRow | undefined> {
  const { db, clock, log } = context;
  const fit = await claimFit(db, clock.now(), LEASE_MS);
  if (fit === undefined) return undefined;
  try {
    const data = await readMarket(db, fit.market, clock.now());
    if (data.rows.count < MIN_MODEL_ROWS)
      throw new Error(`${data.rows.count} prices; a model needs ${MIN_MODEL_ROWS}`);
    const { bytes, accuracy } = await fitInThread(data, () => renew(context, fit), signal);
    const { windowFrom, windowTo, rows } = data;
    const finished = { id: fit.id, fittedAt: clock.now(), windowFrom, windowTo, rows: rows.count, accuracy };
    await db.transaction((tx) => storeModel(tx, finished, splitParts(bytes)));
    forgetCurrentModel(db, fit.market);
    log.info(
      { event: 'valuation.fitted', market: fit.market, rows: rows.count, ...accuracy.all },
      'a model was fitted',
    );
  } catch (error) {
    if (signal?.aborted) return fit;
    const failure = error instanceof Error ? error.message : String(error);
    await failFit(db, fit.id, failure);
    log.warn(
      { event: 'valuation.fit_failed', market: fit.market, err: error },
      'a fit failed; the last model stays in use',
    );
  }
  return findLatestFit(db, fit.market);
}

function renew({ db, clock, log }: FitContext, { id }: ModelRow): void {
  renewFit(db, id, new Date(clock.now().getTime() + LEASE_MS)).catch((error) =>
    log.warn({ event: 'valuation.lease_not_renewed', err: error }, 'the lease of a fit was not renewed'),
  );
}

interface FitMessage {
  progress?: object;
  bytes?: Uint8Array;
  accuracy?: AccuracyReport;
}

function fitInThread(
  data: MarketData,
  onRenew: () => void,
  signal?: AbortSignal,
): Promise<{ bytes: Uint8Array; accuracy: AccuracyReport }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./fit-thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const renewing = setInterval(onRenew, LEASE_MS / 4);
    const stop = () => void worker.terminate();
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', ({ bytes, accuracy }: FitMessage) => {
      if (bytes !== undefined && accuracy !== undefined) resolve({ bytes, accuracy });
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      clearInterval(renewing);
      signal?.removeEventListener('abort', stop);
      reject(new Error(`the fit ended with code ${code}`));
    });
  });
}

function splitParts(bytes: Uint8Array): Buffer[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.ceil(whole.length / PART_BYTES) }, (_, part) =>
    whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}
