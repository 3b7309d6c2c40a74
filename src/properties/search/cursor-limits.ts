import { HOUR_MS } from '../../lib/durations.ts';

/** How long a cursor scan may take from its start; past positions are stored for as long. */
export const CURSOR_LIFETIME_MS = 6 * HOUR_MS;

/** A recording transaction is much shorter. A longer one no longer delays the start of cursor scans. */
export const MAX_RECORDING_TX_MS = 60_000;
