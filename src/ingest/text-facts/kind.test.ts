import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

test('type and transaction are read from the beginning of the title', () => {
  assertReadings(
    ['propertyType', 'transaction.type'],
    {},
    {
      'Appartement à louer, Lyon 3 | Libre.': { propertyType: 'FLAT', 'transaction.type': 'RENT' },
      'Vente maison 5 pièces avec garage | Au calme.': { propertyType: 'HOUSE', 'transaction.type': 'SELL' },
      'T3 lumineux | Proche gare.': { propertyType: 'FLAT' },
      'Location studio meublé | Centre.': { propertyType: 'FLAT', 'transaction.type': 'RENT' },
      'Terrain à vendre | Viabilisé.': { propertyType: 'LAND', 'transaction.type': 'SELL' },
      'Coup de cœur | Maison à louer.': {},
      'À vendre ou à louer : bureaux | Plateau.': { propertyType: 'OFFICE' },
    },
  );
});
