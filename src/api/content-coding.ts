import { brotliPieces } from '../lib/brotli-pieces.ts';
import { gzipPieces, identityPieces, type PieceCoding } from '../lib/coded-pieces.ts';

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

/** Nearly every client accepts gzip: preferring it keeps one set of compressed documents for most of them. */
export function pieceCodingFor({ best, gzip }: AcceptedCodings): PieceCoding {
  if (gzip) return gzipPieces;
  return best === 'br' ? brotliPieces : identityPieces;
}
