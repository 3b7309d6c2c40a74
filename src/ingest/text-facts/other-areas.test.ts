import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

test('areas of terrace, balcony and garden are read, that of the plot is not', () => {
  assertReadings(
    ['area.outdoor', 'area.land'],
    { propertyType: 'HOUSE' },
    {
      'Terrasse de 20 m² exposée sud.': { 'area.outdoor.terrace': 20 },
      'Belle terrasse ensoleillée d’environ 15 m².': { 'area.outdoor.terrace': 15 },
      '12 m² de balcon filant.': { 'area.outdoor.balcony': 12 },
      'Jardin clos et arboré de 300 m².': { 'area.outdoor.garden': 300 },
      'Maison de 120 m² sur un terrain de 1 200 m².': {},
      'Jardin et terrasse de 20 m².': { 'area.outdoor.terrace': 20 },
      'Deux hectares de vignes.': {},
      'Maison sur un terrain arboré, séjour de 40 m².': {},
      'Vue sur un jardin de 2 000 m².': {},
      'Terrasse commune de 60 m².': {},
      'Terrasse de 20 m² et terrasse de 8 m².': {},
    },
  );
});
