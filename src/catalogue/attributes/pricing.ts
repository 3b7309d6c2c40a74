import { choice, flag, integer, list, number, object, shape } from '../nodes.ts';
import { propertyVocabularies as words } from '../property-vocabularies.ts';

const money = (what: string) => ({
  amount: number(`The amount of ${what}.`, { minimum: 0, unitFrom: 'currency' }),
  currency: choice(`The currency of ${what}.`, words.currency),
});
const recurring = (what: string) => ({
  ...money(what),
  frequency: choice(`How often ${what} falls due.`, words.frequency),
});
const payer = (what: string) => choice(`Who bears ${what}.`, words.paidBy);
const fee = (what: string) => ({
  ...money(what),
  percentage: number(`The share of ${what} in the price.`, { minimum: 0, unit: 'per cent' }),
  paidBy: payer(what),
});

/** A fee is taken as a whole from one listing: its amount, share and payer belong together. */
const oneListing = { consolidate: 'most-recent' } as const;

const condominium = object(
  'What the condominium charges its owners.',
  {
    total: number('All condominium fees of one period.', { minimum: 0, unitFrom: 'currency' }),
    currency: choice('The currency of the condominium fees.', words.currency),
    frequency: choice('How often the condominium fees fall due.', words.frequency),
    breakdown: list(
      'The lines, where the source gives them.',
      object('One line of the condominium fees.', {
        type: choice('What the line pays for.', words.condominiumLineType),
        ...recurring('the line'),
      }),
    ),
  },
  oneListing,
);

const saleFees = object('What a sale costs beside the price.', {
  agency: object(
    'The fees of the agency.',
    {
      ...fee('the agency fee'),
      includedInPrice: flag('Whether the displayed price includes the agency fee.'),
    },
    oneListing,
  ),
  legal: object(
    'The legal fees.',
    { type: choice('The nature of the legal fee.', words.legalFeeType), ...fee('the legal fee') },
    oneListing,
  ),
  condominium,
  taxes: object('The taxes of an owner.', {
    propertyTax: object(
      'The tax on owning the property.',
      { ...recurring('the property tax'), paidBy: payer('the property tax') },
      oneListing,
    ),
  }),
});

const rentalFees = object('What a tenancy costs beside the rent.', {
  charges: object(
    'The charges a tenant pays each period.',
    {
      ...recurring('the rental charge'),
      details: list(
        'The lines, where the source gives them.',
        object('One line of the charges.', {
          type: choice('What the line pays for.', words.rentalChargeLineType),
          ...money('the line'),
        }),
      ),
    },
    oneListing,
  ),
  deposit: object(
    'What a tenant leaves against damage.',
    {
      ...money('the deposit'),
      months: number('The deposit in months of rent.', { minimum: 0 }),
      paidBy: payer('the deposit'),
    },
    oneListing,
  ),
  taxes: object('The taxes of a tenant.', {
    housingTax: object(
      'The tax on living in the property.',
      {
        ...recurring('the housing tax'),
        paidBy: payer('the housing tax'),
        includedInCharges: flag('Whether the charges include the housing tax.'),
      },
      oneListing,
    ),
  }),
  inventory: object('The fees of the inventory of fixtures.', fee('the inventory fee'), oneListing),
  agency: object('The fees of the agency.', fee('the agency fee'), oneListing),
});

const computed = { consolidate: 'computed' } as const;

/** Prices are consolidated over price-coherent listings only, so that a filter never sees a misprint. */
export const pricing = shape('PropertyPricing', 'The price and what comes with it.', {
  displayed: number('The price as advertised: of the sale, or the rent of one period.', {
    consolidate: 'reference',
    variant: 'displayedPrice',
    change: 'DISPLAYED_PRICE',
    minimum: 0,
    unitFrom: 'currency',
  }),
  currency: choice('The currency of the displayed price.', words.currency, { consolidate: 'with-figure' }),
  pricePerArea: number('The displayed price divided by the displayed area in square metres.', {
    consolidate: 'computed',
    minimum: 0,
    unit: 'currency per square metre',
  }),
  spread: object('What the live, price-coherent adverts ask, when they differ.', {
    lowest: number('The lowest price.', {
      ...computed,
      required: true,
      minimum: 0,
      unit: 'the currency of the displayed price',
    }),
    highest: number('The highest price.', {
      ...computed,
      required: true,
      minimum: 0,
      unit: 'the currency of the displayed price',
    }),
    adverts: integer('How many adverts are compared.', { ...computed, required: true, minimum: 2 }),
  }),
  spreadPercent: number('From the lowest to the highest price of the spread.', {
    ...computed,
    minimum: 0,
    unit: 'per cent',
  }),
  sale: object('Present for a sale.', {
    netPrice: number('What the seller receives, agency fees left out.', {
      consolidate: 'most-frequent',
      minimum: 0,
      unit: 'the currency of the displayed price',
    }),
    fees: saleFees,
  }),
  rental: object('Present for a rental.', {
    rent: object(
      'The rent.',
      { ...recurring('the rent'), includesCharges: flag('Whether the rent includes the charges.') },
      { consolidate: 'most-frequent' },
    ),
    fees: rentalFees,
  }),
});
