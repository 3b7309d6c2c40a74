const HOUR_MS = 3_600_000;

/** How long after its start a walk may go on: for so long past places are kept. */
export const WALK_LIFE_MS = 6 * HOUR_MS;

/**
 * A walk follows the order of this long before it began. A recording notes its moment a little before it commits: with the margin no
 * recording that a walk did not see at its start can have moved a row to a place that the walk takes for its own.
 */
export const WALK_MARGIN_MS = 60_000;
