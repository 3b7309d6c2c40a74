import { createClient, where } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const [home] = await gable.searchProperties({ size: 1 });
const criteria = where.property.pricing.displayed.lte(100_000);
const { matches } = await gable.explainCriteria({ propertyId: home?.id ?? '', criteria });
console.log(matches);
