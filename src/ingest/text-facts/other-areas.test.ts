import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const paths = ['area.outdoor', 'area.land'];
const land = (value: number) => ({ 'area.land': { value, unit: 'SQM' } });

test('areas of terrace, balcony, garden and plot are read', () => {
  assertReadings(
    paths,
    { propertyType: 'HOUSE' },
    {
      'Terrasse de 20 m² exposée sud.': { 'area.outdoor.terrace': 20 },
      'Belle terrasse ensoleillée d’environ 15 m².': { 'area.outdoor.terrace': 15 },
      '12 m² de balcon filant.': { 'area.outdoor.balcony': 12 },
      'Jardin clos et arboré de 300 m².': { 'area.outdoor.garden': 300 },
      'Maison de 120 m² sur un terrain de 1 200 m².': land(1200),
      'Sur 850 m² de terrain arboré.': land(850),
      'Parcelle constructible de 1.500 m².': land(1500),
      'Terrain d’1,5 ha.': land(15_000),
      'Jardin et terrasse de 20 m².': { 'area.outdoor.terrace': 20 },
      'Terrain de 1,5 ha avec puits.': land(15_000),
      'Deux hectares de vignes.': {},
      'Maison sur un terrain arboré, séjour de 40 m².': {},
      'Vue sur un jardin de 2 000 m².': {},
      'Terrasse commune de 60 m².': {},
      'Terrasse de 20 m² et terrasse de 8 m².': {},
      'Possibilité d’acquérir un terrain de 400 m².': {},
    },
  );
});
