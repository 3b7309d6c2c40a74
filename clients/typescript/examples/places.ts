import { createClient, where } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const [town] = await gable.autocompletePlaces({ query: 'lyon', type: ['MUNICIPALITY'], limit: 1 });
const criteria = where.property.locations.in.uniqueCodes(town?.metadata.uniqueCode ?? '');
console.log(town?.name, (await gable.searchProperties({ criteria })).length);
