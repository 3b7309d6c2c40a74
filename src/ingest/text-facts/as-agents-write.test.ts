import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const house = { propertyType: 'HOUSE', transactionType: 'SELL' } as const;
const areas = ['area'];
const shown = (area: number) => ({ 'area.displayed': area });

test('the area of a flat is not read as that of the terrace named after it', () => {
  assertReadings(areas, flat, {
    'T2 45m² terrasse | Au calme.': shown(45),
    'T3 65 m² balcon parking | Lumineux.': shown(65),
    'Studio 25m² jardin privatif | Rare.': shown(25),
    'Appartement 3 pièces 62m2 terrasse 12m2 garage | Neuf.': { ...shown(62), 'area.outdoor.terrace': 12 },
    'Appartement avec 15 m² de terrasse.': { 'area.outdoor.terrace': 15 },
    'Appartement 75 m² (loi Carrez 73,40 m²)': {
      ...shown(75),
      'area.indoor.legal': { value: 73.4, law: 'CARREZ' },
    },
    'Appartement de moins de 85 m².': {},
    'Appartement de 65 m² | Séjour, deux chambres de 11 et 12 m².': shown(65),
    'T3 de 58 m² et 4 m² de balcon.': { ...shown(58), 'area.outdoor.balcony': 4 },
    'Appartements de 45 et 60 m².': {},
  });
  assertReadings(areas, house, {
    'Maison 5 pièces 110m² terrain 600m² | Belle maison.': shown(110),
    'Maison 110 m² terrain arboré | Au calme.': shown(110),
  });
});

test('a list of facts may deny a feature', () => {
  assertReadings(['unit', 'amenities'], flat, {
    'Ascenseur : non. Balcon : non. Terrasse : oui. Cave : aucune': {
      'amenities.elevator': false,
      'unit.balcony': false,
      'unit.terrace': true,
      'unit.cellar': false,
    },
    'Piscine: non | Parking : 0': { 'amenities.swimmingPool': false, 'unit.parking.total': 0 },
    'Balcon(s) : 0 | Cave : non communiqué.': { 'unit.balcony': false },
    'Parking : 2 places': { 'unit.parking.total': 2, 'unit.parking.spots': [{}, {}] },
    'Ascenseur non, interphone oui': { 'amenities.elevator': false, 'amenities.intercom': true },
    'Absence d’ascenseur et de balcon.': { 'amenities.elevator': false, 'unit.balcony': false },
    'Meublé : non': { 'unit.furnished': false },
    'Loué meublé ou vide.': {},
    'Nombre de pièces : 4 - Nombre de chambres : 3': { 'unit.rooms': 4, 'unit.bedrooms': 3 },
    'Chambres : 12,5 m² et 10 m².': {},
  });
});

test('rooms include bedrooms, and exclude those of separate flats in a house', () => {
  assertReadings(['unit'], flat, {
    'Appartement 4 pièces dont 3 chambres.': { 'unit.rooms': 4, 'unit.bedrooms': 3 },
  });
  assertReadings(['unit'], house, { 'Maison divisée en 2 appartements de 3 pièces chacun.': {} });
});

test('the last floor is read for the home, not for shared parts of the building', () => {
  assertReadings(['unit.floor', 'unit.lastFloor'], flat, {
    '3ème et dernier étage avec ascenseur.': { 'unit.floor': 3, 'unit.lastFloor': true },
    'T2 au 1er étage. Au dernier étage, un toit-terrasse partagé.': { 'unit.floor': 1 },
    'Résidence avec terrasse au dernier étage ouverte à tous.': {},
    'Au 2ème étage (sur 4).': { 'unit.floor': 2 },
  });
});

test('a price is no fee, a sum is no tax, and the lot of a cellar is not that of the home', () => {
  const agency = (name: string, value: unknown) => ({ [`pricing.sale.fees.agency.${name}`]: value });
  assertReadings(['pricing', 'lot'], flat, {
    'Prix honoraires inclus : 250 000 €': agency('includedInPrice', true),
    'Honoraires inclus, prix : 250 000 €': agency('includedInPrice', true),
    'Honoraires TTC à la charge de l’acquéreur inclus : 4.5%': {
      ...agency('paidBy', 'BUYER'),
      ...agency('percentage', 4.5),
    },
    'Taxe foncière et charges : 3 000 €': {},
    'Lot de copropriété n° 14 et cave lot n° 52': { lot: '14' },
  });
});

test('a rent without charges is not read as a charge', () => {
  const rental = { propertyType: 'FLAT', transactionType: 'RENT' } as const;
  const charge = (amount: number) => ({ 'pricing.rental.fees.charges': { amount, currency: 'EUR' } });
  assertReadings(['pricing.rental.fees', 'pricing.rental.rent.amount'], rental, {
    'Loyer mensuel hors charges : 700,00 €.': { 'pricing.rental.rent.amount': 700 },
    'Loyer hors charges 600 €, charges 50 €.': { 'pricing.rental.rent.amount': 600, ...charge(50) },
  });
});
