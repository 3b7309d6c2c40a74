import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { parseTexts } from './column-types.ts';

const TEXT_ARRAY = 1009;

test('arrays of text are read as the driver reads them', () => {
  const driver = (pg.types.getTypeParser as (oid: number) => (text: string) => unknown)(TEXT_ARRAY);
  const arrays = [
    '{}',
    '{a}',
    '{NULL}',
    '{"NULL"}',
    '{a,NULL,b}',
    '{ANNULLED,NULLS}',
    '{"Saint Denis","a,b","say \\"so\\"","back\\\\slash",""}',
    '{plain,"quoted {brace}"}',
    '{{a,b},{c,d}}',
    '[0:1]={a,b}',
    '{0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f,0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e60}',
    '{Île-de-France,Côte-d’Or}',
  ];
  for (const text of arrays) assert.deepEqual(parseTexts(text), driver(text), text);
});
