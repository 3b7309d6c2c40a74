import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

test('the lot of a development is read, a department or a count is not', () => {
  assertReadings(
    ['lot'],
    { propertyType: 'FLAT' },
    {
      'Appartement neuf - Lot B304 | Livraison 2027.': { lot: 'B304' },
      'Lot n° 12, terrasse plein sud.': { lot: '12' },
      'Lot n°A-07 au dernier étage.': { lot: 'A07' },
      'Lot 24. Prestations de qualité.': { lot: '24' },
      'Lot numéro 8 du lotissement.': { lot: '8' },
      'Lot 12 | Le lot n° 12 est libre.': { lot: '12' },
      'Au cœur du Lot 46, maison en pierre.': {},
      'Dans le Lot (46000), à Cahors.': {},
      'Lot-et-Garonne, proche Agen.': {},
      'Copropriété de 24 lots.': {},
      'Lots 12 et 45 de la copropriété.': {},
      'Lot de 3 appartements loués.': {},
      'Lot 3 | Lot 4': {},
      'Programme neuf - Lot T2 avec balcon.': {},
      'Lot F3 | lot : T3 de 64 m².': {},
      'Lot T2 n° 14. Lot n° 14 livré en 2027.': { lot: '14' },
      'Lot n° T2 au premier étage.': { lot: 'T2' },
      'Lot T204, deuxième étage.': { lot: 'T204' },
    },
  );
});
