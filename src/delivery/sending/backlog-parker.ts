import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { parkDestinationBacklog } from '../destinations/status-changes.ts';

/** Between two steps: what waits for an endpoint that is down must not slow down what goes to the others. */
const PAUSE_MS = 50;

export interface BacklogParkerParts {
  db: Database;
  clock: Clock;
  onFault: (error: unknown) => void;
}

/**
 * Holds what waits for suspended destinations, each in turn and little by little, beside the claims and the records. What is left when
 * it fails, or when the process ends, is found again by a later claim.
 */
export class BacklogParker {
  readonly #parts: BacklogParkerParts;
  readonly #destinations = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(parts: BacklogParkerParts) {
    this.#parts = parts;
  }

  park(destinations: readonly string[]): void {
    for (const id of destinations) this.#destinations.add(id);
    if (this.#destinations.size === 0) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async drain(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { db, clock, onFault } = this.#parts;
    for (const id of this.#destinations) {
      this.#destinations.delete(id);
      try {
        if (!(await parkDestinationBacklog(db, clock, id))) continue;
        // Behind the others: a set is walked in the order its members came, also those that come meanwhile.
        this.#destinations.add(id);
        await pause(PAUSE_MS);
      } catch (error) {
        onFault(error);
      }
    }
  }
}
