export const orders = [
  { name: 'newest', sort: { field: 'CREATED_AT', direction: 'DESC' } },
  { name: 'updated', sort: { field: 'UPDATED_AT', direction: 'DESC' } },
  { name: 'cheapest', sort: { field: 'PRICE', direction: 'ASC' } },
  { name: 'dearest', sort: { field: 'PRICE', direction: 'DESC' } },
  { name: 'largest', sort: { field: 'AREA', direction: 'DESC' } },
  { name: 'perArea', sort: { field: 'PRICE_PER_AREA', direction: 'ASC' } },
  { name: 'undervalued', sort: { field: 'VALUATION_DEVIATION', direction: 'ASC' } },
] as const;

export type ResultOrder = (typeof orders)[number];

export const parseOrder = (name: string | null): ResultOrder =>
  orders.find((order) => order.name === name) ?? orders[0];
