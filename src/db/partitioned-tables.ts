import { DAY_MS } from '../lib/durations.ts';
import { firstIdAt } from '../lib/ids.ts';

/** A table of rows that are deleted by age. The rows of one period lie in one partition, which is dropped as a whole. */
export interface PartitionedTable {
  readonly table: string;
  /** A column of its primary key that has the time of a row: a moment, or an id that begins with one. */
  readonly column: string;
  /** The first value of the column at a moment. */
  firstValueAt(moment: Date): string;
  readonly periodMs: number;
}

const atMoment = (moment: Date): string => moment.toISOString();

/** The calls of a second. */
export const USAGE_SECOND: PartitionedTable = {
  table: 'usage_second',
  column: 'at',
  firstValueAt: atMoment,
  periodMs: DAY_MS,
};

/** Attempts go with their notification. */
export const DELIVERY_ATTEMPT: PartitionedTable = {
  table: 'delivery_attempt',
  column: 'event_notification_id',
  firstValueAt: firstIdAt,
  periodMs: 28 * DAY_MS,
};

/** Observations as received. */
export const RAW_BLOCK: PartitionedTable = {
  table: 'raw_block',
  column: 'block_id',
  firstValueAt: firstIdAt,
  periodMs: 7 * DAY_MS,
};

/** All of them: each has a default partition of this name, for rows of no other period. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [USAGE_SECOND, DELIVERY_ATTEMPT, RAW_BLOCK];

export const restOf = ({ table }: Pick<PartitionedTable, 'table'>): string => `${table}_rest`;
