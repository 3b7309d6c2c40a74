export const orders = [
  { name: 'newest', sort: { field: 'CREATED_AT', direction: 'DESC' } },
  { name: 'updated', sort: { field: 'UPDATED_AT', direction: 'DESC' } },
  { name: 'cheapest', sort: { field: 'PRICE', direction: 'ASC' } },
  { name: 'dearest', sort: { field: 'PRICE', direction: 'DESC' } },
  { name: 'largest', sort: { field: 'AREA', direction: 'DESC' } },
  { name: 'perArea', sort: { field: 'PRICE_PER_AREA', direction: 'ASC' } },
] as const;

export type Order = (typeof orders)[number];

export const orderOf = (name: string | null): Order =>
  orders.find((order) => order.name === name) ?? orders[0];
