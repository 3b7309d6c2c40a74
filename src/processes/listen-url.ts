import type { AddressInfo } from 'node:net';

/** A URL that a browser on this machine can open. */
export const formatListenUrl = ({ address, port, family }: AddressInfo): string => {
  const local = address === '127.0.0.1' || address === '::1' || address === '0.0.0.0' || address === '::';
  return `http://${local ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`;
};
