/** In one spelling, percent-encoded: an entry of a GIN index holds at most 2,704 bytes. */
export const MAX_URL_LENGTH = 2_000;
/** RFC 5321: the longest address that can be mailed to. */
export const MAX_EMAIL_LENGTH = 254;
