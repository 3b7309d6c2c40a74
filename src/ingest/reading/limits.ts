/** The longest record of real feeds, embedded pictures included, has 60,000 characters. */
export const MAX_RECORD_CHARS = 1024 * 1024;
/** Of JSON values or XML elements. The deepest format nests 8. */
export const MAX_NESTING_DEPTH = 64;

/** Of an uncompressed feed. Streams are read in constant memory, so this bounds time, not space. */
export const DEFAULT_MAX_DECODED_BYTES = 16 * 1024 ** 3;
/** Text compresses 5 to 30 times; a thousand times is a bomb. Checked beyond `RATIO_CHECK_MIN_BYTES`. */
export const MAX_COMPRESSION_RATIO = 250;
export const RATIO_CHECK_MIN_BYTES = 16 * 1024 ** 2;
