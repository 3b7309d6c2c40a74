import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicIp } from './url.ts';

test('an IPv6 address that carries any IPv4 address inside is never public', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
      const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
      for (const address of [
        ...[
          `::ffff:${a}.${b}.${c}.${d}`,
          `::${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
        ],
        ...[`64:ff9b:1::${high}:${low}`, `2002:${high}:${low}::1`, `2001:0:1::${high}:${low}`],
        ...[`2a00:1450:4007::5efe:${high}:${low}`, `2a00:1450:4007:0:200:5efe:${high}:${low}`],
      ]) {
        assert.equal(isPublicIp(address), false, address);
      }
    }),
  );
});

test('global IP addresses are public, and a text that is none is not', () => {
  for (const address of [
    '1.1.1.1',
    '93.184.216.34',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4007::5eff:1',
  ]) {
    assert.equal(isPublicIp(address), true, address);
  }
  for (const text of [
    '',
    'localhost',
    '1.1.1',
    '01.1.1.1',
    '0x1.1.1.1',
    '2606:4700::1%eth0',
    '[::1]',
    '1.1.1.1 ',
  ]) {
    assert.equal(isPublicIp(text), false, text);
  }
});

test('the edges of every refused range are refused, and their neighbours are checked by themselves', () => {
  for (const [inside, outside] of [
    ['10.255.255.255', '11.0.0.0'],
    ['100.127.255.255', '100.128.0.0'],
    ['172.31.255.255', '172.32.0.0'],
    ['198.19.255.255', '198.20.0.0'],
    ['168.63.129.16', '168.63.129.17'],
    ['2001:1ff:ffff::', '2001:200::1'],
    ['2002:ffff::', '2003::1'],
  ] as const) {
    assert.equal(isPublicIp(inside), false, inside);
    assert.equal(isPublicIp(outside), true, outside);
  }
});
