import type { Word } from '../../catalogue/vocabularies.ts';
import type { Claims } from '../../properties/listing-state.ts';
import { isMutableJsonObject, type MutableJsonObject } from './map-claims.ts';

type Pricing = NonNullable<Claims['pricing']>;
type Currency = Word<'currency'>;

/** Countries with another currency of our vocabulary than the euro. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
  ...{ GB: 'GBP', GG: 'GBP', JE: 'GBP', IM: 'GBP', US: 'USD', PR: 'USD', CH: 'CHF', LI: 'CHF' },
};

const EURO_COUNTRIES = new Set(
  [
    'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
    'GF GP MF MQ PM RE BL YT TF AX',
  ]
    .join(' ')
    .split(' '),
);

export function currencyIn(countryCode: string | undefined): Currency | undefined {
  if (countryCode === undefined) return undefined;
  return CURRENCIES[countryCode] ?? (EURO_COUNTRIES.has(countryCode) ? 'EUR' : undefined);
}

/** Completes the displayed price, the rent, the currency of every amount and the net price. */
export function completePricing(
  pricing: Pricing,
  transaction: string | undefined,
  country: string | undefined,
): Pricing {
  const currency = pricing.currency ?? pricing.rental?.rent?.currency ?? currencyIn(country);
  const displayed = pricing.displayed ?? pricing.rental?.rent?.amount;
  const completed: Pricing = {
    ...pricing,
    ...(displayed === undefined ? {} : { displayed }),
    ...(currency === undefined || displayed === undefined ? {} : { currency }),
    ...(transaction === 'RENT' && displayed !== undefined ? completeRental(pricing, displayed) : {}),
    ...(transaction === 'SELL' ? completeSale(pricing, displayed) : {}),
  };
  return currency === undefined ? completed : (withCurrency(completed, currency) as Pricing);
}

/** The displayed price of a tenancy is its rent. */
const completeRental = ({ rental }: Pricing, displayed: number): Pick<Pricing, 'rental'> => ({
  rental: { ...rental, rent: { ...rental?.rent, amount: rental?.rent?.amount ?? displayed } },
});

/** The net price is the price without an included agency fee, regardless of the payer. */
function completeSale({ sale }: Pricing, displayed: number | undefined): Pick<Pricing, 'sale'> {
  if (sale === undefined) return {};
  const { amount, includedInPrice } = sale.fees?.agency ?? {};
  const isDerivable =
    displayed !== undefined && amount !== undefined && includedInPrice === true && amount < displayed;
  const netPrice = sale.netPrice ?? (isDerivable ? Math.round((displayed - amount) * 100) / 100 : undefined);
  return { sale: { ...sale, ...(netPrice === undefined ? {} : { netPrice }) } };
}

/** An amount without a currency gets that of the price. */
function withCurrency(object: MutableJsonObject, currency: Currency): MutableJsonObject {
  const completed: MutableJsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (isMutableJsonObject(value)) completed[name] = withCurrency(value, currency);
    else if (Array.isArray(value))
      completed[name] = value.map((each) =>
        isMutableJsonObject(each) ? withCurrency(each, currency) : each,
      );
    else completed[name] = value;
  }
  const hasAmount = object['amount'] !== undefined || object['total'] !== undefined;
  if (hasAmount && object['currency'] === undefined) completed['currency'] = currency;
  return completed;
}

/** The displayed price divided by the displayed area in square metres. */
export function withPricePerArea(pricing: Pricing, area: number | undefined): Pricing {
  if (pricing.displayed === undefined || area === undefined || area <= 0) return pricing;
  return { ...pricing, pricePerArea: Math.round((pricing.displayed / area) * 100) / 100 };
}
