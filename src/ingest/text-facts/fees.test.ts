import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const sale = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const rental = { propertyType: 'FLAT', transactionType: 'RENT' } as const;
const condominium = (total: number, frequency: string) => ({
  'pricing.sale.fees.condominium': { total, currency: 'EUR', frequency },
});
const tax = (amount: number) => ({
  'pricing.sale.fees.taxes.propertyTax': { amount, currency: 'EUR', frequency: 'YEARLY' },
});
const agency = (name: string, value: unknown) => ({ [`pricing.sale.fees.agency.${name}`]: value });

test('charges, fees and tax of a sale are read with their period and payer', () => {
  assertReadings(['pricing'], sale, {
    'Charges de copropriété : 150 €/mois.': condominium(150, 'MONTHLY'),
    'Charges annuelles : 1 800 €.': condominium(1800, 'YEARLY'),
    'Charges courantes de copropriété 120 euros par mois.': condominium(120, 'MONTHLY'),
    'Charges : 450 € / trimestre.': condominium(1800, 'YEARLY'),
    'Quote-part annuelle de charges : 1.250 €.': condominium(1250, 'YEARLY'),
    'Faibles charges : 90 €.': {},
    'Taxe foncière : 1 200 €.': tax(1200),
    'Taxe foncière 2024 : 980 €/an.': tax(980),
    'TF : 1.100 €': tax(1100),
    'Taxe foncière de 85 € par mois.': {},
    'Honoraires à la charge du vendeur.': agency('paidBy', 'SELLER'),
    'Prix honoraires inclus, dont 5 % d’honoraires TTC à la charge de l’acquéreur.': {
      ...agency('percentage', 5),
      ...agency('paidBy', 'BUYER'),
      ...agency('includedInPrice', true),
    },
    'Honoraires de 4,5 % TTC charge acquéreur. Prix hors honoraires : 200 000 €.': {
      ...agency('percentage', 4.5),
      ...agency('paidBy', 'BUYER'),
      'pricing.sale.netPrice': 200_000,
    },
    'Honoraires : 12 000 € TTC charge vendeur.': {
      ...agency('amount', 12_000),
      ...agency('paidBy', 'SELLER'),
    },
    'Prix 315 000 € FAI.': agency('includedInPrice', true),
    '300 000 € net vendeur.': { 'pricing.sale.netPrice': 300_000 },
    'Loyer actuel 850 €/mois, bail en cours.': {},
    'Charges 90 € par mois. Charges 120 € par mois.': {},
  });
});

test('rent, charges, deposit and fees of a tenancy are read', () => {
  const rent = (amount: number) => ({
    'pricing.rental.rent.amount': amount,
    'pricing.rental.rent.frequency': 'MONTHLY',
  });
  const charges = (amount: number) => ({
    'pricing.rental.fees.charges': { amount, currency: 'EUR' },
  });
  const paid = { currency: 'EUR', paidBy: 'TENANT' };
  assertReadings(['pricing'], rental, {
    'Loyer : 850 € charges comprises.': rent(850),
    '720 €/mois hors charges.': rent(720),
    'Loyer 650 € CC dont 50 € de charges.': {
      ...rent(650),
      ...charges(50),
    },
    'Provision sur charges : 60 €.': charges(60),
    'Dépôt de garantie : 750 €.': { 'pricing.rental.fees.deposit': { amount: 750, currency: 'EUR' } },
    'Honoraires charge locataire : 455 € TTC, dont 105 € d’état des lieux.': {
      'pricing.rental.fees.agency': { amount: 455, ...paid },
    },
    'Honoraires de 13 €/m² à la charge du locataire.': {},
    'Loyer 800 € | Loyer 950 €': { 'pricing.rental.rent.frequency': 'MONTHLY' },
  });
});
