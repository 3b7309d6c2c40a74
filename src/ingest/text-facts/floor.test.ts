import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const paths = ['unit.floor', 'unit.groundFloor', 'unit.gardenFloor', 'unit.lastFloor'];
const on = (floor: number) => ({ 'unit.floor': floor });
const ground = { 'unit.floor': 0, 'unit.groundFloor': true };

test('the floor of a flat is read in its common spellings', () => {
  assertReadings(paths, flat, {
    'Appartement situé au 3ème étage avec ascenseur.': on(3),
    'Bel appartement au 2e étage d’une petite copropriété.': on(2),
    'Au premier étage d’un immeuble en pierre, beau T2.': on(1),
    'T3 lumineux, 4ème étage sans ascenseur, rue calme.': on(4),
    'Situé au 1er étage sur cour, ce studio est idéal.': on(1),
    'Au cinquième étage, vue dégagée.': on(5),
    'Étage : 6. Ascenseur.': on(6),
    'Etage 3/5, ascenseur.': on(3),
    'Appartement T2 - 3e étage - Balcon | Proche gare.': on(3),
    'Perché au 12ème étage, il offre une vue panoramique.': on(12),
    'Niché au second étage d’un hôtel particulier.': on(2),
    'Appartement situé au 2e, proche métro.': on(2),
    'Studio au 4ème sans ascenseur.': on(4),
    'Il se trouve au R+2 d’une résidence récente.': on(2),
    'AU 3EME ETAGE AVEC ASCENSEUR, T4 TRAVERSANT': on(3),
    'Appartement 3 pièces (2ème étage) rénové.': on(2),
    'Au 3ème étage sur 5 avec ascenseur.': on(3),
    'Au 8 ème étage avec vue mer.': on(8),
  });
});

test('ground floor, garden level and last floor are read', () => {
  assertReadings(paths, flat, {
    'Appartement en rez-de-chaussée surélevé.': ground,
    'T2 RDC avec cour privative.': ground,
    'Situé au rez de chaussée d’un immeuble ancien.': ground,
    'Magnifique rez-de-jardin de 3 pièces.': { 'unit.floor': 0, 'unit.gardenFloor': true },
    'Au 5ème et dernier étage avec ascenseur.': { 'unit.floor': 5, 'unit.lastFloor': true },
    'Appartement au dernier étage, sans vis-à-vis.': { 'unit.lastFloor': true },
    'Dernier étage ! Rare sur le secteur.': { 'unit.lastFloor': true },
    'Au 4e et avant-dernier étage.': { 'unit.floor': 4, 'unit.lastFloor': false },
    'Au 3e et dernier, très lumineux.': { 'unit.floor': 3 },
    'Appartement qui n’est pas au dernier étage.': { 'unit.lastFloor': false },
  });
});

test('the floor of something else is not read', () => {
  assertReadings(paths, flat, {
    'À 5 min du 3ème arrondissement.': {},
    'Dans le 3ème, proche République.': {},
    'Immeuble de 5 étages avec gardien.': {},
    'Chambre de bonne au 6ème étage vendue avec le lot.': {},
    'Ascenseur jusqu’au 4ème étage.': {},
    'Commerces au rez-de-chaussée de l’immeuble.': {},
    'Local à vélos au rez-de-chaussée.': {},
    'Terrasse commune au 7ème étage.': {},
    'L’ascenseur dessert le 5ème étage.': {},
    'À l’étage, deux chambres et une salle d’eau.': {},
    'Duplex aux 4ème et 5ème étages.': {},
    'Au 1er étage : une chambre. Au 2ème étage : un bureau.': {},
    'Appartement au 3ème étage. Une belle chambre au 4ème étage.': on(3),
    'Cave au 1er sous-sol, parking au 2ème sous-sol.': {},
    'Situé à deux pas du 2ème collège.': {},
    'Limitrophe du 15e, à 3 minutes du métro.': {},
    'Ni rez-de-chaussée, ni vis-à-vis.': {},
    'Vendu avec un studio au 6e étage.': {},
  });
});

test('a text with two floors gives none', () => {
  assertReadings(paths, flat, {
    'Appartement 2ème étage | Bel appartement au 3ème étage.': {},
    'Au rez-de-chaussée. Plus loin : situé au 2e étage.': {},
  });
});

test('floors inside a house are not read', () => {
  assertReadings(
    paths,
    { propertyType: 'HOUSE' },
    {
      'Au rez-de-chaussée, cuisine et séjour.': {},
      'Au 1er étage, trois chambres et une salle de bains.': {},
      'Maison avec un dernier étage aménageable.': {},
    },
  );
  assertReadings(paths, {}, { 'Maison de ville | Au 1er étage, deux chambres.': {} });
});

test('a floor is read when only the title names the type', () => {
  assertReadings(paths, {}, { 'Appartement T3 | Au 3ème étage avec ascenseur.': on(3) });
});
