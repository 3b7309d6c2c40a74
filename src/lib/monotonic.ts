/** Monotonic milliseconds, the same in every thread of a process: `performance.now()` starts at 0 in each. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
