import { hash } from 'node:crypto';

/** Headers of every file that a browser may open. */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** The directives of a page beside those of all pages. */
export type Policy = Readonly<Record<string, string>>;

const EVERY_PAGE: Policy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

const policyText = (policy: Policy): string =>
  Object.entries({ ...EVERY_PAGE, ...policy })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

export const documentHeaders = (policy: Policy): Record<string, string> => ({
  ...FILE_HEADERS,
  'content-security-policy': policyText(policy),
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
});

/** Allows the inline scripts or styles of a page by hash: nothing injected runs or is applied. */
export const inlineHashes = (html: string, tag: 'script' | 'style'): string =>
  [...html.matchAll(new RegExp(`<${tag}(?: type="text/javascript")?>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)
    .join(' ');

/** A static page without scripts. */
export const plainPageHeaders = (html: string): Record<string, string> =>
  documentHeaders({ 'style-src': inlineHashes(html, 'style') || "'none'" });

const HSTS_SECONDS = 31_536_000;
/**
 * Sent when the browser came over TLS, directly or by the header of a trusted proxy; over plain http browsers
 * ignore it.
 */
export const STRICT_TRANSPORT = `max-age=${HSTS_SECONDS}`;
