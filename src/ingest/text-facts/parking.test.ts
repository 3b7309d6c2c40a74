import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const total = (count: number) => ({ 'unit.parking.total': count });
/** A space that is known, however many there are. */
const one = (spot: object = {}) => ({ 'unit.parking.spots': [spot] });
const several = (count: number, spot: object = {}) => ({
  ...total(count),
  'unit.parking.spots': Array(count).fill(spot),
});

test('parking spaces are known by their kind, and counted where several are', () => {
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

test('how many cars a house has room for is not told by its garage', () => {
  assertReadings(
    ['unit.parking'],
    { propertyType: 'HOUSE', transactionType: 'SELL' },
    {
      'Un garage double.': one({ type: 'GARAGE' }),
      'Deux carports.': one({ type: 'COVERED' }),
    },
  );
});

test('a garage and a space in the open are two', () => {
  assertReadings(['unit.parking'], flat, {
    'Un garage et une place de parking extérieure.': {
      'unit.parking.spots': [{ type: 'GARAGE' }, { type: 'OUTDOOR' }],
    },
  });
});

test('the street or a possibility is no parking', () => {
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
