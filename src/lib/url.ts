/** Tracking parameters, which do not change the page. */
const TRACKING_PARAMETERS =
  /^(utm_\w+|at_(medium|campaign|custom\w*|source|channel)|mtm_\w+|pk_\w+|hsa_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|xtor|xtref)$/i;

const UNRESERVED = /[A-Za-z0-9._~-]/;

/**
 * The canonical form of the URL of a listing: without fragment, trailing slash, default port and tracking parameters,
 * host in lower case, percent-encoding as in RFC 3986 (6.2.2). Undefined for anything but an http or https URL.
 */
export function normalizeUrl(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const host = url.hostname.replace(/\.$/, '') + (url.port === '' ? '' : `:${url.port}`);
  const path = normalizeEncoding(url.pathname).replace(/(?<!\/)\/+$/, '');
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !TRACKING_PARAMETERS.test(pair.split('=', 1)[0] ?? ''))
    .map(normalizeEncoding)
    .join('&');
  return `${url.protocol}//${host}${path}${query === '' ? '' : `?${query}`}`;
}

/** Unreserved characters are not encoded; other escapes are in upper case. */
const normalizeEncoding = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(character) ? character : code.toUpperCase();
  });

/**
 * Most URLs of feeds: a host name in letters, and a path without escapes. Parsing each took a twentieth of the time of an
 * unchanged observation. Labels of other alphabets (`xn--`) have rules of their own, a last label in letters is no IP
 * address.
 */
const PLAIN_URL = /^https?:\/\/(?:(?!xn--)[a-z][a-z0-9-]*\.)+[a-z]{2,}\/[\w./-]*$/;

/** Whether a text is a URL of http or https. */
export const isHttpUrl = (text: string): boolean =>
  PLAIN_URL.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text));
