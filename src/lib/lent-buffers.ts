const MIN_BUFFER_BYTES = 2 ** 15;
const MAX_BUFFER_BYTES = 2 ** 20;
/** Of each size, 16 MB in all. */
const MAX_FREE_BUFFERS = 8;

const kept = new Map<number, Buffer[]>();
const lent = new WeakMap<Buffer, Buffer>();

/**
 * Memory for an answer, to be given back when it is sent. Bytes that are new for every answer lie outside V8's heap, and 25 MB of them a
 * second made it collect everything every other second: in a trial a quarter fewer answers. What is never given back is collected as
 * usual.
 */
export function lend(length: number): Buffer {
  if (length > MAX_BUFFER_BYTES) return Buffer.allocUnsafe(length);
  const size = Math.max(MIN_BUFFER_BYTES, 2 ** Math.ceil(Math.log2(length)));
  const whole = kept.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  const part = whole.subarray(0, length);
  lent.set(part, whole);
  return part;
}

/** Nobody reads it any more. What was not lent, or was given back before, is left alone. */
export function giveBack(part: Buffer): void {
  const whole = lent.get(part);
  if (whole === undefined || !lent.delete(part)) return;
  const free = kept.get(whole.length);
  if (free === undefined) kept.set(whole.length, [whole]);
  else if (free.length < MAX_FREE_BUFFERS) free.push(whole);
}
