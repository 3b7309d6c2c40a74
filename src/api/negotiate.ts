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

/** The two response formats of the contract's Accept table. */
export const JSON_API = 'application/vnd.api+json';
export const FLAT_JSON = 'application/json';

export type ResponseFormat = 'json-api' | 'flat';

export const formatType = (format: ResponseFormat): string => (format === 'json-api' ? JSON_API : FLAT_JSON);

interface MediaRange {
  type: string;
  parameters: [string, string][];
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const TYPE = new RegExp(`^(${TOKEN})/(${TOKEN})$`);
const PARAMETER = new RegExp(`^(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")$`);

/** A media type or range with its parameters; undefined when it is malformed. */
export function parseMediaRange(text: string): MediaRange | undefined {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  if (!TYPE.test(type)) return undefined;
  const parameters: [string, string][] = [];
  for (const part of rest) {
    if (part === '') continue;
    const [, name, token, quoted] = PARAMETER.exec(part) ?? [];
    if (name === undefined) return undefined;
    parameters.push([name.toLowerCase(), token ?? quoted ?? '']);
  }
  return { type: type.toLowerCase(), parameters };
}

export function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (quoted && text[at] === '\\') at += 1;
    else if (text[at] === '"') quoted = !quoted;
    else if (!quoted && text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/**
 * JSON:API 1.1: a media type with a parameter other than `ext` and `profile` must be refused. No extension is
 * supported; profiles may be ignored.
 */
export const isPlainJsonApi = ({ parameters }: MediaRange): boolean =>
  parameters.every(([name]) => name === 'profile');
