import { randomBytes } from 'node:crypto';

const BASE = 36;
const ENDINGS = Array.from({ length: BASE ** 2 }, (_, at) => at.toString(BASE).padStart(2, '0'));

/**
 * Unique without a random number per request: a prefix per process and a counter. Only each 1,296th number is converted: V8
 * divides doubles for it, digit by digit.
 */
export function createRequestIds(): () => string {
  const prefix = `req_${randomBytes(6).toString('hex')}`;
  // The first number whose text has six digits with an ending: all ids have one length without padding.
  let upper = BASE ** 3;
  let start = prefix + upper.toString(BASE);
  let ending = 0;
  return () => {
    if (ending === ENDINGS.length) {
      ending = 0;
      upper += 1;
      start = prefix + upper.toString(BASE);
    }
    return start + ENDINGS[ending++];
  };
}
