import type { PropertyResult } from '../catalogue/document.ts';
import { type AlertEventType, serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { compilePredicate } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/search-row.ts';
import { parseStoredTree } from '../criteria/upgrade.ts';
import { allRegions } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { countCreatedByHour } from '../properties/search/count-created.ts';
import { countChangesSince, selectChangesSince } from './change-store.ts';
import { type CandidateEvent, deriveCandidateEvents, selectAlertEvents } from './derive-events.ts';
import { buildStates } from './match-changes.ts';
import type { PropertyChange } from './property-change.ts';
import type { RehearsalCursor } from './rehearsal-cursor.ts';
import type { AlertRow } from './store.ts';

export const MAX_REHEARSAL_DAYS = 30;
const MAX_SAMPLES = 10;
const READ_BATCH_ROWS = 250;
/** Of an answer, its counts included: it comes within 2 s, and the last batch has the rest. */
const MAX_SCAN_MS = 1_400;

export interface RehearsalSample {
  eventType: AlertEventType;
  occurredAt: Date;
  listingId: string | null;
  data: PropertyResult;
}

export interface Rehearsal {
  days: number;
  /** Changes that this answer looked at. */
  changes: number;
  /** Changes that there are to look at, from the beginning. */
  totalChanges: number;
  complete: boolean;
  /** Where the next call continues; undefined when complete. */
  next: RehearsalCursor | undefined;
  /** Homes that appeared in these days and match, as the forecast counts them. Part of NEW_MATCH; 0 in continued answers. */
  arrivals: number;
  counts: Record<AlertEventType, number>;
  samples: RehearsalSample[];
}

interface RehearsalContext {
  db: Db;
  clock: Clock;
  places: PlaceService;
  lineage: Lineage;
}

/**
 * The events that the alert would have raised in the last days by its present criteria and rules. An event counts on the day that its
 * advert appeared or changed, not when we recorded it: a source that was added today brings years. Scans for 1.4 s, then answers how
 * far it came.
 */
export async function rehearseAlert(
  context: RehearsalContext,
  alert: AlertRow,
  { days, cursor }: { days: number; cursor?: RehearsalCursor | undefined },
): Promise<Rehearsal> {
  const { db, clock, lineage } = context;
  const endMs = clock.monotonicMs() + MAX_SCAN_MS;
  const from = cursor?.from ?? new Date(clock.now().getTime() - days * DAY_MS);
  const countsArrivals = isNewMatchByProperty(alert);
  const arrivals = cursor === undefined && countsArrivals ? await countArrivals(context, alert, from) : 0;
  const totalChanges = cursor?.totalChanges ?? (await countChanges(db, from));
  const counts = Object.fromEntries(
    serviceVocabularies.alertEventType.values.map((type) => [type, 0]),
  ) as Rehearsal['counts'];
  counts.NEW_MATCH = arrivals;
  const rehearsal: Rehearsal = {
    ...{ days, changes: 0, totalChanges, complete: false, next: undefined },
    ...{ arrivals, counts, samples: [] },
  };
  const holds = compilePredicate(parseStoredTree(alert.criteria));
  for (let last: ChangePosition | undefined = cursor; ; ) {
    const changes = await selectChanges(db, from, last);
    for (const change of changes)
      addEvents(rehearsal, change, matchingEvents(change, alert, holds, lineage), { from, countsArrivals });
    rehearsal.changes += changes.length;
    const position = changes.at(-1);
    if (position === undefined || changes.length < READ_BATCH_ROWS) return { ...rehearsal, complete: true };
    last = position;
    if (clock.monotonicMs() >= endMs) {
      const { recordedAt, propertyId, revisionId } = position;
      return { ...rehearsal, next: { from, totalChanges, recordedAt, propertyId, revisionId } };
    }
  }
}

type ChangePosition = Pick<PropertyChange, 'recordedAt' | 'propertyId' | 'revisionId'>;

const countChanges = async (db: Db, from: Date): Promise<number> =>
  sum(await Promise.all(allRegions(db).map((region) => countChangesSince(region, from))));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The order is one over all regions: each continues after the last change of any of them. */
async function selectChanges(
  db: Db,
  from: Date,
  last: ChangePosition | undefined,
): Promise<readonly PropertyChange[]> {
  const [only = [], ...others] = await Promise.all(
    allRegions(db).map((region) => selectChangesSince(region, from, last, READ_BATCH_ROWS)),
  );
  if (others.length === 0) return only;
  return [only, ...others].flat().sort(compareChanges).slice(0, READ_BATCH_ROWS);
}

function compareChanges(one: ChangePosition, other: ChangePosition): number {
  const later = one.recordedAt.getTime() - other.recordedAt.getTime();
  if (later !== 0) return later;
  const [id, otherId] = [one, other].map(({ propertyId, revisionId }) => `${propertyId}${revisionId}`);
  return (id ?? '') < (otherId ?? '') ? -1 : 1;
}

const isNewMatchByProperty = ({ rules }: AlertRow): boolean =>
  rules.some(({ eventType, scope }) => eventType === 'NEW_MATCH' && scope === 'PROPERTY');

/** By the function of the forecast, so that both figures are one. */
async function countArrivals({ db, places }: RehearsalContext, alert: AlertRow, from: Date): Promise<number> {
  const tree = parseStoredTree(alert.criteria);
  const hours = await Promise.all(
    allRegions(db).map((region) => countCreatedByHour(region, places, tree, from)),
  );
  return sum(hours.flat().map(({ count }) => count));
}

function addEvents(
  { counts, samples }: Rehearsal,
  change: PropertyChange,
  events: readonly CandidateEvent[],
  { from, countsArrivals }: { from: Date; countsArrivals: boolean },
): void {
  const { after } = change;
  if (after === null) return;
  const occurredAt = occurrenceOf(change, after);
  if (occurredAt < from) return;
  const isArrival = countsArrivals && new Date(after.property.createdAt) >= from;
  for (const { eventType, listingId } of events) {
    if (eventType !== 'NEW_MATCH' || !isArrival) counts[eventType] += 1;
    if (samples.length < MAX_SAMPLES) samples.push({ eventType, occurredAt, listingId, data: after });
  }
}

/** When the advert appeared or changed. A clock of a source that is ahead does not move it past the recording. */
function occurrenceOf({ before, recordedAt }: PropertyChange, { property }: PropertyResult): Date {
  const seen = new Date(before === null ? property.createdAt : property.updatedAt);
  return seen < recordedAt ? seen : recordedAt;
}

function matchingEvents(
  change: PropertyChange,
  { rules }: AlertRow,
  holds: ReturnType<typeof compilePredicate>,
  lineage: Lineage,
): readonly CandidateEvent[] {
  const candidates = deriveCandidateEvents(change);
  if (candidates.length === 0) return [];
  const { before, after } = buildStates(change, lineage);
  const judged = {
    before: before !== undefined && holds(before),
    after: after !== undefined && holds(after),
  };
  return selectAlertEvents(candidates, judged, rules);
}
