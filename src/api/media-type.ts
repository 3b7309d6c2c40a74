/** The two response formats of the contract's Accept table. */
export const JSON_API = 'application/vnd.api+json';
export const FLAT_JSON = 'application/json';

export type ResponseFormat = 'json-api' | 'flat';

export const formatType = (format: ResponseFormat): string => (format === 'json-api' ? JSON_API : FLAT_JSON);

export interface MediaRange {
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
