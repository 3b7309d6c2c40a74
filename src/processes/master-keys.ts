import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyring, type Keyring } from '../delivery/keys/keyring.ts';
import {
  formatMasterKey,
  generateMasterKey,
  type MasterKey,
  parseMasterKeys,
} from '../delivery/keys/master-keys.ts';
import { CommandError } from './command.ts';
import type { Settings } from './settings.ts';

export const MASTER_KEY_FILE = 'master-keys';

type KeySettings = Pick<Settings, 'MASTER_KEYS' | 'DATABASE_URL' | 'DATA_DIR'>;

/**
 * The keys that encrypt signing keys: from the setting, or from a file beside the embedded database, created at the first start.
 * Machines that share an external database may share no file, so the setting is required there.
 */
export async function openKeyring(settings: KeySettings): Promise<Keyring> {
  return createKeyring(await loadMasterKeys(settings));
}

export async function loadMasterKeys(settings: KeySettings): Promise<MasterKey[]> {
  if (settings.MASTER_KEYS.length > 0) return settings.MASTER_KEYS;
  if (settings.DATABASE_URL !== undefined) {
    throw new CommandError(
      `MASTER_KEYS is required with DATABASE_URL: it encrypts the signing keys. Use one for all processes, for example: MASTER_KEYS=${formatMasterKey(generateMasterKey([]))}`,
    );
  }
  return (await readKeyFile(settings.DATA_DIR)) ?? (await createKeyFile(settings.DATA_DIR));
}

async function readKeyFile(dataDir: string): Promise<MasterKey[] | undefined> {
  const text = await readFile(join(dataDir, MASTER_KEY_FILE), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (text === undefined) return undefined;
  const keys = parseMasterKeys(text);
  if (keys === undefined || keys.length === 0)
    throw new CommandError(`${join(dataDir, MASTER_KEY_FILE)} is damaged`);
  return keys;
}

/** Two processes may start at once in a new directory: only one link succeeds. */
async function createKeyFile(dataDir: string): Promise<MasterKey[]> {
  const key = generateMasterKey([]);
  const draft = await writeKeyFile(dataDir, [key]);
  await link(draft, join(dataDir, MASTER_KEY_FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readKeyFile(dataDir)) ?? [key];
}

/** Adds a new key as the first of the file; the older ones stay while anything is encrypted with them. */
export async function addMasterKey(settings: KeySettings): Promise<Keyring> {
  if (settings.MASTER_KEYS.length > 0 || settings.DATABASE_URL !== undefined) return openKeyring(settings);
  const known = await loadMasterKeys(settings);
  const keys = [generateMasterKey(known), ...known];
  await rename(await writeKeyFile(settings.DATA_DIR, keys), join(settings.DATA_DIR, MASTER_KEY_FILE));
  return createKeyring(keys);
}

async function writeKeyFile(dataDir: string, keys: readonly MasterKey[]): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = join(dataDir, `${MASTER_KEY_FILE}.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, `${keys.map(formatMasterKey).join('\n')}\n`, { mode: 0o600 });
  // A file that root creates in the directory of another user belongs to that user.
  const { uid, gid } = await stat(dataDir);
  if (process.geteuid?.() === 0) await chown(draft, uid, gid);
  return draft;
}
