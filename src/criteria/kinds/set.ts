import type { SetFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import type { Vocabulary } from '../../catalogue/vocabulary.ts';
import { isObject } from '../../lib/is-object.ts';
import { MAX_LIST_VALUES, MAX_TEXT_CHARS } from '../limits.ts';
import {
  type ParseContext,
  readJsonList,
  readJsonMembers,
  readJsonText,
  wordReader,
} from '../parse-context.ts';
import { allReader, type Cell, firstReader, pathWithinScope, type Subject } from '../search-row.ts';
import type { SetOperand } from '../tree.ts';
import { allValuesSql, splitValues, valuesSql, withoutSeparators } from './joined-texts.ts';
import type { CellReaderFactory, FilterKindSpec, RowTest, SearchColumn, SqlWriter } from './kind.ts';
import { CODE_TYPE, codedIn, codesOfValues } from './value-codes.ts';

/** The values of a set: its vocabulary and the groups that stand for several of its values. */
const allowedValues = ({ vocabulary, groups = {} }: SetFilter): readonly string[] | undefined =>
  vocabulary && [...vocabulary.values, ...Object.keys(groups)];

type ReadOne = (json: unknown, context: ParseContext) => string | undefined;

/** Created once per filter: collecting the values again for each value takes a tenth of indexing an alert. */
const readers = new Map<SetFilter, ReadOne>();
function valueParserOf(filter: SetFilter): ReadOne {
  let reader = readers.get(filter);
  if (reader === undefined) {
    const words = allowedValues(filter);
    reader = words ? wordReader(words) : (one, at) => readJsonText(one, at);
    readers.set(filter, reader);
  }
  return reader;
}

function readValues(json: unknown, filter: SetFilter, context: ParseContext): readonly string[] | undefined {
  const values = readJsonList(json, context, valueParserOf(filter));
  const { groups } = filter;
  if (values === undefined || (groups === undefined && values.length === 1)) return values;
  const meant = (value: string): readonly string[] =>
    groups !== undefined && Object.hasOwn(groups, value) ? (groups[value] ?? []) : [value];
  return [...new Set(values.flatMap(meant))];
}

/** `in`, `nin` and `inOrMissing` of an object, each a list. */
export function readSet(
  json: unknown,
  operators: readonly string[],
  context: ParseContext,
  readOne: (json: unknown, context: ParseContext) => readonly string[] | undefined,
): SetOperand | undefined {
  const members = readJsonMembers(json, operators, context);
  if (members === undefined) return undefined;
  const known = [...members].filter(([name]) => operators.includes(name));
  if (members.size === 0) return context.error('required', `Give at least one of ${operators.join(', ')}.`);
  const lists = known.map(([name, list]) => [name, readOne(list, context.member(name))] as const);
  return lists.some(([, list]) => list === undefined) ? undefined : Object.fromEntries(lists);
}

function parse(json: unknown, filter: SetFilter, context: ParseContext): SetOperand | undefined {
  const { shorthand, operators } = filter;
  if (!isObject(json)) {
    const list = shorthand === 'value' && typeof json === 'string' ? [json] : json;
    if (shorthand === undefined || !Array.isArray(list) || (shorthand === 'value' && list === json))
      return context.syntaxError(
        'wrong_type',
        `Must be an object with ${operators.join(', ')}${shorthandNotes[shorthand ?? 'none']}.`,
      );
    const values = readValues(list, filter, list === json ? context : context.asSingleValue());
    return values && { in: values };
  }
  return readSet(json, operators, context, (list, at) => readValues(list, filter, at));
}

const shorthandNotes = { none: '', value: ', or one value', list: ', or a list' } as const;

/** Several values: the attribute is a list, or more than one attribute is read. */
export const isMultiValued = ({ reads, scope }: SetFilter): boolean =>
  reads.length > 1 || reads.some((path) => pathWithinScope(scope, path).includes('[]'));

/** One bit a value, by its place in the vocabulary. */
const maskOf = ({ values }: Vocabulary, list: readonly string[]): number =>
  list.reduce((mask, value) => mask | (1 << values.indexOf(value)), 0);

const listOf = ({ values }: Vocabulary, mask: unknown): Cell =>
  mask === null ? null : values.filter((_, bit) => (mask as number) & (1 << bit));

/** Several values of a vocabulary are bits: a list takes 21 bytes more. */
const maskedIn = (vocabulary: Vocabulary) => ({
  stored: vocabulary.values.length < 16 ? 'smallint' : 'integer',
  write: (cell: Cell) => cell && maskOf(vocabulary, cell as readonly string[]),
  restore: (written: unknown) => listOf(vocabulary, written),
});

function columns(filter: SetFilter): SearchColumn[] {
  const { column, scope, reads, vocabulary } = filter;
  if (!isMultiValued(filter)) {
    const first = firstReader(scope, reads);
    return [
      {
        name: column,
        type: 'text',
        scope,
        read: (subject) => withoutSeparators((first(subject) as string | undefined) ?? '') || null,
        ...(scope === 'property' ? vocabulary && codedIn(vocabulary) : { isJoined: true as const }),
      },
    ];
  }
  const valuesOf = allReader(scope, reads) as (subject: Subject) => string[];
  const read = (subject: Subject): Cell => {
    const values = valuesOf(subject);
    return values.length === 0 ? null : [...new Set(values.map(withoutSeparators))];
  };
  if (scope === 'property')
    return [{ name: column, type: 'text[]', scope, read, ...(vocabulary && maskedIn(vocabulary)) }];
  // Without a vocabulary: the values of one publisher or listing are one text, because PostgreSQL has no ragged arrays.
  return [{ name: column, type: 'text', scope, read, isJoined: true, restore: splitKnown }];
}

const splitKnown = (text: unknown): Cell => (text === null ? null : splitValues(text));

function matches(operand: SetOperand, filter: SetFilter, cell: ReturnType<CellReaderFactory>): RowTest {
  const tests = (['in', 'nin', 'inOrMissing'] as const).flatMap((operator) => {
    const values = operand[operator];
    return values === undefined ? [] : [{ operator, values: new Set(values) }];
  });
  const several = isMultiValued(filter);
  return (property, at) => {
    const value = cell(property, at);
    return tests.every(({ operator, values }) => {
      if (value === null) return operator !== 'in';
      const found = several
        ? (value as readonly string[]).some((one) => values.has(one))
        : values.has(value as string);
      return operator === 'nin' ? !found : found;
    });
  };
}

/**
 * An overlap of lists when there are several values, else membership. A single value is compared directly, which
 * preserves the order of an index.
 */
function inSql(filter: SetFilter, values: readonly string[], write: SqlWriter): string {
  const column = write.column(filter.column);
  const { vocabulary } = filter;
  if (!isMultiValued(filter)) {
    const wanted = vocabulary ? codesOfValues(vocabulary, values) : values;
    const type = vocabulary ? CODE_TYPE : 'text';
    const [only] = wanted;
    return wanted.length === 1
      ? `${column} = ${write.bind(only, type)}`
      : `${column} = any (${write.bind(wanted, `${type}[]`)})`;
  }
  if (vocabulary !== undefined && filter.scope === 'property')
    return `${column} & ${write.bind(maskOf(vocabulary, values), 'integer')} <> 0`;
  const list = write.bind(values, 'text[]');
  return filter.scope === 'property' ? `${column} && ${list}` : `${valuesSql(column)} && ${list}`;
}

const schema = (filter: SetFilter): JsonSchema => {
  const { operators, shorthand, description } = filter;
  const words = allowedValues(filter);
  const value: JsonSchema = words
    ? { type: 'string', enum: words }
    : { type: 'string', minLength: 1, maxLength: MAX_TEXT_CHARS };
  const list = (text: string): JsonSchema => ({
    type: 'array',
    description: text,
    items: value,
    minItems: 1,
    maxItems: MAX_LIST_VALUES,
  });
  const object: JsonSchema = { ...setSchema(operators, list), description };
  if (shorthand === undefined) return object;
  const short =
    shorthand === 'value'
      ? { ...value, description: 'Short for `in` with one value.' }
      : list('Short for `in`.');
  return { description, anyOf: [short, object] };
};

const meanings: Readonly<Record<string, string>> = {
  in: 'Any of these.',
  nin: 'None of these; what is not known passes.',
  inOrMissing: 'Any of these, or not known.',
};

export const setSchema = (
  operators: readonly string[],
  list: (text: string) => JsonSchema,
  descriptions: Readonly<Record<string, string>> = meanings,
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(operators.map((operator) => [operator, list(descriptions[operator] ?? '')])),
  minProperties: 1,
  additionalProperties: false,
});

export const setKind: FilterKindSpec<SetFilter, SetOperand> = {
  parse,
  json: (operand) => operand,
  columns,
  schema,
  matches: (operand, filter, cells) => matches(operand, filter, cells(filter.column)),
  sql(operand, filter, write) {
    const column = write.column(filter.column);
    const among = (values: readonly string[]) => inSql(filter, values, write);
    return [
      ...(operand.in ? [among(operand.in)] : []),
      ...(operand.nin ? [`(${column} is null or not (${among(operand.nin)}))`] : []),
      ...(operand.inOrMissing ? [`(${column} is null or ${among(operand.inOrMissing)})`] : []),
    ].join(' and ');
  },
  sqlForAny({ in: values, ...rest }, filter, write) {
    if (values === undefined || Object.keys(rest).length > 0) return undefined;
    const column = write.column(filter.column);
    const list = write.bind(values, 'text[]');
    // The planner ignores the statistics of an index on a part of the rows: it expects a two-hundredth of them to match, and would
    // collect and sort all that do. `is true` hides the condition from that index.
    return write.inOrder
      ? `(${allValuesSql(column)} && ${list}) is true`
      : `${allValuesSql(column)} && ${list}`;
  },
};
