import type { PreparedAdvert } from './advert.ts';
import { FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { EUROS, parseFigure } from './figures.ts';
import { findMentions } from './mention.ts';

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
const INVENTORY = [
  new RegExp(`\\betat des lieux\\b[^.;€\\d]{0,20}?${EUROS}(?! ?(?:\\/|par|le|du) ?m2)`, 'g'),
  new RegExp(`${EUROS}(?: ttc)? (?:pour |au titre de |de |d')?(?:l')?etat des lieux\\b`, 'g'),
];
const DEPOSIT = new RegExp(`\\b(?:depot de garantie|caution)\\b[^.;€\\d]{0,20}?${EUROS}`, 'g');

const MAX_FEE_PERCENT = 20;
const MIN_FEE_PERCENT = 0.5;
const MIN_FEE_EUR = 500;

/** A fast check: most texts mention no fees. */
const ANY_FEE = /honoraires|frais d|commission|\bfai\b|net vendeur|etat des lieux|depot de|caution/;

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
    ...figures(text, INVENTORY, 'lieux').map((amount) =>
      textFact('pricing.rental.fees.inventory', { ...euros(amount), ...paid }, FAIR),
    ),
    ...figures(text, [DEPOSIT], '€', 'eur').map((amount) =>
      textFact('pricing.rental.fees.deposit', euros(amount), LIKELY),
    ),
  ];
}
