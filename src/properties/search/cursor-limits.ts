import { HOUR_MS } from '../../lib/durations.ts';

/** How long after its start a walk may go on: for so long past places are kept. */
export const CURSOR_LIFETIME_MS = 6 * HOUR_MS;

/** A transaction that writes is over long before: one that takes longer does not hold the start of walks back any further. */
export const MAX_RECORDING_TX_MS = 60_000;
