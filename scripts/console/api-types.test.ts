import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiDocument, renderApiTypes } from './api-types.ts';

const document: ApiDocument = {
  components: {
    schemas: {
      Home: {
        type: 'object',
        required: ['id', 'owner', 'at'],
        properties: {
          id: { type: 'string' },
          owner: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
          at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
          state: { enum: ['FOR_SALE', "owner's", null] },
          tags: { type: 'array', items: { type: ['string', 'null'] } },
          lines: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
          counts: { type: 'object', patternProperties: { '.*': { type: 'integer' } } },
          record: { $ref: '#/components/schemas/Property' },
        },
      },
      Owner: { type: 'object', required: ['name'], properties: { name: { const: 'me' } } },
    },
  },
  paths: {
    '/report': {
      get: { responses: { 200: { content: { 'application/json': { schema: { type: 'boolean' } } } } } },
    },
  },
};

test('schemas become interfaces with the types they refer to, and properties come from the catalogue', () => {
  const text = renderApiTypes(document, { schemas: ['Home'], replies: { Report: '/report' } });
  assert.equal(
    text,
    `// Written by \`npm run generate\` from an OpenAPI document: change the routes, not this file.
import type { ConsolidatedProperty } from '../../../catalogue/document.ts';

export interface HomeJson {
  readonly id: string;
  readonly owner: OwnerJson | null;
  readonly at: readonly [number, number];
  readonly state?: 'FOR_SALE' | 'owner\\'s' | null;
  readonly tags?: readonly (string | null)[];
  readonly lines?: readonly (readonly number[])[];
  readonly counts?: { readonly [name: string]: number };
  readonly record?: ConsolidatedProperty;
}

export interface OwnerJson {
  readonly name: 'me';
}

export type ReportJson = boolean;
`,
  );
});

test('a schema or path that the document lacks is an error', () => {
  assert.throws(() => renderApiTypes(document, { schemas: ['Flat'] }), /no schema Flat/);
  assert.throws(
    () => renderApiTypes(document, { schemas: [], replies: { Flat: '/flat' } }),
    /no path \/flat/,
  );
});
