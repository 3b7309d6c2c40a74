import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { MASTER_KEY_BYTES, type MasterKey } from './master-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES;
const TOKEN_BYTES = 24;

/** Encrypts secrets that must be readable again, such as signing keys. The first key encrypts; all of them decrypt. */
export interface Keyring {
  /** The version that encrypts. */
  readonly version: number;
  /** AES-256-GCM bound to the account: a row copied to another account cannot be decrypted there. */
  encrypt(accountId: string, text: string): Buffer;
  decrypt(accountId: string, encryptedKey: Buffer): string;
  /** Whether another key is the first by now. */
  needsReencryption(encryptedKey: Buffer): boolean;
  /** A signature that only this service can create: for links in mails. */
  createToken(subject: string): string;
  verifyToken(subject: string, token: string): boolean;
}

export function createKeyring(masters: readonly MasterKey[]): Keyring {
  const [first] = masters;
  if (first === undefined) throw new Error('a keyring needs a master key');
  const byVersion = new Map(masters.map(({ version, secret }) => [version, deriveKeys(secret)]));
  const sealing = deriveKeys(first.secret);
  return {
    version: first.version,
    encrypt(accountId, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing.sealing, nonce).setAAD(Buffer.from(accountId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(first.version), nonce, body, cipher.getAuthTag()]);
    },
    decrypt(accountId, encryptedKey) {
      const key = byVersion.get(encryptedKey[0] ?? 0);
      if (key === undefined) throw new Error(`no master key of version ${encryptedKey[0]} is known`);
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, encryptedKey.subarray(1, HEADER_BYTES))
        .setAAD(Buffer.from(accountId))
        .setAuthTag(encryptedKey.subarray(-TAG_BYTES));
      const body = encryptedKey.subarray(HEADER_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString();
    },
    needsReencryption: (encryptedKey) => encryptedKey[0] !== first.version,
    createToken: (subject) => computeToken(sealing.linking, subject),
    verifyToken: (subject, token) =>
      [...byVersion.values()].some(({ linking }) =>
        equalsInConstantTime(computeToken(linking, subject), token),
      ),
  };
}

/** Derives one key for each use of the secret. */
const deriveKeys = (secret: Buffer) => ({
  sealing: deriveKey(secret, 'seal'),
  linking: deriveKey(secret, 'link'),
});

const deriveKey = (secret: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `gable ${use}`, MASTER_KEY_BYTES));

const computeToken = (key: Buffer, subject: string): string =>
  createHmac('sha256', key).update(subject).digest().subarray(0, TOKEN_BYTES).toString('base64url');

function equalsInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
