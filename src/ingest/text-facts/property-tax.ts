import type { PreparedAdvert } from './advert.ts';
import { LIKELY, type TextFact, textFact } from './fact.ts';
import { EUROS, parseFigure } from './figures.ts';
import { findMentions } from './mention.ts';

const TAX = new RegExp(
  `\\b(?:taxes? foncieres?|impots? fonciers?|tf)\\b(?: ?\\(?(?:en |annuelle |pour )?(?:19|20)\\d\\d\\)?)?(?! (?:et|\\+|plus) (?:la |les )?(?:charges|taxe))[^.;€\\d]{0,25}?${EUROS}`,
  'g',
);
const EVERY_MONTH = /^ ?(?:\/ ?|par )mois\b/;
/** A sum with other costs: "Charges et taxe foncière: 2 000 €". */
const SUMMED = /\b(?:charges?|copropriete|habitation) (?:et|\+|plus) (?:la |de )*$/;

const MIN_TAX_EUR = 20;
const MAX_TAX_EUR = 50_000;

/** Reads the property tax, which is yearly. Only sales state it. */
export function propertyTaxFacts({ text, transactionType }: PreparedAdvert): TextFact[] {
  if (transactionType !== 'SELL') return [];
  return findMentions(text, TAX, 'tax', 'impot', 'tf')
    .filter(({ before, after }) => !EVERY_MONTH.test(after) && !SUMMED.test(before))
    .map(({ groups: [amount = ''] }) => parseFigure(amount))
    .filter((amount) => amount >= MIN_TAX_EUR && amount <= MAX_TAX_EUR)
    .map((amount) =>
      textFact(
        'pricing.sale.fees.taxes.propertyTax',
        { amount, currency: 'EUR', frequency: 'YEARLY' },
        LIKELY,
      ),
    );
}
