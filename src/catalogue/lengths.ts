/** In one spelling, percent-encoded: an entry of a GIN index holds at most 2,704 bytes. */
export const MAX_CATALOGUE_URL_CHARS = 2_000;
/** RFC 5321: the longest address that can be mailed to. */
export const MAX_EMAIL_CHARS = 254;
