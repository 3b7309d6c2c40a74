import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** Lines wait in so much memory for a reader that is slow; further ones are dropped and counted. */
const MAX_PENDING_BYTES = 2 ** 20;
const RETRY_INTERVAL_MS = 50;
const SLEEP_MS = 10;

const { O_APPEND, O_NONBLOCK, O_WRONLY } = constants;

/**
 * Writes text to a file descriptor and never blocks the thread. A reader that stopped reading costs lines; a reader that is gone
 * costs all of them; neither stops the process.
 */
export class DescriptorWriter {
  readonly #fd: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #droppedLines = 0;
  #retry: NodeJS.Timeout | undefined;
  readonly #describeDropped: (lines: number) => string;

  /** `describeDropped` is the line that follows a gap. */
  constructor(fd: number, describeDropped: (lines: number) => string) {
    this.#fd = nonBlocking(fd);
    this.#describeDropped = describeDropped;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#pendingBytes + bytes.length > MAX_PENDING_BYTES) {
      this.#droppedLines += countLines(text);
      return;
    }
    this.#push(bytes);
    this.flush();
  }

  /** Writes what the reader takes now. */
  flush(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    while (this.#pending.length > 0 && this.#writeFirst()) this.#closeGap();
    if (this.#pending.length === 0) return;
    this.#retry = setTimeout(() => this.flush(), RETRY_INTERVAL_MS).unref();
  }

  /** Waits for a slow reader, at most this long. For the end of a process only: it blocks the thread. */
  flushWithin(maxWaitMs: number): void {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (const end = performance.now() + maxWaitMs; ; Atomics.wait(sleeper, 0, 0, SLEEP_MS)) {
      this.flush();
      if (this.#pending.length === 0 || performance.now() >= end) return;
    }
  }

  #push(bytes: Buffer): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
  }

  /** False when the reader takes nothing now. */
  #writeFirst(): boolean {
    const [first] = this.#pending;
    if (first === undefined) return false;
    try {
      const written = writeSync(this.#fd, first);
      this.#pendingBytes -= written;
      if (written < first.length) this.#pending[0] = first.subarray(written);
      else this.#pending.shift();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
      // The reader is gone (EPIPE), or the disk is full (ENOSPC).
      this.#droppedLines += this.#pending.reduce((sum, bytes) => sum + countLines(bytes.toString()), 0);
      this.#pending = [];
      this.#pendingBytes = 0;
      return false;
    }
  }

  #closeGap(): void {
    if (this.#pending.length > 0 || this.#droppedLines === 0) return;
    this.#push(Buffer.from(this.#describeDropped(this.#droppedLines)));
    this.#droppedLines = 0;
  }
}

const countLines = (text: string): number => text.split('\n').length - 1;

/**
 * A pipe or terminal is opened again, since the flag belongs to what other processes share with us. A file never blocks for long.
 * What cannot be opened again, such as a socket, gets the flag from Node's own stream.
 */
function nonBlocking(fd: number): number {
  try {
    const stat = fstatSync(fd);
    if (stat.isFile()) return fd;
    if (!stat.isSocket()) return openSync(`/proc/self/fd/${fd}`, O_WRONLY | O_APPEND | O_NONBLOCK);
  } catch {
    // No /proc, another user's pipe, or a pipe whose reader is gone.
  }
  void (fd === 2 ? process.stderr : process.stdout);
  return fd;
}
