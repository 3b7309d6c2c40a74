import type { Server, ServerResponse } from 'node:http';

/** The requests of a client come one after the other, with short pauses. */
const MIN_QUIET_MS = 50;

/** Whether a server has open requests, or had some just now. Those that wait for a stored index leave it idle. */
export class OpenRequests {
  readonly #server: Server;
  readonly #waiting: () => number;
  #count = 0;
  #lastAt = -Infinity;

  constructor(server: Server, waiting: () => number = () => 0) {
    this.#server = server;
    this.#waiting = waiting;
    server.on('request', this.#open);
  }

  isServing = (): boolean => this.#count > this.#waiting() || performance.now() - this.#lastAt < MIN_QUIET_MS;

  stop(): void {
    this.#server.off('request', this.#open);
  }

  readonly #open = (_request: unknown, response: ServerResponse): void => {
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
      this.#lastAt = performance.now();
    });
  };
}
