import { randomBytes } from 'node:crypto';
import { createKeyring } from '../../src/delivery/keys/keyring.ts';
import { MASTER_KEY_BYTES } from '../../src/delivery/keys/master-keys.ts';

export const testKeyring = createKeyring([{ version: 1, secret: randomBytes(MASTER_KEY_BYTES) }]);
