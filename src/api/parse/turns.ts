import { setImmediate } from 'node:timers/promises';

/** Work in steps: between two of them, others may have the event loop. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Each step in a turn of the event loop of its own, so that the loop stands still for the longest step only. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

/** The first immediate may run before timers and I/O of others had their turn; what it schedules runs after them. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
