/** A service has been asked the like before: code that runs often is compiled meanwhile. Both engines are asked for as long. */
export const WARM_MS = 15_000;
/** One round is over too soon to tell. */
export const TIMED_ROUNDS = 3;
