import { lowerBound } from '../../../lib/lower-bound.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { type Bitmap, createBitmap } from './bitmap-cache.ts';
import { mapCellKeyAt } from './map-cells.ts';
import type { OpenSegment } from './open-segment.ts';

interface ChangedCells {
  /** By map cell: 1 when one of its rows has a tombstone. */
  readonly flags: Uint8Array;
  /** The tombstones in the flags. */
  readonly known: Bitmap;
  count: number;
}

const changedBySegment = new WeakMap<OpenSegment, ChangedCells>();

/** The map cells with tombstones, whose sums no longer hold. Only new tombstones are looked up. */
export function changedCells(view: OpenSegment): Uint8Array {
  const { segment, tombstones, tombstoneCount } = view;
  let changed = changedBySegment.get(view);
  if (changed === undefined) {
    const flags = new Uint8Array(segment.mapCells.keys.length);
    changed = { flags, known: createBitmap(segment.count), count: 0 };
    changedBySegment.set(view, changed);
  }
  const { flags, known } = changed;
  if (changed.count === tombstoneCount) return flags;
  for (let word = 0; word < tombstones.length; word += 1) {
    const added = (tombstones[word] as number) & ~(known[word] as number);
    for (let left = added; left !== 0; left &= left - 1) {
      const cell = findCell(view, word * 32 + 31 - Math.clz32(left & -left));
      if (cell !== undefined) flags[cell] = 1;
    }
    known[word] = tombstones[word] as number;
  }
  changed.count = tombstoneCount;
  return flags;
}

function findCell(view: OpenSegment, row: number): number | undefined {
  const { keys } = view.segment.mapCells;
  const [longitude, latitude] = [PLACE_COLUMNS.longitude, PLACE_COLUMNS.latitude].map(
    (name) => view.numericValues(name)[row] as number,
  ) as [number, number];
  if (!(longitude < 180 && latitude < 90)) return undefined;
  return lowerBound(keys, mapCellKeyAt(longitude, latitude));
}
