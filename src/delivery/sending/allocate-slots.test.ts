import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allocateSlots,
  ConcurrencyLimiter,
  type ConcurrencySlots,
  computeScanLimits,
  type DuePosition,
  MAX_CONCURRENT_ATTEMPTS,
} from './concurrency-limiter.ts';

const unlimited = { defaultSlots: 1_000, slotsById: new Map<string, number>() };
const slots = (given: Partial<ConcurrencySlots> = {}): ConcurrencySlots => ({
  lanes: [100, 100, 200, 1],
  destinations: unlimited,
  accounts: unlimited,
  ...given,
});

const position = (given: Partial<DuePosition>): DuePosition => ({
  destination: 'd1',
  lane: 0,
  account: 'a1',
  status: 'ACTIVE',
  firstDue: '2026-01-01T00:00:00Z',
  dueRows: 10,
  suspects: 0,
  ...given,
});

const allocatedRows = (positions: readonly DuePosition[], free: ConcurrencySlots): number[] => {
  const allocations = allocateSlots(positions, free);
  return positions.map((one) => allocations.find((found) => found.position === one)?.rows ?? 0);
};

test('a position gets no more than is due there, so that the slots it leaves go to the next ones', () => {
  const positions = [1, 3, 500].map((dueRows, at) => position({ destination: `d${at}`, dueRows }));
  assert.deepEqual(allocatedRows(positions, slots({ lanes: [50, 50, 50, 1] })), [1, 3, 46]);
});

test('a destination gets its own limit, or the default when nothing is known of it', () => {
  const destinations = {
    defaultSlots: 4,
    slotsById: new Map([
      ['known', 7],
      ['full', 0],
    ]),
  };
  const positions = ['known', 'full', 'unknown'].map((destination) => position({ destination }));
  assert.deepEqual(allocatedRows(positions, slots({ destinations })), [7, 0, 4]);
});

test('destinations of one account share the slots of the account', () => {
  const accounts = { defaultSlots: 12, slotsById: new Map([['busy', 3]]) };
  const positions = [
    position({ destination: 'd1' }),
    position({ destination: 'd2' }),
    position({ destination: 'd3', account: 'busy' }),
    position({ destination: 'd4', account: 'busy' }),
  ];
  assert.deepEqual(allocatedRows(positions, slots({ accounts })), [10, 2, 3, 0]);
});

test('neither lane uses the slots of the other, and both stay within the total', () => {
  const positions = [
    position({ lane: 0, dueRows: 90 }),
    position({ lane: 1, dueRows: 90 }),
    position({ destination: 'd2', lane: 0, dueRows: 90 }),
  ];
  assert.deepEqual(allocatedRows(positions, slots({ lanes: [20, 60, 70, 1] })), [20, 50, 0]);
});

test('one suspect at a time is claimed over all positions, on top of what else is due', () => {
  const positions = [
    position({ suspects: 1, dueRows: 2 }),
    position({ destination: 'd2', suspects: 1, dueRows: 0 }),
    position({ destination: 'd3', suspects: 1, dueRows: 1 }),
  ];
  const allocated = allocateSlots(positions, slots()).map(({ position: { destination }, rows, suspects }) => [
    destination,
    rows,
    suspects,
  ]);
  assert.deepEqual(allocated, [
    ['d1', 2, 1],
    ['d3', 1, 0],
  ]);
  assert.deepEqual(
    allocateSlots(positions, slots({ lanes: [9, 9, 9, 0] })).map(({ suspects }) => suspects),
    [0, 0],
  );
});

test('a suspended destination takes no events, only what is sent at any status', () => {
  const takesEvents = (status: DuePosition['status']) =>
    allocateSlots([position({ status })], slots())[0]?.takesEvents;
  assert.deepEqual([takesEvents('ACTIVE'), takesEvents('SUSPENDED')], [true, false]);
  assert.deepEqual(computeScanLimits(slots())?.eventStatuses, ['ACTIVE']);
});

test('a scan is limited by lane and passes over accounts without a slot, and does not run when there is none at all', () => {
  const accounts = {
    defaultSlots: 5,
    slotsById: new Map([
      ['full', 0],
      ['busy', 1],
    ]),
  };
  const limits = computeScanLimits(slots({ accounts, lanes: [0, 8, 9, 1] }));
  assert.deepEqual([limits?.excludedAccounts, limits?.rowsByLane, limits?.maxRows], [['full'], [0, 8], 8]);
  assert.equal(computeScanLimits(slots({ lanes: [10, 10, 0, 1] })), undefined);
  assert.equal(computeScanLimits(slots({ lanes: [0, 0, 10, 1] })), undefined);
});

test('a worker without running attempts fills all its slots from enough positions, and never more', () => {
  const positions = Array.from({ length: 200 }, (_, at) =>
    position({ destination: `d${at}`, account: `a${at}`, lane: at % 2 === 0 ? 0 : 1, dueRows: 64 }),
  );
  const rows = allocatedRows(positions, new ConcurrencyLimiter().freeSlots());
  assert.equal(
    rows.reduce((sum, count) => sum + count, 0),
    MAX_CONCURRENT_ATTEMPTS,
  );
});
