import { gzipSync } from 'node:zlib';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { hostileObservations } from './hostile-observations.ts';

/** A feed of about so many bytes that is as expensive or as broken as possible. */
export interface HostileUpload {
  build(bytes: number): Buffer;
  /** Of lines that end: a healthy one among them goes in. */
  isLines: boolean;
  gzip?: boolean;
  /** A million tiny lines take seconds: a short run sends fewer. */
  isSlow?: boolean;
}

const lines = (build: (bytes: number) => string): HostileUpload => ({
  build: (bytes) => Buffer.from(build(bytes)),
  isLines: true,
});
const tinyLines = (build: (bytes: number) => string): HostileUpload => ({ ...lines(build), isSlow: true });
const broken = (build: (bytes: number) => Buffer, gzip = false): HostileUpload => ({
  build,
  isLines: false,
  gzip,
});

const repeat = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length));

const observe = (at: number, payload: string): string =>
  `{"source":"flood","url":"https://flood.example/${at}","observedAt":"2026-10-01T08:00:00.000Z","kind":"seen","payload":${payload}}\n`;
const FLAT = '"propertyType":"FLAT","transactionType":"SELL","displayedPrice":250000,"area":{"living":50}';

/** Hostile values of every member, as in the tests of ingest. */
function hostileLines(bytes: number): string {
  let text = '';
  for (const { line } of hostileObservations(seededRandom(7), 500)) {
    if (text.length + line.length >= bytes) break;
    text += `${line}\n`;
  }
  return text;
}

/** A member that expands a thousandfold; several in a row are one valid file. */
const expanding = (bytes: number): Buffer => {
  const member = gzipSync(Buffer.alloc(16 * 2 ** 20, 0x20));
  return Buffer.concat(Array(Math.floor(bytes / member.length)).fill(member));
};

const packed = (text: string): Buffer => gzipSync(text, { level: 1 });

export const hostileUploads: Readonly<Record<string, HostileUpload>> = {
  'empty lines': tinyLines((bytes) => repeat('\n', bytes)),
  'lines of spaces': lines((bytes) => repeat(`${' '.repeat(99)}\n`, bytes)),
  'empty objects': tinyLines((bytes) => repeat('{}\n', bytes)),
  'lines that are not JSON': tinyLines((bytes) => repeat('x\n', bytes)),
  'lines that end early': tinyLines((bytes) => repeat('{"source":"flood","url":\n', bytes)),
  'one record of one long text': lines((bytes) => observe(0, `{${FLAT},"title":"${'a'.repeat(bytes)}"}`)),
  'one record of a text of escapes': lines((bytes) =>
    observe(1, `{${FLAT},"description":"${repeat('\\u00e9', bytes)}"}`),
  ),
  'one record of many unknown members': lines((bytes) =>
    observe(2, `{${FLAT},${Array.from({ length: Math.floor(bytes / 12) }, (_, at) => `"k${at}":1`).join()}}`),
  ),
  'one record of deep lists': lines((bytes) =>
    observe(3, `{${FLAT},"photos":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`),
  ),
  'one record of many photos': lines((bytes) =>
    observe(
      4,
      `{${FLAT},"photos":[${repeat('"https://p.example/1.jpg",', bytes)}"https://p.example/2.jpg"]}`,
    ),
  ),
  'the same record again and again': tinyLines((bytes) => repeat(observe(5, `{${FLAT}}`), bytes)),
  'hostile values in every member': lines(hostileLines),
  'one line that does not end': broken((bytes) => Buffer.from(`{"source":"${'a'.repeat(bytes)}`)),
  'bytes that are no text': broken((bytes) => Buffer.alloc(bytes, 0xff)),
  'zero bytes': broken((bytes) => Buffer.alloc(bytes)),
  'old line ends': broken((bytes) => Buffer.from(repeat('{}\r', bytes))),
  'gzip that expands a thousandfold': broken(expanding, true),
  'gzip that is cut off': broken(
    (bytes) => packed(repeat(observe(6, `{${FLAT}}`), bytes)).subarray(0, -9),
    true,
  ),
  'gzip that is none': broken((bytes) => Buffer.alloc(bytes, 0x1f), true),
  'gzip that is not said to be': broken((bytes) => packed(repeat('{}\n', bytes))),
};
