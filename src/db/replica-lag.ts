/** A position of the primary's log, and a time of its clock before which everything was committed by then. */
export interface LogSample {
  /** Monotonic, from before the query: what was committed earlier is in the log up to `position`. */
  readonly atMs: number;
  readonly position: bigint;
  readonly moment: number;
}

/** A minute at a few samples a second; a replica further behind is not read anyway. */
const MAX_SAMPLES = 256;

/** A position in the write-ahead log as PostgreSQL prints it, `16/B374D848`. */
export function logPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * The lag of a replica, by our own clock only. The time of its last replayed commit grows while nothing is written, and
 * stays at zero when its connection to the primary is cut.
 */
export class ReplicaLag {
  readonly #samples: LogSample[] = [];
  #covered: LogSample | undefined;

  add(sample: LogSample): void {
    this.#samples.push(sample);
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Records what the replica has replayed: it has everything up to the newest sample not beyond it. */
  replayed(position: bigint): void {
    while (this.#samples[0] !== undefined && this.#samples[0].position <= position) {
      this.#covered = this.#samples.shift();
    }
  }

  /** Its state is unknown. */
  forget(): void {
    this.#covered = undefined;
  }

  /** The newest sample that the replica has. */
  get covered(): LogSample | undefined {
    return this.#covered;
  }
}
