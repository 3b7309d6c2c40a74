import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const total = (count: number) => ({ 'unit.parking.total': count });
/** One spot without a total. */
const one = (spot: object = {}) => ({ 'unit.parking.spots': [spot] });
const several = (count: number, spot: object = {}) => ({
  ...total(count),
  'unit.parking.spots': Array(count).fill(spot),
});

test('parking spaces are read with their type, and counted where there are several', () => {
  assertReadings(['unit.parking'], flat, {
    'Une place de parking complète ce bien.': one(),
    'Deux places de parking.': several(2),
    'Un garage fermé.': one({ type: 'GARAGE' }),
    'Garage double.': several(2, { type: 'GARAGE' }),
    'Parking en sous-sol.': one({ type: 'UNDERGROUND' }),
    '2 places de stationnement extérieures.': several(2, { type: 'OUTDOOR' }),
    'T3 avec balcon et parking | Un parking privatif.': one(),
    'Box fermé en sous-sol.': one({ type: 'UNDERGROUND', box: true }),
    'Garage pour 2 voitures.': several(2, { type: 'GARAGE' }),
    'Une place de parking. Deux places de parking.': one(),
    'Un garage et une place de parking en sous-sol.': one(),
    'Sans parking.': total(0),
    'Pas de place de stationnement.': total(0),
  });
});

test('the garage of a house gives no total', () => {
  assertReadings(
    ['unit.parking'],
    { propertyType: 'HOUSE', transactionType: 'SELL' },
    {
      'Un garage double.': one({ type: 'GARAGE' }),
      'Deux carports.': one({ type: 'COVERED' }),
    },
  );
});

test('a garage and an outdoor space are two spots', () => {
  assertReadings(['unit.parking'], flat, {
    'Un garage et une place de parking extérieure.': {
      'unit.parking.spots': [{ type: 'GARAGE' }, { type: 'OUTDOOR' }],
    },
  });
});

test('street parking and options are not read', () => {
  assertReadings(['unit.parking'], flat, {
    'Parking public à proximité.': {},
    'Stationnement facile dans le quartier.': {},
    'Possibilité de louer un parking.': {},
    'Parking en sus.': {},
    'Garage en option.': {},
    'Parkings à proximité.': {},
    'Le stationnement se fait dans la rue.': {},
    'Garage ou parking pour chaque lot.': {},
    'À 5 min du parking relais.': {},
    'Parking disponible en location.': {},
  });
});
