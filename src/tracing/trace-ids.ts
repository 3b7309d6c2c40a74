import { randomFillSync } from 'node:crypto';

/** Random bytes are drawn for some hundred ids at once: a call for each id takes ten times as long. */
const POOL_BYTES = 4_096;
const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

function nextHex(bytes: number): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  const id = pool.toString('hex', used - bytes, used);
  // An id of zeros only is invalid.
  return /[^0]/.test(id) ? id : nextHex(bytes);
}

export const newTraceId = (): string => nextHex(TRACE_ID_BYTES);
export const newSpanId = (): string => nextHex(SPAN_ID_BYTES);
