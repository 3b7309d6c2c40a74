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
const HEAD_BYTES = 1 + NONCE_BYTES;
const TOKEN_BYTES = 24;

/** Seals what must be readable again, such as signing keys. The first key seals; all of them open. */
export interface Keyring {
  /** The version that seals. */
  readonly version: number;
  /** AES-256-GCM bound to the account: a row copied to another account does not open there. */
  seal(accountId: string, text: string): Buffer;
  open(accountId: string, sealed: Buffer): string;
  /** Whether it should be sealed anew, as another key is the first now. */
  isOld(sealed: Buffer): boolean;
  /** A word that only this service can say about a subject: for links in mails. */
  token(subject: string): string;
  isToken(subject: string, token: string): boolean;
}

export function createKeyring(masters: readonly MasterKey[]): Keyring {
  const [first] = masters;
  if (first === undefined) throw new Error('a keyring needs a master key');
  const byVersion = new Map(masters.map(({ version, secret }) => [version, partsOf(secret)]));
  const sealing = partsOf(first.secret);
  return {
    version: first.version,
    seal(accountId, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing.sealing, nonce).setAAD(Buffer.from(accountId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(first.version), nonce, body, cipher.getAuthTag()]);
    },
    open(accountId, sealed) {
      const key = byVersion.get(sealed[0] ?? 0);
      if (key === undefined) throw new Error(`no master key of version ${sealed[0]} is known`);
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, sealed.subarray(1, HEAD_BYTES))
        .setAAD(Buffer.from(accountId))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const body = sealed.subarray(HEAD_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString();
    },
    isOld: (sealed) => sealed[0] !== first.version,
    token: (subject) => tokenOf(sealing.linking, subject),
    isToken: (subject, token) =>
      [...byVersion.values()].some(({ linking }) => isSame(tokenOf(linking, subject), token)),
  };
}

/** One secret, two uses, two keys. */
const partsOf = (secret: Buffer) => ({ sealing: derived(secret, 'seal'), linking: derived(secret, 'link') });

const derived = (secret: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `gable ${use}`, MASTER_KEY_BYTES));

const tokenOf = (key: Buffer, subject: string): string =>
  createHmac('sha256', key).update(subject).digest().subarray(0, TOKEN_BYTES).toString('base64url');

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
