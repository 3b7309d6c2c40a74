import type { Keyring } from '../keys/keyring.ts';

/** The action of a link in a mail. */
export type LinkPurpose = 'confirm' | 'unsubscribe' | 'invitation';

export interface Recipient {
  accountId: string;
  id: string;
}

const UUID_BYTES = 16;

const subject = (purpose: LinkPurpose, { accountId, id }: Recipient): string =>
  `${purpose} ${accountId} ${id}`;

/** Links are signed, not stored: only the master key can create one. */
export function signLinkToken(keyring: Keyring, purpose: LinkPurpose, addressee: Recipient): string {
  const ids = Buffer.concat([bytesOf(addressee.accountId), bytesOf(addressee.id)]).toString('base64url');
  return `${ids}.${keyring.createToken(subject(purpose, addressee))}`;
}

export function verifyLinkToken(
  keyring: Keyring,
  purpose: LinkPurpose,
  token: string,
): Recipient | undefined {
  const [ids = '', mac = ''] = token.split('.');
  const bytes = Buffer.from(ids, 'base64url');
  if (bytes.length !== 2 * UUID_BYTES) return undefined;
  const addressee = {
    accountId: uuidOf(bytes.subarray(0, UUID_BYTES)),
    id: uuidOf(bytes.subarray(UUID_BYTES)),
  };
  return keyring.verifyToken(subject(purpose, addressee), mac) ? addressee : undefined;
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
