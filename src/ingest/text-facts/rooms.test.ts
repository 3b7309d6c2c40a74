import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const rooms = (count: number) => ({ 'unit.rooms': count });

test('rooms are read as types, figures or words', () => {
  assertReadings(
    ['unit.rooms'],
    { propertyType: 'FLAT' },
    {
      'Bel appartement T3 au calme.': rooms(3),
      'F4 traversant avec balcon.': rooms(4),
      'Appartement de type 3 proche gare.': rooms(3),
      'Appartement 3 pièces de 65 m².': rooms(3),
      'Vente appartement 4 pièces | Lumineux.': rooms(4),
      'Charmant deux-pièces sous les toits.': rooms(2),
      'Beau trois pièces refait à neuf.': rooms(3),
      'T1 bis de 32 m² avec coin nuit.': rooms(1),
      'Studio meublé | Idéal étudiant.': rooms(1),
      'Ce beau studio de 22 m² se situe en centre-ville.': rooms(1),
      'Studette sous les toits | Petit prix.': rooms(1),
      'Appt 2 pces lumineux.': rooms(2),
      'Appartement T3 à louer | Libre de suite.': rooms(3),
      'Studio disponible immédiatement | Centre.': rooms(1),
      'Paris 15 - 2P 38 m² | Métro Convention.': rooms(2),
      'Appartement T5 avec trois pièces d’eau.': rooms(5),
    },
  );
});

test('a tram line, a part of the home or a separate studio gives no rooms', () => {
  assertReadings(
    ['unit.rooms'],
    { propertyType: 'FLAT' },
    {
      'À 200 m du T3, proche commerces.': {},
      'Tramway T2 au pied de l’immeuble.': {},
      'Lignes de tram T1, T4 et bus.': {},
      'Programme neuf, livraison prévue au T4 2027.': {},
      'Trois pièces d’eau et une buanderie.': {},
      'Il comprend deux pièces en enfilade et une cuisine.': {},
      'Deux pièces de vie exposées sud.': {},
      'Vendu avec un studio indépendant.': {},
      'À côté d’un studio de danse.': {},
      'Possibilité T4 en redistribuant les espaces.': {},
      'Toutes les pièces donnent sur jardin.': {},
    },
  );
});

test('a range or two different counts give none', () => {
  assertReadings(
    ['unit.rooms'],
    { propertyType: 'FLAT' },
    {
      'Programme neuf, appartements du T2 au T4.': {},
      'Du studio au 4 pièces | Livraison 2027.': {},
      'Appartement 3/4 pièces de 80 m².': {},
      'T3/T4 à rénover.': {},
      'Appartement T3 | Ce 4 pièces vous séduira.': {},
      'De 2 à 5 pièces, à partir de 190 000 €.': {},
    },
  );
});

test('rooms are read for houses, not for land or parking', () => {
  assertReadings(
    ['unit.rooms'],
    { propertyType: 'HOUSE' },
    {
      'Maison 6 pièces avec jardin.': rooms(6),
      'Maison avec studio indépendant.': {},
      'Villa avec appartement d’amis T2.': {},
    },
  );
  assertReadings(['unit.rooms'], { propertyType: 'LAND' }, { 'Terrain pour une maison de 5 pièces.': {} });
  assertReadings(['unit.rooms'], { propertyType: 'PARKING' }, { 'Garage proche studio F2.': {} });
});
