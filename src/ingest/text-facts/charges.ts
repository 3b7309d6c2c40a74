import type { PreparedAdvert } from './advert.ts';
import { FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { EUROS, parseFigure } from './figures.ts';
import { findMentions } from './mention.ts';

const CHARGES = new RegExp(
  `\\b(?:charges?|provisions?(?: sur| pour)? charges|quote[- ]part)\\b((?: (?:annuelles?|mensuelles?|trimestrielles?|courantes?|moyennes?|moyen|previsionnelles?|locatives?|generales?|communes?|estimees?|sont|est|environ|env|soit|budget|de|d'environ|la|du|des|en|copropriete|copro|lot|charges|s'elevent|elevees|a))*)\\s*[:=(]*\\s*${EUROS}`,
  'g',
);
/** "60 € de charges", "dont 60 € de provision sur charges". */
const AHEAD = new RegExp(
  `${EUROS}((?: ?\\/ ?mois| par mois| ?\\/ ?an| par an)?) (?:de |d'|pour )(?:les )?(?:provisions?(?: (?:sur|pour|de))?(?: les)? )?charges\\b`,
  'g',
);
const PERIOD =
  /^ ?(?:ttc |env |environ )?(?:\/ ?|par |le |chaque )?(mois|mensuel\w*|an|annuel\w*|annee|trimestre|trimestriel\w*)\b/;
const PERIOD_BEFORE = /\b(annuel|mensuel|trimestriel)/;
/** "Loyer hors charges : 700 €" is the rent. */
const NO_CHARGES = /\b(?:hors|sans)\s*$/;
const PER_AREA = /^ ?(?:\/|par|le) ?m2/;

type Period = 'MONTHLY' | 'YEARLY' | 'QUARTERLY';

const parsePeriod = (word: string | undefined): Period | undefined => {
  if (word === undefined) return undefined;
  if (word.startsWith('m')) return 'MONTHLY';
  return word.startsWith('t') ? 'QUARTERLY' : 'YEARLY';
};

interface Charge {
  readonly amount: number;
  readonly period: Period | undefined;
}

function findCharges(text: string): Charge[] {
  if (!/charges|quote/.test(text)) return [];
  const labelled = findMentions(text, CHARGES)
    .filter(({ before, after }) => !PER_AREA.test(after) && !NO_CHARGES.test(before))
    .map(({ before, groups: [between = '', amount = ''], after }) => ({
      amount: parseFigure(amount),
      period: parsePeriod(PERIOD.exec(after)?.[1] ?? PERIOD_BEFORE.exec(between + before.slice(-30))?.[1]),
    }));
  const ahead = findMentions(text, AHEAD).map(({ groups: [amount = '', per = ''], after }) => ({
    amount: parseFigure(amount),
    period: parsePeriod((PERIOD.exec(per) ?? PERIOD.exec(after))?.[1]),
  }));
  return [...labelled, ...ahead].filter(({ amount }) => amount > 0);
}

/** Yearly charges of a large flat. A larger figure is something else. */
const MAX_CHARGES_EUR = 30_000;

/** Reads condominium fees of a sale, which need a period, and charges of a tenancy, which are due with the rent. */
export function chargeFacts({ text, transactionType }: PreparedAdvert): TextFact[] {
  const charges = findCharges(text).filter(({ amount }) => amount <= MAX_CHARGES_EUR);
  if (transactionType === 'RENT')
    return charges.map(({ amount, period }) =>
      textFact('pricing.rental.fees.charges', tenancyCharge(amount, period), LIKELY),
    );
  if (transactionType !== 'SELL') return [];
  return charges.flatMap(({ amount, period }) =>
    period === undefined
      ? []
      : [textFact('pricing.sale.fees.condominium', condominiumFee(amount, period), FAIR)],
  );
}

const tenancyCharge = (amount: number, period: Period | undefined) => ({
  amount,
  currency: 'EUR',
  ...(period === undefined || period === 'QUARTERLY' ? {} : { frequency: period }),
});

/** Our vocabulary has no quarterly frequency: it is converted to yearly. */
const condominiumFee = (total: number, period: Period) =>
  period === 'QUARTERLY'
    ? { total: total * 4, currency: 'EUR', frequency: 'YEARLY' }
    : { total, currency: 'EUR', frequency: period };
