import { randomBytes } from 'node:crypto';
import { createKeyring, MASTER_KEY_BYTES } from '../../src/delivery/keys/keyring.ts';

export const testKeyring = createKeyring([{ version: 1, secret: randomBytes(MASTER_KEY_BYTES) }]);
