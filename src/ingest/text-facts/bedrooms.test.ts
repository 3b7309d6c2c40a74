import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const bedrooms = (count: number) => ({ 'unit.bedrooms': count });

test('bedrooms are read in figures or words, from the title before the description', () => {
  assertReadings(
    ['unit.bedrooms'],
    { propertyType: 'HOUSE' },
    {
      'Il comprend un séjour, une cuisine et deux chambres.': bedrooms(2),
      'Maison 4 chambres | Au rez-de-chaussée une chambre, à l’étage trois chambres.': bedrooms(4),
      'Trois belles chambres avec placards.': bedrooms(3),
      'Villa de plain-pied, 3ch, piscine.': bedrooms(3),
      'Maison de 5 grandes chambres dont une suite parentale.': bedrooms(5),
      'Composée de 4 chambres dont une au rez-de-chaussée.': bedrooms(4),
      'Une entrée, un salon, une chambre, une salle d’eau.': bedrooms(1),
    },
  );
});

test('bedrooms of one floor, servants’ rooms and possible rooms are not counted', () => {
  assertReadings(
    ['unit.bedrooms'],
    { propertyType: 'HOUSE' },
    {
      '2 chambres de bonne au dernier étage.': {},
      'Une chambre au rez-de-chaussée. À l’étage, deux chambres.': {},
      'À l’étage deux chambres, au-dessus deux chambres.': {},
      'Deux chambres et une suite parentale.': {},
      'Possibilité de créer une chambre supplémentaire.': {},
      'Possibilité 3 chambres.': {},
      'Maison d’hôtes avec 5 chambres d’hôtes.': {},
      'Une chambre avec dressing, une seconde chambre.': {},
      'Maison 3 chambres | Elle offre 4 chambres.': {},
      '2 ou 3 chambres selon vos besoins.': {},
      'Chambre froide et local technique.': {},
    },
  );
});
