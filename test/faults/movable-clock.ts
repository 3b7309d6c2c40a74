import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';
import { until, type WaitOptions } from './until.ts';

export type Span =
  | number
  | { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number };

interface Sleeper {
  /** In elapsed time, which a step of the wall clock does not change. */
  due: number;
  wake(): void;
}

/** A clock that stands still until a test moves it, and wakes its sleepers in due order. */
export class MovableClock implements Clock {
  readonly #sleepers: Sleeper[] = [];
  #wall: number;
  #elapsed = 0;
  #moving = false;

  constructor(start: Date | string = '2026-01-15T12:00:00Z') {
    this.#wall = instant(start);
  }

  now(): Date {
    return new Date(this.#wall);
  }

  monotonicMs(): number {
    return this.#elapsed;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    // A real timer of zero length ends by itself, so this one does not wait for the test.
    if (ms <= 0) return turn();
    await this.#asleepUntil(this.#elapsed + ms, signal);
  }

  /** The number of pending sleeps. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Waits (in real time) until `count` sleeps are pending: then code that did real I/O first can be woken. */
  asleep(count: number, patience: WaitOptions = {}): Promise<void> {
    const what = () => `${count} sleepers (there were ${this.sleeping})`;
    return until(() => this.sleeping >= count, { what, ...patience });
  }

  /** Moves forward, stopping at each sleeper that is due; the woken code runs, and may sleep again, before the next. */
  async advance(span: Span): Promise<void> {
    const by = milliseconds(span);
    if (!(by >= 0)) throw new RangeError('a clock advances forwards; set() steps it back');
    if (this.#moving) throw new Error('the clock is already moving: await the advance before');
    this.#moving = true;
    await this.#move(this.#elapsed + by);
    this.#moving = false;
  }

  /** Steps the wall clock either way while no time passes, as an operator or NTP does. */
  step(span: Span): void {
    this.#wall += milliseconds(span);
  }

  /**
   * A later time is reached as by advance(); an earlier one is a step back of the wall clock, which wakes no sleeper.
   */
  async set(to: Date | string): Promise<void> {
    const by = instant(to) - this.#wall;
    if (by < 0) this.#wall += by;
    else await this.advance(by);
  }

  async #move(until: number): Promise<void> {
    await turn();
    for (let next = this.#sleepers[0]; next && next.due <= until; next = this.#sleepers[0]) {
      this.#pass(next.due - this.#elapsed);
      next.wake();
      await turn();
    }
    this.#pass(until - this.#elapsed);
    await turn();
  }

  #pass(ms: number): void {
    this.#elapsed += ms;
    this.#wall += ms;
  }

  #asleepUntil(due: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        reject(signal?.reason);
      };
      const wake = () => {
        leave();
        resolve();
      };
      const sleeper = { due, wake };
      const later = this.#sleepers.findIndex((other) => other.due > due);
      this.#sleepers.splice(later === -1 ? this.#sleepers.length : later, 0, sleeper);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}

function milliseconds(span: Span): number {
  if (typeof span === 'number') return span;
  const { days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 } = span;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + ms;
}

function instant(time: Date | string): number {
  const ms = new Date(time).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`not a time: ${time}`);
  return ms;
}
