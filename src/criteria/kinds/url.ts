import type { UrlFilter } from '../../catalogue/filters/kinds.ts';
import { normalizeUrl } from '../../lib/normalize-url.ts';
import { MAX_CRITERIA_URL_CHARS } from '../limits.ts';
import { firstReader } from '../search-row.ts';
import type { FilterKindSpec } from './kind.ts';
import { readJsonText } from './read-json.ts';

/** Both sides in their one spelling: with or without a trailing slash is the same address. */
export const urlKind: FilterKindSpec<UrlFilter, string> = {
  parse(json, _, here) {
    const text = readJsonText(json, here, MAX_CRITERIA_URL_CHARS);
    if (text === undefined) return undefined;
    return (
      normalizeUrl(text) ??
      here.error('wrong_format', 'Must be an address that begins with http:// or https://.')
    );
  },
  json: (asked) => asked,
  columns({ column, scope, reads }) {
    const first = firstReader(scope, reads);
    const read = (subject: object): string | null => {
      const address = first(subject);
      return address === undefined ? null : (normalizeUrl(String(address)) ?? String(address));
    };
    return [{ name: column, type: 'text', scope: scope, read }];
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
  sqlForAny: (asked, { column }, write) => `${write.column(column)} @> ${write.bind([asked], 'text[]')}`,
};
