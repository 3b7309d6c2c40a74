import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafAttributes } from '../../catalogue/paths.ts';
import { payloadSchema } from '../payload.ts';
import { claimMappings, memberOfClaim, UNMAPPED_MEMBERS } from './claim-mappings.ts';

const placeOf = (member: string) =>
  claimMappings.find((place) => place.member.join('.') === member)?.claim.join('.');

test('every member of a payload has its place in the claims, or is made apart', () => {
  const placed = new Set(claimMappings.map(({ member: [first] }) => first));
  const unplaced = Object.keys(payloadSchema.members).filter((name) => !placed.has(name));
  assert.deepEqual(unplaced.toSorted(), [...UNMAPPED_MEMBERS].toSorted());
});

test('a member stands where the document describes the same thing', () => {
  assert.equal(placeOf('area.living'), 'area.indoor.living');
  assert.equal(placeOf('balcony'), 'unit.balcony');
  assert.equal(placeOf('elevator'), 'amenities.elevator');
  assert.equal(placeOf('disabledAccess'), 'unit.disabledAccess');
  assert.equal(placeOf('heating'), 'unit.energy.heating');
  assert.equal(placeOf('buildingFloors'), 'building.floors');
  assert.equal(placeOf('condominiumFees'), 'pricing.sale.fees.condominium');
  assert.equal(placeOf('fees.condominium'), 'pricing.sale.fees.condominium');
  assert.equal(placeOf('rent'), 'pricing.rental.rent');
  assert.equal(placeOf('parking.total'), 'unit.parking.total');
  assert.equal(placeOf('parking.spaces'), 'amenities.parking.spaces');
  assert.equal(placeOf('transactionStatus'), 'transaction.status');
});

test('what no member can say is computed, located or of the building beside the unit', () => {
  const said = claimMappings.map(({ claim }) => `property.${claim.join('.')}`);
  const silent = leafAttributes
    .map(({ path }) => path as string)
    .filter((path) => path.startsWith('property.') && !path.startsWith('property.location'))
    .filter(
      (path) =>
        !said.some((place) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)),
    );
  assert.deepEqual(
    silent.filter((path) => !/\.unit$|^property\.(changes|pictures)/.test(path)),
    [
      'property.createdAt',
      'property.updatedAt',
      'property.expired',
      'property.building.condition',
      'property.building.energy.heating[].system',
      'property.building.energy.heating[].energyCarrier',
      'property.building.energy.heating[].collective',
      'property.amenities.disabledAccess',
      'property.pricing.pricePerArea',
      'property.pricing.spread.lowest',
      'property.pricing.spread.highest',
      'property.pricing.spread.adverts',
      'property.pricing.spreadPercent',
      'property.pricing.rental.fees.agency.amount',
      'property.pricing.rental.fees.agency.currency',
      'property.pricing.rental.fees.agency.percentage',
      'property.pricing.rental.fees.agency.paidBy',
    ],
  );
});

test('a place is called by the name a source uses', () => {
  assert.equal(memberOfClaim(['area', 'indoor', 'living']), 'area.living');
  assert.equal(memberOfClaim(['area', 'land', 'value']), 'area.land.value');
  assert.equal(memberOfClaim(['unit', 'rooms']), 'rooms');
});
