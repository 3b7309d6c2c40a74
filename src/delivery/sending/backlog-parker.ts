import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { parkDestinationBacklog } from '../destinations/status-changes.ts';

/** Between two steps: parking must not slow down deliveries to other endpoints. */
const PAUSE_MS = 50;

export interface BacklogParkerParts {
  db: Database;
  clock: Clock;
  onFault: (error: unknown) => void;
}

/**
 * Parks the backlog of suspended destinations in small steps, each in turn, concurrently with claims and records. A
 * later claim finds what is left after a failure or the end of the process.
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
        // Behind the others: a set iterates in insertion order, including members added meanwhile.
        this.#destinations.add(id);
        await pause(PAUSE_MS);
      } catch (error) {
        onFault(error);
      }
    }
  }
}
