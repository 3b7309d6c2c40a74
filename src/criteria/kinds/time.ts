import type { TimeFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { formatTimestamp, parseRfc3339 } from '../../lib/timestamp.ts';
import { type ParseContext, readJsonMembers } from '../parse-context.ts';
import { type Cell, firstReader, isAlwaysPresent } from '../search-row.ts';
import type { TimeOperand } from '../tree.ts';
import { type FilterKindSpec, requiredWhen, type SearchColumn } from './kind.ts';

const formatMoment = (milliseconds: number): string => formatTimestamp(new Date(milliseconds));

function readMoment(json: unknown, context: ParseContext): number | undefined {
  if (typeof json !== 'string')
    return context.syntaxError('wrong_type', 'Must be a timestamp such as 2026-02-11T07:42:10Z.');
  return (
    parseRfc3339(json) ??
    context.error(
      'wrong_format',
      'Must be a timestamp of RFC 3339 with its offset, such as 2026-02-11T07:42:10Z.',
    )
  );
}

function parse(json: unknown, { operators }: TimeFilter, context: ParseContext): TimeOperand | undefined {
  const members = readJsonMembers(json, operators, context);
  if (members === undefined) return undefined;
  const read = (name: string) =>
    members.has(name) ? readMoment(members.get(name), context.member(name)) : undefined;
  const [from, to] = [read('from'), read('to')];
  if (!members.has('from') && !members.has('to'))
    return context.error('required', 'A span of time needs `from`, `to` or both.');
  if (from !== undefined && to !== undefined && from > to)
    return context.error('reversed', '`from` must not be later than `to`.');
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function columns({ column, scope, reads }: TimeFilter): SearchColumn[] {
  const first = firstReader(scope, reads);
  const read = (subject: object): number | null => {
    const moment = first(subject);
    return moment === undefined ? null : Date.parse(String(moment));
  };
  const write = (cell: Cell) => (typeof cell === 'number' ? formatMoment(cell) : null);
  const restore = (written: unknown) => (typeof written === 'string' ? Date.parse(written) : null);
  const required = requiredWhen(reads.every(isAlwaysPresent));
  return [{ name: column, type: 'timestamptz', scope, ...required, read, write, restore }];
}

const schema = ({ operators, description }: TimeFilter): JsonSchema => {
  const moment = (text: string): JsonSchema => ({ type: 'string', format: 'date-time', description: text });
  const members: Record<string, JsonSchema> = {
    from: moment('At this moment or later.'),
    to: moment('Before this moment.'),
  };
  return {
    type: 'object',
    description: `${description} Give \`from\`, \`to\` or both.`,
    properties: Object.fromEntries(operators.map((operator) => [operator, members[operator] ?? {}])),
    additionalProperties: false,
  };
};

export const timeKind: FilterKindSpec<TimeFilter, TimeOperand> = {
  parse,
  json: ({ from, to }) => ({
    ...(from !== undefined && { from: formatMoment(from) }),
    ...(to !== undefined && { to: formatMoment(to) }),
  }),
  columns,
  schema,
  matches({ from = -Infinity, to = Infinity }, { column }, cells) {
    const cell = cells(column);
    return (property, at) => {
      const moment = cell(property, at) as number | null;
      return moment !== null && moment >= from && moment < to;
    };
  },
  explain(_, { column }, cells) {
    const cell = cells(column);
    return (property, at) => {
      const moment = cell(property, at) as number | null;
      return { value: moment === null ? null : formatMoment(moment), missing: moment === null };
    };
  },
  sql({ from, to }, { column }, write) {
    const moment = write.column(column);
    return [
      ...(from === undefined ? [] : [`${moment} >= ${write.bind(formatMoment(from), 'timestamptz')}`]),
      ...(to === undefined ? [] : [`${moment} < ${write.bind(formatMoment(to), 'timestamptz')}`]),
    ].join(' and ');
  },
  sqlForAny({ from, to }, { column }, write) {
    const bound = from ?? to;
    if (bound === undefined || (from !== undefined && to !== undefined)) return undefined;
    const moment = write.bind(formatMoment(bound), 'timestamptz');
    return `${moment} ${from === undefined ? '>' : '<='} any (${write.column(column)})`;
  },
};
