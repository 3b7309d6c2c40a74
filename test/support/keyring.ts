import { randomBytes } from 'node:crypto';
import { createKeyring } from '../../src/delivery/keys/keyring.ts';
import { MASTER_KEY_BYTES } from '../../src/delivery/keys/master-keys.ts';
import { STRICT_POLICY } from '../../src/outbound/url.ts';

export const testKeyring = createKeyring([{ version: 1, secret: randomBytes(MASTER_KEY_BYTES) }]);

export const testDelivery = { keyring: testKeyring, policy: STRICT_POLICY };
