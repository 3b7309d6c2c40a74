import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { brotliPieces } from '../lib/brotli-pieces.ts';
import { releaseBuffer } from '../lib/buffer-pool.ts';
import { gzipPieces, identityPieces, type PieceCoding } from '../lib/coded-pieces.ts';
import { hashText } from '../lib/text.ts';
import { limitUnreadTime } from './unread-time.ts';

/** The codings of a response body. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** What an Accept-Encoding header asks for. */
export interface AcceptedCodings {
  /** The coding to use. */
  best: ContentCoding;
  /** Whether gzip is as welcome as the best. */
  gzip: boolean;
  /** False: even a short body must be compressed. */
  identity: boolean;
}

/** Without a header. */
export const UNCODED: AcceptedCodings = { best: 'identity', gzip: false, identity: true };

/**
 * In the order in which we prefer them when a client has no preference. Brotli of quality 0 takes a quarter
 * of the time of gzip at level 1.
 */
const CODINGS = ['br', 'gzip', 'identity'] as const;
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** There are few distinct headers: the last results are cached. */
const MAX_CACHED_HEADERS = 500;
const cache = new Map<string, AcceptedCodings | undefined>();

/** RFC 9110, 12.5.3; undefined when no coding of ours is acceptable, not even none (406). */
export function negotiateCoding(header: string | undefined): AcceptedCodings | undefined {
  if (header === undefined || header === '') return UNCODED;
  const known = cache.get(header);
  if (known !== undefined || cache.has(header)) return known;
  const accepted = selectCoding(header);
  if (cache.size >= MAX_CACHED_HEADERS) cache.clear();
  cache.set(header, accepted);
  return accepted;
}

function selectCoding(header: string): AcceptedCodings | undefined {
  const weights = parseWeights(header);
  const any = weights.get('*');
  const qualityOf = (coding: ContentCoding): number => {
    const named = weights.get(coding);
    if (named !== undefined) return named;
    // Without a word about it, no coding is always acceptable, but less welcome than a named one.
    if (coding === 'identity') return any === 0 ? 0 : Number.EPSILON;
    return any ?? 0;
  };
  const best = CODINGS.reduce((chosen, coding) => (qualityOf(coding) > qualityOf(chosen) ? coding : chosen));
  if (qualityOf(best) === 0) return undefined;
  return {
    best,
    gzip: best !== 'identity' && qualityOf('gzip') === qualityOf(best),
    identity: qualityOf('identity') > 0,
  };
}

/** A malformed entry is ignored. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.length === 0 ? '1' : parameters.length === 1 ? readWeight(parameters[0]) : '';
    if (name === '' || !QUALITY.test(weight)) continue;
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  return weights;
}

const readWeight = (parameter = ''): string =>
  parameter.startsWith('q=') ? parameter.slice('q='.length).trim() : '';

/** A shorter body fits into one packet as it is. */
const MIN_COMPRESSED_BYTES = 1_400;

/** A longer body is compressed in the thread pool: it would hold the event loop for more than 0.3 ms. */
const MAX_BYTES_AT_ONCE = 32 * 1024;

const gzipOptions = { level: 1 };
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 0,
  },
};
const [gzipLater, brotliLater] = [promisify(gzip), promisify(brotliCompress)];

/** The coding for a body of so many bytes. */
const codingFor = ({ best, identity }: AcceptedCodings, bytes: number): ContentCoding =>
  identity && bytes < MIN_COMPRESSED_BYTES ? 'identity' : best;

/**
 * The fastest levels: a page of 100 properties at the default of gzip takes 24 ms of CPU, at level 1 seven. Brotli of
 * quality 0 takes three fifths of the time of quality 1, for a sixth more bytes.
 */
function compress(
  body: string | Buffer,
  coding: Exclude<ContentCoding, 'identity'>,
): Buffer | Promise<Buffer> {
  if (body.length > MAX_BYTES_AT_ONCE)
    return coding === 'gzip' ? gzipLater(body, gzipOptions) : brotliLater(body, brotliOptions);
  return coding === 'gzip' ? gzipSync(body, gzipOptions) : brotliCompressSync(body, brotliOptions);
}

/** Nearly every client accepts gzip: preferring it keeps one set of compressed documents for most of them. */
export function pieceCodingFor({ best, gzip }: AcceptedCodings): PieceCoding {
  if (gzip) return gzipPieces;
  return best === 'br' ? brotliPieces : identityPieces;
}

type Body = string | Buffer;

const asIs = <Text extends Body>(text: Text): Text => text;

/** Sends a body in the coding that the client prefers; without a promise unless another thread compresses it. */
export function sendBody(reply: FastifyReply, body: Body, codings: AcceptedCodings): void | Promise<void> {
  const coding = codingFor(codings, body.length);
  if (coding === 'identity') {
    if (typeof body !== 'string') reply.raw.once('close', () => releaseBuffer(body));
    return sendAsIs(reply, body);
  }
  reply.header('content-encoding', coding);
  const compressed = compress(body, coding);
  const sendCompressed = (bytes: Buffer): void => {
    if (typeof body !== 'string') releaseBuffer(body);
    sendAsIs(reply, bytes);
  };
  return compressed instanceof Promise ? compressed.then(sendCompressed) : sendCompressed(compressed);
}

/**
 * The serializer keeps Fastify from adding a charset, which JSON:API forbids. Text is sent in one write with the
 * head, a buffer in two: 8 % of the CPU of a null route.
 */
function sendAsIs(reply: FastifyReply, body: Body): void {
  limitUnreadTime(reply, body.length);
  reply.serializer(asIs).send(body);
}

/**
 * Sets the tag of a body, and answers whether the client has it already (RFC 9110, 13.1.2). The tag is weak: it is the
 * same whatever the coding.
 */
export function matchesTag(held: string | undefined, reply: FastifyReply, body: string): boolean {
  const tag = `W/"${body.length > MAX_SHORT_CHARS ? digestText(body) : hashShortText(body)}"`;
  reply.header('etag', tag);
  // The copy of a client is private, and checked at each use.
  reply.header('cache-control', 'private, no-cache');
  return held !== undefined && isHeld(held, tag);
}

/** 132 bits. */
const TAG_CHARS = 22;
const digestText = (body: string): string => hash('sha256', body, 'base64url').slice(0, TAG_CHARS);

/** Up to here our own hash takes less time. */
const MAX_SHORT_CHARS = 400;
function hashShortText(body: string): string {
  const { high, low } = hashText(body);
  return high.toString(36) + low.toString(36).padStart(7, '0');
}

const isHeld = (header: string, tag: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag.slice('W/'.length));
