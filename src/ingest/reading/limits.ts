/** One listing, in characters. The longest seen in real feeds, pictures and all, is 60,000. */
export const MAX_RECORD_CHARS = 1024 * 1024;
/** Brackets or elements within each other; the deepest format nests 8. */
export const MAX_NESTING_DEPTH = 64;

/** What a packed feed may unpack to. Streams are read in constant memory, so this bounds the time, not the space. */
export const DEFAULT_MAX_DECODED_BYTES = 16 * 1024 ** 3;
/** Text packs 5 to 30 times; a thousand times is a bomb. Held only beyond `UNSUSPICIOUS_BYTES`. */
export const MAX_COMPRESSION_RATIO = 250;
export const RATIO_CHECK_MIN_BYTES = 16 * 1024 ** 2;
