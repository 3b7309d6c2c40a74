import type { PresenceFilter } from '../../catalogue/filters/kinds.ts';
import { readJsonBoolean } from '../parse-context.ts';
import { firstReader } from '../search-row.ts';
import type { FilterKindSpec } from './kind.ts';

/** Whether a value is stated at all; false selects unknown values. */
export const presenceKind: FilterKindSpec<PresenceFilter, boolean> = {
  parse: (json, _, context) => readJsonBoolean(json, context),
  json: (operand) => operand,
  columns({ column, scope, reads }) {
    const first = firstReader(scope, reads);
    const read = (subject: object) => first(subject) !== undefined;
    return [{ name: column, type: 'boolean', scope, required: true, read }];
  },
  schema: ({ description }) => ({ type: 'boolean', description }),
  matches(operand, { column }, cells) {
    const cell = cells(column);
    return (property, at) => cell(property, at) === operand;
  },
  sql: (operand, { column }, write) => `${operand ? '' : 'not '}${write.column(column)}`,
};
