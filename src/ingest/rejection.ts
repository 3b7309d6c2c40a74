import { sourceIdOf } from '../sources/sources.ts';
import type { ParsedObservation } from './assign-batch.ts';
import { isRecordFault, RefusedItem, refusalReason } from './bisect.ts';
import type { IncomingObservation, Observation } from './observation.ts';
import type { NewRejection, RejectionKind } from './rejected-records.ts';
import { SerializedJson } from './serialized-json.ts';

/** A rejected record of a batch, with its position there. */
export interface BatchRejection extends NewRejection {
  index: number;
}

/** Allowed skew of a source's clock. An observation from the future would make all true ones count as outdated. */
export const MAX_OBSERVATION_AHEAD_MS = 5 * 60_000;

/** Why an observation is rejected as dated in the future; undefined when it is not. */
export function aheadReason(now: Date, { observedAt }: Observation): string | undefined {
  if (Date.parse(observedAt) <= now.getTime() + MAX_OBSERVATION_AHEAD_MS) return undefined;
  return `observedAt ${observedAt} is more than ${MAX_OBSERVATION_AHEAD_MS / 60_000} minutes ahead of our clock, ${now.toISOString()}`;
}

/** Turns a parse failure into a refusal of its record. Infrastructure errors are thrown on. */
export function toRefusedItem(error: unknown): RefusedItem {
  if (!isRecordFault(error)) throw error;
  return new RefusedItem(refusalReason(error));
}

export const buildRejection = (
  { observation, listingId, raw }: IncomingObservation & { listingId: string },
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

/** An observation that was parsed, and that the database refused. */
export const buildRefusal = (observation: ParsedObservation, reason: string): BatchRejection => ({
  index: observation.index,
  sourceId: observation.sourceId,
  listingId: observation.listingId,
  url: observation.url,
  kind: 'REFUSED',
  reason,
  observedAt: new Date(observation.observedAt),
  record: serializeRecord(observation.payload),
});
