import { isAscii, isUtf8 } from 'node:buffer';
import { NOT_TEXT } from '../parse-notes.ts';
import { BrokenFeed } from './broken-feed.ts';
import { ByteQueue } from './byte-queue.ts';

const HEAD_BYTES = 1024;
const LINE_FEED = 0x0a;

/** The encoding of a feed, by its byte order mark or XML declaration; otherwise UTF-8 until a line proves otherwise. */
interface Encoding {
  readonly name: string;
  readonly declared: boolean;
  /** Length of the byte order mark. */
  readonly mark: number;
}

/** Decodes a feed in its declared or detected encoding. Invalid bytes become `NOT_TEXT`. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const queue = new ByteQueue(bytes);
  try {
    const head = (await queue.readUpTo(HEAD_BYTES)) ?? Buffer.alloc(0);
    const encoding = detectEncoding(head);
    queue.putBack(head.subarray(encoding.mark));
    const text =
      encoding.name === 'utf-8' ? decodeUtf8(queue, encoding.declared) : decodeDeclared(queue, encoding.name);
    for await (const chunk of text)
      yield C1_CONTROL.test(chunk) ? chunk.replaceAll(C1_CONTROLS, decodeWindows1252) : chunk;
  } finally {
    await queue.close();
  }
}

function detectEncoding(head: Buffer): Encoding {
  const declared = (name: string, mark: number): Encoding => ({ name, declared: true, mark });
  if (head.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))) return declared('utf-8', 3);
  if (head.subarray(0, 4).equals(Buffer.of(0xff, 0xfe, 0, 0))) throw new BrokenFeed('UTF-32 is not read', 1);
  if (head.subarray(0, 2).equals(Buffer.of(0xff, 0xfe))) return declared('utf-16le', 2);
  if (head.subarray(0, 2).equals(Buffer.of(0xfe, 0xff))) return declared('utf-16be', 2);
  // Every format begins with ASCII characters, of which every other byte is 0 in UTF-16.
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0)
    return declared('utf-16le', 0);
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0 && head[3] !== 0)
    return declared('utf-16be', 0);
  const name = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head.toString('latin1'))?.[1];
  if (name === undefined) return { name: 'utf-8', declared: false, mark: 0 };
  const known = encodingLabel(name);
  // A declaration readable as single bytes is not UTF-16, and software often declares UTF-8 for Latin-1: both are
  // detected.
  return known.startsWith('utf-') ? { name: 'utf-8', declared: false, mark: 0 } : declared(known, 0);
}

function encodingLabel(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new BrokenFeed(`the encoding ${name} is not known`, 1);
  }
}

/** C1 controls are Windows-1252 characters decoded as Latin-1, such as the apostrophe of "the UK's". */
const C1_CONTROL = /[\u0080-\u009f]/;
const C1_CONTROLS = /[\u0080-\u009f]/g;
const decodeWindows1252 = (control: string): string => windows1252.decode(Buffer.of(control.charCodeAt(0)));

async function* decodeDeclared(queue: ByteQueue, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(name);
  for await (const chunk of queue.rest()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/**
 * In a file without a byte order mark, the first line with non-ASCII bytes decides. When it is mostly valid UTF-8,
 * invalid bytes of later lines are marked. Otherwise the file is Windows-1252, a superset of Latin-1. Windows-1252
 * text is practically never valid UTF-8.
 */
async function* decodeUtf8(queue: ByteQueue, declared: boolean): AsyncGenerator<string> {
  const lines = new Utf8Lines(declared);
  for await (const chunk of queue.rest()) yield lines.decode(chunk);
  yield lines.end();
}

const windows1252 = new TextDecoder('windows-1252');

class Utf8Lines {
  #strict: boolean | undefined;
  #cut: Buffer = Buffer.alloc(0);

  constructor(declared: boolean) {
    this.#strict = declared || undefined;
  }

  decode(chunk: Buffer): string {
    const bytes = this.#cut.length > 0 ? Buffer.concat([this.#cut, chunk]) : chunk;
    const whole = bytes.length - incompleteBytes(bytes);
    this.#cut = Buffer.from(bytes.subarray(whole));
    return this.#text(bytes.subarray(0, whole));
  }

  end(): string {
    return this.#text(this.#cut);
  }

  #text(bytes: Buffer): string {
    if (!isUtf8(bytes))
      return splitLines(bytes)
        .map((line) => this.#line(line))
        .join('');
    return this.#valid(bytes);
  }

  #valid(bytes: Buffer): string {
    if (this.#strict === undefined && !isAscii(bytes)) this.#strict = true;
    return bytes.toString('utf8');
  }

  #line(line: Buffer): string {
    if (isUtf8(line)) return this.#valid(line);
    this.#strict ??= isMostlyUtf8(line);
    return this.#strict ? line.toString('utf8').replaceAll('\ufffd', NOT_TEXT) : windows1252.decode(line);
  }
}

/** A text truncated within a character still counts as UTF-8. */
function isMostlyUtf8(line: Buffer): boolean {
  const text = line.toString('utf8');
  const broken = text.split('\ufffd').length - 1;
  const foreign = text.replace(/[\0-\x7f]/g, '').length;
  return foreign - broken >= broken;
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const next = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, next));
    from = next;
  }
  return lines;
}

/** Trailing bytes that begin a character which continues in the next chunk. */
function incompleteBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
