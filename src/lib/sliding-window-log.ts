/** An exact sliding window in one process: the times of the last `permitted` events of each subject. */
export class SlidingWindowLog {
  readonly #maxEvents: number;
  readonly #windowMs: number;
  readonly #maxSubjects: number;
  readonly #eventTimes = new Map<string, number[]>();

  constructor(settings: { permitted: number; windowMs: number; maxSubjects: number }) {
    this.#maxEvents = settings.permitted;
    this.#windowMs = settings.windowMs;
    this.#maxSubjects = settings.maxSubjects;
  }

  /** Whether an event would be admitted now; it is not counted. */
  hasCapacity(subject: string, nowMs: number): boolean {
    return this.#recent(subject, nowMs).length < this.#maxEvents;
  }

  admit(subject: string, nowMs: number): { admitted: boolean; remaining: number; retryInMs: number } {
    const recent = this.#recent(subject, nowMs);
    const admitted = recent.length < this.#maxEvents;
    if (admitted) this.#record(subject, recent, nowMs);
    const oldest = recent[0] ?? nowMs;
    return {
      admitted,
      remaining: this.#maxEvents - recent.length,
      retryInMs: oldest + this.#windowMs - nowMs,
    };
  }

  #recent(subject: string, nowMs: number): number[] {
    const moments = this.#eventTimes.get(subject) ?? [];
    while (moments[0] !== undefined && moments[0] <= nowMs - this.#windowMs) moments.shift();
    return moments;
  }

  /** Subjects are in order of last use: the least recently used one is evicted. */
  #record(subject: string, recent: number[], nowMs: number): void {
    recent.push(nowMs);
    this.#eventTimes.delete(subject);
    this.#eventTimes.set(subject, recent);
    const [quietest] = this.#eventTimes.keys();
    if (this.#eventTimes.size > this.#maxSubjects && quietest !== undefined)
      this.#eventTimes.delete(quietest);
  }
}
