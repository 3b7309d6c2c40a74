import type { PreparedAdvert } from './advert.ts';
import { FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { EUROS, parseFigure } from './figures.ts';
import { findMentions } from './mention.ts';

const RENT = new RegExp(
  `\\bloyer(?: (?:mensuel|de|:|charges comprises|hors charges|cc|hc|c\\.c\\.?|h\\.c\\.?|est|a|demande|base|nu|total))*\\s*[:=]?\\s*${EUROS}`,
  'g',
);
const EVERY_MONTH = new RegExp(
  `${EUROS}(?: (?:cc|hc|charges comprises|hors charges))? ?(?:\\/ ?|par )mois\\b`,
  'g',
);
/** Words before a monthly figure that is not the rent. */
const ANOTHER_FIGURE =
  /\b(?:charges?|provisions?|parking|garage|box|edf|gaz|electricite|eau|chauffage|dont|\+|plus|apl|aides?|emplacement|option|stationnement)\b[^.;]{0,15}$|\+\s*$/;
/** Offices are let per square metre and year. */
const OF_AREA_OR_YEAR = /^[^.;\d]{0,14}(?:m2\b|\ban\b|annuel|semaine|nuit)|^ ?\)? ?en (?:sus|option)/;
const OF_CHARGES = /^ ?(?:de|d'|pour)(?: les)? (?:charges|provision|parking|garage|chauffage|eau)/;

const WITH_CHARGES =
  /\bcharges? (?:comprises?|incluses?)\b|\bloyer (?:mensuel )?cc\b|(?:€|euros?|mois) ?cc\b|\bc\.c\b/;
const WITHOUT_CHARGES =
  /\bhors charges?\b|\bloyer (?:mensuel )?hc\b|(?:€|euros?|mois) ?hc\b|\bcharges? (?:non comprises?|en sus)\b/;

const MIN_RENT_EUR = 50;
const MAX_RENT_EUR = 100_000;

/** Reads the monthly rent and whether it includes charges. In a sale a rent is that of the current tenant. */
export function rentFacts({ text, transactionType }: PreparedAdvert): TextFact[] {
  if (transactionType !== 'RENT') return [];
  const rents = [...findMentions(text, RENT, 'loyer'), ...findMentions(text, EVERY_MONTH, 'mois')]
    .filter(({ before, after }) => !ANOTHER_FIGURE.test(before) && !OF_CHARGES.test(after))
    .filter(({ after }) => !OF_AREA_OR_YEAR.test(after))
    .map(({ groups: [amount = ''] }) => parseFigure(amount))
    .filter((amount) => amount >= MIN_RENT_EUR && amount <= MAX_RENT_EUR);
  return [
    ...rents.map((amount) => textFact('pricing.rental.rent.amount', amount, FAIR)),
    ...(rents.length > 0 ? [textFact('pricing.rental.rent.frequency', 'MONTHLY', LIKELY)] : []),
    ...(WITH_CHARGES.test(text) ? [textFact('pricing.rental.rent.includesCharges', true, LIKELY)] : []),
    ...(WITHOUT_CHARGES.test(text) ? [textFact('pricing.rental.rent.includesCharges', false, LIKELY)] : []),
  ];
}
