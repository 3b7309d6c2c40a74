import type { PropertyResult } from '../catalogue/document.ts';
import { type AlertEventType, serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { predicateOf } from '../criteria/matches.ts';
import type { Lineage } from '../criteria/readable.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { storedTree } from './book.ts';
import type { PropertyChange } from './change.ts';
import { eventsOf, happeningsOf } from './events-of.ts';
import { changesSince } from './events-store.ts';
import { statesOf } from './match-changes.ts';
import type { AlertRow } from './store.ts';

export const MAX_REHEARSAL_DAYS = 30;
const MAX_SAMPLES = 10;
const READ_AT_ONCE = 500;
/** Some seconds of work; what is beyond is told as not looked at. */
const MAX_CHANGES = 100_000;
const DAY_MS = 86_400_000;

export interface Sample {
  eventType: AlertEventType;
  occurredAt: Date;
  listingId: string | null;
  data: PropertyResult;
}

export interface Rehearsal {
  days: number;
  changes: number;
  /** False when there were more changes than are looked at. */
  complete: boolean;
  counts: Record<AlertEventType, number>;
  samples: Sample[];
}

/** What the alert would have told in the last days, change by change, by its present criteria and rules. */
export async function rehearse(
  { db, clock, lineage }: { db: Db; clock: Clock; lineage: Lineage },
  alert: AlertRow,
  days: number,
): Promise<Rehearsal> {
  const holds = predicateOf(storedTree(alert.criteria));
  const counts = Object.fromEntries(
    serviceVocabularies.alertEventType.values.map((type) => [type, 0]),
  ) as Rehearsal['counts'];
  const samples: Sample[] = [];
  const from = new Date(clock.now().getTime() - days * DAY_MS);
  let looked = 0;
  for (let last: PropertyChange | undefined; looked < MAX_CHANGES; ) {
    const changes = await changesSince(db, from, last, READ_AT_ONCE);
    for (const change of changes) {
      for (const { eventType, listingId } of told(change, alert, holds, lineage)) {
        counts[eventType] += 1;
        if (samples.length < MAX_SAMPLES && change.after !== null)
          samples.push({ eventType, occurredAt: change.recordedAt, listingId, data: change.after });
      }
    }
    looked += changes.length;
    last = changes.at(-1);
    if (changes.length < READ_AT_ONCE) return { days, changes: looked, complete: true, counts, samples };
  }
  return { days, changes: looked, complete: false, counts, samples };
}

function told(
  change: PropertyChange,
  { rules }: AlertRow,
  holds: ReturnType<typeof predicateOf>,
  lineage: Lineage,
) {
  const happenings = happeningsOf(change);
  if (happenings.length === 0) return [];
  const { before, after } = statesOf(change, lineage);
  const judged = {
    before: before !== undefined && holds(before),
    after: after !== undefined && holds(after),
  };
  return eventsOf(happenings, judged, rules);
}
