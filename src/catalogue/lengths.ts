/** Canonical and percent-encoded: an entry of a GIN index has at most 2,704 bytes. */
export const MAX_CATALOGUE_URL_CHARS = 2_000;
/** RFC 5321: the maximum length of an email. */
export const MAX_EMAIL_CHARS = 254;
