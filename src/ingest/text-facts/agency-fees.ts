import type { Advert } from './advert.ts';
import { FAIR, type Fact, fact, LIKELY } from './fact.ts';
import { EUROS, figureOf } from './figures.ts';
import { mentions } from './mention.ts';

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

/** Most texts speak of none of it. */
const ANY_FEE = /honoraires|frais d|commission|\bfai\b|net vendeur|etat des lieux|depot de|caution/;

const euros = (amount: number) => ({ amount, currency: 'EUR' });

const figures = (text: string, patterns: readonly RegExp[], ...needed: string[]): number[] =>
  patterns.flatMap((pattern) =>
    mentions(text, pattern, ...needed).map(({ groups }) => figureOf(groups.at(-1) ?? '')),
  );

/** What the agency asks, who bears it, and what a tenant leaves. */
export function agencyFeeFacts({ text, transactionType }: Advert): Fact[] {
  if (!ANY_FEE.test(text)) return [];
  if (transactionType === 'RENT') return tenancyFees(text);
  return transactionType === 'SELL' ? saleFees(text) : [];
}

const FEE = 'pricing.sale.fees.agency';

function saleFees(text: string): Fact[] {
  return [
    ...mentions(text, PAID_BY, 'charge ').map(({ groups: [who] }) =>
      fact(`${FEE}.paidBy`, who === 'vendeur' ? 'SELLER' : 'BUYER', LIKELY),
    ),
    ...figures(text, SHARE, '%')
      .filter((share) => share >= MIN_FEE_PERCENT && share <= MAX_FEE_PERCENT)
      .map((share) => fact(`${FEE}.percentage`, share, LIKELY)),
    ...mentions(text, AMOUNT, '€', 'eur')
      .filter(
        ({ said, before, after }) =>
          !/\b(?:hors|sans|net|prix(?: de vente)?(?: \w+)?)\s*$/.test(before) &&
          !/\b(?:inclus|compris|prix|fai)\b/.test(said) &&
          !/^ ?(?:hors|net)\b/.test(after),
      )
      .map(({ groups: [amount = ''] }) => figureOf(amount))
      .filter((amount) => amount >= MIN_FEE_EUR)
      .map((amount) => fact(`${FEE}.amount`, amount, FAIR)),
    ...mentions(text, INCLUDED, 'inclus', 'compris', 'fai').map(() =>
      fact(`${FEE}.includedInPrice`, true, LIKELY),
    ),
    ...figures(text, NET_PRICE, '€', 'eur').map((price) => fact('pricing.sale.netPrice', price, LIKELY)),
  ];
}

function tenancyFees(text: string): Fact[] {
  const paid = { paidBy: 'TENANT' };
  return [
    ...mentions(text, TENANT_FEES, '€', 'eur')
      .filter(({ said }) => !/\b(?:bailleur|proprietaire|etat des lieux)\b/.test(said))
      .map(({ groups: [amount = ''] }) =>
        fact('pricing.rental.fees.agency', { ...euros(figureOf(amount)), ...paid }, FAIR),
      ),
    ...figures(text, INVENTORY, 'lieux').map((amount) =>
      fact('pricing.rental.fees.inventory', { ...euros(amount), ...paid }, FAIR),
    ),
    ...figures(text, [DEPOSIT], '€', 'eur').map((amount) =>
      fact('pricing.rental.fees.deposit', euros(amount), LIKELY),
    ),
  ];
}
