import { createClient } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const { totals, timeSeries } = await gable.getApiUsage({ granularity: 'MONTH', groupBy: 'ROUTE' });
console.log(totals, timeSeries.length);
