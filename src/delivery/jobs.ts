import { HOUR_MS } from '../lib/durations.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { confirmationMailCleanupJob } from './confirmations/confirmations.ts';
import { replayDue } from './destinations/status-changes.ts';
import { deleteOldNotifications, skipOrphaned } from './notifications/cleanup.ts';
import { cleanRequestBins } from './request-bin/request-bin.ts';
import { BatchLoader } from './sending/batch-loader.ts';
import { probeDue } from './sending/probe.ts';
import { Sender, type SenderParts } from './sending/sender.ts';
import { StallMeter } from './sending/stall-meter.ts';

const PROBE_EVERY_MS = 1_000;
const REPLAY_EVERY_MS = 250;
const ORPHANED_EVERY_MS = 60_000;
const CLEANUP_EVERY_MS = HOUR_MS;

/** The jobs of a worker that delivers. */
export function deliveryJobs(given: SenderParts): PeriodicJob[] {
  const { db, clock } = given;
  const parts = { ...given, stalls: new StallMeter(clock) };
  const sender = new Sender(parts);
  const probing = { ...parts, composer: new BatchLoader(db, parts.keyring) };
  return [
    { name: 'deliver', everyMs: 0, run: (signal) => sender.run(signal) },
    {
      name: 'probe suspended destinations',
      everyMs: PROBE_EVERY_MS,
      run: async () => void (await probeDue(probing)),
    },
    {
      name: 'replay parked notifications',
      everyMs: REPLAY_EVERY_MS,
      run: async () => void (await replayDue(db, clock)),
    },
    confirmationMailCleanupJob({ db, clock }),
    { name: 'skip orphaned notifications', everyMs: ORPHANED_EVERY_MS, run: () => skipOrphaned(db, clock) },
    { name: 'empty expired request bins', everyMs: CLEANUP_EVERY_MS, run: () => cleanRequestBins(db, clock) },
    {
      name: 'delete old notifications',
      everyMs: CLEANUP_EVERY_MS,
      run: async (signal) => void (await deleteOldNotifications(db, clock, signal)),
    },
  ];
}
