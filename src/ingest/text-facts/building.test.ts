import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

test('lots and legal proceedings of the building are read', () => {
  assertReadings(
    ['building'],
    { propertyType: 'FLAT', transactionType: 'SELL' },
    {
      'Copropriété de 45 lots. Pas de procédure en cours.': {
        'building.numberOfLots': 45,
        'building.legalStatus.underLegalProceedings': false,
      },
      'Nombre de lots : 120. Aucune procédure en cours.': {
        'building.numberOfLots': 120,
        'building.legalStatus.underLegalProceedings': false,
      },
      'Bien soumis à la copropriété, 32 lots principaux, ne fait pas l’objet d’une procédure.': {
        'building.numberOfLots': 32,
        'building.legalStatus.underLegalProceedings': false,
      },
      'Copropriété de 80 lots (dont 40 lots d’habitation).': { 'building.numberOfLots': 80 },
      'La copropriété fait l’objet d’une procédure de sauvegarde.': {
        'building.legalStatus.underLegalProceedings': true,
      },
      'Un lot de 3 maisons.': {},
    },
  );
});
