import type { Db } from '../../db/sql.ts';
import type { Keyring } from './keyring.ts';
import { sampleSigningKeys } from './store.ts';

/** One damaged row says nothing about its master key. */
const SAMPLE_ROWS = 3;

/**
 * Versions of the master key whose signing keys cannot be decrypted: the key is missing, or another one. The oldest and
 * the newest are sampled apart, since a service that ran with the wrong key has encrypted new ones with it.
 */
export async function findUnreadableKeyVersions(db: Db, keyring: Keyring): Promise<number[]> {
  const samples = await sampleSigningKeys(db, SAMPLE_ROWS);
  const readable = new Set(
    samples.filter(({ accountId, encryptedKey }) => canDecrypt(keyring, accountId, encryptedKey)),
  );
  return [...Map.groupBy(samples, ({ encryptedKey }) => encryptedKey[0] ?? 0)]
    .filter(([, keys]) => {
      const [old, fresh] = [keys.filter(({ isOld }) => isOld), keys.filter(({ isNew }) => isNew)];
      return [old, fresh].some((some) => !some.some((key) => readable.has(key)));
    })
    .map(([version]) => version);
}

function canDecrypt(keyring: Keyring, accountId: string, encryptedKey: Buffer): boolean {
  try {
    keyring.decrypt(accountId, encryptedKey);
    return true;
  } catch {
    return false;
  }
}
