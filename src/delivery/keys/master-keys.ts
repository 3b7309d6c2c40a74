import { randomBytes } from 'node:crypto';

/** A master key and its version, 1 to 255: the first byte of every encrypted value. */
export interface MasterKey {
  version: number;
  secret: Buffer;
}

export const MASTER_KEY_BYTES = 32;
const MAX_KEY_VERSION = 255;

export const formatMasterKey = ({ version, secret }: MasterKey): string =>
  `${version}:${secret.toString('base64')}`;

/** `2:BASE64,1:BASE64`, the key that encrypts first. Undefined for anything else. */
export function parseMasterKeys(text: string): MasterKey[] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [version = '', secret = ''] = part.split(':');
      return { version: Number(version), secret: Buffer.from(secret, 'base64') };
    });
  const isSound = keys.every(
    ({ version, secret }) =>
      Number.isInteger(version) &&
      version >= 1 &&
      version <= MAX_KEY_VERSION &&
      secret.length === MASTER_KEY_BYTES,
  );
  return isSound && new Set(keys.map(({ version }) => version)).size === keys.length ? keys : undefined;
}

export function generateMasterKey(known: readonly MasterKey[]): MasterKey {
  const version = Math.max(0, ...known.map((key) => key.version)) + 1;
  if (version > MAX_KEY_VERSION) throw new Error('the versions of the master key are used up');
  return { version, secret: randomBytes(MASTER_KEY_BYTES) };
}
