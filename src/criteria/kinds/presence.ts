import type { PresenceFilter } from '../../catalogue/filters/kinds.ts';
import { firstReader } from '../search-row.ts';
import type { FilterKindSpec } from './kind.ts';
import { readJsonBoolean } from './read-json.ts';

/** Whether something is stated at all, so that false asks for what is not known. */
export const presenceKind: FilterKindSpec<PresenceFilter, boolean> = {
  parse: (json, _, here) => readJsonBoolean(json, here),
  json: (asked) => asked,
  columns({ column, scope, reads }) {
    const first = firstReader(scope, reads);
    const read = (subject: object) => first(subject) !== undefined;
    return [{ name: column, type: 'boolean', scope: scope, required: true, read }];
  },
  schema: ({ description }) => ({ type: 'boolean', description }),
  matches(asked, { column }, cells) {
    const cell = cells(column);
    return (property, at) => cell(property, at) === asked;
  },
  sql: (asked, { column }, write) => `${asked ? '' : 'not '}${write.column(column)}`,
  sqlForAny: (asked, { column }, write) => `${asked} = any (${write.column(column)})`,
};
