import { createClient } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
for await (const sale of gable.searchTransactions.each({ dateMutation: { after: '2026-01-01' } })) {
  console.log(sale.dateMutation, sale.propertyType, sale.price.amountCents);
}
const [home] = await gable.searchProperties({ size: 1 });
console.log((await gable.listSalesNearby({ id: home?.id ?? '', radius: 500 })).count);
