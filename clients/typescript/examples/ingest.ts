import { createClient, type Observation } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const [source, url] = ['le-bon-toit', 'https://www.le-bon-toit.example/ventes/1'];
const location = { city: 'Lyon', postalCode: '69003', coordinates: [4.85, 45.76] };
const area = { displayed: 52, unit: 'SQM' } as const;
const payload = {
  propertyType: 'FLAT',
  transactionType: 'SELL',
  displayedPrice: 250_000,
  area,
  location,
} as const;
const seen = { source, url, observedAt: new Date().toISOString(), kind: 'seen', payload } as Observation;
console.log(await gable.feedObservations(JSON.stringify(seen)));
