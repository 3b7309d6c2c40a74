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

const TIME_FIELDS: readonly SortField[] = ['CREATED_AT', 'UPDATED_AT'];

export const isTimeOrder = ({ field }: SortOrder): boolean => TIME_FIELDS.includes(field);
