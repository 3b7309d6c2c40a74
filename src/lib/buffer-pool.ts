const MIN_BUFFER_BYTES = 2 ** 15;
const MAX_BUFFER_BYTES = 2 ** 20;
/** Of each size, 16 MB in all. */
const MAX_FREE_BUFFERS = 8;

const freeBuffers = new Map<number, Buffer[]>();
const buffersInUse = new WeakMap<Buffer, Buffer>();

/**
 * Memory for an answer, to be given back when it is sent. Bytes that are new for every answer lie outside V8's heap, and 25 MB of them a
 * second made it collect everything every other second: in a trial a quarter fewer answers. What is never given back is collected as
 * usual.
 */
export function acquireBuffer(length: number): Buffer {
  if (length > MAX_BUFFER_BYTES) return Buffer.allocUnsafe(length);
  const size = Math.max(MIN_BUFFER_BYTES, 2 ** Math.ceil(Math.log2(length)));
  const whole = freeBuffers.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  const part = whole.subarray(0, length);
  buffersInUse.set(part, whole);
  return part;
}

/** Nobody reads it any more. What was not lent, or was given back before, is left alone. */
export function releaseBuffer(part: Buffer): void {
  const whole = buffersInUse.get(part);
  if (whole === undefined || !buffersInUse.delete(part)) return;
  const free = freeBuffers.get(whole.length);
  if (free === undefined) freeBuffers.set(whole.length, [whole]);
  else if (free.length < MAX_FREE_BUFFERS) free.push(whole);
}
