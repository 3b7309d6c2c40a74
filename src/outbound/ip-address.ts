import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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

export const isLoopbackIp = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
