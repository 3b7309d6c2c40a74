import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeListing } from '../../test/fixtures/listing-states.ts';
import type { Claims } from '../properties/listing-state.ts';
import { buildFeature } from './feature.ts';

const featureOf = (claims: Claims) => buildFeature(madeListing(claims));

test('an area that its rooms contradict tenfold has lost its decimal point', () => {
  const area = (displayed: number, rooms: number, propertyType: Claims['propertyType'] = 'FLAT') =>
    featureOf({ propertyType, area: { displayed, unit: 'SQM' }, unit: { rooms } }).area;
  assert.equal(area(572, 4), 57.2);
  assert.equal(area(1536, 6, 'HOUSE'), 153.6);
  assert.equal(area(120, 1), 120, 'a loft');
  assert.equal(area(450, 8, 'HOUSE'), 450, 'a manor');
  assert.equal(area(572, 4, 'BUILDING'), 572);
  assert.equal(featureOf({ propertyType: 'FLAT', area: { displayed: 572, unit: 'SQM' } }).area, 572);
  assert.equal(
    featureOf({ propertyType: 'FLAT', area: { displayed: 572, unit: 'SQM' }, unit: { bedrooms: 2 } }).area,
    57.2,
  );
});

test('a floor above the roof of its own building is a slip', () => {
  const floor = (floor: number, floors: number) =>
    featureOf({ propertyType: 'FLAT', unit: { floor }, building: { floors } }).floor;
  assert.equal(floor(7, 3), undefined);
  assert.equal(floor(4, 3), 4, 'some count the ground floor');
  assert.equal(floor(0, 3), 0);
});

test('a quarter that a text names is read with the small words inside its name', () => {
  const quarter = (description: string) => featureOf({ body: { description } }).neighbourhood;
  assert.equal(quarter('Quartier Jardin des Plantes, au calme.'), 'jardin des plantes');
  assert.equal(quarter('Situé dans le quartier de la Croix Blanche au deuxième étage'), 'croix blanche');
  assert.equal(quarter('Quartier Saint-Michel et commerces'), 'saint michel');
  assert.equal(quarter("Beau quartier de l'Île de Nantes"), 'ile de nantes');
});

test('a rent that states its charges is known with and without them', () => {
  const other = (includesCharges: boolean | undefined, amount = 50) =>
    featureOf({
      transaction: { type: 'RENT' },
      pricing: {
        displayed: 800,
        rental: {
          rent: includesCharges === undefined ? {} : { includesCharges },
          fees: { charges: { amount } },
        },
      },
    }).net;
  assert.equal(other(true), 750);
  assert.equal(other(false), 850);
  assert.equal(other(undefined), undefined);
  assert.equal(other(true, 0), undefined);
});
