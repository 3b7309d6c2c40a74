import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { observationLine } from '../clients/service.ts';
import { startApi } from '../support/api.ts';

const api = await startApi({ after }, { france: true });
const { key } = await createApiKey(api.db, api.clock, {
  accountId: api.owner.accountId,
  name: 'operator',
  operator: true,
});
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const body = JSON.parse(/-d '(\{[^']*\})'/.exec(readme)?.[1] ?? '');
const formats = ['application/json', 'application/vnd.api+json'];

test('the search of the README finds a flat that was ingested', async () => {
  const observations = { method: 'POST', path: '/operator/observations', key } as const;
  const type = { 'content-type': 'application/x-ndjson' };
  const fed = await api.call({ ...observations, body: observationLine(1), headers: type });
  assert.equal(fed.status, 200);
  for (const accept of formats) {
    const search = { method: 'POST', path: '/properties', accept, body, example: true } as const;
    const { status, body: found } = await api.call(search);
    assert.equal(status, 200);
    assert.equal((accept === 'application/json' ? (found as []) : (found as { data: [] }).data).length, 1);
  }
});

test('an alert with the criteria of the README is created and changed', async () => {
  const created = await api.call({
    method: 'POST',
    path: '/alerts',
    accept: 'application/json',
    body: {
      name: 'Flats under 300,000 €',
      criteria: body.criteria,
      notificationConfig: {
        rules: [{ eventType: 'NEW_MATCH' }, { eventType: 'PRICE_CHANGE', variationPercent: [{ lte: -5 }] }],
      },
      notificationDestination: { webhookUrl: 'https://hooks.customer.example/gable' },
    },
    example: true,
  });
  assert.equal(created.status, 201);
  const path = `/alerts/${(created.body as { id: string }).id}`;
  const change = { name: 'Flats for families', enabled: false };
  const changed = await api.call({
    method: 'PUT',
    path,
    accept: 'application/json',
    body: change,
    example: true,
  });
  assert.equal(changed.status, 200);
});
