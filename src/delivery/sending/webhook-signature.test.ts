import assert from 'node:assert/strict';
import { hash, randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { buildSignedHeaders, buildWebhookPayload, computeSignature } from './webhook.ts';

const BLOCK = 64;
const sha256 = (...pieces: Buffer[]): Buffer => hash('sha256', Buffer.concat(pieces), 'buffer');

/** HMAC as RFC 2104 writes it, by its own hand. */
function hmac(key: string, text: Buffer): string {
  const bytes = Buffer.from(key);
  const block = Buffer.concat([bytes.length > BLOCK ? sha256(bytes) : bytes], BLOCK);
  const pad = (by: number): Buffer => Buffer.from(block.map((byte) => byte ^ by));
  return sha256(pad(0x5c), sha256(pad(0x36), text)).toString('hex');
}

test('the verifier of this test agrees with the vector that GitHub publishes', () => {
  assert.equal(
    hmac("It's a Secret to Everybody", Buffer.from('Hello, World!')),
    '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  );
});

const PIECES = ['é', '🏰', '\u2028', '\u0000', '"', '\\', '</script>', 'ｆ', '\u202e', 'e\u0301', 'ab'];
const words = (length: number): string => {
  let text = '';
  while (text.length < length) text += PIECES[randomInt(PIECES.length)];
  return text;
};

test('1,000 random events, up to a megabyte long, are signed over exactly the bytes that are sent', () => {
  for (let at = 0; at < 1_000; at++) {
    const key = `whsec_${randomBytes(32).toString('base64url')}`;
    const [alertName, listingId] = [words(randomInt(40)), null];
    const event = { eventType: 'NEW_MATCH', eventId: 'e', alertId: 'a', alertName, listingId } as const;
    const body = buildWebhookPayload(
      event,
      JSON.stringify({ text: words(at === 0 ? 1_000_000 : randomInt(2_000)) }),
    );
    assert.equal(JSON.parse(body.toString()).alert.name, alertName);
    const now = new Date(1_700_000_000_000 + at);
    const headers = buildSignedHeaders(key, body, { now, sequence: at });
    const signed = Buffer.concat([Buffer.from(`${headers['X-Webhook-Timestamp']}.`), body]);
    assert.equal(headers['X-Webhook-Signature'], `sha256=${hmac(key, signed)}`);
    assert.equal(
      headers['X-Webhook-Signature'],
      computeSignature(key, Math.floor(now.getTime() / 1_000), body),
    );
  }
});
