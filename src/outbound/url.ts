import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { isLoopbackIp } from './ip-address.ts';
import { mayConnect, type OutboundPolicy } from './policy.ts';

export type UrlCheck = { ok: true; url: URL } | { ok: false; fault: string };

const MAX_URL_CHARS = 2_048;
const MAX_HOST_CHARS = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** Names that mean this machine or this network (RFC 6761, 6762, 8375, and what routers and clouds use). */
const LOCAL_NAMES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
];
const LOCAL_SUFFIXES = [...LOCAL_NAMES, 'home.arpa', 'onion'];

const HTTPS_PORT = 443;
const MIN_UNPRIVILEGED_PORT = 1_024;
/** Ports of databases, caches, brokers, desktops and control planes: a web server there is unlikely. */
const REFUSED_PORTS = new Set([
  ...[
    1_433, 1_521, 1_719, 1_720, 1_723, 1_883, 2_049, 2_181, 2_375, 2_376, 2_379, 2_380, 3_306, 3_389, 3_659,
  ],
  ...[
    4_045, 4_190, 4_369, 5_060, 5_061, 5_432, 5_433, 5_672, 5_900, 5_984, 6_000, 6_379, 6_443, 6_566, 6_665,
  ],
  ...[6_666, 6_667, 6_668, 6_669, 6_679, 6_697, 7_000, 7_001, 9_042, 9_092, 9_200, 9_300, 10_080, 10_250],
  ...[10_255, 11_211, 25_565, 26_257, 27_017, 27_018, 28_015],
]);

/** Whether a URL may be called, by its text; the IP addresses of its host are checked at each connection. */
export function checkUrl(text: string, policy: OutboundPolicy): UrlCheck {
  const url = URL.parse(text);
  if (url === null || text.length > MAX_URL_CHARS) {
    return refused(`must be an absolute https address of at most ${MAX_URL_CHARS} characters`);
  }
  const fault =
    schemeFault(url, policy) ?? spellingFault(text, url) ?? hostFault(url, policy) ?? portFault(url, policy);
  return fault === undefined ? { ok: true, url } : refused(fault);
}

const refused = (fault: string): UrlCheck => ({ ok: false, fault });

/** The host without the brackets of an IPv6 address. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? HTTPS_PORT : 80));

const isLoopbackHost = (url: URL): boolean =>
  isLoopbackIp(hostOf(url)) || /(^|\.)localhost$/.test(hostOf(url));

/** Part of the refusal of a URL of this machine, so that a developer finds the exception. */
export const LOOPBACK_HINT =
  'for development on this machine, start the service with OUTBOUND_LOOPBACK=on and its embedded database';

function schemeFault(url: URL, { loopback }: OutboundPolicy): string | undefined {
  if (url.protocol === 'https:') return undefined;
  if (!isLoopbackHost(url)) return 'must begin with https://';
  return loopback && url.protocol === 'http:' ? undefined : `must begin with https:// (${LOOPBACK_HINT})`;
}

/**
 * The parser of URLs is lenient: it removes tabs, converts backslashes, and reads 0x7f.1 as 127.0.0.1. Text that
 * another parser might read as another URL is refused; the case of the host, the default port and a missing last slash
 * are allowed.
 */
function spellingFault(text: string, url: URL): string | undefined {
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return 'must not hold a user name or a password';
  }
  const [, head = '', rest = ''] = /^([^/]*\/\/[^/?#]*)(.*)$/s.exec(text) ?? [];
  const plainHead = head.toLowerCase().replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '');
  const isPlain = plainHead === `${url.protocol}//${url.host}` && (rest === '' ? '/' : rest) === restOf(url);
  return isPlain ? undefined : `must be written plainly, as ${url.href}`;
}

const restOf = (url: URL): string => url.href.slice(`${url.protocol}//${url.host}`.length);

function hostFault(url: URL, policy: OutboundPolicy): string | undefined {
  const host = hostOf(url);
  if (policy.ownHosts.includes(`${host}:${portOf(url)}`)) return 'must not be this service itself';
  if (isLoopbackHost(url)) return policy.loopback ? undefined : `must not be this machine (${LOOPBACK_HINT})`;
  if (isIP(host) !== 0)
    return mayConnect(host, policy) ? undefined : 'must not be a private or reserved address';
  return isPublicName(host) ? undefined : 'must be a public host name';
}

function isPublicName(host: string): boolean {
  const labels = host.split('.');
  if (host.length > MAX_HOST_CHARS || labels.length < 2) return false;
  if (!labels.every((label) => LABEL.test(label)) || /(^|\.)xn--/.test(domainToUnicode(host))) return false;
  return !LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

function portFault(url: URL, { loopback }: OutboundPolicy): string | undefined {
  const port = portOf(url);
  if (loopback && isLoopbackHost(url) && port !== 0) return undefined;
  const isFree = port === HTTPS_PORT || (port >= MIN_UNPRIVILEGED_PORT && !REFUSED_PORTS.has(port));
  return isFree ? undefined : `must not use port ${port}`;
}
