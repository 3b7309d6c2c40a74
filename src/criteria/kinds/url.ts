import type { UrlFilter } from '../../catalogue/filters/kinds.ts';
import { normalizeUrl } from '../../lib/url.ts';
import { MAX_CRITERIA_URL_CHARS } from '../limits.ts';
import { readJsonText } from '../parse-context.ts';
import { firstReader } from '../search-row.ts';
import type { FilterKindSpec } from './kind.ts';

/** A URL is stored as its digest of 16 bytes: it has 60 characters, and is only compared. */
const digest = (text: string): string => `md5(${text})::uuid`;
const digestList = (list: string): string =>
  `(select array_agg(${digest('url')} order by at) from unnest(${list}) with ordinality as own (url, at))`;

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
    return [
      { name: column, type: 'text', scope, read, stored: 'uuid', convert: digestList, restore: () => null },
    ];
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
  sql: (operand, { column }, write) => `${write.column(column)} = ${digest(write.bind(operand, 'text'))}`,
  // Most properties have one listing: a btree has the first URL, and a GIN index those of the others (83 bytes a property for all).
  sqlForAny(operand, { column }, write) {
    const [urls, wanted] = [write.column(column), digest(write.bind(operand, 'text'))];
    return `(${urls}[1] = ${wanted} or (cardinality(${urls}) > 1 and ${urls} @> array[${wanted}]))`;
  },
};
