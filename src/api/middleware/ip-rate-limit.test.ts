import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateLimitKey } from './ip-rate-limit.ts';

const table: [ip: string, counted: string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1:2:3', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['', ''],
  ['unknown', 'unknown'],
];

for (const [ip, counted] of table) {
  test(`${ip || 'no IP address'} is counted as ${counted || 'itself'}`, () =>
    assert.equal(rateLimitKey(ip), counted));
}
