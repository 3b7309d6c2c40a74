import { createHmac, hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** A random secret. The database stores a digest, which needs no slow hash, as the secret is random. */
export const generateSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const isSecret = (text: string): boolean => SECRET.test(text);

export const secretDigest = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** A secret derived from it, so that one cookie carries all that a sign-in needs. */
export const deriveSecret = (secret: string, use: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', secret).update(use).digest('base64url');
