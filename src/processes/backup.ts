import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { rebuildWarehouse } from '../analytics/rebuild.ts';
import { BackupError } from '../backup/backup-error.ts';
import { createBackup, sumTables } from '../backup/create.ts';
import { readManifest } from '../backup/manifest.ts';
import { readSecrets, restoreTables, verifyBackup } from '../backup/restore.ts';
import type { BackupSecrets } from '../backup/sealed-keys.ts';
import { forgetStreamCursors } from '../changes/changes.ts';
import { clientConfig } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { MigrationRefused, pendingMigrations, readMigrations } from '../db/migration-files.ts';
import { servedRegions } from '../db/region-set.ts';
import { waitForDatabase } from '../db/wait.ts';
import { formatMasterKey } from '../delivery/keys/master-keys.ts';
import { DEMO_KEY_FILE } from '../demo/demo.ts';
import { systemClock } from '../lib/clock.ts';
import { CommandError } from './command.ts';
import { createCommandLog } from './logger.ts';
import { loadMasterKeys, MASTER_KEY_FILE } from './master-keys.ts';
import type { Settings } from './settings.ts';
import { MIGRATIONS, openStorage, type Storage } from './storage.ts';
import { readVersion } from './version.ts';
import { WAIT_TIMEOUT_MS } from './with-database.ts';

export interface BackupCall {
  readonly folder: string;
  readonly passphrase: string;
  readonly now: Date;
}

/** Where the keys of a restored external database go: MASTER_KEYS is read from the environment there. */
const RESTORED_KEY_FILE = 'restored-master-keys';

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Backs up the database of these settings, embedded or not, with its master keys. */
export function backUp(settings: Settings, call: BackupCall, onTable: () => void): Promise<BackupSummary> {
  return withStorage(settings, async (storage, client) => {
    await storage.prepare(AbortSignal.timeout(WAIT_TIMEOUT_MS));
    const secrets = await collectSecrets(settings);
    const { tables } = await createBackup({ ...call, client, secrets, version: readVersion(), onTable });
    return { tables: tables.length, ...sumTables(tables) };
  });
}

/** Restores a backup into the empty database of these settings. Nothing is changed when the backup is damaged. */
export async function restore(
  settings: Settings,
  { folder, passphrase }: BackupCall,
  onTable: () => void,
): Promise<{ rows: number; notes: string[] }> {
  const manifest = await readManifest(folder).catch(asCommandError);
  const secrets = await readSecrets(folder, passphrase).catch(asCommandError);
  const log = createCommandLog(settings);
  await verifyBackup(folder, manifest).catch(asCommandError);
  return withStorage(settings, async (storage, client) => {
    pendingMigrations(readMigrations(MIGRATIONS), manifest.migrations);
    const through = manifest.migrations.at(-1)?.name ?? '';
    await migrate(storage.connection, { folder: MIGRATIONS, log, through });
    for (const region of manifest.regions ?? [])
      await migrate({ ...storage.connection, region }, { folder: MIGRATIONS, log, through });
    await restoreTables({ client, folder, manifest, onTable });
    await storage.prepare(AbortSignal.timeout(WAIT_TIMEOUT_MS));
    for (const { db } of servedRegions(storage.db)) await rebuildWarehouse(db, systemClock);
    await forgetStreamCursors(storage.db);
    return { rows: sumTables(manifest.tables).rows, notes: await restoreSecrets(settings, secrets) };
  });
}

async function withStorage<Result>(
  settings: Settings,
  work: (storage: Storage, client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const log = createCommandLog(settings);
  // A backup has every region, whatever this process serves.
  const storage = await openStorage({ ...settings, REGIONS: [] }, { log, applicationName: 'gable backup' });
  try {
    await waitForDatabase(storage.connection, { log, signal: AbortSignal.timeout(WAIT_TIMEOUT_MS) });
    const client = new pg.Client(clientConfig(storage.connection, 'gable backup'));
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(storage, client).catch(asCommandError);
    } finally {
      await client.end();
    }
  } finally {
    await storage.close();
  }
}

function asCommandError(error: unknown): never {
  if (error instanceof BackupError || error instanceof MigrationRefused)
    throw new CommandError(error.message);
  throw error;
}

async function collectSecrets(settings: Settings): Promise<BackupSecrets> {
  const keys = await loadMasterKeys(settings);
  const demoKey = await readFile(join(settings.DATA_DIR, DEMO_KEY_FILE), 'utf8').catch(() => undefined);
  return {
    masterKeys: `${keys.map(formatMasterKey).join('\n')}\n`,
    ...(demoKey === undefined ? {} : { demoKey }),
  };
}

/** Writes the keys where the next start reads them, and says so. */
async function restoreSecrets(settings: Settings, secrets: BackupSecrets): Promise<string[]> {
  const external = settings.DATABASE_URL !== undefined;
  const keyFile = external ? RESTORED_KEY_FILE : MASTER_KEY_FILE;
  await writePrivately(settings.DATA_DIR, keyFile, secrets.masterKeys);
  if (secrets.demoKey !== undefined) await writePrivately(settings.DATA_DIR, DEMO_KEY_FILE, secrets.demoKey);
  const path = join(settings.DATA_DIR, keyFile);
  return [
    external
      ? `set MASTER_KEYS to the content of ${path} (lines joined by commas), then delete the file`
      : `the master keys are in ${path}`,
    'the first worker to run rebuilds the analytics files',
  ];
}

async function writePrivately(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), text, { mode: 0o600 });
  const { uid, gid } = await stat(folder);
  if (process.geteuid?.() === 0) await chown(join(folder, name), uid, gid);
}
