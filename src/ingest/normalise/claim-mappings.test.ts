import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafAttributes } from '../../catalogue/paths.ts';
import { payloadSchema } from '../payload.ts';
import { claimMappings, memberOfClaim, UNMAPPED_MEMBERS } from './map-claims.ts';

const claimOf = (member: string) =>
  claimMappings.find((mapping) => mapping.member.join('.') === member)?.claim.join('.');

test('every member of a payload is mapped to a claim or listed as unmapped', () => {
  const mapped = new Set(claimMappings.map(({ member: [first] }) => first));
  const unmapped = Object.keys(payloadSchema.members).filter((name) => !mapped.has(name));
  assert.deepEqual(unmapped.toSorted(), [...UNMAPPED_MEMBERS].toSorted());
});

test('a member is mapped to the path of its node in the document', () => {
  assert.equal(claimOf('area.living'), 'area.indoor.living');
  assert.equal(claimOf('balcony'), 'unit.balcony');
  assert.equal(claimOf('elevator'), 'amenities.elevator');
  assert.equal(claimOf('disabledAccess'), 'unit.disabledAccess');
  assert.equal(claimOf('heating'), 'unit.energy.heating');
  assert.equal(claimOf('buildingFloors'), 'building.floors');
  assert.equal(claimOf('condominiumFees'), 'pricing.sale.fees.condominium');
  assert.equal(claimOf('fees.condominium'), 'pricing.sale.fees.condominium');
  assert.equal(claimOf('rent'), 'pricing.rental.rent');
  assert.equal(claimOf('parking.total'), 'unit.parking.total');
  assert.equal(claimOf('parking.spaces'), 'amenities.parking.spaces');
  assert.equal(claimOf('transactionStatus'), 'transaction.status');
});

test('attributes without a payload member are computed, located or implied', () => {
  const mapped = claimMappings.map(({ claim }) => `property.${claim.join('.')}`);
  const unmapped = leafAttributes
    .map(({ path }) => path as string)
    .filter((path) => path.startsWith('property.') && !path.startsWith('property.location'))
    .filter(
      (path) =>
        !mapped.some(
          (claim) => path === claim || path.startsWith(`${claim}.`) || path.startsWith(`${claim}[`),
        ),
    );
  assert.deepEqual(
    unmapped.filter((path) => !/\.unit$|^property\.(changes|pictures)/.test(path)),
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
      'property.valuation.value',
      'property.valuation.low',
      'property.valuation.high',
      'property.valuation.confidence',
      'property.valuation.deviationPercent',
      'property.valuation.valuedAt',
    ],
  );
});

test('a claim path is named by its payload member', () => {
  assert.equal(memberOfClaim(['area', 'indoor', 'living']), 'area.living');
  assert.equal(memberOfClaim(['area', 'land', 'value']), 'area.land.value');
  assert.equal(memberOfClaim(['unit', 'rooms']), 'rooms');
});
