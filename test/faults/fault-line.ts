import type { Socket } from 'node:net';
import { reset } from './doorway.ts';

/** What goes wrong on one direction of a proxy. Several may hold at once; none of them is a clear line. */
export interface Fault {
  /** Every read is held this many milliseconds. */
  delay?: number;
  /** A narrow line: bytes pass at this rate, in slices of a hundredth of a second, at least one byte. */
  bytesPerSecond?: number;
  /** Nothing passes and nothing is read: once the fault ends, all that waited goes through. */
  stall?: boolean;
  /** Bytes are taken and lost, and no end or reset is passed on. In both directions: a half-open connection. */
  drop?: boolean;
  /** The connection is reset both ways once so many of its bytes have passed in this direction. */
  resetAfter?: number;
}

const SLICES_PER_SECOND = 100;
const FOREVER_MS = 2 ** 31 - 1;

/** One direction of all connections of a proxy: its present fault and its count of bytes. */
export class FaultLine {
  passed = 0;
  dropped = 0;
  #fault: Fault = {};
  readonly #waiting = new Set<() => void>();

  get fault(): Fault {
    return this.#fault;
  }

  set fault(fault: Fault) {
    this.#fault = fault;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Ends early when the fault changes, so that healing is immediate, or when the connection is over. */
  pause(ms: number, over: AbortSignal): Promise<void> {
    if (over.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        over.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, FOREVER_MS));
      this.#waiting.add(wake);
      over.addEventListener('abort', wake);
    });
  }
}

export interface Passage {
  from: Socket;
  to: Socket;
  line: FaultLine;
  over: AbortSignal;
}

/** Carries the bytes of one direction of one connection, then its end or its reset, subject to the line's fault. */
export async function carry(passage: Passage): Promise<void> {
  const { from, to, over } = passage;
  let carried = 0;
  try {
    for await (const chunk of from) carried = await pass(chunk, carried, passage);
    await cleared(passage);
    to.end();
  } catch {
    await cleared(passage);
    if (!over.aborted) reset(to);
  }
}

/** Ends and resets do not travel on a line that holds or loses everything. */
async function cleared({ line, over }: Passage): Promise<void> {
  while (!over.aborted && (line.fault.stall || line.fault.drop)) await line.pause(FOREVER_MS, over);
}

async function pass(chunk: Buffer, carriedBefore: number, passage: Passage): Promise<number> {
  const { from, to, line, over } = passage;
  await held(passage);
  let carried = carriedBefore;
  let rest = chunk;
  while (rest.length > 0 && !over.aborted) {
    if (line.fault.drop) {
      line.dropped += rest.length;
      return carried;
    }
    const { bytesPerSecond: rate, resetAfter = Number.POSITIVE_INFINITY } = line.fault;
    const most = Math.min(
      rate ? Math.max(1, Math.floor(rate / SLICES_PER_SECOND)) : rest.length,
      resetAfter - carried,
    );
    const slice = rest.subarray(0, Math.max(0, most));
    await written(to, slice);
    carried += slice.length;
    line.passed += slice.length;
    rest = rest.subarray(slice.length);
    if (carried >= resetAfter) {
      reset(to);
      reset(from);
      return carried;
    }
    if (rate) await line.pause((slice.length / rate) * 1_000, over);
  }
  return carried;
}

async function held({ line, over }: Passage): Promise<void> {
  const arrived = performance.now();
  for (;;) {
    const left = line.fault.stall ? FOREVER_MS : arrived + (line.fault.delay ?? 0) - performance.now();
    if (left <= 0 || over.aborted) return;
    await line.pause(left, over);
  }
}

/** Waits until the kernel has the bytes (or the socket is gone), so that a reset cannot overtake them. */
async function written(to: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  return new Promise((resolve) => to.write(bytes, () => resolve()));
}
