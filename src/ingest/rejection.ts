import { sourceIdOf } from '../sources/sources.ts';
import { isRecordFault, Refused, refusal } from './halving.ts';
import type { Observation } from './observation.ts';
import type { Incoming } from './pipeline.ts';
import type { Arrival } from './place.ts';
import type { NewRejection, RejectionKind } from './rejected-records.ts';
import { WrittenJson } from './written-json.ts';

/** A record of a batch that cannot be taken. */
export interface Rejected extends NewRejection {
  index: number;
}

/** Clocks of sources are off by less. An observation from the future would keep true ones out until it has come. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** Why an observation cannot have been made yet. */
export function aheadOf(now: Date, { observedAt }: Observation): string | undefined {
  if (Date.parse(observedAt) <= now.getTime() + MAX_CLOCK_SKEW_MS) return undefined;
  return `observedAt ${observedAt} is more than ${MAX_CLOCK_SKEW_MS / 60_000} minutes ahead of our clock, ${now.toISOString()}`;
}

/** Reading asks nothing of the database: what fails there fails for the record. */
export function refused(error: unknown): Refused {
  if (!isRecordFault(error)) throw error;
  return new Refused(refusal(error));
}

export const rejection = (
  { observation, listingId, raw }: Incoming & { listingId: string },
  kind: RejectionKind,
  reason: string,
): NewRejection => ({
  sourceId: sourceIdOf(observation.source),
  listingId,
  url: observation.url,
  kind,
  reason,
  observedAt: new Date(observation.observedAt),
  record: recordText(raw ?? observation.payload),
});

const recordText = (raw: unknown): string => (raw instanceof WrittenJson ? raw.text : JSON.stringify(raw));

/** One that was read, and could not be placed. */
export const refusedArrival = (arrival: Arrival & { index: number }, reason: string): Rejected => ({
  index: arrival.index,
  sourceId: arrival.sourceId,
  listingId: arrival.listingId,
  url: arrival.url,
  kind: 'REFUSED',
  reason,
  observedAt: new Date(arrival.observation.observedAt),
  record: recordText(arrival.payload),
});
