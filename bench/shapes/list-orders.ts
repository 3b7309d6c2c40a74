import { type Asking, at, by, flats, houses, type Shape, sale, shape } from './shape.ts';

const gone = { property: { expired: true } };
const incoherent = { listings: { priceCoherent: false } };
const deep: Asking = { kind: 'page', offset: 9_980 };
const second: Asking = { kind: 'cursor', step: 2 };

/** Other orders, hidden properties, deep pages, cursor steps, facets and clusters. */
export const orderShapes: readonly Shape[] = [
  shape('cheapest of a department', (v) => ({ property: { ...at(v.department()), ...flats } }), by('PRICE')),
  shape('cheapest of the country', () => ({ property: flats }), by('PRICE')),
  shape('dearest of the country', () => ({ property: sale }), by('PRICE', 'DESC')),
  shape('cheapest a square metre', () => ({ property: houses }), by('PRICE_PER_AREA')),
  shape('largest', () => ({ property: houses }), by('AREA', 'DESC')),
  shape('first created', () => ({}), by('CREATED_AT')),
  shape('last created of a department', (v) => ({ property: at(v.department()) }), by('CREATED_AT', 'DESC')),
  shape('longest unchanged', () => ({ property: flats }), by('UPDATED_AT')),
  shape('cheapest of a rare condition', () => ({ property: { unit: { floor: { gte: 8 } } } }), by('PRICE')),
  shape('off the market', () => gone),
  shape('off the market, a department', (v) => ({ property: { ...gone.property, ...at(v.department()) } })),
  shape('off the market, cheapest', () => ({ property: { ...gone.property, ...flats } }), by('PRICE')),
  shape('price-incoherent', () => incoherent),
  shape('price-incoherent, a city', (v) => ({ ...incoherent, property: at(v.city()) })),
  shape('the last page of everything', () => ({}), deep),
  shape('the last page of houses', () => ({ property: houses }), deep),
  shape('first step of a scan', () => ({ property: houses }), { kind: 'cursor', step: 1 }),
  shape('second step of a scan', () => ({ property: houses }), second),
  shape('second step by price', () => ({ property: houses }), {
    ...second,
    order: { field: 'PRICE', direction: 'ASC' },
  }),
  shape('facets of the country', () => ({}), { kind: 'facets' }),
  shape('facets of a department', (v) => ({ property: at(v.department()) }), { kind: 'facets' }),
  shape('clusters of the country', () => ({}), { kind: 'clusters', zoom: 6 }),
  shape('clusters of a city', () => ({ property: flats }), { kind: 'clusters', zoom: 12 }),
];
