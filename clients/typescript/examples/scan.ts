import { createClient, where } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
let count = 0;
for await (const { listings } of gable.searchProperties.each({ criteria: where.property.type.in('FLAT') })) {
  count += listings.length;
}
console.log(`${count} listings of flats`);
