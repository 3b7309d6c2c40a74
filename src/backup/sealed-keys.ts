import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/** 128 MB and about half a second a guess: a passphrase is weaker than a key. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';
export const MIN_PASSPHRASE_LENGTH = 12;

/** Secrets of an installation that are not in its database. */
export interface BackupSecrets {
  /** Lines of the file `master-keys`. */
  readonly masterKeys: string;
  /** The key of the demo account, where there is one. */
  readonly demoKey?: string;
}

interface SealedSecrets {
  readonly kdf: 'scrypt';
  readonly salt: string;
  readonly nonce: string;
  readonly tag: string;
  readonly text: string;
}

const derive = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, SCRYPT);

/** Encrypts the secrets with a passphrase, as the text of a file. */
export function sealSecrets(secrets: BackupSecrets, passphrase: string): string {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, derive(passphrase, salt), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const sealed: SealedSecrets = {
    kdf: 'scrypt',
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: text.toString('base64'),
  };
  return `${JSON.stringify(sealed, null, 2)}\n`;
}

export function openSecrets(file: string, passphrase: string): BackupSecrets {
  try {
    const { salt, nonce, tag, text } = JSON.parse(file) as SealedSecrets;
    const key = derive(passphrase, Buffer.from(salt, 'base64'));
    const cipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64'));
    cipher.setAuthTag(Buffer.from(tag, 'base64'));
    const plain = Buffer.concat([cipher.update(Buffer.from(text, 'base64')), cipher.final()]);
    return JSON.parse(plain.toString('utf8')) as BackupSecrets;
  } catch (error) {
    throw new BackupError('the passphrase is wrong, or the file with the sealed keys is damaged', {
      cause: error,
    });
  }
}
