import axios from 'axios';
import { createAlert, listEventNotifications, type PropertySearch, searchProperties } from './client.ts';
import { key, print, url } from './service.ts';

axios.defaults.baseURL = url;
axios.defaults.headers.common['X-API-KEY'] = key;
const flat = { headers: { Accept: 'application/json' } };
const jsonApi = { headers: { Accept: 'application/vnd.api+json' } };

const search = await searchProperties(
  {
    size: 1,
    criteria: {
      property: {
        type: { in: ['FLAT'] },
        transaction: { type: 'SELL' },
        pricing: { displayed: { lte: 300000 } },
      },
    },
  },
  {},
  flat,
);
if (!Array.isArray(search.data)) throw new Error('not flat');

const scanned: string[] = [];
let next: PropertySearch | null = { paginationType: 'CURSOR', size: 2 };
while (next !== null) {
  const page: Awaited<ReturnType<typeof nextPage>> = await nextPage(next);
  scanned.push(...page.data.map(({ id }) => id));
  next = page.meta.pagination.nextRequestBody;
}

async function nextPage(body: PropertySearch) {
  const { data } = await searchProperties(body, {}, jsonApi);
  if (Array.isArray(data)) throw new Error('not JSON:API');
  return data;
}

const alert = await createAlert(
  { name: 'Flats', notificationDestination: { webhookUrl: 'https://hooks.example.org/gable' } },
  flat,
);
if (!('name' in alert.data)) throw new Error('not flat');

const deliveries = await listEventNotifications({ status: 'DELIVERED' }, flat);
if (!Array.isArray(deliveries.data)) throw new Error('not flat');

print({
  search: search.data.map(({ id }) => id),
  scanned,
  alert: alert.data.id,
  deliveries: deliveries.data.length,
});
