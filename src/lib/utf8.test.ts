import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeUtf8 } from './utf8.ts';

describe('a text in UTF-8', () => {
  const texts = [
    '',
    'T3 65 m2',
    'Pièces à Lyon',
    '450 000 €',
    'cœur de ville',
    'vue 😀 mer',
    'x\ud800y',
    'x\udc00',
  ];

  for (const text of texts)
    it(`has the bytes that Node gives ${JSON.stringify(text)}`, () => {
      assert.deepEqual(encodeUtf8(text), Buffer.from(text));
    });
});
