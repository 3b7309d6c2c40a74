import {
  FLAT_JSON,
  type Format,
  isPlainJsonApi,
  JSON_API,
  type MediaRange,
  parseMediaRange,
  splitOutsideQuotes,
} from './media-type.ts';

interface Weighed extends MediaRange {
  quality: number;
}

const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Answers are few and headers repeat, so the last ones judged are remembered. */
const REMEMBERED = 500;
const judged = new Map<string, Format | undefined>();

/** The format an Accept header asks for; undefined when it leaves room for neither (406). */
export function negotiate(accept: string | undefined): Format | undefined {
  if (accept === undefined || accept === '*/*') return 'json-api';
  const known = judged.get(accept);
  if (known !== undefined || judged.has(accept)) return known;
  const format = judge(accept);
  if (judged.size >= REMEMBERED) judged.clear();
  judged.set(accept, format);
  return format;
}

/**
 * RFC 9110: for each format the most specific range that names it decides its quality; the higher quality wins. On a tie the format
 * the client named more precisely wins (`application/json, *\/*` is a wish for flat JSON), and else the default, JSON:API.
 */
function judge(accept: string): Format | undefined {
  if (accept.trim() === '') return 'json-api';
  const ranges = splitOutsideQuotes(accept, ',').flatMap((part) => weighed(part) ?? []);
  const jsonApi = best(ranges, JSON_API);
  const flat = best(ranges, FLAT_JSON);
  if (jsonApi.quality === 0 && flat.quality === 0) return undefined;
  if (jsonApi.quality !== flat.quality) return jsonApi.quality > flat.quality ? 'json-api' : 'flat';
  return flat.precision > jsonApi.precision ? 'flat' : 'json-api';
}

/** A range that is not well-formed, or whose weight is not a weight, is passed over. */
function weighed(part: string): Weighed | undefined {
  const range = parseMediaRange(part);
  if (range === undefined) return undefined;
  const weight = range.parameters.find(([name]) => name === 'q')?.[1] ?? '1';
  if (!QUALITY.test(weight)) return undefined;
  const parameters = range.parameters.filter(([name]) => name !== 'q');
  return { type: range.type, parameters, quality: Number(weight) };
}

function best(ranges: Weighed[], type: string): { quality: number; precision: number } {
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
