import { bilingual } from '../state/bilingual.ts';

export const keptWords = bilingual({
  title: ['Kept homes', 'Biens gardés'],
  lead: [
    'What you and your colleagues marked to come back to.',
    'Ce que vous et vos collègues avez marqué pour y revenir.',
  ],
  none: ['No home is kept yet', 'Aucun bien gardé pour l’instant'],
  noneText: [
    'Open a home and choose Keep. It stays here, also when its advertisements expire.',
    'Ouvrez un bien et choisissez Garder. Il reste ici, même quand ses annonces expirent.',
  ],
  explore: ['Explore homes', 'Explorer les biens'],
  remove: ['Remove', 'Retirer'],
  removeOf: [
    (where: string) => (where ? `Remove the home in ${where}` : 'Remove this home'),
    (where: string) => (where ? `Retirer le bien de ${where}` : 'Retirer ce bien'),
  ],
});
