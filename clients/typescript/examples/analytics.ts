import { createClient } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const metrics = ['count', 'median:price_per_sqm'];
const { data } = await gable.getListingAnalytics({
  group_by: ['property_type'],
  metrics,
  time_bucket: 'month',
});
for (const { group, metrics: figures } of data) console.log(group.event_at, group.property_type, figures);
