import type { PropertyResult } from '../catalogue/document.ts';
import { changeLogReader, readHorizon } from '../db/horizon.ts';
import { type Database, firstRow, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { record } from '../properties/record.ts';
import type { PropertyEstimate } from '../properties/revision-documents.ts';
import { CHANGED_SINCE } from '../properties/search/changed-since.ts';
import { isTransaction } from '../properties/search/filter-column.ts';
import { selectDocuments } from '../properties/store.ts';
import { appraise, roundPrice } from './appraise.ts';
import { forgetCurrentModel, loadCurrentModel } from './current-model.ts';
import { readHome } from './home.ts';
import { askedMarket, type Market, monthOf } from './market.ts';
import { findCurrentModel } from './store.ts';

export interface ValueContext {
  db: Database;
  clock: Clock;
}

const BATCH_ROWS = 50;
const MAX_RETRIES = 5;
/** An estimate that moved less stays: the nightly fit would otherwise change every property. */
const MIN_CHANGE = 0.01;
const CHANGES = 'changes';
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The ids of properties that changed, as the search index reads them: recording costs nothing more. */
const readChangedIds = changeLogReader<string>(
  `select json_agg(distinct property_id) from (${CHANGED_SINCE}) as changed`,
);

/**
 * Values what changed since the last run and brings the documents up to date. Values of unchanged properties are
 * compared and not written, so that running twice is harmless. Returns how many documents changed.
 */
export async function valueChangedProperties(context: ValueContext, signal?: AbortSignal): Promise<number> {
  const { db } = context;
  const progress = await firstRow<{ horizon: string }>(
    db,
    sql`select horizon from valuation_progress where name = ${CHANGES}`,
  );
  const since = progress?.horizon ?? (await readHorizon(db));
  const { horizon, entries } = await readChangedIds(db, since);
  let written = 0;
  for (let at = 0; at < entries.length; at += BATCH_ROWS) {
    if (signal?.aborted) return written;
    written += await valueProperties(context, entries.slice(at, at + BATCH_ROWS));
  }
  await db.rows(sql`
    insert into valuation_progress (name, horizon) values (${CHANGES}, ${horizon})
    on conflict (name) do update set horizon = excluded.horizon`);
  return written;
}

/** Properties valued again in one run after a fit: changes are not kept waiting. */
const SWEEP_ROWS = 1_000;

interface Sweep {
  modelId: string | null;
  lastId: string | null;
}

/** After a fit every property of the market is valued by the new model, some at a time. Returns how many changed. */
export async function valueByNewModel(
  context: ValueContext,
  market: Market,
  signal?: AbortSignal,
): Promise<number> {
  const { db } = context;
  const model = await findCurrentModel(db, market);
  if (model === undefined) return 0;
  const name = `sweep ${market}`;
  const sweep = await firstRow<Sweep>(
    db,
    sql`select model_id as "modelId", last_property_id as "lastId" from valuation_progress where name = ${name}`,
  );
  const isStarted = sweep?.modelId === model.id;
  if (isStarted && sweep.lastId === null) return 0;
  // An older model, or that there was none, may be cached for a minute: the sweep would count as done by it.
  if (!isStarted) forgetCurrentModel(db, market);
  const ids = await findLiveIds(db, market, isStarted && sweep.lastId !== null ? sweep.lastId : NO_ID);
  let written = 0;
  for (let at = 0; at < ids.length; at += BATCH_ROWS) {
    if (signal?.aborted) return written;
    written += await valueProperties(context, ids.slice(at, at + BATCH_ROWS));
  }
  const last = ids.length < SWEEP_ROWS ? null : (ids.at(-1) ?? null);
  await db.rows(sql`
    insert into valuation_progress (name, horizon, model_id, last_property_id) values (${name}, '0', ${model.id}, ${last})
    on conflict (name) do update set model_id = excluded.model_id, last_property_id = excluded.last_property_id`);
  return written;
}

const findLiveIds = async (db: Database, market: Market, after: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select property_id as id from property_search
      where property_id > ${after} and ${isTransaction(market === 'RENT' ? 'RENT' : 'SELL')} and not expired
      order by property_id limit ${SWEEP_ROWS}`)
  ).map(({ id }) => id);

async function valueProperties(context: ValueContext, ids: readonly string[]): Promise<number> {
  const { db, clock } = context;
  const rows = (await selectDocuments(db, ids)).filter(({ expired }) => !expired);
  const estimates = new Map<string, PropertyEstimate | null>();
  for (const { document } of rows) {
    const estimate = await estimateProperty(context, document);
    if (estimate !== undefined) estimates.set(document.id, estimate);
  }
  if (estimates.size === 0) return 0;
  await db.transaction((tx) => record(tx, { estimates }, clock.now()), { retries: MAX_RETRIES });
  return estimates.size;
}

/** The new estimate; null when it has one no longer, undefined when nothing changes. */
async function estimateProperty(
  { db, clock }: ValueContext,
  { id, property }: PropertyResult,
): Promise<PropertyEstimate | null | undefined> {
  const known = property.valuation;
  const next = await computeEstimate({ db, clock }, askedMarket(property.transaction?.type), {
    id,
    property,
  });
  if (next === undefined) return known === undefined ? undefined : null;
  const isSame =
    known?.value !== undefined &&
    known.confidence === next.confidence &&
    Math.abs(known.value / next.value - 1) < MIN_CHANGE;
  return isSame ? undefined : next;
}

async function computeEstimate(
  { db, clock }: ValueContext,
  market: Market | undefined,
  { id, property }: Pick<PropertyResult, 'id' | 'property'>,
): Promise<PropertyEstimate | undefined> {
  const read = readHome(property);
  if (market === undefined || 'reason' in read || property.pricing?.displayed === undefined) return undefined;
  const current = await loadCurrentModel(db, clock, market);
  if (current === undefined) return undefined;
  const now = clock.now();
  const appraised = appraise(current, { home: read.home, month: monthOf(now), propertyId: id });
  if ('reason' in appraised) return undefined;
  const { value, low, high, confidence } = appraised.estimate;
  return {
    value: roundPrice(value),
    low: roundPrice(low),
    high: roundPrice(high),
    confidence: confidence.name,
    valuedAt: formatTimestamp(now),
  };
}
