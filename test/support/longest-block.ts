/** CPU time of this thread so far, in ms: unlike wall time it does not grow while others use the core. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest CPU time of this thread between two turns of the event loop: a busy machine does not lengthen it. */
export class LongestBlock {
  ms = 0;
  #last = threadCpuMs();
  readonly #watch = setInterval(() => this.#measure(), 1);

  reset(): void {
    this.ms = 0;
    this.#last = threadCpuMs();
  }

  stop(): void {
    clearInterval(this.#watch);
  }

  #measure(): void {
    const now = threadCpuMs();
    this.ms = Math.max(this.ms, now - this.#last);
    this.#last = now;
  }
}

export async function measureLongestBlock(work: () => Promise<void>): Promise<number> {
  const block = new LongestBlock();
  try {
    await work();
  } finally {
    block.stop();
  }
  return block.ms;
}
