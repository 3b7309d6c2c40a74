import { createClient } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
for await (const { id, status, attemptNumber } of gable.listEventNotifications.each({ status: 'PENDING' })) {
  console.log(id, status, attemptNumber);
}
