import { createClient } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const [home] = await gable.searchProperties({ size: 1 });
const { confidence, address } = await gable.resolvePropertyAddress({ id: home?.id ?? '' });
console.log(confidence, address?.label);
