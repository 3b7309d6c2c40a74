/** Milliseconds that only grow, told alike by every thread of a process: `performance.now()` begins anew in each. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
