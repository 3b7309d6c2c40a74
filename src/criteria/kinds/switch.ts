import type { SwitchFilter } from '../../catalogue/filters/kinds.ts';
import { readJsonBoolean } from '../parse-context.ts';
import {
  allReader,
  type Cell,
  firstReader,
  isAlwaysPresent,
  pathWithinScope,
  type Subject,
} from '../search-row.ts';
import { type FilterKindSpec, requiredWhen, type SearchColumn } from './kind.ts';

type Form = 'one' | 'several' | 'verdict';

/**
 * How many values a switch reads: one; several, of which any may match; or the verdicts of all listings, which
 * make the property false only when every listing says false.
 */
function formOf({ scope, reads: [path = 'id'] }: SwitchFilter): Form {
  if (scope === 'property' && path.startsWith('listings[]')) return 'verdict';
  return pathWithinScope(scope, path).includes('[]') ? 'several' : 'one';
}

/** Several values of a property are two bits: that one is true, and that one is false. */
const bitOf = (value: boolean): number => (value ? 1 : 2);
const maskOf = (cell: Cell): unknown =>
  cell && (cell as readonly boolean[]).reduce((mask, value) => mask | bitOf(value), 0);
const listOf = (mask: unknown): Cell =>
  mask === null ? null : [true, false].filter((value) => (mask as number) & bitOf(value));

function columns(filter: SwitchFilter): SearchColumn[] {
  const { column: name, scope, reads } = filter;
  const valuesOf = allReader(scope, reads) as (subject: Subject) => boolean[];
  const form = formOf(filter);
  if (form === 'one') {
    const first = firstReader(scope, reads);
    const read = (subject: Subject) => (first(subject) as boolean | undefined) ?? null;
    return [{ name, type: 'boolean', scope, ...requiredWhen(reads.every(isAlwaysPresent)), read }];
  }
  if (form === 'several') {
    const read = (subject: Subject): Cell => {
      const values = valuesOf(subject);
      return values.length === 0 ? null : [...new Set(values)];
    };
    return [{ name, type: 'boolean[]', scope, read, stored: 'smallint', write: maskOf, restore: listOf }];
  }
  const read = (subject: Subject): boolean => {
    const verdicts = valuesOf(subject);
    const { length } = (subject as { readonly listings: readonly unknown[] }).listings;
    return length === 0 || verdicts.length < length || verdicts.includes(true);
  };
  return [{ name, type: 'boolean', scope, required: true, read }];
}

/** True and false both need a known value. */
export const switchKind: FilterKindSpec<SwitchFilter, boolean> = {
  parse: (json, _, context) => readJsonBoolean(json, context),
  json: (operand) => operand,
  columns,
  schema: ({ description, whenAbsent }) => ({
    type: 'boolean',
    description,
    ...(whenAbsent !== undefined && { default: whenAbsent }),
  }),
  matches(operand, filter, cells) {
    const cell = cells(filter.column);
    if (formOf(filter) !== 'several') return (property, at) => cell(property, at) === operand;
    return (property, at) => (cell(property, at) as readonly boolean[] | null)?.includes(operand) ?? false;
  },
  sql(operand, filter, write) {
    const column = write.column(filter.column);
    if (formOf(filter) === 'several') return `${column} & ${bitOf(operand)} <> 0`;
    return operand ? column : `not ${column}`;
  },
};
