import { all, createClient, where } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const flats = where.property.type.in('FLAT');
const forSale = where.property.transaction.type('SELL');
const affordable = where.property.pricing.displayed.lte(300_000);
for (const { id, property } of await gable.searchProperties({ criteria: all(flats, forSale, affordable) })) {
  console.log(id, property.propertyType, property.pricing?.displayed);
}
