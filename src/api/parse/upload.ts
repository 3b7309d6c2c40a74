import type { FastifyRequest } from 'fastify';
import { Problem } from '../../service/problem.ts';
import { parseMediaRange } from '../negotiate.ts';
import type { Upload, UploadedBody } from '../route.ts';

type Headers = FastifyRequest['headers'];

const codingOf = (headers: Headers): string =>
  (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
const typeOf = (headers: Headers): string => parseMediaRange(headers['content-type'] ?? '')?.type ?? '';

/** Judged from the headers alone, before a byte of the body is read. */
export function rejectUpload(headers: Headers, { mediaTypes }: Upload): Problem | undefined {
  if (!['identity', 'gzip'].includes(codingOf(headers))) {
    return new Problem('unsupported-media-type', 'Bodies are read plain or as gzip.');
  }
  return mediaTypes.includes(typeOf(headers))
    ? undefined
    : new Problem('unsupported-media-type', `Send the body as ${mediaTypes.join(' or ')}.`);
}

export const readUpload = ({ headers, body }: FastifyRequest): UploadedBody => ({
  bytes: (body as Buffer | undefined) ?? Buffer.alloc(0),
  mediaType: typeOf(headers),
  gzip: codingOf(headers) === 'gzip',
});
