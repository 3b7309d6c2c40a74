import { hash, randomBytes } from 'node:crypto';

/** A version 7 identifier: ordered by time, so that new rows land together at the end of an index. */
export function newId(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  return stamped(bytes, 7);
}

/** A version 5 identifier: the same name gives the same id on every installation. */
export function namedId(namespace: string, name: string): string {
  const space = spaceOf(namespace);
  // In one call and from one buffer, since importers name sales by the million. A letter takes 3 bytes at most.
  const text =
    space.length + 3 * name.length <= scratch.length ? scratch : Buffer.alloc(16 + 3 * name.length);
  space.copy(text);
  const length = space.length + text.write(name, space.length);
  return stamped(hash('sha1', text.subarray(0, length), 'buffer').subarray(0, 16), 5);
}

const scratch = Buffer.alloc(4_096);
const spaces = new Map<string, Buffer>();

/** There are as many as the code has names for. */
function spaceOf(namespace: string): Buffer {
  let space = spaces.get(namespace);
  if (space === undefined) {
    space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
    spaces.set(namespace, space);
  }
  return space;
}

function stamped(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
