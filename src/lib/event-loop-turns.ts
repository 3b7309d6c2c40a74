import { setImmediate } from 'node:timers/promises';

const MAX_TURN_MS = 10;

/**
 * Gives way to timers and I/O of others. Work that only awaits microtasks, such as reading a feed that is in memory, holds the event
 * loop until it ends: 1 MiB of short lines took 10 s.
 */
export class EventLoopTurns {
  #began = performance.now();

  /** Undefined while the turn is short: an await for each of a million lines would take longer than their parsing. */
  giveWay(): Promise<void> | undefined {
    return performance.now() - this.#began < MAX_TURN_MS ? undefined : this.#nextTurn();
  }

  /** The first immediate may run before timers and I/O of others; what it schedules runs after them. */
  async #nextTurn(): Promise<void> {
    await setImmediate();
    await setImmediate();
    this.#began = performance.now();
  }
}
