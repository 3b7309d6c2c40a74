import type { UrlFilter } from '../../catalogue/filters/kinds.ts';
import { normalizeUrl } from '../../lib/url.ts';
import { MAX_CRITERIA_URL_CHARS } from '../limits.ts';
import { readJsonText } from '../parse-context.ts';
import { firstReader } from '../search-row.ts';
import type { FilterKindSpec } from './kind.ts';

/** Both sides are canonical: a trailing slash makes no difference. */
export const urlKind: FilterKindSpec<UrlFilter, string> = {
  parse(json, _, context) {
    const text = readJsonText(json, context, MAX_CRITERIA_URL_CHARS);
    if (text === undefined) return undefined;
    return (
      normalizeUrl(text) ??
      context.error('wrong_format', 'Must be an address that begins with http:// or https://.')
    );
  },
  json: (operand) => operand,
  columns({ column, scope, reads }) {
    const first = firstReader(scope, reads);
    const read = (subject: object): string | null => {
      const address = first(subject);
      return address === undefined ? null : (normalizeUrl(String(address)) ?? String(address));
    };
    return [{ name: column, type: 'text', scope, read }];
  },
  schema: ({ description }) => ({
    type: 'string',
    description,
    minLength: 1,
    maxLength: MAX_CRITERIA_URL_CHARS,
  }),
  matches(operand, { column }, cells) {
    const cell = cells(column);
    return (property, at) => cell(property, at) === operand;
  },
  sql: (operand, { column }, write) => `${write.column(column)} = ${write.bind(operand, 'text')}`,
  // The index has digests: of the texts it takes 337 bytes a property.
  sqlForAny(operand, { column }, write) {
    const urls = write.bind([operand], 'text[]');
    return `digest_values(${write.column(column)}) @> digest_values(${urls}) and ${write.column(column)} @> ${urls}`;
  },
};
