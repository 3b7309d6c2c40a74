import {
  FLAT_JSON,
  isPlainJsonApi,
  JSON_API,
  type MediaRange,
  parseMediaRange,
  type ResponseFormat,
  splitOutsideQuotes,
} from './media-type.ts';

/** Of every response: its format, its coding and who may read it depend on these headers. */
export const VARY = 'Accept, Accept-Encoding, Origin';

interface WeightedRange extends MediaRange {
  quality: number;
}

const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** There are few distinct headers: the last results are cached. */
const MAX_CACHED_HEADERS = 500;
const formatCache = new Map<string, ResponseFormat | undefined>();

/** The format that an Accept header asks for; undefined when neither is acceptable (406). */
export function negotiate(accept: string | undefined): ResponseFormat | undefined {
  if (accept === undefined || accept === '*/*') return 'json-api';
  const known = formatCache.get(accept);
  if (known !== undefined || formatCache.has(accept)) return known;
  const format = selectFormat(accept);
  if (formatCache.size >= MAX_CACHED_HEADERS) formatCache.clear();
  formatCache.set(accept, format);
  return format;
}

/**
 * RFC 9110: for each format the most specific range that names it decides its quality; the higher quality wins. On a tie the format
 * the client named more precisely wins (`application/json, *\/*` is a wish for flat JSON), and else the default, JSON:API.
 */
function selectFormat(accept: string): ResponseFormat | undefined {
  if (accept.trim() === '') return 'json-api';
  const ranges = splitOutsideQuotes(accept, ',').flatMap((part) => parseWeightedRange(part) ?? []);
  const jsonApi = findBestMatch(ranges, JSON_API);
  const flat = findBestMatch(ranges, FLAT_JSON);
  if (jsonApi.quality === 0 && flat.quality === 0) return undefined;
  if (jsonApi.quality !== flat.quality) return jsonApi.quality > flat.quality ? 'json-api' : 'flat';
  return flat.precision > jsonApi.precision ? 'flat' : 'json-api';
}

/** A malformed range or weight is ignored. */
function parseWeightedRange(part: string): WeightedRange | undefined {
  const range = parseMediaRange(part);
  if (range === undefined) return undefined;
  const weight = range.parameters.find(([name]) => name === 'q')?.[1] ?? '1';
  if (!QUALITY.test(weight)) return undefined;
  const parameters = range.parameters.filter(([name]) => name !== 'q');
  return { type: range.type, parameters, quality: Number(weight) };
}

function findBestMatch(ranges: WeightedRange[], type: string): { quality: number; precision: number } {
  let chosen = { quality: 0, precision: 0 };
  for (const range of ranges) {
    const precision =
      range.type === type ? 3 : range.type === 'application/*' ? 2 : range.type === '*/*' ? 1 : 0;
    if (precision === 0 || (type === JSON_API && precision === 3 && !isPlainJsonApi(range))) continue;
    const better =
      precision > chosen.precision || (precision === chosen.precision && range.quality > chosen.quality);
    if (better) chosen = { quality: range.quality, precision };
  }
  return chosen;
}
