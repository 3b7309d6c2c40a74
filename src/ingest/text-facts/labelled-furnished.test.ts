import { test } from 'node:test';
import { assertLabelled } from '../../../test/support/text-readings.ts';

const rental = { propertyType: 'FLAT', transactionType: 'RENT' } as const;
const sale = { propertyType: 'FLAT', transactionType: 'SELL' } as const;

test('furnished is read for the home, not for its kitchen', () => {
  assertLabelled('unit.furnished', rental, {
    yes: [
      'Studio meublé de 22 m².',
      'Appartement meublé avec goût.',
      'Location meublée, bail d’un an.',
      'Beau 2 pièces meublé au troisième étage.',
      'Loué meublé.',
      'F2 refait à neuf, meublé et équipé.',
      'Il est meublé et entièrement équipé.',
      'Appartement entièrement meublé.',
      'Charmant deux pièces joliment meublé.',
      'T3 spacieux, meublé.',
      'Studette meublée sous les toits.',
      'Maison louée meublée.',
      'Meublé, libre de suite.',
      'Bail meublé d’un an renouvelable.',
      'Loué en meublé.',
    ],
    no: [
      'Appartement non meublé.',
      'Location non meublée.',
      'Loué vide.',
      'Location vide, bail de trois ans.',
      'Location nue.',
      'Joli T2 non-meublé.',
      'Meublé : non',
    ],
    silent: [
      'Cuisine meublée.',
      'Cuisine séparée meublée et équipée.',
      'Une cuisine ouverte meublée, deux chambres.',
      'Un séjour, une cuisine américaine, meublée et équipée.',
      'Kitchenette meublée.',
      'Salle de bains meublée.',
      'Chambre meublée d’un grand lit.',
      'Meuble vasque et sèche-serviettes.',
      'Meubles hauts et bas.',
      'Loué meublé ou vide.',
      'Meublé ou non selon souhait.',
      'Peut être loué meublé.',
      'Possibilité de location meublée.',
      'Appartement dans un immeuble récent.',
      'Semi-meublé.',
      'Bureaux meublés dans le hall.',
    ],
  });
});

test('a home for sale is not furnished because it could be let furnished', () => {
  assertLabelled('unit.furnished', sale, {
    yes: ['Studio vendu loué meublé.', 'Appartement vendu meublé.', 'Studio meublé, prêt à vivre.'],
    silent: [
      'Idéal pour location meublée.',
      'Investissement LMNP, statut de loueur en meublé.',
      'Rentabilité intéressante en location meublée.',
      'Régime du loueur meublé non professionnel.',
      'Résidence de meublés de tourisme.',
      'Peut être vendu meublé.',
      'Meublé possible en sus.',
      'Autorisation de meublé de tourisme.',
    ],
  });
});
