import { createClient, where } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const criteria = where.property.type.in('FLAT');
console.log(await gable.forecastAlert({ criteria }));
const notificationConfig = { rules: [{ eventType: 'NEW_MATCH' } as const] };
const notificationDestination = { webhookUrl: 'https://hooks.example.org/gable' };
console.log(
  await gable.createAlert({ name: 'Flats', criteria, notificationConfig, notificationDestination }),
);
