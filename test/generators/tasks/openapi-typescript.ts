import createClient from 'openapi-fetch';
import type { paths } from './client.ts';
import { key, print, url } from './service.ts';

const gable = createClient<paths>({ baseUrl: url, headers: { 'X-API-KEY': key } });

const search = await gable.POST('/properties', {
  headers: { Accept: 'application/json' },
  body: {
    size: 1,
    criteria: {
      property: {
        type: { in: ['FLAT'] },
        transaction: { type: 'SELL' },
        pricing: { displayed: { lte: 300000 } },
      },
    },
  },
});
if (!Array.isArray(search.data)) throw new Error(JSON.stringify(search.error));

const scanned: string[] = [];
let cursor: string | null = null;
do {
  const page: Awaited<ReturnType<typeof nextPage>> = await nextPage(cursor);
  scanned.push(...page.data.map(({ id }) => id));
  cursor = page.meta.hasNextPage ? page.meta.cursor : null;
} while (cursor !== null);

async function nextPage(from: string | null) {
  const { data } = await gable.POST('/properties', {
    body: { paginationType: 'CURSOR', size: 2, cursor: from },
  });
  if (data === undefined || !('meta' in data)) throw new Error('no page');
  return data;
}

const alert = await gable.POST('/alerts', {
  headers: { Accept: 'application/json' },
  body: { name: 'Flats', notificationDestination: { webhookUrl: 'https://hooks.example.org/gable' } },
});
if (alert.data === undefined || !('name' in alert.data)) throw new Error(JSON.stringify(alert.error));

const deliveries = await gable.GET('/event-notifications', {
  headers: { Accept: 'application/json' },
  params: { query: { status: 'DELIVERED' } },
});
if (!Array.isArray(deliveries.data)) throw new Error(JSON.stringify(deliveries.error));

print({
  search: search.data.map(({ id }) => id),
  scanned,
  alert: alert.data.id,
  deliveries: deliveries.data.length,
});
