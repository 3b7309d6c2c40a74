import { brotliPieces } from '../../lib/brotli-pieces.ts';
import type { PieceCoding } from '../../lib/coded-pieces.ts';
import { gzipPieces } from '../../lib/gzip-pieces.ts';
import type { AcceptedCodings } from './content-coding.ts';

/** Nearly every client accepts gzip: preferring it keeps one set of compressed documents for most of them. */
export function pieceCodingFor({ best, gzip }: AcceptedCodings): PieceCoding | undefined {
  if (gzip) return gzipPieces;
  return best === 'br' ? brotliPieces : undefined;
}
