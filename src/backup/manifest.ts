import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppliedMigration } from '../db/migration-files.ts';
import { BackupError } from './backup-error.ts';

/** The layout of a backup directory. It changes when an older `restore` could not read a newer backup. */
const FORMAT = 1;
const MANIFEST_FILE = 'manifest.json';
export const KEYS_FILE = 'keys.sealed.json';

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the compressed file. */
  readonly bytes: number;
  readonly sha256: string;
}

export interface BackupSequence {
  readonly name: string;
  /** Absent: the sequence was never used. */
  readonly lastValue?: string;
}

export interface BackupFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

/** What a backup contains. It is written last: a directory without it is an incomplete backup. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  readonly version: string;
  readonly createdAt: string;
  readonly serverVersion: string;
  readonly migrations: readonly AppliedMigration[];
  /** Regions beside the default one: their tables and sequences have the name of the region before a point. */
  readonly regions?: readonly string[];
  readonly tables: readonly BackupTable[];
  readonly sequences: readonly BackupSequence[];
  /** Parquet files that counted. They are not copied: a restored installation rebuilds them from the changes. */
  readonly warehouse: readonly BackupFile[];
}

export const tableFile = (folder: string, table: string): string =>
  join(folder, 'tables', `${table}.copy.zst`);

/** A backup never overwrites anything: its directory is new or empty. */
export async function createBackupFolder(folder: string): Promise<void> {
  await mkdir(join(folder), { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty: a backup needs a directory of its own`);
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
}

export async function writeManifest(folder: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
  await writeDurably(join(folder, MANIFEST_FILE), text);
}

/** The file is on the disk when this returns. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new BackupError(`${folder} has no ${MANIFEST_FILE}: it is no backup, or one that did not finish`);
    throw error;
  });
  const manifest = parseManifest(text);
  if (manifest === undefined) throw new BackupError(`${join(folder, MANIFEST_FILE)} is damaged`);
  if (manifest.format !== FORMAT)
    throw new BackupError(`the backup has format ${manifest.format}, this version reads ${FORMAT}`);
  return manifest;
}

function parseManifest(text: string): BackupManifest | undefined {
  try {
    const manifest = JSON.parse(text) as BackupManifest;
    return Array.isArray(manifest.tables) && Array.isArray(manifest.migrations) ? manifest : undefined;
  } catch {
    return undefined;
  }
}
