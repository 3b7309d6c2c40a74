import { sourceIdOf } from '../sources/sources.ts';
import type { ParsedObservation } from './assign-batch.ts';
import { isRecordFault, RefusedItem, refusalReason } from './bisect.ts';
import type { Observation } from './observation.ts';
import type { NewRejection, RejectionKind } from './rejected-records.ts';
import { SerializedJson } from './serialized-json.ts';

/** A record of a batch that cannot be taken. */
export interface BatchRejection extends NewRejection {
  index: number;
}

/** Clocks of sources are off by less. An observation from the future would keep true ones out until it has come. */
export const MAX_OBSERVATION_AHEAD_MS = 5 * 60_000;

/** Why an observation cannot have been made yet. */
export function aheadReason(now: Date, { observedAt }: Observation): string | undefined {
  if (Date.parse(observedAt) <= now.getTime() + MAX_OBSERVATION_AHEAD_MS) return undefined;
  return `observedAt ${observedAt} is more than ${MAX_OBSERVATION_AHEAD_MS / 60_000} minutes ahead of our clock, ${now.toISOString()}`;
}

/** Reading asks nothing of the database: what fails there fails for the record. */
export function toRefusedItem(error: unknown): RefusedItem {
  if (!isRecordFault(error)) throw error;
  return new RefusedItem(refusalReason(error));
}

export const buildRejection = (
  { observation, listingId, raw }: { observation: Observation; listingId: string; raw?: unknown },
  kind: RejectionKind,
  reason: string,
): NewRejection => ({
  sourceId: sourceIdOf(observation.source),
  listingId,
  url: observation.url,
  kind,
  reason,
  observedAt: new Date(observation.observedAt),
  record: serializeRecord(raw ?? observation.payload),
});

const serializeRecord = (raw: unknown): string =>
  raw instanceof SerializedJson ? raw.text : JSON.stringify(raw);

/** One that was read, and could not be placed. */
export const buildRefusal = (
  observation: ParsedObservation & { index: number },
  reason: string,
): BatchRejection => ({
  index: observation.index,
  sourceId: observation.sourceId,
  listingId: observation.listingId,
  url: observation.url,
  kind: 'REFUSED',
  reason,
  observedAt: new Date(observation.observation.observedAt),
  record: serializeRecord(observation.payload),
});
