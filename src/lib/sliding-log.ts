/** Exact moving-window counting in one process: the moments of the last `permitted` events of each subject. */
export class SlidingLog {
  readonly #permitted: number;
  readonly #windowMs: number;
  readonly #mostSubjects: number;
  readonly #moments = new Map<string, number[]>();

  constructor(settings: { permitted: number; windowMs: number; mostSubjects: number }) {
    this.#permitted = settings.permitted;
    this.#windowMs = settings.windowMs;
    this.#mostSubjects = settings.mostSubjects;
  }

  /** Whether there is room now, without using it. */
  hasRoom(subject: string, nowMs: number): boolean {
    return this.#recent(subject, nowMs).length < this.#permitted;
  }

  admit(subject: string, nowMs: number): { admitted: boolean; remaining: number; retryInMs: number } {
    const recent = this.#recent(subject, nowMs);
    const admitted = recent.length < this.#permitted;
    if (admitted) this.#remember(subject, recent, nowMs);
    const oldest = recent[0] ?? nowMs;
    return {
      admitted,
      remaining: this.#permitted - recent.length,
      retryInMs: oldest + this.#windowMs - nowMs,
    };
  }

  #recent(subject: string, nowMs: number): number[] {
    const moments = this.#moments.get(subject) ?? [];
    while (moments[0] !== undefined && moments[0] <= nowMs - this.#windowMs) moments.shift();
    return moments;
  }

  /** Keeps subjects in order of last use, so that the one forgotten under pressure is the quietest. */
  #remember(subject: string, recent: number[], nowMs: number): void {
    recent.push(nowMs);
    this.#moments.delete(subject);
    this.#moments.set(subject, recent);
    const [quietest] = this.#moments.keys();
    if (this.#moments.size > this.#mostSubjects && quietest !== undefined) this.#moments.delete(quietest);
  }
}
