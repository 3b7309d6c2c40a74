import type { SetFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import type { Here } from '../fault.ts';
import { MAX_LIST_VALUES, MAX_TEXT_CHARS } from '../limits.ts';
import { allReader, type Cell, firstReader, pathFrom, type Subject } from '../readable.ts';
import type { SetAsked } from '../tree.ts';
import type { CellsOf, Column, Kind, RowTest, Writer } from './kind.ts';
import { isObject, readList, readMembers, readText, readWord } from './read-json.ts';

/** The words a set takes: its vocabulary and the groups that stand for several of its values. */
const wordsOf = ({ vocabulary, groups = {} }: SetFilter): readonly string[] | undefined =>
  vocabulary && [...vocabulary.values, ...Object.keys(groups)];

type ReadOne = (json: unknown, here: Here) => string | undefined;

/** Made once a filter: to gather its words anew for every value read took a tenth of indexing an alert. */
const readers = new Map<SetFilter, ReadOne>();
function readerOf(filter: SetFilter): ReadOne {
  let reader = readers.get(filter);
  if (reader === undefined) {
    const words = wordsOf(filter);
    reader = words ? readWord(words) : (one, at) => readText(one, at);
    readers.set(filter, reader);
  }
  return reader;
}

function readValues(json: unknown, filter: SetFilter, here: Here): readonly string[] | undefined {
  const values = readList(json, here, readerOf(filter));
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
  here: Here,
  readOne: (json: unknown, here: Here) => readonly string[] | undefined,
): SetAsked | undefined {
  const members = readMembers(json, operators, here);
  if (members === undefined) return undefined;
  const known = [...members].filter(([name]) => operators.includes(name));
  if (members.size === 0) return here.breach('required', `Give at least one of ${operators.join(', ')}.`);
  const lists = known.map(([name, list]) => [name, readOne(list, here.member(name))] as const);
  return lists.some(([, list]) => list === undefined) ? undefined : Object.fromEntries(lists);
}

function parse(json: unknown, filter: SetFilter, here: Here): SetAsked | undefined {
  const { shorthand, operators } = filter;
  if (!isObject(json)) {
    const list = shorthand === 'value' && typeof json === 'string' ? [json] : json;
    if (shorthand === undefined || !Array.isArray(list) || (shorthand === 'value' && list === json))
      return here.refuse(
        'wrong_type',
        `Must be an object with ${operators.join(', ')}${alsoTaken[shorthand ?? 'none']}.`,
      );
    const values = readValues(list, filter, list === json ? here : here.bare());
    return values && { in: values };
  }
  return readSet(json, operators, here, (list, at) => readValues(list, filter, at));
}

const alsoTaken = { none: '', value: ', or one value', list: ', or a list' } as const;

/** Several values: the attribute is a list, or more than one attribute is read. */
export const isSeveral = ({ reads, judged }: SetFilter): boolean =>
  reads.length > 1 || reads.some((path) => pathFrom(judged, path).includes('[]'));

/** Several texts of one listing or publisher in one element, since PostgreSQL has no lists of uneven lists. */
const SEPARATOR = '\u001f';

function columns(filter: SetFilter): Column[] {
  const { column, judged, reads } = filter;
  if (!isSeveral(filter)) {
    const first = firstReader(judged, reads);
    return [
      {
        name: column,
        type: 'text',
        judged,
        read: (subject) => (first(subject) as string | undefined) ?? null,
      },
    ];
  }
  const valuesOf = allReader(judged, reads) as (subject: Subject) => string[];
  const read = (subject: Subject): Cell => {
    const values = valuesOf(subject);
    return values.length === 0 ? null : [...new Set(values)];
  };
  if (judged === 'property') return [{ name: column, type: 'text[]', judged, read }];
  const write = (cell: Cell) => (Array.isArray(cell) ? cell.join(SEPARATOR) : cell);
  const restore = (written: unknown) => (typeof written === 'string' ? written.split(SEPARATOR) : null);
  return [{ name: column, type: 'text', judged, read, write, restore }];
}

function matches(asked: SetAsked, filter: SetFilter, cell: ReturnType<CellsOf>): RowTest {
  const tests = (['in', 'nin', 'inOrMissing'] as const).flatMap((operator) => {
    const values = asked[operator];
    return values === undefined ? [] : [{ operator, values: new Set(values) }];
  });
  const several = isSeveral(filter);
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

/** An overlap of lists when there are several values, else one of a list. One value alone is compared as such: an index keeps its order. */
function inSql(filter: SetFilter, values: readonly string[], write: Writer): string {
  const column = write.column(filter.column);
  const [only = ''] = values;
  if (!isSeveral(filter))
    return values.length === 1
      ? `${column} = ${write.bind(only, 'text')}`
      : `${column} = any (${write.bind(values, 'text[]')})`;
  const list = write.bind(values, 'text[]');
  return filter.judged === 'property'
    ? `${column} && ${list}`
    : `string_to_array(${column}, e'\\x1f') && ${list}`;
}

const schema = (filter: SetFilter): JsonSchema => {
  const { operators, shorthand, description } = filter;
  const words = wordsOf(filter);
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
  told: Readonly<Record<string, string>> = meanings,
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(operators.map((operator) => [operator, list(told[operator] ?? '')])),
  minProperties: 1,
  additionalProperties: false,
});

export const set: Kind<SetFilter, SetAsked> = {
  parse,
  json: (asked) => asked,
  columns,
  schema,
  matches: (asked, filter, cells) => matches(asked, filter, cells(filter.column)),
  sql(asked, filter, write) {
    const column = write.column(filter.column);
    const among = (values: readonly string[]) => inSql(filter, values, write);
    return [
      ...(asked.in ? [among(asked.in)] : []),
      ...(asked.nin ? [`(${column} is null or not (${among(asked.nin)}))`] : []),
      ...(asked.inOrMissing ? [`(${column} is null or ${among(asked.inOrMissing)})`] : []),
    ].join(' and ');
  },
  sqlOfAny({ in: values, ...rest }, filter, write) {
    if (values === undefined || Object.keys(rest).length > 0 || isSeveral(filter)) return undefined;
    return `${write.column(filter.column)} && ${write.bind(values, 'text[]')}`;
  },
};
