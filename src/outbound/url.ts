import { BlockList, isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';

type UrlCheck = { ok: true; url: URL } | { ok: false; fault: string };

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
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? HTTPS_PORT : 80));

const isLoopbackHost = (url: URL): boolean =>
  isLoopbackIp(hostOf(url)) || /(^|\.)localhost$/.test(hostOf(url));

/** Part of the refusal of a URL of this machine, so that a developer finds the exception. */
const LOOPBACK_HINT =
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

/**
 * IP addresses that are never called. ipaddr.js has the registries; this independent list adds what the registries call
 * public and is not: a cloud's platform address, and all of IPv6 outside 2000::/3.
 */
const BLOCKED_IPV4_RANGES = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Azure's platform address, the same in every virtual network.
  '168.63.129.16/32',
];
const BLOCKED_IPV6_RANGES = [
  // Everything but 2000::/3: loopback, mapped and compatible IPv4, SIIT, NAT64, discard, segments, local, multicast.
  ...['::/3', '4000::/2', '8000::/1'],
  // Within it: Teredo, ORCHID and other protocol assignments, documentation, 6to4, AS112.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'],
];

/**
 * One list for each family: Node matches an IPv4 address in its mapped form too, so that ::/3 would include all of
 * IPv4.
 */
const blockLists = {
  ipv4: buildBlockList(BLOCKED_IPV4_RANGES, 'ipv4'),
  ipv6: buildBlockList(BLOCKED_IPV6_RANGES, 'ipv6'),
};

function buildBlockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** True only for a canonical, globally reachable IP address. */
export function isPublicIp(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (blockLists[kind].check(address, kind)) return false;
  return ipaddr.parse(address).range() === 'unicast' && !isIsatap(address);
}

/** An IPv6 address that ends in 0:5efe or 200:5efe and an IPv4 one is a tunnel to the latter (RFC 5214, 6.1). */
function isIsatap(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return false;
  const [, , , , fifth = 0, sixth] = parsed.parts;
  return sixth === 0x5efe && (fifth & ~0x200) === 0;
}

const isLoopbackIp = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';

export interface OutboundPolicy {
  /**
   * For development: loopback may be called, and without TLS. Never in a public service, as callers could then reach
   * everything that listens on this machine.
   */
  readonly loopback: boolean;
  /** Our own public hosts (`host:port`): a service that calls itself can be made to loop. */
  readonly ownHosts: readonly string[];
}

export const STRICT_POLICY: OutboundPolicy = { loopback: false, ownHosts: [] };

export const mayConnect = (address: string, policy: OutboundPolicy): boolean =>
  isPublicIp(address) || (policy.loopback && isLoopbackIp(address));
