import type { SortDirection, SortField } from '../../catalogue/service-vocabularies.ts';

export interface SortOrder {
  field: SortField;
  direction: SortDirection;
}

/** Newest first by the content clock. */
export const NEWEST_FIRST: SortOrder = { field: 'UPDATED_AT', direction: 'DESC' };

/** A time in microseconds or a number; null when missing. Missing keys are last in both directions. */
export type SortKey = number | null;

/** The position of a row in an order, after which a cursor scan continues. */
export interface SortPosition {
  key: SortKey;
  id: string;
}

/** In this order: ties by id in the same direction, missing keys last in both directions. */
export function comparePositions({
  direction,
}: SortOrder): (one: SortPosition, other: SortPosition) => number {
  const compareKeys = compareSortKeys(direction);
  const sign = direction === 'DESC' ? -1 : 1;
  return (one, other) => {
    const difference = compareKeys(one.key, other.key);
    if (difference !== 0 || one.id === other.id) return difference;
    return one.id < other.id ? -sign : sign;
  };
}

export function compareSortKeys(direction: SortDirection): (one: SortKey, other: SortKey) => number {
  const sign = direction === 'DESC' ? -1 : 1;
  return (one, other) => {
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -sign : sign;
  };
}

const TIME_FIELDS: readonly SortField[] = ['CREATED_AT', 'UPDATED_AT'];

export const isTimeOrder = ({ field }: Pick<SortOrder, 'field'>): boolean => TIME_FIELDS.includes(field);
