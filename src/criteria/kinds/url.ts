import type { UrlFilter } from '../../catalogue/filters/kinds.ts';
import { normalisedUrl } from '../../lib/web-address.ts';
import { MAX_CRITERIA_URL_CHARS } from '../limits.ts';
import { firstReader } from '../readable.ts';
import type { Kind } from './kind.ts';
import { readText } from './read-json.ts';

/** Both sides in their one spelling: with or without a trailing slash is the same address. */
export const url: Kind<UrlFilter, string> = {
  parse(json, _, here) {
    const text = readText(json, here, MAX_CRITERIA_URL_CHARS);
    if (text === undefined) return undefined;
    return (
      normalisedUrl(text) ??
      here.breach('wrong_format', 'Must be an address that begins with http:// or https://.')
    );
  },
  json: (asked) => asked,
  columns({ column, judged, reads }) {
    const first = firstReader(judged, reads);
    const read = (subject: object): string | null => {
      const address = first(subject);
      return address === undefined ? null : (normalisedUrl(String(address)) ?? String(address));
    };
    return [{ name: column, type: 'text', judged, read }];
  },
  schema: ({ description }) => ({
    type: 'string',
    description,
    minLength: 1,
    maxLength: MAX_CRITERIA_URL_CHARS,
  }),
  matches(asked, { column }, cells) {
    const cell = cells(column);
    return (property, at) => cell(property, at) === asked;
  },
  sql: (asked, { column }, write) => `${write.column(column)} = ${write.bind(asked, 'text')}`,
  sqlOfAny: (asked, { column }, write) => `${write.column(column)} @> ${write.bind([asked], 'text[]')}`,
};
