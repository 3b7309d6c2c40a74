/**
 * Most URLs of feeds: a host name in letters, and a path without escapes. Parsing each took a twentieth of the time of an
 * unchanged observation. Labels of other alphabets (`xn--`) have rules of their own, a last label in letters is no IP
 * address.
 */
const PLAIN_URL = /^https?:\/\/(?:(?!xn--)[a-z][a-z0-9-]*\.)+[a-z]{2,}\/[\w./-]*$/;

/** Whether a text is a URL of http or https. */
export const isHttpUrl = (text: string): boolean =>
  PLAIN_URL.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text));
