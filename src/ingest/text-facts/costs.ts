import { FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { EUROS, findMentions, type PreparedAdvert, parseFigure } from './mention.ts';

const FEES = "\\b(?:honoraires?|frais d'agence|frais de negociation|commission d'agence)\\b";
const PERCENT = '(\\d{1,2}(?:[.,]\\d{1,3})?) ?%';

const PAID_BY = new RegExp(
  `${FEES}[^.;]{0,60}?\\bcharge (?:exclusive )?(?:de l'|du |des |de )?(acquereur|acheteur|vendeur)`,
  'g',
);
const SHARE = [
  new RegExp(`${FEES}[^.;%€]{0,60}?${PERCENT}`, 'g'),
  new RegExp(`${PERCENT}(?: ttc)?(?: d'| de | )${FEES}`, 'g'),
];
const AMOUNT = new RegExp(`${FEES}[^.;%€\\d]{0,40}?${EUROS}`, 'g');
const INCLUDED = new RegExp(`${FEES}(?: d'agence)?(?: ttc)? (?:inclus|compris)\\b|\\bfai\\b`, 'g');
const NET_PRICE = [
  new RegExp(
    `\\bprix (?:de vente )?(?:hors|net|sans)(?: (?:honoraires|vendeur|frais d'agence|d'honoraires))[^.;€\\d]{0,25}${EUROS}`,
    'g',
  ),
  new RegExp(`${EUROS}(?: ttc)? \\(?(?:net vendeur|hors (?:honoraires|frais d'agence))\\b`, 'g'),
];

const TENANT_FEES = new RegExp(`${FEES}[^.;€\\d]{0,60}?${EUROS}(?! ?(?:\\/|par|le|du) ?m2)`, 'g');
const DEPOSIT = new RegExp(`\\b(?:depot de garantie|caution)\\b[^.;€\\d]{0,20}?${EUROS}`, 'g');

const MAX_FEE_PERCENT = 20;
const MIN_FEE_PERCENT = 0.5;
const MIN_FEE_EUR = 500;

/** A fast check: most texts mention no fees. */
const ANY_FEE = /honoraires|frais d|commission|\bfai\b|net vendeur|depot de|caution/;

const euros = (amount: number) => ({ amount, currency: 'EUR' });

const figures = (text: string, patterns: readonly RegExp[], ...needed: string[]): number[] =>
  patterns.flatMap((pattern) =>
    findMentions(text, pattern, ...needed).map(({ groups }) => parseFigure(groups.at(-1) ?? '')),
  );

/** Reads agency fees, who pays them, the net price, and the deposit of a tenancy. */
export function agencyFeeFacts({ text, transactionType }: PreparedAdvert): TextFact[] {
  if (!ANY_FEE.test(text)) return [];
  if (transactionType === 'RENT') return tenancyFees(text);
  return transactionType === 'SELL' ? saleFees(text) : [];
}

const FEE = 'pricing.sale.fees.agency';

function saleFees(text: string): TextFact[] {
  return [
    ...findMentions(text, PAID_BY, 'charge ').map(({ groups: [who] }) =>
      textFact(`${FEE}.paidBy`, who === 'vendeur' ? 'SELLER' : 'BUYER', LIKELY),
    ),
    ...figures(text, SHARE, '%')
      .filter((share) => share >= MIN_FEE_PERCENT && share <= MAX_FEE_PERCENT)
      .map((share) => textFact(`${FEE}.percentage`, share, LIKELY)),
    ...findMentions(text, AMOUNT, '€', 'eur')
      .filter(
        ({ matched, before, after }) =>
          !/\b(?:hors|sans|net|prix(?: de vente)?(?: \w+)?)\s*$/.test(before) &&
          !/\b(?:inclus|compris|prix|fai)\b/.test(matched) &&
          !/^ ?(?:hors|net)\b/.test(after),
      )
      .map(({ groups: [amount = ''] }) => parseFigure(amount))
      .filter((amount) => amount >= MIN_FEE_EUR)
      .map((amount) => textFact(`${FEE}.amount`, amount, FAIR)),
    ...findMentions(text, INCLUDED, 'inclus', 'compris', 'fai').map(() =>
      textFact(`${FEE}.includedInPrice`, true, LIKELY),
    ),
    ...figures(text, NET_PRICE, '€', 'eur').map((price) => textFact('pricing.sale.netPrice', price, LIKELY)),
  ];
}

function tenancyFees(text: string): TextFact[] {
  const paid = { paidBy: 'TENANT' };
  return [
    ...findMentions(text, TENANT_FEES, '€', 'eur')
      .filter(({ matched }) => !/\b(?:bailleur|proprietaire|etat des lieux)\b/.test(matched))
      .map(({ groups: [amount = ''] }) =>
        textFact('pricing.rental.fees.agency', { ...euros(parseFigure(amount)), ...paid }, FAIR),
      ),
    ...figures(text, [DEPOSIT], '€', 'eur').map((amount) =>
      textFact('pricing.rental.fees.deposit', euros(amount), LIKELY),
    ),
  ];
}

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

const RENT = new RegExp(
  `\\bloyer(?: (?:mensuel|de|:|charges comprises|hors charges|cc|hc|c\\.c\\.?|h\\.c\\.?|est|a|demande|base|nu|total))*\\s*[:=]?\\s*${EUROS}`,
  'g',
);
const MONTHLY_RENT = new RegExp(
  `${EUROS}(?: (?:cc|hc|charges comprises|hors charges))? ?(?:\\/ ?|par )mois\\b`,
  'g',
);
/** Words before a monthly figure that is not the rent. */
const ANOTHER_FIGURE =
  /\b(?:charges?|provisions?|parking|garage|box|edf|gaz|electricite|eau|chauffage|dont|\+|plus|apl|aides?|emplacement|option|stationnement)\b[^.;]{0,15}$|\+\s*$/;
/** Offices are let per square metre and year. */
const OF_AREA_OR_YEAR = /^[^.;\d]{0,14}(?:m2\b|\ban\b|annuel|semaine|nuit)|^ ?\)? ?en (?:sus|option)/;
const OF_CHARGES = /^ ?(?:de|d'|pour)(?: les)? (?:charges|provision|parking|garage|chauffage|eau)/;

const MIN_RENT_EUR = 50;
const MAX_RENT_EUR = 100_000;

/** Reads the monthly rent. In a sale a rent is that of the current tenant. */
export function rentFacts({ text, transactionType }: PreparedAdvert): TextFact[] {
  if (transactionType !== 'RENT') return [];
  const rents = [...findMentions(text, RENT, 'loyer'), ...findMentions(text, MONTHLY_RENT, 'mois')]
    .filter(({ before, after }) => !ANOTHER_FIGURE.test(before) && !OF_CHARGES.test(after))
    .filter(({ after }) => !OF_AREA_OR_YEAR.test(after))
    .map(({ groups: [amount = ''] }) => parseFigure(amount))
    .filter((amount) => amount >= MIN_RENT_EUR && amount <= MAX_RENT_EUR);
  return [
    ...rents.map((amount) => textFact('pricing.rental.rent.amount', amount, FAIR)),
    ...(rents.length > 0 ? [textFact('pricing.rental.rent.frequency', 'MONTHLY', LIKELY)] : []),
  ];
}
