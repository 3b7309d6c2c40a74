/** The polynomial of CRC-32 (RFC 1952), bits reversed. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X = 0x40000000;

/** The product of two polynomials modulo that of CRC-32. */
export function multiplyModulo(left: number, right: number): number {
  let product = 0;
  let factor = right;
  for (let bit = ONE; ; bit >>>= 1) {
    if ((left & bit) !== 0) {
      product ^= factor;
      if ((left & (bit - 1)) === 0) return product >>> 0;
    }
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
}

/**
 * What the checksum of a text is multiplied by when `bytes` more bytes follow: with A before B, the checksum of both is
 * `multiplyModulo(shift, checksum of A) ^ checksum of B`.
 */
export function crc32Shift(bytes: number): number {
  let power = X;
  let shift = ONE;
  for (let rest = bytes * 8; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiplyModulo(shift, power);
    power = multiplyModulo(power, power);
  }
  return shift >>> 0;
}
