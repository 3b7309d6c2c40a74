/** Closed sales are those of France: no other register of prices is imported. */
export const COUNTRY_OF_SALES = 'FR';
