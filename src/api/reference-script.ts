import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ContentCoding, negotiateCoding } from './content-coding.ts';
import { FILE_HEADERS } from './security-headers.ts';

const [gzipLater, brotliLater] = [promisify(gzip), promisify(brotliCompress)];
const compressions: Readonly<Record<Exclude<ContentCoding, 'identity'>, (body: string) => Promise<Buffer>>> =
  {
    br: (body) => brotliLater(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: (body) => gzipLater(body, { level: 9 }),
  };

/** The script never changes in the life of a process: it is digested and compressed once, outside the event loop. */
let digest: string | undefined;
const compressed = new Map<ContentCoding, Promise<Buffer>>();

/** A browser asks again after a day, and gets 304 unless we were upgraded. */
const SCRIPT_CACHE = 'public, max-age=86400';

/** The body to send of the reference's script of 4 MB, with its headers. */
export async function encodeReferenceScript(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): Promise<string | Buffer> {
  digest ??= createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const etag = `W/"${digest}"`;
  reply.headers({ ...FILE_HEADERS, etag, 'cache-control': SCRIPT_CACHE, vary: 'Accept-Encoding' });
  reply.removeHeader('content-length');
  if (request.headers['if-none-match'] === etag) {
    reply.code(304);
    return '';
  }
  const coding = negotiateCoding(request.headers['accept-encoding'])?.best ?? 'identity';
  if (coding === 'identity') return body;
  reply.header('content-encoding', coding);
  const bytes = compressed.get(coding) ?? compressions[coding](body);
  compressed.set(coding, bytes);
  return bytes;
}
