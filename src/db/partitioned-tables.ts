import { DAY_MS } from '../lib/durations.ts';
import { firstIdAt } from '../lib/ids.ts';

/** A table of history. The rows of one period lie in one partition, which is dropped as a whole where age deletes them. */
export interface PartitionedTable {
  readonly table: string;
  /** A column of its primary key that has the time of a row: a moment, or an id that begins with one. */
  readonly column: string;
  /** The first value of the column at a moment. */
  firstValueAt(moment: Date): string;
  readonly periodMs: number;
  /** Partitions exist this many periods ahead: while no worker runs, rows of later ones go to the default partition. */
  readonly periodsAhead: number;
}

const PERIODS_AHEAD = 3;

const atMoment = (moment: Date): string => moment.toISOString();

/** The calls of a second. */
export const USAGE_SECOND: PartitionedTable = {
  table: 'usage_second',
  column: 'at',
  firstValueAt: atMoment,
  periodMs: DAY_MS,
  periodsAhead: PERIODS_AHEAD,
};

/** Attempts go with their notification. */
export const DELIVERY_ATTEMPT: PartitionedTable = {
  table: 'delivery_attempt',
  column: 'event_notification_id',
  firstValueAt: firstIdAt,
  periodMs: 28 * DAY_MS,
  periodsAhead: PERIODS_AHEAD,
};

/** Observations as received. */
export const RAW_BLOCK: PartitionedTable = {
  table: 'raw_block',
  column: 'block_id',
  firstValueAt: firstIdAt,
  periodMs: 7 * DAY_MS,
  periodsAhead: PERIODS_AHEAD,
};

/** Which observation is in which block, by when it was made. */
export const RAW_OBSERVATION: PartitionedTable = {
  table: 'raw_observation',
  column: 'observed_at',
  firstValueAt: atMoment,
  periodMs: 7 * DAY_MS,
  periodsAhead: PERIODS_AHEAD,
};

/** Events of alerts, by the revision that raised them: the key that refuses a second one has it. */
export const ALERT_EVENT: PartitionedTable = {
  table: 'alert_event',
  column: 'revision_id',
  firstValueAt: firstIdAt,
  periodMs: 28 * DAY_MS,
  periodsAhead: PERIODS_AHEAD,
};

/** Revisions of properties. They are never deleted by age; a read of one property looks into every partition. */
export const PROPERTY_CHANGE: PartitionedTable = {
  table: 'property_change',
  column: 'revision_id',
  firstValueAt: firstIdAt,
  periodMs: 364 * DAY_MS,
  periodsAhead: 1,
};

/** All of them: each has a default partition of this name, for rows of no other period. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  USAGE_SECOND,
  DELIVERY_ATTEMPT,
  RAW_BLOCK,
  RAW_OBSERVATION,
  ALERT_EVENT,
  PROPERTY_CHANGE,
];

export const restOf = ({ table }: Pick<PartitionedTable, 'table'>): string => `${table}_rest`;
