/** Warm-up: frequent code is compiled meanwhile. Both engines are warmed up for as long. */
export const WARM_MS = 15_000;
/** One round is too short for a figure. */
export const TIMED_ROUNDS = 3;
