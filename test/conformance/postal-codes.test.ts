import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';

const api = await startApi({ after }, { france: true });

const numbered = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(first + at));

const search = (uniqueCodes: readonly string[], accept?: string) =>
  api.call({
    method: 'POST',
    path: '/properties',
    body: { criteria: { property: { locations: { countryCode: 'FR', in: { uniqueCodes } } } } },
    ...(accept === undefined ? {} : { accept }),
  });

test('a postal code of Paris given as a division code is reported as a postal code, never as a suburb', async () => {
  const codes = numbered(75_001, 20);
  const { status, body } = await search(codes);
  assert.equal(status, 422);
  const { violations } = body as { violations: { propertyPath: string; message: string; code: string }[] };
  assert.deepEqual(
    violations.map(({ propertyPath, code }) => [propertyPath, code]),
    codes.map((_, at) => [`criteria.property.locations.in.uniqueCodes[${at}]`, 'postal_code']),
  );
  assert.equal(
    violations[14]?.message,
    '"75015" is the postal code of Paris 15e Arrondissement, not the code of a division: give it as `postalCodes`.',
  );
  for (const { message } of violations) assert.match(message, /postal code of Paris \d+er?/);
});

test('a code that is both a town’s and a postal code of another is accepted with a note', async () => {
  for (const [codes, city] of [
    [numbered(69_001, 9), /postal code of Lyon/],
    [numbered(13_001, 16), /postal code of Marseille/],
  ] as const) {
    for (const code of codes) {
      const jsonApi = await search([code]);
      const flat = await search([code], 'application/json');
      if (jsonApi.status === 422) {
        assert.match(jsonApi.text, city, `${code} is no division any more`);
        continue;
      }
      const { meta } = jsonApi.body as { meta: { notes?: { message: string; propertyPath: string }[] } };
      assert.equal(meta.notes?.length, 1, code);
      assert.match(meta.notes?.[0]?.message ?? '', city);
      assert.equal(meta.notes?.[0]?.propertyPath, 'criteria.property.locations.in.uniqueCodes[0]');
      const header = String(flat.headers['x-notes'] ?? '');
      assert.deepEqual(JSON.parse(header), meta.notes, 'flat answers say it in a header');
    }
  }
  const aix = await search(['13001']);
  assert.match(aix.text, /is taken for Aix-en-Provence/);
});

test('a code of one place only has no note', async () => {
  const { body } = await search(['75115', '33063']);
  assert.equal((body as { meta: { notes?: unknown } }).meta.notes, undefined);
  const flat = await search(['75115'], 'application/json');
  assert.equal(flat.headers['x-notes'], undefined);
});

test('an alert with a postal code as a division is refused with the right member', async () => {
  const { status, text } = await api.call({
    method: 'POST',
    path: '/alerts/forecast',
    body: { criteria: { property: { locations: { in: { uniqueCodes: ['75011'] } } } } },
  });
  assert.equal(status, 422);
  assert.match(text, /postal code of Paris 11e Arrondissement.*postalCodes/);
});
