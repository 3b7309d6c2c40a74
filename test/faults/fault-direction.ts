import type { Socket } from 'node:net';
import { reset } from './restartable-server.ts';

/** Faults of one direction of a proxy. Several may be active at once; an empty object is no fault. */
export interface Fault {
  /** Every read is delayed by this many milliseconds. */
  delay?: number;
  /** Low bandwidth: bytes pass at this rate, in slices of a hundredth of a second, at least one byte. */
  bytesPerSecond?: number;
  /** Nothing passes and nothing is read: once the fault ends, everything is forwarded. */
  stall?: boolean;
  /** Bytes are read and lost, and no end or reset is forwarded. In both directions: a half-open connection. */
  drop?: boolean;
  /** The connection is reset both ways once so many of its bytes have passed in this direction. */
  resetAfter?: number;
}

const SLICES_PER_SECOND = 100;
const FOREVER_MS = 2 ** 31 - 1;

/** One direction of all connections of a proxy: its current fault and its count of bytes. */
export class FaultDirection {
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

  /** Ends early when the fault changes, so that healing is immediate, or when the connection ends. */
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

export interface Forwarding {
  from: Socket;
  to: Socket;
  direction: FaultDirection;
  over: AbortSignal;
}

/** Forwards the bytes of one direction of one connection, then its end or its reset, subject to the current fault. */
export async function forwardBytes(passage: Forwarding): Promise<void> {
  const { from, to, over } = passage;
  let forwarded = 0;
  try {
    for await (const chunk of from) forwarded = await pass(chunk, forwarded, passage);
    await waitUntilClear(passage);
    to.end();
  } catch {
    await waitUntilClear(passage);
    if (!over.aborted) reset(to);
  }
}

/** Ends and resets are not forwarded while everything is stalled or dropped. */
async function waitUntilClear({ direction, over }: Forwarding): Promise<void> {
  while (!over.aborted && (direction.fault.stall || direction.fault.drop))
    await direction.pause(FOREVER_MS, over);
}

async function pass(chunk: Buffer, forwardedBefore: number, passage: Forwarding): Promise<number> {
  const { from, to, direction, over } = passage;
  await waitForDelay(passage);
  let forwarded = forwardedBefore;
  let rest = chunk;
  while (rest.length > 0 && !over.aborted) {
    if (direction.fault.drop) {
      direction.dropped += rest.length;
      return forwarded;
    }
    const { bytesPerSecond: rate, resetAfter = Number.POSITIVE_INFINITY } = direction.fault;
    const maxBytes = Math.min(
      rate ? Math.max(1, Math.floor(rate / SLICES_PER_SECOND)) : rest.length,
      resetAfter - forwarded,
    );
    const slice = rest.subarray(0, Math.max(0, maxBytes));
    await writeBytes(to, slice);
    forwarded += slice.length;
    direction.passed += slice.length;
    rest = rest.subarray(slice.length);
    if (forwarded >= resetAfter) {
      reset(to);
      reset(from);
      return forwarded;
    }
    if (rate) await direction.pause((slice.length / rate) * 1_000, over);
  }
  return forwarded;
}

async function waitForDelay({ direction, over }: Forwarding): Promise<void> {
  const arrived = performance.now();
  for (;;) {
    const left = direction.fault.stall
      ? FOREVER_MS
      : arrived + (direction.fault.delay ?? 0) - performance.now();
    if (left <= 0 || over.aborted) return;
    await direction.pause(left, over);
  }
}

/** Waits until the kernel has the bytes (or the socket is closed), so that a reset cannot overtake them. */
async function writeBytes(to: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  return new Promise((resolve) => to.write(bytes, () => resolve()));
}
