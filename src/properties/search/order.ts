import type { SortDirection, SortField } from '../../catalogue/service-vocabularies.ts';

export interface SortOrder {
  field: SortField;
  direction: SortDirection;
}

/** Newest first by the content clock. */
export const NEWEST_FIRST: SortOrder = { field: 'UPDATED_AT', direction: 'DESC' };

/** Where a row stands in an order: a moment in microseconds or a figure, null while it is not known. Unknown comes last either way. */
export type SortKey = number | null;

/** A row's place, by which a walk goes on after it. */
export interface SortPosition {
  key: SortKey;
  id: string;
}

const TIME_FIELDS: readonly SortField[] = ['CREATED_AT', 'UPDATED_AT'];

export const isTimeOrder = ({ field }: SortOrder): boolean => TIME_FIELDS.includes(field);
