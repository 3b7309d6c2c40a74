/** Exact moving-window counting in one process: the moments of the last `permitted` events of each subject. */
export class SlidingWindowLog {
  readonly #maxEvents: number;
  readonly #windowMs: number;
  readonly #maxSubjects: number;
  readonly #eventTimes = new Map<string, number[]>();

  constructor(settings: { permitted: number; windowMs: number; mostSubjects: number }) {
    this.#maxEvents = settings.permitted;
    this.#windowMs = settings.windowMs;
    this.#maxSubjects = settings.mostSubjects;
  }

  /** Whether there is room now, without using it. */
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

  /** Keeps subjects in order of last use, so that the one forgotten under pressure is the quietest. */
  #record(subject: string, recent: number[], nowMs: number): void {
    recent.push(nowMs);
    this.#eventTimes.delete(subject);
    this.#eventTimes.set(subject, recent);
    const [quietest] = this.#eventTimes.keys();
    if (this.#eventTimes.size > this.#maxSubjects && quietest !== undefined)
      this.#eventTimes.delete(quietest);
  }
}
