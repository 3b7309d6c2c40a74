import { chargeCredits, findCredits } from '../accounts/credits.ts';
import type { Db } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { addUsage } from '../usage/store.ts';
import { deleteExportFile, deleteOrphans } from './files.ts';
import { CursorRefused } from './read-changed.ts';
import {
  claimExport,
  claimOf,
  type ExportRow,
  failExport,
  finishExport,
  postponeExport,
  selectFileNames,
  takeExpired,
} from './store.ts';
import { ClaimLost, type ExportWriter, LEASE_MS, type WrittenFile, writeExport } from './write-export.ts';

const POLL_INTERVAL_MS = 500;
const CLEAN_INTERVAL_MS = 60_000;
const RETRY_MS = 15_000;
const MAX_FAILURES = 5;

/** The exports of a worker. Any number of processes may run them over one directory. */
export const exportJobs = (writer: ExportWriter & { log: Log }): PeriodicJob[] => [
  {
    name: 'write exports',
    everyMs: POLL_INTERVAL_MS,
    async run(signal) {
      while (!signal.aborted && (await runExport(writer, signal)));
    },
  },
  {
    name: 'delete expired exports',
    everyMs: CLEAN_INTERVAL_MS,
    run: () => cleanExports(writer),
  },
];

/** Writes one export; false when none is due. */
export async function runExport(writer: ExportWriter & { log: Log }, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = writer;
  const now = clock.now();
  const claimId = newId(now);
  const until = new Date(now.getTime() + LEASE_MS);
  const row = await db.transaction((tx) => claimExport(tx, { claimId, now, until }));
  if (row === undefined) return false;
  try {
    await complete(writer, row, claimId, await writeExport(writer, row, claimId, signal));
  } catch (error) {
    if (error instanceof ClaimLost || signal.aborted) return !signal.aborted;
    await recordFailure(writer, row, claimId, error);
  }
  return true;
}

const OUT_OF_CREDITS = 'the account has too few credits for this export';

/** The charge, the usage and the status are one transaction: an export is paid once, however often it is written. */
async function complete(
  { db, clock, directory }: ExportWriter,
  row: ExportRow,
  claimId: string,
  file: WrittenFile,
): Promise<void> {
  const claim = claimOf(row, claimId);
  const isPaid = await db.transaction(async (tx) => {
    const credits = (await findCredits(tx, row.accountId)) === undefined ? 0 : file.rows;
    if (credits > 0 && !(await chargeCredits(tx, row.accountId, credits))) return false;
    if (!(await finishExport(tx, claim, file, clock.now()))) throw new ClaimLost();
    await recordUsage(tx, row, { results: file.rows, credits, at: clock.now() });
    return true;
  });
  if (isPaid) return;
  await failExport(db, claim, OUT_OF_CREDITS, clock.now());
  await deleteExportFile(directory, file.fileName);
}

/** The call itself is counted by the API; here are its results. */
async function recordUsage(
  db: Db,
  { accountId, apiKeyId, id }: ExportRow,
  { results, credits, at }: { results: number; credits: number; at: Date },
): Promise<void> {
  if (apiKeyId === null || results === 0) return;
  const call = { route: 'POST /exports', routeType: 'read', channel: 'DIRECT', calls: 0, results, credits };
  await addUsage(db, id, [{ accountId, apiKeyId, at: at.toISOString().slice(0, 19).concat('Z'), ...call }]);
}

async function recordFailure(
  { db, clock, log }: ExportWriter & { log: Log },
  row: ExportRow,
  claimId: string,
  error: unknown,
): Promise<void> {
  const claim = claimOf(row, claimId);
  const now = clock.now();
  log.error({ event: 'export.failed', err: error, exportId: row.id }, 'an export failed');
  if (error instanceof CursorRefused)
    await failExport(db, claim, 'the cursor is too old to continue from', now);
  else if (row.failures + 1 >= MAX_FAILURES) await failExport(db, claim, 'the export failed', now);
  else await postponeExport(db, claim, new Date(now.getTime() + RETRY_MS));
}

export async function cleanExports({ db, clock, directory }: ExportWriter): Promise<void> {
  const now = clock.now();
  for (const { fileName } of await takeExpired(db, now))
    if (fileName !== null) await deleteExportFile(directory, fileName);
  const named = new Set((await selectFileNames(db)).map(({ fileName }) => fileName));
  await deleteOrphans(directory, named, new Date(now.getTime() - DAY_MS));
}
