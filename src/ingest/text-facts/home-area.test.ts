import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT' } as const;
const paths = ['area.displayed', 'area.indoor'];
const shown = (area: number) => ({ 'area.displayed': area });
const carrez = (value: number) => ({ 'area.indoor.legal': { value, law: 'CARREZ' } });

test('the area of the home is read next to its noun', () => {
  assertReadings(paths, flat, {
    'Appartement de 65 m² au calme.': shown(65),
    'Appartement 3 pièces 65 m² | Proche gare.': shown(65),
    'T3 de 62,4 m² entièrement rénové.': shown(62.4),
    'T3 150 m² | Grand volume.': shown(150),
    'Ce bel appartement lumineux d’environ 80 m² vous séduira.': shown(80),
    'Studio d’une superficie de 22 m2.': shown(22),
    'Surface habitable : 65,20 m².': { 'area.indoor.living': 65.2 },
    '120 m² habitables sur deux niveaux.': { 'area.indoor.living': 120 },
    'Appartement de 65,20 m2 Carrez.': { ...shown(65.2), ...carrez(65.2) },
    'Superficie loi Carrez : 48,75 m².': carrez(48.75),
    '54 m² (loi Carrez) traversant.': carrez(54),
    '54,18m² loi Carrez (62m² au sol).': carrez(54.18),
    'Appartement 65 m² | T3 de 65,3 m² avec balcon.': shown(65.3),
    'Duplex de 90 mètres carrés.': shown(90),
    'Location T2 de 41 m² disponible en mars.': shown(41),
  });
});

test('the area of a room, a terrace or a plot is not that of the home', () => {
  assertReadings(
    paths,
    { propertyType: 'HOUSE' },
    {
      'Séjour de 30 m² ouvert sur terrasse de 20 m².': {},
      'Appartement avec terrasse de 40 m².': {},
      'Maison sur 500 m² de terrain.': {},
      'Maison sur un terrain de 800 m².': {},
      'Terrasse d’une surface de 12 m².': {},
      'Chambre de 12 m², cuisine de 9 m².': {},
      'Maison avec garage de 25 m².': {},
      'Prix au m² attractif : 4 500 €/m².': {},
      'Possibilité d’agrandissement de 40 m².': {},
      'À 300 m des plages.': {},
      'Maison 120 m² sur 600 m² de terrain | Belle maison.': shown(120),
      'Villa de 140 m² avec piscine et jardin de 900 m².': shown(140),
      'Maison d’amis de 40 m².': {},
      'Villa avec appartement indépendant de 40 m².': {},
      'Pièce de vie de 45 m² avec cheminée.': {},
      '90 m² au sol sous combles.': {},
    },
  );
});

test('a range or two different areas give none', () => {
  assertReadings(paths, flat, {
    'Appartements de 45 à 80 m² dans une résidence neuve.': {},
    'Appartement de 65 m² | Appartement de 72 m².': {},
  });
});
