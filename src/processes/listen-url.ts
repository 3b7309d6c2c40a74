import type { AddressInfo } from 'node:net';

/** For people: what they can open in a browser on this machine. */
export const formatListenUrl = ({ address, port, family }: AddressInfo): string => {
  const local = address === '127.0.0.1' || address === '::1' || address === '0.0.0.0' || address === '::';
  return `http://${local ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`;
};
