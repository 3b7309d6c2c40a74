/** A service has been asked the like before: code that runs for the first time is compiled meanwhile. */
export const WARM_ROUNDS = 12;
/** One round is over too soon to tell. */
export const TIMED_ROUNDS = 3;
