import type { Db } from '../../db/sql.ts';
import type { Keyring } from './keyring.ts';
import { sampledKeys } from './store.ts';

/** One row that is damaged says nothing about the key that sealed it. */
const SAMPLED_ROWS = 3;

/**
 * Versions of the master key under which signing keys stand in the database and cannot be opened: the key is missing, or another. The
 * oldest and the newest are looked at apart, since a service that ran with the wrong key has sealed new ones with it.
 */
export async function unopenedVersions(db: Db, keyring: Keyring): Promise<number[]> {
  const samples = await sampledKeys(db, SAMPLED_ROWS);
  const isOpen = new Set(samples.filter(({ accountId, sealed }) => opens(keyring, accountId, sealed)));
  return [...Map.groupBy(samples, ({ sealed }) => sealed[0] ?? 0)]
    .filter(([, keys]) => {
      const [old, fresh] = [keys.filter(({ isOld }) => isOld), keys.filter(({ isNew }) => isNew)];
      return [old, fresh].some((some) => !some.some((key) => isOpen.has(key)));
    })
    .map(([version]) => version);
}

function opens(keyring: Keyring, accountId: string, sealed: Buffer): boolean {
  try {
    keyring.open(accountId, sealed);
    return true;
  } catch {
    return false;
  }
}
