import type { PropertyResult } from '../catalogue/document.ts';
import { type AlertEventType, serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { compilePredicate } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/search-row.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { parseStoredTree } from './alert-index-replica.ts';
import { deriveCandidateEvents, selectAlertEvents } from './derive-events.ts';
import { selectChangesSince } from './events-store.ts';
import { buildStates } from './match-changes.ts';
import type { PropertyChange } from './property-change.ts';
import type { AlertRow } from './store.ts';

export const MAX_REHEARSAL_DAYS = 30;
const MAX_SAMPLES = 10;
const READ_BATCH_ROWS = 500;
/** Some seconds of work; the result says when there were more. */
const MAX_CHANGES = 100_000;

export interface RehearsalSample {
  eventType: AlertEventType;
  occurredAt: Date;
  listingId: string | null;
  data: PropertyResult;
}

export interface Rehearsal {
  days: number;
  changes: number;
  /** False when there were more changes than the maximum. */
  complete: boolean;
  counts: Record<AlertEventType, number>;
  samples: RehearsalSample[];
}

/** The events that the alert would have raised in the last days by its present criteria and rules. */
export async function rehearseAlert(
  { db, clock, lineage }: { db: Db; clock: Clock; lineage: Lineage },
  alert: AlertRow,
  days: number,
): Promise<Rehearsal> {
  const holds = compilePredicate(parseStoredTree(alert.criteria));
  const counts = Object.fromEntries(
    serviceVocabularies.alertEventType.values.map((type) => [type, 0]),
  ) as Rehearsal['counts'];
  const samples: RehearsalSample[] = [];
  const from = new Date(clock.now().getTime() - days * DAY_MS);
  let looked = 0;
  for (let last: PropertyChange | undefined; looked < MAX_CHANGES; ) {
    const changes = await selectChangesSince(db, from, last, READ_BATCH_ROWS);
    for (const change of changes) {
      for (const { eventType, listingId } of matchingEvents(change, alert, holds, lineage)) {
        counts[eventType] += 1;
        if (samples.length < MAX_SAMPLES && change.after !== null)
          samples.push({ eventType, occurredAt: change.recordedAt, listingId, data: change.after });
      }
    }
    looked += changes.length;
    last = changes.at(-1);
    if (changes.length < READ_BATCH_ROWS) return { days, changes: looked, complete: true, counts, samples };
  }
  return { days, changes: looked, complete: false, counts, samples };
}

function matchingEvents(
  change: PropertyChange,
  { rules }: AlertRow,
  holds: ReturnType<typeof compilePredicate>,
  lineage: Lineage,
) {
  const candidates = deriveCandidateEvents(change);
  if (candidates.length === 0) return [];
  const { before, after } = buildStates(change, lineage);
  const judged = {
    before: before !== undefined && holds(before),
    after: after !== undefined && holds(after),
  };
  return selectAlertEvents(candidates, judged, rules);
}
