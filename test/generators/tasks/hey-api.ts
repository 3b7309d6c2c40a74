import { client } from './client/client.gen.ts';
import {
  createAlert,
  listEventNotifications,
  type PropertySearch,
  searchProperties,
} from './client/index.ts';
import { key, print, url } from './service.ts';

client.setConfig({ baseUrl: url, auth: () => key, throwOnError: true });

const search = await searchProperties({
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
  throwOnError: true,
});

const scanned: string[] = [];
let next: PropertySearch | null = { paginationType: 'CURSOR', size: 2 };
while (next !== null) {
  const page: Awaited<ReturnType<typeof nextPage>> = await nextPage(next);
  scanned.push(...page.data.map(({ id }) => id));
  next = page.meta.pagination.nextRequestBody;
}

async function nextPage(body: PropertySearch) {
  return (await searchProperties({ body, throwOnError: true })).data;
}

const alert = await createAlert({
  body: { name: 'Flats', notificationDestination: { webhookUrl: 'https://hooks.example.org/gable' } },
  throwOnError: true,
});

const deliveries = await listEventNotifications({ query: { status: 'DELIVERED' }, throwOnError: true });

print({
  search: search.data.data.map(({ id }) => id),
  scanned,
  alert: alert.data.data.id,
  deliveries: deliveries.data.data.length,
});
