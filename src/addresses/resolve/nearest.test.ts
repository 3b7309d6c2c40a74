import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DistrictHabits,
  denseDistrict,
  metresEast,
  metresNorth,
  normal,
} from '../../../test/support/dense-district.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { pickNearest } from './nearest.ts';

function highAnswers(habits: DistrictHabits, errorMetres: number): { answers: number; right: number } {
  const { buildings, inBase } = denseDistrict(habits);
  const random = seededRandom(habits.seed + 1);
  let [answers, right] = [0, 0];
  for (const building of buildings) {
    const point = {
      longitude: building.longitude + metresEast(errorMetres * normal(random)),
      latitude: building.latitude + metresNorth(errorMetres * normal(random)),
    };
    const found = pickNearest({ point, accuracy: 'PRECISE' }, inBase);
    if (found?.band !== 'HIGH') continue;
    answers += 1;
    if (found.address === building) right += 1;
  }
  return { answers, right };
}

for (const errorMetres of [2, 5])
  test(`HIGH names the right address 98 times of 100 where the base lacks buildings, points ${errorMetres} m off`, () => {
    let [answers, right] = [0, 0];
    for (const spacing of [
      [8, 18],
      [15, 30],
      [25, 50],
    ] as const)
      for (let seed = 1; seed <= 10; seed += 1) {
        const district = highAnswers({ seed, spacing, streetWidth: 14, missingShare: 0.125 }, errorMetres);
        answers += district.answers;
        right += district.right;
      }
    assert.ok(answers > 50, `${answers} answers are HIGH`);
    assert.ok(right / answers >= 0.98, `${right} of ${answers}`);
  });

const door = (number: number, east: number) => ({
  number,
  suffix: '',
  street: 'Rue des Lilas',
  postalCode: '69001',
  cityCode: '69381',
  longitude: 4.85 + metresEast(east),
  latitude: 45.75,
});
const at = (east: number) => ({
  point: { longitude: 4.85 + metresEast(east), latitude: 45.75 },
  accuracy: 'PRECISE',
});

test('the neighbour of a building that the base lacks is only a probable address', () => {
  const around = [door(8, -20), door(10, 0), door(12, 20), door(16, 60)];
  assert.equal(pickNearest(at(1), around)?.band, 'HIGH');
  assert.equal(pickNearest(at(-19), around)?.band, 'MEDIUM', 'the street may go on before number 8');
  assert.equal(pickNearest(at(35), around)?.band, 'MEDIUM', 'number 14 is missing');
  assert.equal(pickNearest(at(21), around)?.band, 'MEDIUM', 'beside the missing number');
});

test('a listing that states street and number decides whether the nearest address is its own', () => {
  const around = [door(10, 0), door(12, 8)];
  const stated = (houseNumber: string) => ({ ...at(5), addressWords: 'rue des lilas', houseNumber });
  assert.equal(pickNearest(at(5), around)?.band, 'MEDIUM');
  assert.equal(pickNearest(stated('12'), around)?.band, 'HIGH');
  assert.equal(pickNearest(stated('14'), around)?.band, 'MEDIUM');
});
