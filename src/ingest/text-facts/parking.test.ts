import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;
const total = (count: number) => ({ 'unit.parking.total': count });
const spots = (count: number, spot: object) => ({
  ...total(count),
  'unit.parking.spots': Array(count).fill(spot),
});

test('parking spaces are counted and told apart', () => {
  assertReadings(['unit.parking'], flat, {
    'Une place de parking complète ce bien.': total(1),
    'Deux places de parking.': total(2),
    'Un garage fermé.': spots(1, { type: 'GARAGE' }),
    'Garage double.': spots(2, { type: 'GARAGE' }),
    'Parking en sous-sol.': spots(1, { type: 'UNDERGROUND' }),
    '2 places de stationnement extérieures.': spots(2, { type: 'OUTDOOR' }),
    'T3 avec balcon et parking | Un parking privatif.': total(1),
    'Box fermé en sous-sol.': spots(1, { type: 'UNDERGROUND', box: true }),
    'Garage pour 2 voitures.': spots(2, { type: 'GARAGE' }),
    'Sans parking.': total(0),
    'Pas de place de stationnement.': total(0),
  });
});

test('the street, a possibility or two kinds at once give no count', () => {
  assertReadings(['unit.parking'], flat, {
    'Parking public à proximité.': {},
    'Stationnement facile dans le quartier.': {},
    'Possibilité de louer un parking.': {},
    'Parking en sus.': {},
    'Garage en option.': {},
    'Un garage et une place de parking extérieure.': {},
    'Une place de parking. Deux places de parking.': {},
    'Parkings à proximité.': {},
    'Le stationnement se fait dans la rue.': {},
    'Garage ou parking pour chaque lot.': {},
    'À 5 min du parking relais.': {},
    'Parking disponible en location.': {},
  });
});
