import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyring, type Keyring } from '../delivery/keys/keyring.ts';
import { keyText, type MasterKey, masterKeysFrom, newMasterKey } from '../delivery/keys/master-keys.ts';
import { CommandFault } from './command.ts';
import type { Settings } from './settings.ts';

const FILE = 'master-keys';

type KeySettings = Pick<Settings, 'MASTER_KEYS' | 'DATABASE_URL' | 'DATA_DIR'>;

/**
 * The keys that seal signing keys: from the setting, or from a file beside the embedded database that is made at the first start. A
 * database of your own may be shared by machines that see no common file, so there the setting is needed.
 */
export async function openKeyring(settings: KeySettings): Promise<Keyring> {
  return createKeyring(await masterKeys(settings));
}

async function masterKeys(settings: KeySettings): Promise<MasterKey[]> {
  if (settings.MASTER_KEYS.length > 0) return settings.MASTER_KEYS;
  if (settings.DATABASE_URL !== undefined) {
    throw new CommandFault(
      `MASTER_KEYS is needed with a database of your own: it seals the signing keys. Make one, the same for every process: MASTER_KEYS=${keyText(newMasterKey([]))}`,
    );
  }
  return (await keysInFile(settings.DATA_DIR)) ?? (await firstFile(settings.DATA_DIR));
}

async function keysInFile(dataDir: string): Promise<MasterKey[] | undefined> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const keys = masterKeysFrom(text);
  if (keys === undefined || keys.length === 0) throw new CommandFault(`${join(dataDir, FILE)} is damaged`);
  return keys;
}

/** Two processes may start at once on a new folder: linking lets one of them win. */
async function firstFile(dataDir: string): Promise<MasterKey[]> {
  const key = newMasterKey([]);
  const draft = await written(dataDir, [key]);
  await link(draft, join(dataDir, FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await keysInFile(dataDir)) ?? [key];
}

/** A new key at the head of the file; the older ones stay until nothing is sealed with them. */
export async function addMasterKey(settings: KeySettings): Promise<Keyring> {
  if (settings.MASTER_KEYS.length > 0 || settings.DATABASE_URL !== undefined) return openKeyring(settings);
  const known = await masterKeys(settings);
  const keys = [newMasterKey(known), ...known];
  await rename(await written(settings.DATA_DIR, keys), join(settings.DATA_DIR, FILE));
  return createKeyring(keys);
}

async function written(dataDir: string, keys: readonly MasterKey[]): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = join(dataDir, `${FILE}.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, `${keys.map(keyText).join('\n')}\n`, { mode: 0o600 });
  // Made by root in a directory of somebody else's, it shall be theirs to read at the next start.
  const { uid, gid } = await stat(dataDir);
  if (process.geteuid?.() === 0) await chown(draft, uid, gid);
  return draft;
}
