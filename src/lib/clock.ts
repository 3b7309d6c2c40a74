/** Time is an argument: everything that asks "when" is given a clock, so tests may move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
