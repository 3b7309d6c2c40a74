import type { Clock } from '../../lib/clock.ts';

/** Between two beats of the meter. */
export const BEAT_INTERVAL_MS = 50;
/** A shorter delay of a beat is usual on a busy machine, and delays no reply noticeably. */
const MIN_STALL_MS = 50;
/** Of the time of a call. When our own stalls took more, a timeout says nothing about the endpoint. */
const MAX_STALLED_RATIO = 0.1;

/**
 * Measures how long this thread could not run: a timer beats at fixed intervals, and what a beat is late is a stall.
 * The cause may be our own code, a busy machine, or a process that was stopped. Without a timer it measures nothing.
 */
export class StallMeter {
  readonly #clock: Clock;
  #beatAtMs: number | undefined;
  #stalledMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(): void {
    this.beat();
    this.#timer ??= setInterval(() => this.beat(), BEAT_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stalledMs = this.stalledMs();
    this.#beatAtMs = undefined;
  }

  beat(): void {
    this.#stalledMs = this.stalledMs();
    this.#beatAtMs = this.#clock.monotonicMs();
  }

  /** All stalls so far; the one that just ends is among them before its beat. */
  stalledMs(): number {
    if (this.#beatAtMs === undefined) return this.#stalledMs;
    const lateMs = this.#clock.monotonicMs() - this.#beatAtMs - BEAT_INTERVAL_MS;
    return this.#stalledMs + (lateMs >= MIN_STALL_MS ? lateMs : 0);
  }
}

/** Whether a call that timed out after `tookMs` lost too much of that time to stalls of this process. */
export const isOwnTimeout = ({ tookMs, stalledMs }: { tookMs: number; stalledMs: number }): boolean =>
  stalledMs > tookMs * MAX_STALLED_RATIO;
