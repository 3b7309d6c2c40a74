const MIN_BUFFER_BYTES = 2 ** 15;
const MAX_BUFFER_BYTES = 2 ** 20;
/** For each size; 16 MB in all. */
const MAX_FREE_BUFFERS = 8;

const freeBuffers = new Map<number, Buffer[]>();
const buffersInUse = new WeakMap<Buffer, Buffer>();

/**
 * A buffer for a response, to be released when it is sent. Fresh buffers lie outside the heap of V8: 25 MB of them a
 * second caused a full collection every other second, and a quarter fewer responses. A buffer that is never released is
 * garbage.
 */
export function acquireBuffer(length: number): Buffer {
  if (length > MAX_BUFFER_BYTES) return Buffer.allocUnsafe(length);
  const size = Math.max(MIN_BUFFER_BYTES, 2 ** Math.ceil(Math.log2(length)));
  const whole = freeBuffers.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  const part = whole.subarray(0, length);
  buffersInUse.set(part, whole);
  return part;
}

/** Returns a buffer to the pool. One that is not from the pool, or was released before, is ignored. */
export function releaseBuffer(part: Buffer): void {
  const whole = buffersInUse.get(part);
  if (whole === undefined || !buffersInUse.delete(part)) return;
  const free = freeBuffers.get(whole.length);
  if (free === undefined) freeBuffers.set(whole.length, [whole]);
  else if (free.length < MAX_FREE_BUFFERS) free.push(whole);
}
