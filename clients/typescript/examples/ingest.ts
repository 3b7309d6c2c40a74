import { createClient, type Observation } from '@gable/client';

const gable = createClient({ key: process.env.GABLE_KEY ?? '', url: process.env.GABLE_URL });
const location = { city: 'Lyon', postalCode: '69003', coordinates: [4.85, 45.76] };
const sale = { propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: 250_000 };
const payload = { ...sale, area: { displayed: 52, unit: 'SQM' }, location };
const url = 'https://www.le-bon-toit.example/ventes/1';
const seen = { source: 'le-bon-toit', url, kind: 'seen', observedAt: new Date().toISOString(), payload };
console.log(await gable.feedObservations(JSON.stringify(seen as Observation)));
