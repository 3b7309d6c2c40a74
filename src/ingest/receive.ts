import type { Reading, Rejection } from './feed.ts';
import type { LeftOut } from './notes.ts';
import type { Observation } from './observation.ts';
import { ingest, type Outcome, type Pipeline } from './pipeline.ts';

/** Observations taken up together: enough to make a re-visit cheap, few enough to hold in memory whatever their size. */
const BATCH = 200;
/** Transactions under way at once; the observations of one listing stay in one lane, in order. */
const LANES = 4;

export interface Report {
  new: number;
  changed: number;
  unchanged: number;
  expired: number;
  /** Older than what is known. */
  outdated: number;
  /** Said to be gone, and never seen. */
  unknown: number;
  rejected: number;
}

export const emptyReport = (): Report => ({
  new: 0,
  changed: 0,
  unchanged: 0,
  expired: 0,
  outdated: 0,
  unknown: 0,
  rejected: 0,
});

/** Whoever feeds observations in may listen to what becomes of them. */
export interface Listener {
  onRejection?(rejection: Rejection): void | Promise<void>;
  /** Members and values of a source that did not go in. */
  onLeftOut?(source: string, leftOut: readonly LeftOut[]): void;
  onBatch?(report: Report, observations: readonly Observation[]): void | Promise<void>;
}

/** Feeds records through the pipeline, a batch at a time; a record that cannot be taken never stops the others. */
export async function receive(
  pipeline: Pipeline,
  readings: AsyncIterable<Reading>,
  listener: Listener = {},
): Promise<Report> {
  const report = emptyReport();
  let batch: Observation[] = [];
  const flush = async (): Promise<void> => {
    const taken = batch;
    batch = [];
    for (const outcome of await ingestInLanes(pipeline, taken)) report[COUNTED[outcome]] += 1;
    await listener.onBatch?.(report, taken);
  };
  for await (const reading of readings) {
    if ('reason' in reading) {
      report.rejected += 1;
      await listener.onRejection?.(reading);
      continue;
    }
    const { observation, leftOut } = reading;
    if (leftOut.length > 0) listener.onLeftOut?.(observation.source, leftOut);
    if (batch.push(observation) >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return report;
}

const COUNTED: Record<Outcome, keyof Report> = {
  new: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  expired: 'expired',
  outdated: 'outdated',
  'unknown listing': 'unknown',
};

async function ingestInLanes(pipeline: Pipeline, observations: readonly Observation[]): Promise<Outcome[]> {
  const lanes: Observation[][] = Array.from({ length: LANES }, () => []);
  for (const observation of observations) lanes[laneOf(observation.url)]?.push(observation);
  return (
    await Promise.all(lanes.filter((lane) => lane.length > 0).map((lane) => ingest(pipeline, lane)))
  ).flat();
}

function laneOf(url: string): number {
  let sum = 0;
  for (let at = 0; at < url.length; at++) sum = (sum * 31 + url.charCodeAt(at)) | 0;
  return Math.abs(sum) % LANES;
}
