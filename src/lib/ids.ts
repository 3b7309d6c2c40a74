import { hash, randomFillSync } from 'node:crypto';
import { normalizeUrl } from './url.ts';

/** A version 7 UUID: ordered by time, so that new rows are adjacent in an index. */
export function newId(now: Date): string {
  // Random bytes come 4,096 at a time: a call for 16 takes as long, and was a third of the time to record an event.
  if (entropyOffset === entropy.length) {
    randomFillSync(entropy);
    entropyOffset = 0;
  }
  const bytes = entropy.subarray(entropyOffset, entropyOffset + 16);
  entropyOffset += 16;
  bytes.writeUIntBE(now.getTime(), 0, 6);
  return formatUuid(bytes.toString('hex'), 7);
}

/** The lowest id of `newId` at that moment, for bounds in time. */
export const firstIdAt = (moment: Date): string => {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, moment.getTime()), 0, 6);
  return formatUuid(bytes.toString('hex'), 7);
};

const entropy = Buffer.alloc(4_096);
let entropyOffset = entropy.length;

/** A version 5 UUID: the same name has the same id on every installation. */
export const namedId = (namespace: string, name: string): string =>
  idFromDigest(computeNameDigest(namespace, name));

export const idFromDigest = (digest: string): string => formatUuid(digest, 5);

/** The parts of a version 8 identifier. `order` is below 2^40: ids of one order are adjacent in an index. */
export interface OrderedDigest {
  readonly order: number;
  /** A SHA-256 in hexadecimal, of which the first 88 bits are used. */
  readonly digest: string;
}

export const orderedId = ({ order, digest }: OrderedDigest): string =>
  formatUuid(order.toString(16).padStart(10, '0') + digest.slice(0, 22), 8);

/** The SHA-1 of a version 5 UUID as hexadecimal, for importers, which write its bytes. */
export function computeNameDigest(namespace: string, name: string): string {
  const space = namespaceBuffer(namespace);
  // One call and one buffer, since importers name millions of sales. A character takes 3 bytes at most.
  const text =
    space.length + 3 * name.length <= scratch.length ? scratch : Buffer.alloc(16 + 3 * name.length);
  space.copy(text);
  const length = space.length + text.write(name, space.length);
  // As hexadecimal: allocating a buffer takes twice as long as the digest.
  return hash('sha1', text.subarray(0, length), 'hex');
}

const scratch = Buffer.alloc(4_096);
const namespaceBytes = new Map<string, Buffer>();

/** There are as many as the code has names for. */
function namespaceBuffer(namespace: string): Buffer {
  let space = namespaceBytes.get(namespace);
  if (space === undefined) {
    space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
    namespaceBytes.set(namespace, space);
  }
  return space;
}

/** The version is the thirteenth digit; the variant is the upper two bits of the seventeenth. */
function formatUuid(hex: string, version: number): string {
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const LISTING_NAMESPACE = 'b5c3a7d0-91f2-5e64-8d37-2a4f60c8e915';

/** The id of the listing at a URL: the same on every installation. Undefined for anything but an http or https URL. */
export function listingIdFromUrl(url: string): string | undefined {
  const normalised = normalizeUrl(url);
  return normalised === undefined ? undefined : namedId(LISTING_NAMESPACE, normalised);
}
